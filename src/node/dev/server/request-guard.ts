import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What {@link checkRequest} lets through. */
export interface GuardOptions {
  /** The name or address that the server listens on. */
  host: string;
  /** Further host names; one that begins with a dot stands for all its subdomains. */
  allowedHosts: string[];
}

/** A refused request. */
export interface Refusal {
  status: 400 | 403 | 405;
  text: string;
}

/** `Sec-Fetch-Site` of what a page of this server, or the reader's own address bar, asks for. */
const OWN_SITE = ['same-origin', 'none'];

/**
 * Refuses what no reader's browser sends: other methods than GET and HEAD, targets that are not plain absolute paths,
 * more than one host name or a foreign one (DNS rebinding), and requests that a page of another origin, be it another
 * port of this machine, makes in the background. Returns undefined for a request that may be answered.
 */
export function checkRequest(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1) return { status: 400, text: 'More than one host name.' };
  if (!isAllowedHost(hosts[0], options)) {
    return { status: 403, text: 'This host name is not allowed. Add it to `server.allowedHosts` if it is yours.' };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, text: 'Only GET and HEAD.' };
  if (decodeTarget(request.url ?? '') === undefined) return { status: 400, text: 'Not a path.' };
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = request.headers;
  if (!OWN_SITE.includes(String(site)) && mode !== 'navigate') return { status: 403, text: 'Not for other sites.' };
  return undefined;
}

/**
 * Decoded path of a request target, without the query.
 * Returns undefined for a target with `\`, `#`, NUL or control characters (also percent-encoded, `#` excepted), one that is
 * not well encoded, and one that does not begin with `/`.
 */
export function decodeTarget(target: string): string | undefined {
  if (!target.startsWith('/') || target.includes('#') || hasForbidden(target)) return undefined;
  try {
    const path = decodeURIComponent(target.split('?', 1)[0] ?? '');
    return hasForbidden(path) ? undefined : path;
  } catch {
    // Malformed percent-encoding is no path.
    return undefined;
  }
}

function hasForbidden(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character === '\\' || code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

/** True when a `Host` header names this machine, or a host that the options allow. */
function isAllowedHost(header: string | undefined, { host, allowedHosts }: GuardOptions): boolean {
  const match = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? '');
  const name = (match?.groups?.v6 ?? match?.groups?.name)?.toLowerCase();
  if (!name) return false;
  if (name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '::1') return true;
  if (isIP(name)) return !isLoopback(host) || name === host;
  if (name === host.toLowerCase()) return true;
  return allowedHosts
    .map((allowed) => allowed.toLowerCase())
    .some((allowed) =>
      allowed.startsWith('.') ? name.endsWith(allowed) || name === allowed.slice(1) : name === allowed,
    );
}

/** True for a host that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
