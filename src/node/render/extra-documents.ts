import { withBase } from '../../shared/base-url.ts';
import type { NavItem, SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { LIST_ROUTE, type PageLink } from '../../shared/page-data.ts';
import { SIDEBAR_LIMIT } from '../../shared/sidebar-view.ts';
import { uniqueById } from '../../shared/unique-by-id.ts';
import { localeFirst } from '../content/locale-first.ts';
import type { LoadedSite } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import { outputPathOf } from './address.ts';
import { joinStyles } from './demo-styles.ts';
import { modulesInView } from './first-view.ts';
import {
  allPreloads,
  clientData,
  createPageData,
  demoRendering,
  noscriptOf,
  type RenderContext,
  renderDocument,
} from './render-page.ts';
import type { BuiltSite } from './types.ts';

/** Generates the documents without a source file, by output path: 404, the lists of pages, the stand-alone demos. */
export function* extraDocuments(
  built: Omit<BuiltSite, 'api'>,
  context: RenderContext,
): Generator<[output: string, render: () => string]> {
  const { loaded, compiled, bundle } = built;
  const { site, strings, siteData, printer } = context;
  const locale = site.config.locales[0]?.id ?? '';
  const ofMessage = (message: string): PlainTitle => ({ text: strings[message] ?? '', message });
  const plain = (kind: '404' | 'list', route: string, title: PlainTitle, sidebar: SidebarGroup[] = []) => ({
    rendering: {
      data: { ...createPageData({ kind, route, title: title.text, locale }, context), titleMessage: title.message },
      content: [],
      statics: {},
      sidebar,
      tocEntries: [],
      demos: {},
    },
    css: [],
    hidden: true,
  });
  yield ['404.html', () => renderDocument(context, plain('404', '/404', ofMessage('404.title')))];
  const languageOf = (id: string): string | undefined => (site.config.locales.length > 1 ? id : undefined);
  const all = ofMessage('pages.all');
  for (const { path, title, groups } of createLists(loaded, all.text, languageOf)) {
    const route = `${LIST_ROUTE}${path}`;
    const heading = path === '' ? all : { text: title };
    yield [outputPathOf(route, site.config), () => renderDocument(context, plain('list', route, heading, groups))];
  }
  const parents = parentsOfDemos(built);
  const files = localeFirst(loaded.pages, site.config.locales[0]?.id).flatMap(withTabs);
  const embedded = files.flatMap(({ sourcePath }) => compiled.get(sourcePath)?.demos ?? []);
  for (const demo of uniqueById(embedded.flatMap((demo) => demoRendering(demo, built.demos.get(demo.id), site)))) {
    const route = `/~demos/${demo.id}`;
    const page = createPageData({ kind: 'demo', route, title: demo.title ?? demo.id, locale }, context);
    const data = { ...page, nav: [], parent: parents.get(demo.id), demos: { [demo.id]: clientData(demo) } };
    yield [
      outputPathOf(route, site.config),
      () =>
        printer.print(data, {
          body: '',
          dir: siteData.rtl ? 'rtl' : 'ltr',
          css: demo.css.map((href) => ({ href, integrity: bundle.integrity.get(href) })),
          demoStyles: joinStyles([demo.styles], site.config.base),
          preloads: modulesInView(data, '', allPreloads(context, bundle.preloads)),
          ...noscriptOf(data, site),
          hidden: true,
        }),
    ];
  }
}

interface PlainTitle {
  text: string;
  message?: string;
}

/** Returns the page that shows a demo, by the demo's id. If several do, this is the first one, of the main locale if possible. */
function parentsOfDemos({
  site,
  loaded,
  compiled,
}: Pick<BuiltSite, 'site' | 'loaded' | 'compiled'>): Map<string, PageLink> {
  const parents = new Map<string, PageLink>();
  for (const page of localeFirst(loaded.pages, site.config.locales[0]?.id)) {
    const href = withBase(site.config.base, page.routePath);
    const files = withTabs(page);
    for (const { id } of files.flatMap((file) => compiled.get(file.sourcePath)?.demos ?? []))
      if (!parents.has(id)) parents.set(id, { title: page.title, href: `${href}#${encodeURIComponent(id)}` });
  }
  return parents;
}

interface PageListing {
  /** Path of the sidebar that it lists, such as `/demo`; empty for the list of all pages. */
  path: string;
  title: string;
  groups: SidebarGroup[];
}

/** All pages, and every sidebar that is too long to be shown whole. `languageOf` is undefined for a single locale. */
export function createLists(
  { pages, navigation }: LoadedSite,
  title: string,
  languageOf: (locale: string) => string | undefined,
): PageListing[] {
  const everything: SidebarGroup[] = [];
  const lists = new Map<string, PageListing>();
  const homes = pages.filter(({ routePath, locale }) => !isListed(navigation.sidebars[locale] ?? {}, routePath));
  for (const locale of new Set(homes.map((page) => page.locale))) {
    const own = homes.filter((page) => page.locale === locale);
    const children = own.map((page) => ({ title: page.title, link: page.routePath, order: 0 }));
    everything.push({ lang: languageOf(locale), children });
  }
  for (const [locale, sidebars] of Object.entries(navigation.sidebars)) {
    for (const [path, groups] of Object.entries(sidebars)) {
      const name = titleOf(path, navigation.nav[locale] ?? []) ?? groups[0]?.title ?? lastSegment(path);
      everything.push({ title: name, lang: languageOf(locale), children: groups.flatMap(asItems) });
      if (countItems(groups) <= SIDEBAR_LIMIT) continue;
      const known = lists.get(path);
      lists.set(path, { path, title: name, groups: [...(known?.groups ?? []), ...groups] });
    }
  }
  return [{ path: '', title, groups: everything }, ...lists.values()];
}

/** Returns a group with a title as a folder, a group without a title as its entries. */
function asItems({ title, children }: SidebarGroup): SidebarItem[] {
  return title === undefined ? children : [{ title, order: 0, children }];
}

function titleOf(path: string, nav: NavItem[]): string | undefined {
  for (const item of nav) {
    if (item.activePath === path) return item.title;
    const below = titleOf(path, item.children ?? []);
    if (below !== undefined) return below;
  }
  return undefined;
}

function lastSegment(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

function countItems(levels: readonly { children?: SidebarItem[] }[]): number {
  return levels.reduce((sum, { children = [] }) => sum + children.length + countItems(children), 0);
}

function isListed(sidebars: Record<string, SidebarGroup[]>, route: string): boolean {
  const path = Object.keys(sidebars).find((candidate) => route === candidate || route.startsWith(`${candidate}/`));
  return path !== undefined;
}
