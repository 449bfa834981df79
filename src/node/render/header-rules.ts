/** HTTP headers by address: policies that a `<meta>` element cannot express, and cache lifetimes. */
import type { ResolvedConfig } from '../project/config/types.ts';

/** Headers to send for the addresses that match the rule. */
export interface HeaderRule {
  /** Path with base. A `*` at its end matches any rest. */
  path: string;
  headers: [name: string, value: string][];
}

/**
 * Returns the headers of a site. They contain only policies that a `<meta>` cannot express. Browsers obey both policies of a
 * document, and a copy of the pages' policy would block the sandbox's script.
 */
export function headerRules({ base, csp }: Pick<ResolvedConfig, 'base' | 'csp'>): HeaderRule[] {
  const policy: HeaderRule['headers'] = csp === false ? [] : [['Content-Security-Policy', "frame-ancestors 'self'"]];
  return [
    {
      path: `${base}*`,
      headers: [
        ...policy,
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'strict-origin-when-cross-origin'],
      ],
    },
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
