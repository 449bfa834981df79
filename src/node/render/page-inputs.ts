import { withBase } from '../../shared/base-url.ts';
import type { SidebarGroup } from '../../shared/entities.ts';
import type { VersionLink } from '../../shared/page-data.ts';
import { normalizeRoute } from '../../shared/route-path.ts';
import { createPageFinder } from '../../shared/versions/match-page.ts';
import { pageHref, type VersionPage } from '../../shared/versions/versions.ts';
import { hasTwins } from '../content/machine-outputs.ts';
import { movedFrom } from '../content/moved-anchors.ts';
import type { NavigationLookup } from '../content/navigation-lookup.ts';
import { routesOf, withTabs } from '../content/tabs.ts';
import type { LoadedSite, PageFallback, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { libraryVersion } from '../project/libraries.ts';
import { writtenHomeLinks } from './html-to-markdown.ts';
import { twinLinks, twinPath } from './markdown-twin.ts';
import { localeLanguage, translationsOf } from './page-data.ts';
import { outputPathOf } from './page-url.ts';
import type { BuiltSite, NavigationPlace, PageContents, PageSiteData, WholePage } from './types.ts';

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
      homeUrl(link, { routes, base: site.config.base }),
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
    const sidebar = frontmatter.sidebar === false ? [] : (lookup.sidebarOf(locale, routePath) ?? []);
    return {
      sidebar: listsOnly(routePath, sidebar) ? [] : sidebar,
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

/** Returns true for the sidebar of a section with one page, which leads to no other page. */
function listsOnly(routePath: string, groups: SidebarGroup[]): boolean {
  const [entry, ...others] = groups.flatMap(({ children }) => children);
  return others.length === 0 && entry?.link === routePath && !entry.children?.length;
}

/** Returns the path of a link in front matter, with its URL: the Markdown version of a page, or else the path with the base. */
function homeUrl(
  link: string,
  { routes, base }: { routes: ReadonlySet<string>; base: string },
): [path: string, url: string][] {
  const [path = ''] = /^\/(?!\/)[^?#]*/.exec(link) ?? [];
  const route = normalizeRoute(path);
  return path ? [[path, withBase(base, routes.has(route) ? `/${twinPath(route)}` : path)]] : [];
}

export function createPageOutputs({ config }: Site, { publicFiles }: Pick<LoadedSite, 'publicFiles'>) {
  const taken = new Set(publicFiles.map(({ output }) => output));
  /** Returns the path of the Markdown version. Undefined if these are turned off, or if a public file has the path. */
  const twin = ({ routePath }: SourcePage): string | undefined => {
    const output = twinPath(routePath);
    return hasTwins(config) && !taken.has(output) ? output : undefined;
  };
  return {
    twin,
    /** Returns the paths of the document, of its fallback pages in other languages, and of the Markdown version. */
    all(page: SourcePage): string[] {
      const own = twin(page);
      return [...routesOf(page).map((route) => outputPathOf(route, config)), ...(own === undefined ? [] : [own])];
    },
  };
}

type PagesWithVersions = Pick<LoadedSite, 'pages' | 'redirects' | 'versionChoices'>;

/** Needs no other compiled page, so every worker and every machine finds the same links. */
function createVersionLinks(
  site: Site,
  loaded: PagesWithVersions,
): (place: PageFallback, whole: WholePage) => VersionLink[] | undefined {
  const archived = (loaded.versionChoices ?? []).flatMap(({ pages = [], ...version }) =>
    pages.length > 0 ? [{ version, pages }] : [],
  );
  if (archived.length === 0) return () => undefined;
  const describe = createDescription(site, loaded);
  const own = loaded.pages.flatMap((page) => placesOf(page).map((place) => describe(place, page)));
  const finders = archived.map(({ version, pages }) => ({ version, find: createPageFinder(own, pages) }));
  return (place, { page, parts }) => {
    const described = describe(place, page, parts);
    return finders.flatMap(({ version, find }) => {
      const match = find(described);
      if (!match) return [];
      return [
        {
          id: version.id,
          href: pageHref(version.href, match.page),
          ...(!match.isSame && { nearest: match.page.heading }),
        },
      ];
    });
  };
}

export function currentPages(
  site: Site,
  loaded: PagesWithVersions,
  compiled: ReadonlyMap<string, CompiledPage>,
): VersionPage[] {
  const describe = createDescription(site, loaded);
  return loaded.pages.flatMap((page) => {
    const parts = withTabs(page).flatMap(({ sourcePath }) => compiled.get(sourcePath) ?? []);
    return placesOf(page).map((place) => describe(place, page, parts));
  });
}

function placesOf({ locale, routePath, fallbacks = [] }: SourcePage): PageFallback[] {
  return [{ locale, routePath }, ...fallbacks];
}

function createDescription(site: Site, { redirects }: PagesWithVersions) {
  const former = new Map<string, string[]>();
  for (const { from, to } of redirects) former.set(to, [...(former.get(to) ?? []), pathOf(from)]);
  return (
    { locale, routePath }: PageFallback,
    { title, frontmatter, locale: own }: SourcePage,
    parts: readonly CompiledPage[] = [],
  ): VersionPage => {
    const components = componentsOf(frontmatter.atomId, parts);
    const formerPaths = former.get(routePath);
    return {
      path: pathOf(routePath),
      heading: title,
      ...(components.length > 0 && { components }),
      lang: (locale === own && frontmatter.lang) || localeLanguage(locale, site),
      ...(formerPaths && { formerPaths }),
    };
  };
}

/** Returns the components of a page's tables, and the component of its file. */
function componentsOf(atomId: string | undefined, parts: readonly (CompiledPage | undefined)[]): string[] {
  const ofFile = /(?:^|\/)([A-Z]\w*)$/.exec(atomId ?? '')?.[1];
  const ofTables = parts.flatMap((part) => part?.apis?.map(({ id }) => id) ?? []);
  // Each page of a library may show its default export.
  return [...new Set([...ofTables, ...(ofFile ? [ofFile] : [])])].filter((id) => id !== 'default');
}

function pathOf(route: string): string {
  return route.slice(1).replace(/\.html$/, '');
}
