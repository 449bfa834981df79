import type { ApiTable } from '../../shared/api-table.ts';
import { withBase } from '../../shared/base-url.ts';
import type { NavItem, TocEntry } from '../../shared/entities.ts';
import type { DemoRendering, PageData, PageRendering, SiteData } from '../../shared/page-data.ts';
import { searchIndexPath } from '../../shared/search/index-file.ts';
import type { CompiledPage, EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { stringsFor } from '../interface-strings.ts';
import type { NavigationLookup } from '../load/navigation-lookup.ts';
import { joinStyles, type PageStyles } from './demo-styles.ts';
import type { DocumentParts, DocumentPrinter, Translation } from './document.ts';
import { modulesInView } from './first-view.ts';
import { alternatesOf, createSourceData, translationsOf } from './page-data.ts';
import type { ServerModule } from './server-module.ts';
import type { CompiledSite, PageJob } from './types.ts';

/** What the pages of one site share while they are rendered. */
export interface RenderContext extends CompiledSite {
  server: ServerModule;
  print: DocumentPrinter['print'];
  /** By its place: titles of one demo differ in a page and its translation. */
  demos: Map<EmbeddedDemo, DemoRendering>;
  siteData: SiteData;
  /** Top navigation by content locale. */
  nav: Map<string, NavItem[]>;
  lookup: NavigationLookup;
  /** Route paths of all pages. */
  routes: Set<string>;
  /** Interface strings of the pre-rendered language by id. */
  strings: Record<string, string>;
  search?: SiteSearch;
  api?: PageTables;
}

/** Generated tables of properties. */
export interface PageTables {
  /** Those that a page shows, by `apiTableKey`. */
  tablesOf(page: CompiledPage): Record<string, ApiTable>;
}

/** Addresses of the scripts of search. */
export interface SiteSearch {
  dialog: string;
  worker: string;
}

/** Renders the document of a page that has a source file. */
export function renderPage({ page, compiled }: PageJob, context: RenderContext): string {
  const { site, bundle, demos, lookup, strings } = context;
  const tabs = page.tabs.map((tab) => ({ ...tab, compiled: context.compiled.get(tab.page.sourcePath) ?? compiled }));
  const parts = [compiled, ...tabs.map((tab) => tab.compiled)];
  const own = parts.flatMap((part) => part.demos.flatMap((demo) => demos.get(demo) ?? []));
  const module = bundle.modules.get(page.sourcePath);
  const sidebar = page.frontmatter.sidebar === false ? [] : (lookup.sidebarOf(page.locale, page.routePath) ?? []);
  const { previous, next } = lookup.prevNext(page.locale, page.routePath);
  const link = (item: { title: string; link: string } | undefined) =>
    item && { title: item.title, href: withBase(site.config.base, item.link) };
  const translations = translationsOf(page, context.routes, site);
  const data: PageData = {
    ...createPageData('page', page.routePath, page.title, context, page.locale),
    ...createSourceData(page, site),
    alternates: alternatesOf(translations, site),
    hasSidebar: sidebar.length > 0,
    titleAsHeading: !compiled.hasHeading || undefined,
    tabs: tabs.length > 0 ? tabs.map(({ key, title }) => ({ key, title })) : undefined,
    previous: link(previous),
    next: link(next),
    demos: Object.fromEntries(own.map((demo) => [demo.id, clientData(demo)])),
    module: module?.js,
  };
  const main = { key: 'default', title: strings['content.tabs.default'] ?? '', parts: compiled.content };
  return renderDocument(context, {
    rendering: {
      data,
      content: [main, ...tabs.map((tab) => ({ key: tab.key, title: tab.title, parts: tab.compiled.content }))],
      statics: Object.assign({}, ...parts.map((part) => part.statics)),
      moduleId: compiled.module === undefined ? undefined : page.sourcePath,
      sidebar,
      sidebarPath: lookup.sidebarPathOf(page.locale, page.routePath),
      tocEntries: parts.flatMap(tocOf),
      demos: Object.fromEntries(own.map((demo) => [demo.id, demo])),
      apis: Object.assign({}, ...parts.map((part) => part.apis && context.api?.tablesOf(part))),
    },
    description: page.frontmatter.description ?? compiled.description,
    keywords: page.frontmatter.keywords,
    shareImage: page.shareImage,
    translations: Array.from(translations.size > 1 ? translations : [], ([lang, route]) => ({ lang, route })),
    css: [...new Set([...own.flatMap(({ css }) => css), ...(module?.css ?? [])])],
    // A demo in a frame has a document of its own.
    demoStyles: joinStyles(own.filter(({ iframe }) => !iframe).map(({ styles }) => styles)),
  });
}

/** Headings and titled demos; a demo that is the only one is what the page is about, and no entry of it. */
function tocOf({ toc, demos }: CompiledPage): TocEntry[] {
  return demos.length === 1 ? toc.filter(({ id }) => id !== demos[0]?.id) : toc;
}

/** A document to print: what the app renders, and what stands around it. */
export interface DocumentJob {
  rendering: PageRendering;
  description?: string;
  keywords?: string[];
  translations?: Translation[];
  /** Style sheets besides the theme's. */
  css?: string[];
  /** Styles that its demos made. */
  demoStyles?: PageStyles;
  shareImage?: string;
  /** No search engine should list it. */
  hidden?: boolean;
}

/** Renders a document by the app. */
export function renderDocument(context: RenderContext, { rendering, css = [], ...parts }: DocumentJob): string {
  const { server, print, siteData, site, bundle } = context;
  const body = server.renderPage(rendering, server.modules);
  const dir = siteData.rtl ? 'rtl' : 'ltr';
  const preloads = modulesInView(rendering.data, body, bundle);
  return print(rendering.data, { ...parts, body, css, preloads, dir, ...noscriptOf(rendering.data, site) });
}

/** The note for readers without JavaScript, in the language of the page; with its own, where the interface has not that one. */
export function noscriptOf({ lang }: PageData, site: Site): Pick<DocumentParts, 'noscript' | 'noscriptLang'> {
  const { language, strings } = stringsFor(site, lang);
  return {
    noscript: strings.noscript ?? '',
    noscriptLang: language.split('-')[0] === lang.split('-')[0] ? undefined : language,
  };
}

/** Page data of a page without content, sidebar or demos. */
export function createPageData(
  kind: PageData['kind'],
  route: string,
  title: string,
  { site, bundle, siteData, nav, search }: RenderContext,
  locale: string,
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
    nav: nav.get(locale) ?? [],
    toc: false,
    hasSidebar: false,
    demos: {},
    runtime: bundle.runtime,
    search: search && { script: search.dialog, worker: search.worker, index },
  };
}

/** Client data of a demo: without what only the server needs. */
export function clientData({
  html: _html,
  styles: _styles,
  sources: _sources,
  ...data
}: DemoRendering): PageData['demos'][string] {
  return data;
}
