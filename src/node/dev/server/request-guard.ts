import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export interface GuardOptions {
  /** Name or address that the server listens on. */
  host: string;
  /** Additional host names. A name that begins with a dot allows the domain and all its subdomains. */
  allowedHosts: string[];
}

export interface Refusal {
  status: 400 | 403 | 405;
  text: string;
}

/** `Sec-Fetch-Site` values of requests by pages of this server, or from the address bar. */
const OWN_SITE = ['same-origin', 'none'];

/**
 * Refuses methods other than GET and HEAD, targets that are not plain absolute paths, foreign host names (DNS
 * rebinding), and background requests by pages from another origin, including another port of this machine.
 */
export function checkRequest(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1) return { status: 400, text: 'The request contains more than one host name.' };
  if (!isAllowedHost(hosts[0], options)) {
    return { status: 403, text: 'This host name is not allowed. Add it to `server.allowedHosts` if it is yours.' };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, text: 'Only GET and HEAD requests are allowed.' };
  if (decodeTarget(request.url ?? '') === undefined) return { status: 400, text: 'The address is not a path.' };
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = request.headers;
  if (!OWN_SITE.includes(String(site)) && mode !== 'navigate')
    return { status: 403, text: 'Other sites cannot request this.' };
  return undefined;
}

/**
 * Undefined for an invalid target: without a leading `/`, with `#`, malformed encoding, `\` or control characters, also
 * percent-encoded.
 */
export function decodeTarget(target: string): string | undefined {
  if (!target.startsWith('/') || target.includes('#') || hasForbidden(target)) return undefined;
  try {
    const path = decodeURIComponent(target.split('?', 1)[0] ?? '');
    return hasForbidden(path) ? undefined : path;
  } catch {
    // The percent-encoding is malformed.
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

/** Returns true for a host that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
