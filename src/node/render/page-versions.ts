import type { VersionLink } from '../../shared/page-data.ts';
import { createPageFinder } from '../../shared/versions/match-page.ts';
import { pageHref, type VersionPage } from '../../shared/versions/versions.ts';
import type { LoadedSite, PageFallback, SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { localeLanguage } from './page-data.ts';
import type { WholePage } from './types.ts';

type PagesWithVersions = Pick<LoadedSite, 'pages' | 'redirects' | 'versionChoices'>;

/** Needs no other compiled page, so every worker and every machine finds the same links. */
export function createVersionLinks(
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

/** The components of its tables, and the one of its file. */
function componentsOf(atomId: string | undefined, parts: readonly (CompiledPage | undefined)[]): string[] {
  const ofFile = /(?:^|\/)([A-Z]\w*)$/.exec(atomId ?? '')?.[1];
  const ofTables = parts.flatMap((part) => part?.apis?.map(({ id }) => id) ?? []);
  // Each page of a library may show its default export.
  return [...new Set([...ofTables, ...(ofFile ? [ofFile] : [])])].filter((id) => id !== 'default');
}

function pathOf(route: string): string {
  return route.slice(1).replace(/\.html$/, '');
}
