import { integrityOf } from '../base/content-hash.ts';
import { type About, createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { ResolvedConfig } from './config/types.ts';

/** Services that a demo is exported to. */
const SANDBOXES = ['https://codesandbox.io', 'https://stackblitz.com'];
/** What pages may frame: demos, and what `useStackBlitz` embeds. */
const FRAMES = ["'self'", 'https://stackblitz.com'];

/** What the policy depends on besides the configuration. */
interface PolicyInput {
  /** Text of every inline script of the page. */
  inline: string[];
  /** The site has demos or interactive pages: libraries may write styles while they run. */
  runsCode: boolean;
}

/**
 * The content security policy of the site's pages: own scripts and those of the configuration, nothing inline but the
 * scripts whose text is given, and styles where the site runs demos. It is the same on all pages, since a change of page
 * keeps that of the first. A policy in a `<meta>` element cannot have `frame-ancestors`.
 *
 * @returns the policy; where the configuration turns it off, the one directive that an edited demo needs: a link can carry
 * its code, and only the page's policy keeps a frame from going to a stranger's page
 */
export function contentSecurityPolicy(config: ResolvedConfig, input: PolicyInput): string {
  return Object.entries(policySources(config, input) ?? { 'frame-src': FRAMES })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Sources by directive; undefined where the configuration turns the policy off. */
export function policySources(
  config: ResolvedConfig,
  { inline, runsCode }: PolicyInput,
): Record<string, string[]> | undefined {
  if (config.csp === false) return undefined;
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline.map(hashSource), ...origins([...config.headScripts, ...config.scripts], 'src')],
    'style-src': [
      "'self'",
      ...(runsCode && !config.strictStyles ? ["'unsafe-inline'"] : []),
      ...config.styles.flatMap(inlineContent).map(hashSource),
      ...origins(config.styles, 'href'),
    ],
    // The documented components set style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': FRAMES,
    'form-action': ["'self'", ...SANDBOXES],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
  };
  for (const [directive, sources] of Object.entries(config.csp)) {
    directives[directive] = [...(directives[directive] ?? []).filter((source) => source !== "'none'"), ...sources];
  }
  return Object.fromEntries(
    Object.entries(directives).map(([directive, sources]) => [directive, [...new Set(withoutIdleHashes(sources))]]),
  );
}

/** True when the demos of a site may insert styles. */
export function allowsStyles(config: ResolvedConfig): boolean {
  const sources = policySources(config, { inline: [], runsCode: true });
  return sources === undefined || sources['style-src']?.includes("'unsafe-inline'") === true;
}

/**
 * True when sources of a directive let an address through. Paths of sources are passed over.
 *
 * @param url absolute
 */
export function isAllowedBy(sources: string[], url: URL): boolean {
  return sources.some((source) => {
    if (source === '*') return /^(?:https?|wss?):$/.test(url.protocol);
    if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return source.toLowerCase() === url.protocol;
    const [, scheme, host = '', port] = /^(?:([a-z]+):\/\/)?([^/:']+)(?::(\d+|\*))?/i.exec(source) ?? [];
    if (source.startsWith("'") || host === '') return false;
    const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
    const isPort = port === undefined || port === '*' ? port === '*' || url.port === '' : url.port === port;
    return isHost && isPort && (scheme === undefined || `${scheme.toLowerCase()}:` === url.protocol);
  });
}

/** Hosts of the fonts that style sheets of font services load. */
const FONT_HOSTS = new Map([['fonts.googleapis.com', 'https://fonts.gstatic.com']]);

/** Describes an address that the policy blocks, with the option that allows it. */
export function describeBlocked(
  directive: string,
  url: URL,
  about: About & { secure?: string | undefined },
): Diagnostic {
  const { secure, ...rest } = about;
  const fonts = directive === 'style-src' ? FONT_HOSTS.get(url.hostname) : undefined;
  const allow = { [directive]: url.origin, ...(fonts && { 'font-src': fonts }) };
  return createDiagnostic('address-blocked-by-policy', { origin: url.origin, allow, secure }, rest);
}

/** Returns whether the policy allows an address. */
export function isAllowed(sources: Record<string, string[]>, directive: string, url: URL): boolean {
  return isAllowedBy(sources[directive] ?? sources['default-src'] ?? [], url);
}

/** A hash makes a browser ignore `'unsafe-inline'`: where the author asks for the latter, hashes go. */
function withoutIdleHashes(sources: string[]): string[] {
  return sources.includes("'unsafe-inline'") ? sources.filter((source) => !source.startsWith("'sha256-")) : sources;
}

/** CSP source of an inline script or style sheet. */
function hashSource(text: string): string {
  return `'${integrityOf(text)}'`;
}

/** Inline text of a script or style of the configuration, if it has any. */
export function inlineContent(entry: string | { content?: string }): string[] {
  if (typeof entry === 'string') return isUrl(entry) ? [] : [entry];
  return entry.content === undefined ? [] : [entry.content];
}

/** A string in `scripts` or `styles` is a URL when it starts like one; else it is inline text. */
export function isUrl(text: string): boolean {
  return /^(https?:)?\/\//.test(text) || (/^\.{0,2}\//.test(text) && !text.startsWith('/*'));
}

function origins(
  entries: (string | { [attribute: string]: string | boolean | undefined })[],
  attribute: 'src' | 'href',
): string[] {
  return entries.flatMap((entry) => {
    const url = typeof entry === 'string' ? (isUrl(entry) ? entry : undefined) : entry[attribute];
    return typeof url === 'string' && /^(https?:)?\/\//.test(url) ? [new URL(url, 'https://x.invalid').origin] : [];
  });
}
