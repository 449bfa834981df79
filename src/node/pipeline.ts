/**
 * The pipeline, in order: load -> compile -> bundle -> prerender. What it makes is written by `build` and kept in memory
 * by a server. Each stage is a function from plain data to plain data and diagnostics; none reads the config file, the
 * arguments or the working directory.
 */
import { setImmediate } from 'node:timers/promises';
import { bundleDemos, bundleRenderer, bundleSite } from './bundle/bundle-site.ts';
import { checkLanguages, compileLanguages, languageStrings } from './bundle/languages.ts';
import { checkPages, createCompiler, headingText, highlight, mayRun, renderMarkdown } from './compile/compile-site.ts';
import type { CompiledPage } from './compile/types.ts';
import type { Site } from './config/types.ts';
import { allOrDiagnostics, type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { load } from './load/load.ts';
import { createNavigationLookup } from './load/navigation-lookup.ts';
import type { SourcePage } from './load/types.ts';
import { packageVersion } from './package-dir.ts';
import { readDemoFiles } from './prerender/demo-files.ts';
import { prerenderDemos } from './prerender/demos.ts';
import { createDocuments } from './prerender/documents.ts';
import { importRenderer } from './prerender/server-module.ts';
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
  /** Contents by output path; documents are rendered when they are asked for. */
  outputs: Map<string, Uint8Array | string | (() => string)>;
  /** Files to copy: absolute path by output path. */
  copies: Map<string, string>;
  /** Throws a DiagnosticError when documents could not be rendered; to be asked once all are. */
  check: () => Promise<void>;
}

/** Runs the stages up to prerender. Throws a DiagnosticError that lists all errors of the stage that failed. */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  const { includeDebug = false, development, onStage, signal } = options;
  const warnings: Diagnostic[] = [];
  const settle = (diagnostics: Diagnostic[]): void => {
    signal?.throwIfAborted();
    if (diagnostics.some(isError)) throw new DiagnosticError([...warnings, ...diagnostics]);
    warnings.push(...diagnostics);
  };

  onStage?.('load');
  const { loaded, diagnostics: loadDiagnostics } = await load(site, { includeDebug, headingText });
  settle([...checkLanguages(site), ...loadDiagnostics]);

  onStage?.('compile');
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug });
  const compiled = new Map<string, CompiledPage>();
  const compile = async (pages: SourcePage[]): Promise<PageJob[]> => {
    for (const page of pages) {
      compiled.set(page.sourcePath, await compiler.compile(page));
      // Lets the bundler's questions through.
      await setImmediate();
      signal?.throwIfAborted();
    }
    return pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
  };
  // What is bundled comes from these pages alone, so that it can be bundled while the others compile.
  const all = loaded.pages.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]);
  const live = await compile(all.filter((page) => mayRun(page, site)));
  const demos = live.flatMap((job) => job.compiled.demos);
  const bundling = live.some((job) => job.compiled.diagnostics.some(isError))
    ? undefined
    : allOrDiagnostics([
        bundleSite(site, live, { development }).then(async (bundle) => ({
          bundle,
          demoFiles: await readDemoFiles(demos, bundle, highlight),
        })),
        bundleRenderer(site, live).then(importRenderer),
        // In a process of their own, while the browser's part is bundled.
        bundleDemos(site, live).then((script) =>
          prerenderDemos(script, demos, { timeout: site.config.demoTimeout, signal }),
        ),
      ]);
  // Awaited below; errors of content are told first.
  bundling?.catch(() => undefined);
  await compile(all.filter((page) => !mayRun(page, site)));
  settle([
    ...all.flatMap((page) => compiled.get(page.sourcePath)?.diagnostics ?? []),
    ...checkPages(compiled, loaded.pages),
  ]);
  if (!bundling) throw new Error('A page with errors was not reported');

  onStage?.('bundle');
  const [{ bundle, demoFiles }, renderer, demoHtml] = await bundling;
  settle(demoHtml.diagnostics);

  onStage?.('prerender');
  const jobs = loaded.pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
  const documents = createDocuments({ site, loaded, compiled, bundle }, jobs, {
    lookup: createNavigationLookup(loaded.navigation),
    renderer,
    demoHtml,
    demoFiles,
    renderMarkdown,
    strings: languageStrings(site),
    languages: Object.entries(compileLanguages(site)).map(([id, { name }]) => ({ id, name })),
    generator: `cascader-docs ${packageVersion}`,
  });

  const assets = [...compiled.values()].flatMap((page) => page.assets);
  return {
    diagnostics: warnings,
    pages: jobs.length,
    demos: demos.length,
    outputs: new Map<string, Uint8Array | string | (() => string)>([
      ...bundle.files,
      ...documents.outputs,
      ['.nojekyll', ''],
    ]),
    copies: new Map([...loaded.publicFiles, ...assets].map(({ output, filePath }) => [output, filePath])),
    check: async () => settle(await documents.check()),
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
