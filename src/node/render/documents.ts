import { withBase } from '../../shared/base-url.ts';
import type { NavItem, SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { LIST_ROUTE, type PageLink } from '../../shared/page-data.ts';
import { SIDEBAR_LIMIT } from '../../shared/sidebar-view.ts';
import { uniqueById } from '../../shared/unique-by-id.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { localeFirst } from '../content/locale-first.ts';
import type { NavigationLookup } from '../content/navigation-lookup.ts';
import { withTabs } from '../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { withinTime } from '../project/within-time.ts';
import { joinStyles } from './demos/demo-styles.ts';
import { modulesInView } from './first-view.ts';
import { hostFiles } from './host-files.ts';
import { machineFiles } from './machine-files.ts';
import { markdownTwin } from './markdown-twin.ts';
import { contentsOf, createPageSiteData } from './page-inputs.ts';
import { outputPathOf } from './page-url.ts';
import { redirectPages } from './redirect-pages.ts';
import { describeFailures, inWords, type RenderFailure, unknownComponents } from './render-failure.ts';
import {
  allPreloads,
  clientData,
  createPageData,
  demoRendering,
  noscriptOf,
  type RenderContext,
  renderDocument,
  renderPage,
} from './render-page.ts';
import type { PageRenderer } from './server-module.ts';
import type { BuiltSite, PageInputs, PageSiteData, WholePage } from './types.ts';

export interface DocumentOptions {
  lookup: NavigationLookup;
  renderer: PageRenderer;
  context: RenderContext;
  /** Pages to include in `outputs`. */
  pages: SourcePage[];
  /** Pages that another process could not render, to report together with all other failures. */
  failures?: RenderFailure[];
  /** Renders only pages, without Markdown versions and without documents that list pages. Default false. */
  pagesOnly?: boolean;
  /** Returns the Markdown version of a page that was rendered elsewhere. */
  readTwin?: (page: SourcePage) => string | undefined;
}

/** Number of pages that a document may list within the time limit of a page. A longer list gets more time. */
const LISTED = 5000;

export interface Documents {
  /** Documents by output path. A document is rendered when it is requested. */
  outputs: Map<string, () => string>;
  /** Returns the errors of the documents that were rendered so far. A document that failed is empty. */
  check(): Promise<Diagnostic[]>;
}

/** Throws a DiagnosticError if a page uses a component that the theme does not have. */
export function createDocuments(built: BuiltSite, options: DocumentOptions): Documents {
  const { site, loaded, compiled } = built;
  const { context, lookup, renderer, readTwin } = options;
  const unknown = unknownComponents(compiled.values(), renderer.server.builtinNames);
  if (unknown.length > 0) throw new DiagnosticError(unknown);
  const failures = [...(options.failures ?? [])];
  // A failure does not stop the other documents. `check` reports all failures.
  const guarded =
    (of: Pick<RenderFailure, 'whole' | 'output'>, render: (context: RenderContext) => string) => (): string => {
      const times = of.whole ? 1 : Math.max(1, loaded.pages.length / LISTED);
      try {
        return withinTime(site.config.pageTimeout * times, () => render(context));
      } catch (cause) {
        failures.push({ cause, ...of, render: async (server) => render({ ...context, server }) });
        return '';
      }
    };
  const siteDataOf = createPageSiteData(site, loaded, lookup);
  const outputs: Documents['outputs'] = new Map();
  const twins = new Map<string, () => string>();
  for (const page of options.pages) {
    const whole = wholePage(page, compiled);
    const siteData = siteDataOf(whole);
    let inputs: PageInputs | undefined;
    const inputsOf = (): PageInputs => (inputs ??= { ...contentsOf(whole, built), ...siteData });
    for (const { output, render } of pageDocuments(whole, site.config, siteData, inputsOf)) {
      const isTwin = output === siteData.twin?.path;
      if (!isTwin || !options.pagesOnly) outputs.set(output, guarded({ whole }, render));
    }
    twins.set(
      page.sourcePath,
      guarded({ whole }, () => markdownTwin(whole, inputsOf(), context.texts)),
    );
  }
  const check = async (): Promise<Diagnostic[]> =>
    describeFailures(await inWords(failures, renderer), renderer.script, site);
  if (options.pagesOnly) return { outputs, check };
  const extra = new Map(extraDocuments(built, context));
  for (const [output, render] of extra)
    outputs.set(
      output,
      guarded({ output }, (used) =>
        used === context ? render() : (new Map(extraDocuments(built, used)).get(output)?.() ?? ''),
      ),
    );
  const twinOf = (page: SourcePage): string => readTwin?.(page) ?? twins.get(page.sourcePath)?.() ?? '';
  for (const [output, render] of [
    ...redirectPages(loaded, site.config, extra.keys()),
    ...hostFiles(loaded, site.config),
  ])
    outputs.set(output, guarded({ output }, render));
  for (const [output, render] of machineFiles(loaded, { site, compiled, twinOf }))
    outputs.set(output, guarded({ output }, render));
  return { outputs, check };
}

export function wholePage(page: SourcePage, compiled: ReadonlyMap<string, CompiledPage>): WholePage {
  const files = withTabs(page);
  return { page, parts: files.map(({ sourcePath }) => compiled.get(sourcePath) as CompiledPage) };
}

/** Generates the documents without a source file, by output path: 404, the lists of pages, and the stand-alone demos. */
function* extraDocuments(
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

/** Creates lists of all pages, and of every sidebar that is too long to be shown whole. `languageOf` is undefined for a single locale. */
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

interface PageDocument {
  output: string;
  render: (context: RenderContext) => string;
}

/**
 * Nothing is rendered until `render` is called, which throws the author's errors. `inputsOf` is called only then,
 * because it may be expensive.
 */
export function pageDocuments(
  whole: WholePage,
  config: Pick<ResolvedConfig, 'target'>,
  { twin, fallbacks = [] }: Pick<PageSiteData, 'twin' | 'fallbacks'>,
  inputsOf: () => PageInputs,
): PageDocument[] {
  return [
    {
      output: outputPathOf(whole.page.routePath, config),
      render: (context) => renderPage(whole, inputsOf(), context),
    },
    ...fallbacks.map((fallback) => ({
      output: outputPathOf(fallback.routePath, config),
      render: (context: RenderContext) => renderPage(whole, inputsOf(), context, fallback),
    })),
    ...(twin
      ? [{ output: twin.path, render: ({ texts }: RenderContext) => markdownTwin(whole, inputsOf(), texts) }]
      : []),
  ];
}
