import { type About, createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { integrityOf } from '../base/hash.ts';
import type { ResolvedConfig } from './config/types.ts';

/** Services to which demos are exported. */
const SANDBOXES = ['https://codesandbox.io', 'https://stackblitz.com'];
/** Allowed frames: demos, and the embeds of `<StackBlitz>`. */
const FRAMES = ["'self'", 'https://stackblitz.com'];

interface PolicyInput {
  /** Text of every inline script of the page. */
  inline: string[];
  /** True if the site has demos or interactive pages: libraries may insert styles at run time. */
  runsCode: boolean;
}

/**
 * Returns a policy that is the same on all pages, because client-side navigation keeps the first page's policy. A disabled policy
 * still has `frame-src`, which edited demos need: only the page's policy prevents a frame from navigating to an untrusted page.
 */
export function contentSecurityPolicy(config: ResolvedConfig, input: PolicyInput): string {
  return Object.entries(policySources(config, input) ?? { 'frame-src': FRAMES })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Returns undefined if the configuration disables the policy. */
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

export function allowsStyles(config: ResolvedConfig): boolean {
  const sources = policySources(config, { inline: [], runsCode: true });
  return sources === undefined || sources['style-src']?.includes("'unsafe-inline'") === true;
}

/** Paths in sources are ignored. `url` is absolute. */
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

/** Font hosts that the style sheets of font services load from. */
const FONT_HOSTS = new Map([['fonts.googleapis.com', 'https://fonts.gstatic.com']]);

export function describeBlocked(
  directive: string,
  url: URL,
  about: About & { secure?: string | undefined },
): Diagnostic {
  const { secure, ...rest } = about;
  const fonts = directive === 'style-src' ? FONT_HOSTS.get(url.hostname) : undefined;
  const allow = { [directive]: url.origin, ...(fonts && { 'font-src': fonts }) };
  return createDiagnostic('url-blocked-by-policy', { origin: url.origin, allow, secure }, rest);
}

export function isAllowed(sources: Record<string, string[]>, directive: string, url: URL): boolean {
  return isAllowedBy(sources[directive] ?? sources['default-src'] ?? [], url);
}

/** Removes hashes if the author added `'unsafe-inline'`: next to a hash, browsers ignore `'unsafe-inline'`. */
function withoutIdleHashes(sources: string[]): string[] {
  return sources.includes("'unsafe-inline'") ? sources.filter((source) => !source.startsWith("'sha256-")) : sources;
}

function hashSource(text: string): string {
  return `'${integrityOf(text)}'`;
}

export function inlineContent(entry: string | { content?: string }): string[] {
  if (typeof entry === 'string') return isUrl(entry) ? [] : [entry];
  return entry.content === undefined ? [] : [entry.content];
}

/** Returns true for a string in `scripts` or `styles` that begins like a URL. Any other string is inline text. */
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
