import { withBase } from '../../shared/base-url.ts';
import { HYDRATED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { hasTwins } from '../content/machine-outputs.ts';
import { routesOf } from '../content/tabs.ts';
import type { LoadedSite } from '../content/types.ts';
import { rulesFiles } from '../project/config/targets.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { archivedVersions } from '../project/versions/names.ts';
import type { VersionHeaders } from '../project/versions/types.ts';
import { aliasRedirects, type HostRedirect } from './version-aliases.ts';

type HeaderRule = VersionHeaders;

const SPECULATION_PATH = 'speculation-rules.json';

/** Returns true if the configured host reads headers from a file. Without a target, the host is not known. */
function hasSpeculation(target: ResolvedConfig['target']): boolean {
  return target === 'cloudflare-pages' || target === 'netlify' || target === 'vercel';
}

/**
 * Links are never prerendered: scripts would run in pages that are never read. While the runtime is awake, it needs no
 * documents for links. Chrome ignores the rules while the reader saves data.
 */
function speculationRules({ base, routePrefetch }: Pick<ResolvedConfig, 'base' | 'routePrefetch'>): string {
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
 * Policies that a `<meta>` cannot express. Browsers obey both policies, and a copy of the pages' policy would block the
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
      // Browsers that do not support `webrtc` log a warning. In the document, `webrtc` would cause this warning wherever a demo is edited.
      headers: [['Content-Security-Policy', "sandbox allow-scripts allow-forms; webrtc 'block'"]],
    },
    { path: `${base}assets/*`, headers: [['Cache-Control', 'public, max-age=31536000, immutable']] },
    { path: `${base}~search/*`, headers: [['Cache-Control', 'no-cache']] },
    { path: `${base}~sandbox.json`, headers: [['Cache-Control', 'no-cache']] },
  ];
}

/** Prints the rules as `_headers`, for hosts that read that file. */
export function printHeaders(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers }) => [path, ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'))
    .join('\n');
}

/** If no host is configured, returns the files that most hosts read. Public files of the author are not overridden. */
export function hostFiles(
  { pages, redirects, publicFiles, versions }: Pick<LoadedSite, 'pages' | 'redirects' | 'publicFiles' | 'versions'>,
  config: ResolvedConfig,
): Map<string, () => string> {
  const files = new Map<string, () => string>();
  const archived = archivedVersions(versions);
  const rules = [...headerRules(config), ...archived.flatMap(({ headers = [] }) => headers)];
  const hrefOf = (route: string): string => encodeURI(withBase(config.base, route));
  const archivedRedirects = archived.flatMap((version) => version.redirects ?? []);
  const moved: HostRedirect[] = [
    ...redirects.map(({ from, to }) => ({ from: hrefOf(from), to: hrefOf(to), status: 301 })),
    ...archivedRedirects.filter((redirect) => !isPattern(redirect)),
  ];
  const archivedPatterns = archivedRedirects.filter(isPattern);
  if (hasSpeculation(config.target)) files.set(SPECULATION_PATH, () => speculationRules(config));
  if (config.target === 'vercel') {
    // Patterns of archived versions are left out, because Vercel has another format. A fallback page has no Markdown
    // version, so the URL of that version would not be found.
    const isNegotiated = hasTwins(config) && pages.every((page) => routesOf(page).length === 1);
    files.set('vercel.json', () => vercelConfig(rules, moved, isNegotiated ? config.base : undefined));
  } else {
    const own = rulesFiles(config.target);
    if (own.headers) files.set(own.headers, () => printHeaders(rules));
    // A script that uploads to a bucket copies files for redirects, so it cannot use patterns.
    const patterns = config.target === 's3' ? [] : [...archivedPatterns, ...aliasRedirects(archived, config)];
    const lines = [...moved, ...patterns].map(({ from, to, status }) => `${from} ${to} ${status}\n`);
    if (own.redirects && lines.length > 0) files.set(own.redirects, () => lines.join(''));
  }
  // Without this file, GitHub Pages would leave out files whose names begin with `_` or `~`.
  if (config.target === undefined || config.target === 'github-pages') files.set('.nojekyll', () => '');
  for (const { output } of publicFiles) files.delete(output);
  return files;
}

/** Returns true for a redirect with a pattern in the format of `_redirects`: `/v/1.x/old/*` to `/v/1.x/new/:splat`. */
function isPattern({ from, to }: HostRedirect): boolean {
  return /\*|\/:\w/.test(from) || /:splat\b/.test(to);
}

/** Configures a folder that is deployed without a build. `twinBase`: base of the pages, if each has a Markdown version. */
function vercelConfig(rules: HeaderRule[], redirects: HostRedirect[], twinBase?: string): string {
  // These characters have a meaning in `source`.
  const literal = (url: string): string => url.replace(/[()[\]{}:*+?\\.]/g, '\\$&');
  const data = {
    // Otherwise, each page has two URLs.
    trailingSlash: false,
    redirects: [
      ...redirects.map(({ from, to, status }) => ({ source: literal(from), destination: to, statusCode: status })),
      ...(twinBase === undefined ? [] : markdownRedirects(twinBase, literal)),
    ],
    headers: rules.map(({ path, headers }) => ({
      source: path.endsWith('*') ? `${literal(path.slice(0, -1))}(.*)` : literal(path),
      headers: headers.map(([key, value]) => ({ key, value })),
    })),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** Uses redirects, because rewrites apply only to URLs without a file. */
function markdownRedirects(base: string, literal: (url: string) => string): object[] {
  const has = [{ type: 'header', key: 'accept', value: '.*text/markdown.*' }];
  const root = literal(base);
  return [
    { source: base === '/' ? '/' : literal(base.slice(0, -1)), destination: `${base}index.md`, has, statusCode: 307 },
    // Names with a dot are files, and names that begin with a tilde are pages without a Markdown version.
    { source: `${root}:page((?!~|assets/)[^.]+)`, destination: `${base}:page.md`, has, statusCode: 307 },
  ];
}
