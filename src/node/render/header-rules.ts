/** What a `<meta>` element cannot say, and how long files last: headers by address. */
import type { ResolvedConfig } from '../project/config/types.ts';

/** Headers of the addresses that match. */
export interface HeaderRule {
  /** With base; a `*` at its end stands for whatever follows. */
  path: string;
  headers: [name: string, value: string][];
}

/**
 * The headers of a site. Only what a `<meta>` cannot say: two policies for one document are both obeyed, and that of the pages
 * would keep the sandbox's script from running.
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
      // Browsers that do not know `webrtc` write so to the console: in the document it would be there wherever one edits.
      headers: [['Content-Security-Policy', "sandbox allow-scripts allow-forms; webrtc 'block'"]],
    },
    { path: `${base}assets/*`, headers: [['Cache-Control', 'public, max-age=31536000, immutable']] },
    { path: `${base}~search/*`, headers: [['Cache-Control', 'no-cache']] },
  ];
}

/** The rules as `_headers`, for the hosts that read it. */
export function printHeaders(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers }) => [path, ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'))
    .join('\n');
}
