import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../base/diagnostics/diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import { createAnchorReader } from './moved-anchors.ts';
import { locateFrontmatter } from './page-texts.ts';
import type { LoadedSite, MovedAnchor, Redirect, SourcePage } from './types.ts';

/** Reports redirects that are invalid or already in use (CD225). */
export function findRedirects({ pages, publicFiles, texts }: Pick<LoadedSite, 'pages' | 'publicFiles' | 'texts'>): {
  redirects: Redirect[];
  movedAnchors: MovedAnchor[];
  diagnostics: Diagnostic[];
} {
  const taken = new Map([
    ...publicFiles.map(({ output }): [string, SourcePage | undefined] => [`/${output}`, undefined]),
    ...pages.map((page): [string, SourcePage | undefined] => [page.routePath, page]),
  ]);
  const located = new Map<SourcePage, Record<string, Location>>();
  const locationOf = (page: SourcePage, index: number): Location | undefined => {
    const locations = located.get(page) ?? locateFrontmatter(page, texts);
    located.set(page, locations);
    return locations[`redirectFrom.${index}`] ?? locations.redirectFrom;
  };
  const problem = (page: SourcePage, index: number, data: DataOf<'invalid-redirect'>): Diagnostic =>
    createDiagnostic('invalid-redirect', data, { location: locationOf(page, index) });
  const readAnchor = createAnchorReader(pages);
  const movedAnchors: MovedAnchor[] = [];
  const redirects: Redirect[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const page of pages) {
    for (const [index, written] of (page.frontmatter.redirectFrom ?? []).entries()) {
      if (written.includes('#')) {
        const read = readAnchor(written, page);
        if ('case' in read) diagnostics.push(problem(page, index, read));
        else movedAnchors.push({ ...read, location: locationOf(page, index) });
        continue;
      }
      const from = written.length > 1 ? written.replace(/\/$/, '') : written;
      if (taken.has(from)) {
        const other = taken.get(from);
        if (other && other.routePath !== from) {
          const first = other === page ? {} : { page: other.sourcePath };
          diagnostics.push(problem(page, index, { case: 'repeated', from, ...first }));
          continue;
        }
        const owner = other === page ? 'page' : other ? { page: other.sourcePath } : 'public-file';
        diagnostics.push(problem(page, index, { case: 'taken', from, owner }));
      } else if (!isFreePath(from)) {
        diagnostics.push(problem(page, index, { case: 'invalid', written }));
      } else {
        taken.set(from, page);
        redirects.push({ from, to: page.routePath });
      }
    }
  }
  return { redirects: redirects.sort((a, b) => (a.from < b.from ? -1 : 1)), movedAnchors, diagnostics };
}

/** Returns true for a path that can be a file of the output, outside the reserved paths. */
function isFreePath(path: string): boolean {
  const segments = path.slice(1).split('/');
  const isPlain = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return path.startsWith('/') && isPlain && !/[\\?#%\0-\x20"<>|*:]/.test(path) && !/^\/(?:~|assets\/|_)/.test(path);
}

/** Returns the page that most probably replaces a removed URL: the page with the same or the most similar name. */
export function successorOf(url: string, pages: SourcePage[]): SourcePage | undefined {
  const nameOf = (path: string): string =>
    path
      .replace(/\.html?$/, '')
      .split('/')
      .at(-1) ?? '';
  const sameName = pages.filter(({ routePath }) => nameOf(routePath) === nameOf(url));
  if (sameName.length === 1) return sameName[0];
  const nearest = nearestName(
    url,
    (sameName.length > 0 ? sameName : pages).map(({ routePath }) => routePath),
  );
  return pages.find(({ routePath }) => routePath === nearest);
}
