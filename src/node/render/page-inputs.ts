import { withBase } from '../../shared/base-url.ts';
import { normalizeRoute } from '../../shared/route-path.ts';
import { hasTwins } from '../content/machine-outputs.ts';
import { movedFrom } from '../content/moved-anchors.ts';
import type { NavigationLookup } from '../content/navigation-lookup.ts';
import type { LoadedSite, PageFallback } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import type { Site } from '../project/config/types.ts';
import { libraryVersion } from '../project/libraries.ts';
import { writtenHomeLinks } from './home-markdown.ts';
import { twinLinks, twinPath } from './markdown-twin.ts';
import { translationsOf } from './page-data.ts';
import { createPageOutputs } from './page-outputs.ts';
import { createVersionLinks } from './page-versions.ts';
import type { BuiltSite, NavigationPlace, PageContents, PageSiteData, WholePage } from './types.ts';

export const NO_CONTENTS: PageContents = { demos: [], tables: [], preloads: new Map(), integrity: new Map() };

export function contentsOf(
  { page, parts }: WholePage,
  { bundle, demos, api }: Pick<BuiltSite, 'bundle' | 'demos' | 'api'>,
): PageContents {
  const ids = new Set(parts.flatMap((part) => part.demos.map(({ id }) => id)));
  const own = [...ids].flatMap((id) => demos.get(id) ?? []);
  const properties = api?.propertiesOf([...ids], page.locale) ?? [];
  const module = bundle.modules.get(page.sourcePath);
  const modules = [...own.flatMap((demo) => demo.module ?? []), ...(module ? [module] : [])];
  return {
    demos: own,
    tables: parts.map((part) => (part.apis && api?.tablesOf(part)) ?? {}),
    ...(properties.length > 0 ? { properties } : {}),
    module,
    preloads: pick(
      bundle.preloads,
      modules.map(({ js }) => js),
    ),
    integrity: pick(
      bundle.integrity,
      modules.flatMap(({ css }) => css),
    ),
  };
}

function pick<Value>(map: Map<string, Value>, keys: string[]): Map<string, Value> {
  return new Map(keys.flatMap((key) => (map.has(key) ? [[key, map.get(key) as Value]] : [])));
}

export function createPageSiteData(
  site: Site,
  loaded: Pick<LoadedSite, 'pages' | 'publicFiles' | 'movedAnchors' | 'redirects' | 'versionChoices'>,
  lookup: NavigationLookup,
): (whole: WholePage) => PageSiteData {
  const { pages, publicFiles, movedAnchors } = loaded;
  const routes = new Set(pages.map(({ routePath }) => routePath));
  const bySource = new Map(pages.map((page) => [page.sourcePath, page]));
  const outputs = createPageOutputs(site, { publicFiles });
  const library = hasTwins(site.config) ? libraryVersion(site) : undefined;
  const versionsOf = createVersionLinks(site, loaded);
  const twinOf = ({ page, parts }: WholePage): PageSiteData['twin'] => {
    const output = outputs.twin(page);
    if (output === undefined) return undefined;
    const files = withTabs(page);
    const links = files.flatMap((file, index) =>
      twinLinks(file, parts[index]).flatMap((sourcePath): [string, string][] => {
        const target = bySource.get(sourcePath);
        return target ? [[sourcePath, withBase(site.config.base, `/${twinPath(target.routePath)}`)]] : [];
      }),
    );
    const ofHome = writtenHomeLinks(page.frontmatter).flatMap((link) =>
      homeAddress(link, { routes, base: site.config.base }),
    );
    return {
      path: output,
      links: new Map([...links, ...ofHome]),
      ...(library && { library: `${library.name} ${library.version}` }),
    };
  };
  const placeAt = (place: PageFallback, whole: WholePage): NavigationPlace => {
    const { locale, routePath } = place;
    const { frontmatter } = whole.page;
    const versions = versionsOf(place, whole);
    const { previous, next } = lookup.prevNext(locale, routePath);
    const link = (item: typeof previous) => item && { title: item.title, link: item.link };
    return {
      sidebar: frontmatter.sidebar === false ? [] : (lookup.sidebarOf(locale, routePath) ?? []),
      sidebarPath: lookup.sidebarPathOf(locale, routePath),
      previous: link(previous),
      next: link(next),
      ...(versions && { versions }),
    };
  };
  return (whole) => {
    const { page } = whole;
    const fallbacks = page.fallbacks?.map((fallback) => ({ ...fallback, ...placeAt(fallback, whole) }));
    const moved = movedFrom(page.routePath, movedAnchors, site.config.base);
    return {
      ...placeAt(page, whole),
      ...(fallbacks?.length ? { fallbacks } : {}),
      translations: translationsOf(whole.page, routes, site),
      ...(moved ? { moved } : {}),
      twin: twinOf(whole),
    };
  };
}

/** Returns the path of a link in front matter, with its address: the twin of a page, or else the same with the base. */
function homeAddress(
  link: string,
  { routes, base }: { routes: ReadonlySet<string>; base: string },
): [path: string, address: string][] {
  const [path = ''] = /^\/(?!\/)[^?#]*/.exec(link) ?? [];
  const route = normalizeRoute(path);
  return path ? [[path, withBase(base, routes.has(route) ? `/${twinPath(route)}` : path)]] : [];
}
