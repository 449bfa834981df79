import { createHash } from 'node:crypto';
import type { ResolvedConfig } from '../config/types.ts';

/** Services that a demo is exported to. */
const SANDBOXES = ['https://codesandbox.io', 'https://stackblitz.com'];
/** What pages may frame: demos, and what `useStackBlitz` embeds. */
const FRAMES = ["'self'", 'https://stackblitz.com'];

/**
 * The content security policy of the site's pages: own scripts and those of the configuration, nothing inline but the
 * scripts whose text is given, and styles where the site runs demos. It is the same on all pages, since a change of page
 * keeps that of the first. A policy in a `<meta>` element cannot have `frame-ancestors`.
 *
 * @param options.inline text of every inline script of the page
 * @param options.runsCode the site has demos or interactive pages: libraries may write styles while they run
 * @returns the policy; where the configuration turns it off, the one directive that an edited demo needs: a link can carry
 * its code, and only the page's policy keeps a frame from going to a stranger's page
 */
export function contentSecurityPolicy(
  config: ResolvedConfig,
  { inline, runsCode }: { inline: string[]; runsCode: boolean },
): string {
  if (config.csp === false) return `frame-src ${FRAMES.join(' ')}`;
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
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${[...new Set(withoutIdleHashes(sources))].join(' ')}`)
    .join('; ');
}

/** A hash makes a browser ignore `'unsafe-inline'`: where the author asks for the latter, hashes go. */
function withoutIdleHashes(sources: string[]): string[] {
  return sources.includes("'unsafe-inline'") ? sources.filter((source) => !source.startsWith("'sha256-")) : sources;
}

/** CSP source of an inline script or style sheet. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
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
