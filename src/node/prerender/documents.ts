import type { DemoRendering, SiteData } from '../../shared/page-data.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { BuiltDemo } from '../demos/built-demo.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { NavigationLookup } from '../load/navigation-lookup.ts';
import type { SourcePage } from '../load/types.ts';
import { withinTime } from '../within-time.ts';
import { allowsStyles } from './csp.ts';
import { createDocumentPrinter } from './document.ts';
import { extraDocuments } from './extra-documents.ts';
import { machineFiles } from './machine-files.ts';
import { markdownTwin, twinPath } from './markdown-twin.ts';
import { createDemoData, createSiteData, shortenNav } from './page-data.ts';
import { describeFailures, inWords, type RenderFailure, unknownComponents } from './render-failure.ts';
import { type PageTables, type RenderContext, renderPage, type SiteSearch } from './render-page.ts';
import type { PageRenderer } from './server-module.ts';
import type { CompiledSite, PageJob } from './types.ts';

/** What the documents of one site need besides what the stages before made. */
export interface DocumentOptions {
  lookup: NavigationLookup;
  renderer: PageRenderer;
  /** By id. */
  demos: Map<string, BuiltDemo>;
  /** Markdown to HTML, for the footer. */
  renderMarkdown: (markdown: string) => string;
  /** Interface strings of the pre-rendered language by id. */
  strings: Record<string, string>;
  languages: SiteData['languages'];
  /** Generated tables of properties; absent where no page has one. */
  api?: PageTables;
  /** Absent without search. */
  search?: SiteSearch;
  /** Name and version of this tool. */
  generator: string;
  /** The site has demos or interactive pages. */
  runsCode: boolean;
  /** Make the pages alone, without what stands beside them and lists them. Default false. */
  pagesOnly?: boolean;
  /** Told how many milliseconds a page took to be rendered, by its source path. */
  onTime?: (sourcePath: string, time: number) => void;
  /** Text of a Markdown twin that has been written, by its output path. */
  writtenTwin?: (outputPath: string) => string | undefined;
}

/** The documents of a site. */
export interface Documents {
  /** By output path; each is rendered when it is asked for. */
  outputs: Map<string, () => string>;
  /**
   * Renders a page and its Markdown twin, by output path: what `outputs` has, for a page that need not be among the jobs.
   * Undefined when it cannot be rendered, which is not told.
   */
  makePage(job: PageJob): Map<string, string> | undefined;
  /** What went wrong in those rendered so far. A document that failed is empty. */
  check(): Promise<Diagnostic[]>;
}

/**
 * Prepares what all pages share: the server module, the site's data, the files of every demo. Throws a DiagnosticError
 * when a page uses a component that the theme does not have.
 */
