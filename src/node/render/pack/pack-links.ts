import path from 'node:path';
import { isExternal, withoutBase } from '../../../shared/base-url.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { createPageIndex } from '../../markdown/page-index.ts';
import { pageOfFile, parseHref, relativeRoute, routeOfPath } from '../../markdown/transform/resolve-link.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { twinPath } from '../markdown-twin.ts';
import { urlOf } from '../page-url.ts';
import type { Retarget } from '../rewrite-links.ts';

/** Folder with the pages. In the skill format, this is the folder for additional documentation. */
const PAGES_FOLDER = 'references';

export function packedPath({ routePath }: Pick<SourcePage, 'routePath'>): string {
  return `${PAGES_FOLDER}/${twinPath(routePath)}`;
}

/** Returns the path of a file of the folder, relative to a packed page. */
export function pathFrom(page: SourcePage, file: string): string {
  return path.posix.relative(path.posix.dirname(packedPath(page)), file);
}

export type PackLinks = ReturnType<typeof createPackLinks>;

export function createPackLinks(
  { root, config }: Pick<Site, 'root' | 'config'>,
  { pages, publicFiles }: Pick<LoadedSite, 'pages' | 'publicFiles'>,
  { compiled, packed }: { compiled: ReadonlyMap<string, CompiledPage>; packed: readonly SourcePage[] },
) {
  const { base } = config;
  const inFolder = new Set(packed);
  const index = createPageIndex(pages);
  const byRoute = new Map([
    // A missing translation is shown by the page in another language.
    ...pages.flatMap((page) => (page.fallbacks ?? []).map(({ routePath }) => [routePath, page] as const)),
    ...pages.map((page) => [page.routePath, page] as const),
  ]);
  const isPublic = new Set(publicFiles.map(({ output }) => `/${output}`));
  const absolute = (route: string, rest: string): string | false =>
    config.sitemap !== undefined && urlOf(route, config) + rest;
  /** Returns the page at a path of the site, which may also be the path of its document or its Markdown. */
  const pageAt = (pathname: string): SourcePage | undefined => {
    const withoutExtension = pathname.replace(/\/index\.html$|\.(?:html|mdx?)$/, '');
    return (
      byRoute.get(routeOfPath(pathname, { base, index })) ?? byRoute.get(routeOfPath(withoutExtension, { base, index }))
    );
  };
  return {
    /** Returns the path in the folder for a URL on the site, with its hash. Undefined if its page is not packed. */
    pathOf(url: string): string | undefined {
      const { pathname, hash } = new URL(url, 'http://site.invalid');
      const route = parseHref(pathname).path;
      const page = byRoute.get(withoutBase(base, route) ?? route);
      return page && inFolder.has(page) ? `${packedPath(page)}${hash}` : undefined;
    },
    from(page: SourcePage, file: string): Retarget {
      const assets = new Map(withTabs(page).flatMap(({ sourcePath }) => assetsOf(compiled.get(sourcePath))));
      return (target) => {
        if (isExternal(target)) return undefined;
        const { path: written, query, hash } = parseHref(target);
        // A query, such as that of a tab, has no meaning in a file.
        if (written === '') return query === '' ? undefined : hash || false;
        const isAbsolute = written.startsWith('/');
        const filePath = isAbsolute ? '' : path.resolve(root, path.dirname(file), written);
        const ofFile = isAbsolute ? undefined : pageOfFile(filePath, index);
        const asset = ofFile ? undefined : assets.get(filePath);
        if (asset !== undefined) return absolute(`/${asset}`, hash);
        const found = ofFile
          ? byRoute.get(ofFile.routePath)
          : pageAt(isAbsolute ? written : relativeRoute(written, page));
        if (found && inFolder.has(found)) return `${pathFrom(page, packedPath(found))}${hash}`;
        if (found) return absolute(found.routePath, hash);
        return isAbsolute && isPublic.has(written) && absolute(encodeURI(written), query + hash);
      };
    },
  };
}

function assetsOf({ assets }: Pick<CompiledPage, 'assets'> = { assets: [] }): [string, string][] {
  return assets.map(({ output, filePath }) => [filePath, output]);
}
