import { withBase } from '../../shared/base-url.ts';
import type { NavItem, TocEntry } from '../../shared/entities.ts';
import type { DemoRendering, PageData, PageEntry, PageRendering, SiteData } from '../../shared/page-data.ts';
import { searchIndexPath } from '../../shared/search/index-file.ts';
import type { LinkedFile, SiteBundle } from '../bundle/types.ts';
import type { PageTexts } from '../content/types.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { allowsStyles } from '../project/csp.ts';
import { interfaceStrings, stringsFor } from '../project/languages/interface-strings.ts';
import type { BuiltDemo } from './demos/built-demo.ts';
import { joinStyles, type PageStyles } from './demos/demo-styles.ts';
import { createDocumentPrinter, type DocumentParts, type DocumentPrinter, type Translation } from './document.ts';
import { modulesInView } from './first-view.ts';
import { alternatesOf, createDemoData, createSiteData, createSourceData, shortenNav } from './page-data.ts';
import type { ListPages } from './page-list.ts';
import type { ServerModule } from './server-module.ts';
import type { PageInputs, WholePage } from './types.ts';

/** Plain data that can be sent to a worker. */
export interface SiteContext {
  site: Site;
  bundle: SharedBundle;
  /** Top navigation by content locale. */
  nav: Record<string, NavItem[]>;
  /** Year of the last commit, for the footer; absent when unknown. */
  year?: number;
  /** Absent without search. */
  search?: SiteSearch;
  runsCode: boolean;
  /** Versions that readers can choose; absent if there is no other version. */
  versions?: SiteData['versions'];
}

/** The files of the bundle that every page uses. `preloads` are those of the runtime. */
export interface SharedBundle extends Pick<SiteBundle, 'boot' | 'runtime' | 'styles' | 'fonts' | 'buildId'> {
  preloads: LinkedFile[];
}

export interface RenderTools {
  server: ServerModule;
  renderMarkdown: (markdown: string) => string;
  languages: SiteData['languages'];
  generator: string;
  listPages: ListPages;
  texts: PageTexts;
}

/** The render context: data that is prepared once for all documents of a site. */
export interface RenderContext extends SiteContext {
  server: ServerModule;
  printer: DocumentPrinter;
  siteData: SiteData;
  /** Top navigation as pages contain it: shortened, so that a page's size does not grow with the site. */
  shownNav: Record<string, NavItem[]>;
  /** Interface strings of the pre-rendered language by id. */
  strings: Record<string, string>;
  listPages: ListPages;
  texts: PageTexts;
}

export interface SiteSearch {
  dialog: string;
  worker: string;
}

export function createRenderContext(siteContext: SiteContext, tools: RenderTools): RenderContext {
  const { site, bundle, nav, runsCode } = siteContext;
  const strings = interfaceStrings(site);
  const more = strings['pages.all'] ?? '';
  return {
    ...siteContext,
    server: tools.server,
    listPages: tools.listPages,
    texts: tools.texts,
    printer: createDocumentPrinter(site.config, bundle, { generator: tools.generator, runsCode }),
    siteData: createSiteData(site, {
      ...{ footer: footerHtml(siteContext, tools), languages: tools.languages, versions: siteContext.versions },
    }),
    shownNav: Object.fromEntries(Object.entries(nav).map(([locale, items]) => [locale, shortenNav(items, more)])),
    strings,
  };
}

export function sharedBundle({ boot, runtime, styles, fonts, buildId, preloads }: SiteBundle): SharedBundle {
  return { boot, runtime, styles, fonts, buildId, preloads: preloads.get(runtime) ?? [] };
}

