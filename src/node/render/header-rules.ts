/** HTTP headers by address: policies that a `<meta>` element cannot express, and cache lifetimes. */
import { HYDRATED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import type { VersionHeaders } from '../project/versions/types.ts';

export type HeaderRule = VersionHeaders;

/** Output path of the rules by which browsers prefetch pages. */
export const SPECULATION_PATH = 'speculation-rules.json';

/** Returns true if the configured host reads headers from a file. Without a target, it is not known. */
export function hasSpeculation(target: ResolvedConfig['target']): boolean {
  return target === 'cloudflare-pages' || target === 'netlify' || target === 'vercel';
}

/**
 * Never prerendered: scripts would run in pages that are never read. While the runtime is awake, links need no
 * document. Chrome ignores the rules while the reader saves data.
 */
export function speculationRules({ base, routePrefetch }: Pick<ResolvedConfig, 'base' | 'routePrefetch'>): string {
  const rule = {
    where: {
      and: [
        { href_matches: `${base}*` },
        { not: { href_matches: [`${base}assets/*`, `${base}*.*`] } },
        { selector_matches: `html:not([${HYDRATED_ATTRIBUTE}]) a:not([download])` },
      ],
    },
    eagerness: routePrefetch.defaultPrefetch === 'none' ? 'conservative' : 'moderate',
  };
  return `${JSON.stringify({ prefetch: [rule] })}\n`;
}

/**
 * Policies that a `<meta>` cannot express. Browsers obey both policies, and a copy of the pages' would block the
 * sandbox's script.
 */
export function headerRules({ base, csp, target }: Pick<ResolvedConfig, 'base' | 'csp' | 'target'>): HeaderRule[] {
  const rules = `${base}${SPECULATION_PATH}`;
  const prefetching: HeaderRule['headers'] = hasSpeculation(target) ? [['Speculation-Rules', `"${rules}"`]] : [];
  const contentType: HeaderRule = { path: rules, headers: [['Content-Type', 'application/speculationrules+json']] };
  const policy: HeaderRule['headers'] = csp === false ? [] : [['Content-Security-Policy', "frame-ancestors 'self'"]];
  return [
    {
      path: `${base}*`,
      headers: [
        ...policy,
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'strict-origin-when-cross-origin'],
        ...prefetching,
      ],
    },
    ...(hasSpeculation(target) ? [contentType] : []),
    {
      path: `${base}~sandbox.html`,
      // Browsers that do not support `webrtc` log a warning. In the document, it would appear wherever a demo is edited.
      headers: [['Content-Security-Policy', "sandbox allow-scripts allow-forms; webrtc 'block'"]],
    },
    { path: `${base}assets/*`, headers: [['Cache-Control', 'public, max-age=31536000, immutable']] },
    { path: `${base}~search/*`, headers: [['Cache-Control', 'no-cache']] },
  ];
}

/** Prints the rules as `_headers`, for hosts that read that file. */
export function printHeaders(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers }) => [path, ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'))
    .join('\n');
}
