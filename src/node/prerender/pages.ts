import { withBase } from '../../shared/base-url.ts';
import type { SidebarGroup } from '../../shared/entities.ts';
import type { DemoRendering, PageData, PageRendering, SiteData } from '../../shared/page-data.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { NavigationLookup } from '../load/navigation-lookup.ts';
import { type Highlight, readDemoFiles } from './demo-files.ts';
import type { DemoHtml } from './demos.ts';
import { createDocumentPrinter, type DocumentPrinter } from './document.ts';
import { createLists } from './lists.ts';
import { createDemoData, createSiteData, createSourceData, LIST_ROUTE, shortenNav } from './page-data.ts';
import { importServerModule, type ServerModule } from './server-module.ts';
import type { CompiledSite, PageJob } from './types.ts';

/** What the pages of one site need besides their own data. */
export interface PrerenderOptions {
  lookup: NavigationLookup;
  demoHtml: DemoHtml;
  highlight: Highlight;
  /** Markdown to HTML, for the footer. */
  renderMarkdown: (markdown: string) => string;
  /** Interface strings of the pre-rendered language by id. */
  strings: Record<string, string>;
  languages: SiteData['languages'];
  /** Name and version of this tool. */
  generator: string;
}

/** Renders single pages of a site to documents. */
export interface PageRenderer {
  /** The document of a page by its source. */
  page(job: PageJob): string;
  /** Documents that no source file stands for, by output path: 404, the lists of pages, stand-alone demos. */
  extras(): Generator<[string, string]>;
  /** Path of a page's document in the output. */
  outputOf(routePath: string): string;
}

/** Prepares what all pages share: the server module, the site's data, the files of every demo. */
export async function createPageRenderer(input: CompiledSite, options: PrerenderOptions): Promise<PageRenderer> {
  const { site, loaded, compiled, bundle } = input;
  const server = await importServerModule(bundle.serverEntry);
  const demos = await renderDemos(input, options);
  const printer = createDocumentPrinter(site.config, bundle, options.generator);
  const footer = footerHtml(input, options);
  const siteData = createSiteData(site, footer, options.languages);
  const nav = new Map(
    Object.entries(loaded.navigation.nav).map(([locale, items]) => [
      locale,
      shortenNav(items, options.strings['pages.all'] ?? 'All pages'),
    ]),
  );
  const { lookup } = options;
  const base = (locale: string): Omit<PageData, 'kind' | 'route' | 'title'> => ({
    lang: site.config.defaultLocale,
    locale,
    buildId: bundle.buildId,
    site: siteData,
    nav: nav.get(locale) ?? [],
    toc: false,
    hasSidebar: false,
    demos: {},
    runtime: bundle.runtime,
  });
  const context: RenderContext = { input, server, print: printer.print, demos, noscript: options.strings.noscript ?? '' };

  return {
    outputOf: (routePath) => (routePath === '/' ? 'index.html' : `${routePath.slice(1)}/index.html`),
    page({ page, compiled: result }) {
      const sidebar = page.frontmatter.sidebar === false ? [] : (lookup.sidebarOf(page.locale, page.routePath) ?? []);
      const { previous, next } = lookup.prevNext(page.locale, page.routePath);
      const link = (item: { title: string; link?: string } | undefined) =>
        item?.link && { title: item.title, href: withBase(site.config.base, item.link) };
      const parts = [page, ...page.tabs.map((tab) => tab.page)].map(
        (source) => compiled.get(source.sourcePath) ?? result,
      );
      const ids = parts.flatMap((part) => part.demos.map(({ id }) => id));
      const data: PageData = {
        kind: 'page',
        route: page.routePath,
        ...base(page.locale),
        ...createSourceData(page, site),
        hasSidebar: sidebar.length > 0,
        titleAsHeading: !result.hasHeading || undefined,
        tabs: page.tabs.length > 0 ? page.tabs.map(({ key, title }) => ({ key, title })) : undefined,
        previous: link(previous) || undefined,
        next: link(next) || undefined,
        demos: Object.fromEntries(
          ids.flatMap((id) => (demos.has(id) ? [[id, clientData(demos.get(id) as DemoRendering)]] : [])),
        ),
        module: bundle.modules.get(page.sourcePath)?.js,
      };
      const content = parts.map((part, index) => ({
        key: index === 0 ? 'default' : (page.tabs[index - 1]?.key ?? ''),
        title: index === 0 ? (options.strings['content.tabs.default'] ?? 'Doc') : (page.tabs[index - 1]?.title ?? ''),
        parts: part.content,
      }));
      const css = [
        ...ids.flatMap((id) => demos.get(id)?.css ?? []),
        ...(bundle.modules.get(page.sourcePath)?.css ?? []),
      ];
      const rendering: PageRendering = {
        data,
        content,
        statics: Object.assign({}, ...parts.map((part) => part.statics)),
        moduleId: result.module === undefined ? undefined : page.sourcePath,
        sidebar,
        sidebarPath: lookup.sidebarPathOf(page.locale, page.routePath),
        tocEntries: result.toc,
        demos: Object.fromEntries(ids.flatMap((id) => (demos.has(id) ? [[id, demos.get(id) as DemoRendering]] : []))),
      };
      return renderDocument(context, rendering, {
        description: page.frontmatter.description ?? result.description,
        keywords: page.frontmatter.keywords,
        css: [...new Set(css)],
        source: { page, compiled: result },
      });
    },
    *extras() {
      yield ['_headers', printer.headers];
      const locale = site.config.locales[0]?.id ?? '';
      const plain = (kind: PageData['kind'], route: string, title: string, sidebar: SidebarGroup[] = []) => ({
        data: { kind, route, title, ...base(locale) } as PageData,
        content: [],
        statics: {},
        sidebar,
        tocEntries: [],
        demos: {},
      });
      yield [
        '404.html',
        renderDocument(context, plain('404', '/404', options.strings['404.title'] ?? 'PAGE NOT FOUND'), {
          css: [],
          hidden: true,
        }),
      ];
      for (const { path, title, groups } of createLists(loaded, options.strings['pages.all'] ?? 'All pages')) {
        const route = `${LIST_ROUTE}${path}`;
        yield [
          `${route.slice(1)}/index.html`,
          renderDocument(context, plain('list', route, title, groups), { css: [], hidden: true }),
        ];
      }
      for (const demo of demos.values()) {
        const data: PageData = {
          ...plain('demo', `/~demos/${demo.id}`, demo.title ?? demo.id).data,
          nav: [],
          demos: { [demo.id]: clientData(demo) },
        };
        yield [
          `~demos/${demo.id}/index.html`,
          printer.print(data, {
            body: '',
            dir: siteData.rtl ? 'rtl' : 'ltr',
            css: demo.css,
            noscript: context.noscript,
            hidden: true,
          }),
        ];
      }
    },
  };
}

