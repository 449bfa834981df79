/**
 * The pipeline, in order: load -> compile -> bundle -> prerender. What it yields is written by `build` and kept in memory
 * by a server. Each stage is a function from plain data to plain data and diagnostics; none reads the config file, the
 * arguments or the working directory.
 */
import { bundleDemos, bundleSite } from './bundle/bundle-site.ts';
import { compileLanguages, languageStrings } from './bundle/languages.ts';
import { checkPages } from './compile/check-pages.ts';
import { createCompiler } from './compile/compile-site.ts';
import { highlight } from './compile/highlight.ts';
import { headingText, renderMarkdown } from './compile/markdown.ts';
import type { CompiledPage } from './compile/types.ts';
import type { Site } from './config/types.ts';
import { allOrDiagnostics, type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { load } from './load/load.ts';
import { createNavigationLookup } from './load/navigation-lookup.ts';
import { packageVersion } from './package-dir.ts';
import { prerenderDemos } from './prerender/demos.ts';
import { createPageRenderer, type PageRenderer } from './prerender/pages.ts';
import type { PageJob } from './prerender/types.ts';

/** Stages of the pipeline, and `write` after it. */
export type Stage = 'load' | 'compile' | 'bundle' | 'prerender' | 'write';

export interface PipelineOptions {
  /** Keep pages and demos that are marked `debug`. */
  includeDebug?: boolean;
  /** Use React's development build in the browser, for tests. */
  development?: boolean;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/** A site, ready to be written. */
export interface PipelineResult {
  diagnostics: Diagnostic[];
  pages: number;
  demos: number;
  /** Contents by output path; documents are rendered while they are taken. */
  outputs: () => Generator<[string, string | Uint8Array]>;
  /** Files to copy as they are: output path and absolute source. */
  copies: { filePath: string; output: string }[];
}

/** Runs the stages up to prerender. Throws a DiagnosticError that lists all errors of the stage that failed. */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  const { includeDebug = false, development, onStage, signal } = options;
  const warnings: Diagnostic[] = [];
  const settle = (diagnostics: Diagnostic[]): void => {
    signal?.throwIfAborted();
    if (diagnostics.some(({ severity }) => severity === 'error'))
      throw new DiagnosticError([...warnings, ...diagnostics]);
    warnings.push(...diagnostics);
  };

  onStage?.('load');
  const { loaded, diagnostics: loadDiagnostics } = await load(site, { includeDebug, headingText });
  settle(loadDiagnostics);

  onStage?.('compile');
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug });
  const compiled = new Map<string, CompiledPage>();
  for (const page of loaded.pages.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]))
    compiled.set(page.sourcePath, await compiler.compile(page));
  settle([...[...compiled.values()].flatMap(({ diagnostics }) => diagnostics), ...checkPages(compiled, loaded.pages)]);

  onStage?.('bundle');
  const jobs = loaded.pages.flatMap((page): PageJob[] => {
    const result = compiled.get(page.sourcePath);
    return result ? [{ page, compiled: result }] : [];
  });
  const sources = [
    ...jobs,
    ...jobs.flatMap(({ page }) =>
      page.tabs.flatMap((tab) => ({ page: tab.page, compiled: compiled.get(tab.page.sourcePath) as CompiledPage })),
    ),
  ];
  const demos = sources.flatMap((job) => job.compiled.demos);
  // Demos are rendered, in a process of their own, while the browser's part is bundled.
  const [bundle, demoHtml] = await allOrDiagnostics([
    bundleSite(site, sources, { development }),
    bundleDemos(site, sources).then((server) =>
      prerenderDemos(server, demos, { timeout: site.config.demoTimeout, signal }),
    ),
  ]);
  settle(demoHtml.diagnostics);

  onStage?.('prerender');
  const languages = compileLanguages(site);
  const renderer = await createPageRenderer(
    { site, loaded, compiled, bundle },
    {
      demoHtml,
      lookup: createNavigationLookup(loaded.navigation),
      highlight,
      renderMarkdown,
      strings: languageStrings(site),
      languages: Object.entries(languages).map(([id, { name }]) => ({ id, name })),
      generator: `cascader-docs ${packageVersion}`,
    },
  );

  return {
    diagnostics: warnings,
    pages: jobs.length,
    demos: demos.length,
    *outputs() {
      yield* bundle.files;
      yield* renderPages(jobs, renderer);
      yield* renderer.extras();
      yield ['.nojekyll', ''];
    },
    copies: [...loaded.publicFiles, ...uniqueAssets(compiled)],
  };
}

/** Renders every page, also after one that fails, so that all faults are told at once. */
function* renderPages(jobs: PageJob[], renderer: PageRenderer): Generator<[string, string]> {
  const failures: Diagnostic[] = [];
  for (const job of jobs) {
    try {
      const html = renderer.page(job);
      if (failures.length === 0) yield [renderer.outputOf(job.page.routePath), html];
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      failures.push(...error.diagnostics);
    }
  }
  if (failures.length > 0) throw new DiagnosticError(failures);
}

function uniqueAssets(compiled: Map<string, CompiledPage>): { filePath: string; output: string }[] {
  return [
    ...new Map([...compiled.values()].flatMap(({ assets }) => assets).map((asset) => [asset.output, asset])).values(),
  ];
}