/** `fallback`: the fallback page to render; absent for the page itself. */
export function renderPage(
  { page, parts }: WholePage,
  inputs: PageInputs,
  context: RenderContext,
  fallback?: NonNullable<PageInputs['fallbacks']>[number],
): string {
  const { site, strings } = context;
  const { module, translations, preloads, integrity } = inputs;
  const { sidebar, sidebarPath, previous, next, versions } = fallback ?? inputs;
  const { routePath, locale } = fallback ?? page;
  const [main, ...tabParts] = parts as [CompiledPage, ...CompiledPage[]];
  const tabs = page.tabs.map(({ key, title }, index) => ({ key, title, parts: tabParts[index]?.content ?? [] }));
  const demos = new Map(inputs.demos.map((built) => [built.demo.id, built]));
  const own = parts.flatMap((part) => part.demos.flatMap((demo) => demoRendering(demo, demos.get(demo.id), site)));
  const link = (item: PageInputs['next']) => item && { title: item.title, href: withBase(site.config.base, item.link) };
  const data: PageData = {
    ...createPageData({ kind: 'page', route: routePath, title: page.title, locale }, context),
    ...createSourceData(page, site, main.homeLinks),
    locale,
    original: fallback && page.routePath,
    alternates: alternatesOf(inputs, site),
    hasSidebar: sidebar.length > 0,
    titleAsHeading: !main.hasHeading || undefined,
    tabs: tabs.length > 0 ? tabs.map(({ key, title }) => ({ key, title })) : undefined,
    previous: link(previous),
    next: link(next),
    twin: inputs.twin && withBase(site.config.base, `/${inputs.twin.path}`),
    demos: Object.fromEntries(own.map((demo) => [demo.id, clientData(demo)])),
    module: module?.js,
    moved: inputs.moved,
    versions,
  };
  // The properties are in the column of the table of contents, which is part of the sidebar on some sites.
  const isBeside = data.toc === 'content' || (data.toc !== false && !data.hasSidebar);
  const properties = isBeside ? inputs.properties : undefined;
  if (properties) data.hasProperties = true;
  const headings = parts.length > 1 ? parts.flatMap(tocOfTab) : tocOf(main);
  const tocEntries = data.toc === false ? [] : headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (tocEntries.length > 0) data.hasToc = true;
  const { titleParts = 0 } = main;
  const text = main.content.slice(titleParts);
  const content = { key: 'default', title: strings['content.tabs.default'] ?? '', parts: text };
  const sheets = new Set([...own.flatMap(({ css }) => css), ...(module?.css ?? [])]);
  return renderDocument(context, {
    rendering: {
      data,
      heading: main.content.slice(0, titleParts),
      content: [content, ...tabs],
      statics: Object.assign({}, ...parts.map((part) => part.statics)),
      moduleId: main.module === undefined ? undefined : page.sourcePath,
      sidebar,
      sidebarPath,
      tocEntries,
      demos: Object.fromEntries(own.map((demo) => [demo.id, demo])),
      apis: Object.assign({}, ...inputs.tables),
      properties,
    },
    description: page.frontmatter.description ?? main.description,
    keywords: page.frontmatter.keywords,
    shareImage: page.shareImage,
    // For a fallback page, search engines get only the URL of the original.
    translations: Array.from(translations.size > 1 && !fallback ? translations : [], ([lang, route]) => ({
      lang,
      route,
    })),
    css: Array.from(sheets, (href) => ({ href, integrity: integrity.get(href) })),
    // A demo in a frame has a separate document.
    demoStyles: joinStyles(
      own.filter(({ iframe }) => !iframe).map(({ styles }) => styles),
      site.config.base,
    ),
    preloads,
  });
}

/** Empty if the demo was not built. The title is that of the embedding, which may differ in a translation. */
export function demoRendering(demo: EmbeddedDemo, built: BuiltDemo | undefined, site: Site): DemoRendering[] {
  if (!built) return [];
  const { html, styles, shown } = built;
  // If the policy blocks styles, including them would log an error in every page.
  const own = allowsStyles(site.config) ? styles : [];
  return [{ ...createDemoData(demo, built, site), html, styles: own, sources: shown }];
}

