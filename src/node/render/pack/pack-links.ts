/** Decides where the links of a packed page lead to. */
import path from 'node:path';
import { normalizeRoute } from '../../../shared/route-path.ts';
import { relativePath } from '../../base/files/paths.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { addressOf } from '../address.ts';
import { twinPath } from '../markdown-twin.ts';
import type { Retarget } from './rewrite-links.ts';

/** Scheme of links to files of the folder, in generated text. Such a link is written relative to the page. */
export const FOLDER_SCHEME = 'pack-folder:';

/** Folder with the pages. The format of skills has this name for further documentation. */
const PAGES_FOLDER = 'references';

/** Returns the path of a packed page in the folder. */
export function packedPath({ routePath }: Pick<SourcePage, 'routePath'>): string {
  return `${PAGES_FOLDER}/${twinPath(routePath)}`;
}

/** Finds targets of links. */
export interface PackLinks {
  /** Returns a function for the links in a file of a packed page. */
  from(page: SourcePage, file: string): Retarget;
  /** Returns the path in the folder for an address of the site, with its hash. Undefined if its page is not packed. */
  pathOf(address: string): string | undefined;
}

/** @param packed the pages in the folder */
export function createPackLinks(
  { root, config }: Site,
  { pages, publicFiles }: Pick<LoadedSite, 'pages' | 'publicFiles'>,
  { compiled, packed }: { compiled: ReadonlyMap<string, CompiledPage>; packed: readonly SourcePage[] },
): PackLinks {
  const inFolder = new Set(packed);
  const byRoute = new Map(pages.map((page) => [page.routePath, page]));
  const bySource = new Map(pages.flatMap((page) => withTabs(page).map(({ sourcePath }) => [sourcePath, page])));
  const isPublic = new Set(publicFiles.map(({ output }) => `/${output}`));
  const absolute = (route: string, hash = ''): string | false =>
    config.sitemap !== undefined && addressOf(route, config) + hash;
  const pageAt = (pathname: string): SourcePage | undefined => {
    const below = `${pathname}/`.startsWith(config.base) ? pathname.slice(config.base.length - 1) : pathname;
    return byRoute.get(normalizeRoute(decoded(below).replace(/\/index\.html$|\.(?:html|mdx?)$/, '') || '/'));
  };
  return {
    pathOf(address) {
      const { pathname, hash } = new URL(address, 'http://site.invalid');
      const page = pageAt(pathname);
      return page && inFolder.has(page) ? `${packedPath(page)}${hash}` : undefined;
    },
    from(page, file) {
      const folder = path.posix.dirname(packedPath(page));
      const relative = (target: string): string => path.posix.relative(folder, target);
      const assets = new Map(withTabs(page).flatMap(({ sourcePath }) => assetsOf(root, compiled.get(sourcePath))));
      return (target) => {
        if (target.startsWith(FOLDER_SCHEME)) return relative(target.slice(FOLDER_SCHEME.length));
        if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(target)) return undefined;
        const [, written = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(target) ?? [];
        const source = path.posix.join(path.posix.dirname(file), decoded(written));
        const { pathname } = new URL(target, `http://site.invalid${page.routePath}`);
        const found = (written.startsWith('/') ? undefined : bySource.get(source)) ?? pageAt(pathname);
        if (found && inFolder.has(found)) return `${relative(packedPath(found))}${hash}`;
        if (found) return absolute(found.routePath, hash);
        const asset = written.startsWith('/') ? undefined : assets.get(source);
        if (asset !== undefined) return absolute(`/${asset}`);
        return isPublic.has(decoded(pathname)) ? absolute(`${pathname}${query}`, hash) : false;
      };
    },
  };
}

/** Returns the output paths of a page's pictures by their source paths. */
function assetsOf(root: string, { assets }: Pick<CompiledPage, 'assets'> = { assets: [] }): [string, string][] {
  return assets.map(({ output, filePath }) => [relativePath(root, filePath), output]);
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    // A `%` that encodes no character.
    return text;
  }
}