interface RenderContext {
  input: CompiledSite;
  server: ServerModule;
  print: DocumentPrinter['print'];
  demos: Map<string, DemoRendering>;
  noscript: string;
}

interface DocumentOptions {
  description?: string;
  keywords?: string[];
  css: string[];
  hidden?: boolean;
  /** Source of the page, for diagnostics. */
  source?: PageJob;
}

function renderDocument(
  { server, print, input, noscript }: RenderContext,
  rendering: PageRendering,
  options: DocumentOptions,
): string {
  let body: string;
  try {
    body = server.renderPage(rendering, server.modules);
  } catch (error) {
    throw new DiagnosticError([describeRenderError(error, options.source, server)]);
  }
  const { description, keywords, css, hidden } = options;
  return print(rendering.data, {
    body,
    description,
    keywords,
    css,
    hidden,
    noscript,
    dir: input.site.config.themeConfig.rtl ? 'rtl' : 'ltr',
  });
}

/** User code that threw while its page was rendered: the page's place and a stack. */
function describeRenderError(error: unknown, source: PageJob | undefined, server: ServerModule): Diagnostic {
  const known = new Set(server.builtinNames);
  const unknown = source?.compiled.components?.find(({ name }) => !known.has(name));
  if (unknown) {
    return {
      severity: 'error',
      code: 'CD503',
      text: `Unknown component <${unknown.name}>`,
      location: unknown.location,
      notes: [`The theme has ${server.builtinNames.join(', ')}; add yours to the theme's builtins.`],
    };
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const place = source && { file: source.page.sourcePath, line: 1, column: 1 };
  return {
    severity: 'error',
    code: 'CD502',
    text: `The page cannot be rendered: ${message}`,
    location: place,
    stack: stack?.split('\n').slice(1, 8).join('\n'),
  };
}

/** Client data of a demo: without what only the server needs. */
function clientData({ html: _html, sources: _sources, ...data }: DemoRendering): PageData['demos'][string] {
  return data;
}

async function renderDemos(
  { site, compiled, bundle }: CompiledSite,
  { demoHtml, highlight }: PrerenderOptions,
): Promise<Map<string, DemoRendering>> {
  const embedded: EmbeddedDemo[] = [...compiled.values()].flatMap(({ demos }) => demos);
  const rendered = await Promise.all(
    embedded.map(async (demo): Promise<[string, DemoRendering]> => {
      const html = demoHtml.html.get(demo.id);
      const sources = await readDemoFiles(demo, bundle.demos.get(demo.id)?.sources ?? [], highlight);
      return [demo.id, { ...createDemoData(demo, bundle, site, html !== undefined), html, sources }];
    }),
  );
  return new Map(rendered);
}

function footerHtml({ site, loaded }: CompiledSite, { renderMarkdown }: PrerenderOptions): string | false {
  const { footer } = site.config.themeConfig;
  if (footer === false) return false;
  return renderMarkdown(footer.replaceAll('{year}', String(loaded.year ?? '')).replace(/\s{2,}/g, ' '));
}
