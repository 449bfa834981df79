/** Files that hosts read in addition to the pages: redirects and headers, in the format of each host. */
import { withBase } from '../../shared/base-url.ts';
import type { LoadedSite, Redirect } from '../content/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { type HeaderRule, headerRules, printHeaders } from './header-rules.ts';

/**
 * Returns the files that the host of a site reads, by output path. If no host is configured, these are the files that most hosts
 * read. Public files of the author are not overridden.
 */
export function hostFiles(
  { redirects, publicFiles }: Pick<LoadedSite, 'redirects' | 'publicFiles'>,
  config: ResolvedConfig,
): Map<string, () => string> {
  const files = new Map<string, () => string>();
  const rules = headerRules(config);
  const hrefOf = (route: string): string => encodeURI(withBase(config.base, route));
  const moved = redirects.map(({ from, to }) => ({ from: hrefOf(from), to: hrefOf(to) }));
  if (config.target === 'vercel') files.set('vercel.json', () => vercelConfig(rules, moved));
  // GitHub Pages reads neither. A script that fills a bucket reads the redirects, see `deploy-plan`.
  else if (config.target !== 'github-pages') {
    if (config.target !== 's3') files.set('_headers', () => printHeaders(rules));
    if (moved.length > 0)
      files.set('_redirects', () => `${moved.map(({ from, to }) => `${from} ${to} 301`).join('\n')}\n`);
  }
  // Without it, GitHub Pages would leave out files whose names begin with `_` or `~`.
  if (config.target === undefined || config.target === 'github-pages') files.set('.nojekyll', () => '');
  for (const { output } of publicFiles) files.delete(output);
  return files;
}

/** Returns the `vercel.json` of a folder that is deployed without a build. */
function vercelConfig(rules: HeaderRule[], redirects: Redirect[]): string {
  // These characters have a meaning in `source`.
  const literal = (address: string): string => address.replace(/[()[\]{}:*+?\\.]/g, '\\$&');
  const data = {
    // Otherwise each page has two addresses.
    trailingSlash: false,
    redirects: redirects.map(({ from, to }) => ({ source: literal(from), destination: to, statusCode: 301 })),
    headers: rules.map(({ path, headers }) => ({
      source: path.endsWith('*') ? `${literal(path.slice(0, -1))}(.*)` : literal(path),
      headers: headers.map(([key, value]) => ({ key, value })),
    })),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}