export function createDocuments(input: CompiledSite, jobs: PageJob[], options: DocumentOptions): Documents {
  const { site, loaded, compiled, bundle } = input;
  const { server } = options.renderer;
  const unknown = unknownComponents(compiled.values(), server.builtinNames);
  if (unknown.length > 0) throw new DiagnosticError(unknown);
  const printer = createDocumentPrinter(site.config, bundle, options);
  const { strings, lookup, languages } = options;
  const context: RenderContext = {
    ...input,
    server,
    print: printer.print,
    demos: createDemos(input, options.demos),
    siteData: createSiteData(site, footerHtml(input, options), languages),
    nav: new Map(
      Object.entries(loaded.navigation.nav).map(([locale, items]) => [
        locale,
        shortenNav(items, strings['pages.all'] ?? ''),
      ]),
    ),
    lookup,
    routes: new Set(loaded.pages.map(({ routePath }) => routePath)),
    strings,
    search: options.search,
    api: options.api,
  };
  const failures: RenderFailure[] = [];
  // A failure is kept, so that the others are found too; `check` tells them all.
  const guarded =
    (
      render: (context: RenderContext) => string | undefined,
      { page, components }: Pick<RenderFailure, 'page' | 'components'> = {},
    ) =>
    (): string => {
      const start = performance.now();
      try {
        const text = withinTime(site.config.pageTimeout, () => render(context) ?? '');
        if (page) options.onTime?.(page.sourcePath, performance.now() - start);
        return text;
      } catch (cause) {
        failures.push({ cause, page, components, render: (server) => render({ ...context, server }) ?? '' });
        return '';
      }
    };
  const outputs = new Map<string, () => string>();
  const { pages, publicFiles } = loaded;
  for (const job of jobs)
    outputs.set(
      outputPathOf(job.page),
      guarded((context) => renderPage(job, context), { page: job.page, components: componentsOf(job, compiled) }),
    );
  const byFile = new Map(pages.map((page) => [page.filePath, page]));
  const { demos, api, writtenTwin } = options;
  const twins = { config: site.config, compiled, demos, api, byFile, written: writtenTwin };
  const own = new Set(publicFiles.map(({ output }) => output));
  const hasTwin = ({ routePath }: SourcePage): boolean => site.config.llms && !own.has(twinPath(routePath));
  const makePage = (job: PageJob): Map<string, string> | undefined => {
    const { page } = job;
    try {
      return withinTime(site.config.pageTimeout, () => {
        const html: [string, string] = [outputPathOf(page), renderPage(job, context)];
        return new Map(hasTwin(page) ? [html, [twinPath(page.routePath), markdownTwin(page, twins)]] : [html]);
      });
    } catch {
      // It is rendered again by who tells what is wrong.
      return undefined;
    }
  };
  const check = async (): Promise<Diagnostic[]> =>
    describeFailures(await inWords(failures, options.renderer), options.renderer.script, site.root);
  if (options.pagesOnly) return { outputs, makePage, check };
  for (const [output, render] of extraDocuments(context))
    outputs.set(
      output,
      guarded((used) => (used === context ? render() : new Map(extraDocuments(used)).get(output)?.())),
    );
  outputs.set('_headers', () => printer.headers);
  for (const [output, render] of machineFiles(loaded, site.config.description, twins))
    outputs.set(output, guarded(render));
  return { outputs, makePage, check };
}

/** Path of a page's document in the output. */
export function outputPathOf({ routePath }: SourcePage): string {
  return routePath === '/' ? 'index.html' : `${routePath.slice(1)}/index.html`;
}

/** Components that a page and its tabs use by name. */
function componentsOf({ page, compiled }: PageJob, all: CompiledSite['compiled']): RenderFailure['components'] {
  const parts = [compiled, ...page.tabs.flatMap((tab) => all.get(tab.page.sourcePath) ?? [])];
  return parts.flatMap(({ components = [] }) => components);
}

/** Data of demos by their places: titles of one demo differ in a page and its translation. */
function createDemos(
  { site, compiled }: CompiledSite,
  built: Map<string, BuiltDemo>,
): Map<EmbeddedDemo, DemoRendering> {
  // Where the policy stops styles, it would be a fault of every page to have them.
  const hasStyles = allowsStyles(site.config);
  return new Map(
    [...compiled.values()].flatMap((page) =>
      page.demos.flatMap((demo): [EmbeddedDemo, DemoRendering][] => {
        const known = built.get(demo.id);
        if (!known) return [];
        const { html, styles, shown } = known;
        return [
          [demo, { ...createDemoData(demo, known, site), html, styles: hasStyles ? styles : [], sources: shown }],
        ];
      }),
    ),
  );
}

function footerHtml({ site, loaded }: CompiledSite, { renderMarkdown }: DocumentOptions): string | false {
  const { footer } = site.config.themeConfig;
  if (footer === false) return false;
  // Without a commit there is no year: what stands around it goes too.
  const text = loaded.year === undefined ? footer.replace(/(?:Copyright )?©? ?\{year\}[ |]*/g, '') : footer;
  return renderMarkdown(text.replaceAll('{year}', String(loaded.year)));
}