/** Returns headings and titled demos. A page's only demo is the subject of the page, so it is not an entry. */
function tocOf({ toc, demos }: CompiledPage): TocEntry[] {
  return demos.length === 1 ? toc.filter(({ id }) => id !== demos[0]?.id) : toc;
}

/** Returns the entries of a page tab: its number precedes those of the tabs in it. */
function tocOfTab(part: CompiledPage, number: number): TocEntry[] {
  return tocOf(part).map(({ tabs = [], ...entry }) => ({ ...entry, tabs: [number, ...tabs] }));
}

export interface DocumentJob extends Pick<DocumentParts, 'css'> {
  rendering: Omit<PageRendering, 'listPages'>;
  description?: string;
  keywords?: string[];
  translations?: Translation[];
  demoStyles?: PageStyles;
  shareImage?: string;
  hidden?: boolean;
  /** Imports of the page's modules, by the URL of the module. */
  preloads?: PageInputs['preloads'];
}

export function renderDocument(context: RenderContext, { rendering, preloads, ...parts }: DocumentJob): string {
  const { server, printer, siteData, site, listPages } = context;
  // The browser parses the same JSON. A key that is set to undefined would exist only on the server, and break hydration.
  const data = JSON.parse(JSON.stringify(rendering.data)) as PageData;
  // The browser needs the lists that components read while the HTML is rendered.
  const lists: PageData['lists'] = {};
  const listBelow = (below: string): PageEntry[] => {
    lists[below] ??= listPages(data.locale, below);
    data.lists = lists;
    return lists[below];
  };
  const body = server.renderPage({ ...rendering, data, listPages: listBelow }, server.modules);
  const dir = siteData.rtl ? 'rtl' : 'ltr';
  const files = modulesInView(data, body, allPreloads(context, preloads));
  return printer.print(data, { ...parts, body, preloads: files, dir, ...noscriptOf(data, site) });
}

/** Returns the files that the modules of a document import, including those of the runtime. */
export function allPreloads(
  { bundle }: RenderContext,
  own: PageInputs['preloads'] = new Map(),
): PageInputs['preloads'] {
  return new Map([[bundle.runtime, bundle.preloads], ...own]);
}

/** Returns the note in the page's language if it is available, or else in the interface language. */
export function noscriptOf({ lang }: PageData, site: Site): Pick<DocumentParts, 'noscript' | 'noscriptLang'> {
  const { language, strings } = stringsFor(site, lang);
  return {
    noscript: strings.noscript ?? '',
    noscriptLang: language.split('-')[0] === lang.split('-')[0] ? undefined : language,
  };
}

export function createPageData(
  { kind, route, title, locale }: Pick<PageData, 'kind' | 'route' | 'title' | 'locale'>,
  { site, bundle, siteData, shownNav, search }: RenderContext,
): PageData {
  const index = withBase(site.config.base, `/${searchIndexPath(locale)}`);
  return {
    kind,
    route,
    title,
    lang: site.config.defaultLocale,
    locale,
    buildId: bundle.buildId,
    site: siteData,
    nav: shownNav[locale] ?? [],
    toc: false,
    hasSidebar: false,
    demos: {},
    runtime: bundle.runtime,
    search: search && { script: search.dialog, worker: search.worker, index },
  };
}

export function clientData({
  html: _html,
  styles: _styles,
  sources: _sources,
  ...data
}: DemoRendering): PageData['demos'][string] {
  return data;
}

function footerHtml({ site, year }: SiteContext, { renderMarkdown }: RenderTools): string | false {
  const { footer } = site.config.themeConfig;
  if (footer === false) return false;
  // Without a commit there is no year, so the text around it is removed too.
  const text = year === undefined ? footer.replace(/(?:Copyright )?©? ?\{year\}[ |]*/g, '') : footer;
  return renderMarkdown(text.replaceAll('{year}', String(year)));
}
