import { DiagnosticError, unique } from '../base/diagnostics/diagnostic.ts';
import { createLru } from '../base/lru.ts';
import { isError } from '../build/run.ts';
import { routesOf, withTabs } from '../content/tabs.ts';
import type { SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { reportDemoProblems } from '../render/demos/demo-problems.ts';
import { findDemoWarnings } from '../render/demos/demo-warnings.ts';
import { outputPathOf } from '../render/page-url.ts';
import { describeFailures } from '../render/render-failure.ts';
import { findThemeWarnings } from '../render/theme-warnings.ts';
import type { DevOutput } from './dev-output.ts';
import type { DevTypes } from './dev-types.ts';
import type { Jobs } from './jobs.ts';
import { checkLinks, type Pages } from './page-store.ts';

const KEPT_PAGES = 32;

export function createPrintedPages(site: Site, jobs: Jobs, types: DevTypes) {
  const printed = createLru<Promise<DevOutput>>(KEPT_PAGES);
  const files = new Map<string, string[]>();

  const print = async (all: Pages, page: SourcePage, outputPath: string): Promise<DevOutput> => {
    const job = await jobs.prepare(all, [page]);
    const { compiled, scripts } = job;
    const parts = [...compiled.values()];
    const { demos, diagnostics: ofDemos } = await jobs.buildDemos(job);
    files.set(outputPath, [
      ...withTabs(page).map(({ filePath }) => filePath),
      ...parts.flatMap(({ dependencies }) => dependencies),
      ...scripts.inputs,
    ]);
    const failed = new Set(scripts.diagnostics.filter(isError).map(({ location }) => location?.file));
    const found = [
      ...parts.flatMap(({ diagnostics }) => diagnostics),
      ...types.check(compiled),
      ...(await checkLinks(site, compiled, { pages: all, types })),
      ...scripts.diagnostics,
      ...ofDemos,
      ...findThemeWarnings(site, scripts.renderer.server),
      // A demo with a bundler error usually throws because of it.
      ...reportDemoProblems(scripts.html, demos).filter(({ location }) => !failed.has(location?.file)),
      ...(await findDemoWarnings(site, demos.values(), {
        pages: liveParts(page, compiled),
        texts: all.loaded.texts,
        inputs: scripts.inputs,
      })),
      ...(await describeFailures(scripts.failures, scripts.renderer.script, site)),
    ];
    // A page without its module cannot be rendered.
    const isWhole = parts.every(({ module, sourcePath }) => !module || scripts.components.has(sourcePath));
    if (!isWhole) throw new DiagnosticError(unique(found));
    try {
      const documents = await jobs.createDocuments(job, {
        demos,
        pagesOnly: routesOf(page).some((route) => outputPath === outputPathOf(route, site.config)),
      });
      const content = documents.outputs.get(outputPath)?.() ?? '';
      const thrown = await documents.check();
      if (thrown.length > 0) throw new DiagnosticError(thrown);
      return { content, diagnostics: unique(found) };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      throw new DiagnosticError(unique([...found, ...error.diagnostics]));
    }
  };

  return {
    /** Throws a DiagnosticError if the page cannot be rendered at all. */
    get(all: Pages, page: SourcePage, outputPath: string): Promise<DevOutput> {
      const output = printed.get(outputPath) ?? print(all, page, outputPath);
      printed.set(outputPath, output);
      return output;
    },
    /** Returns the output paths of all pages ever rendered that use a changed file. */
    madeOf: (changed: ReadonlySet<string>): string[] =>
      [...files].filter(([, own]) => own.some((file) => changed.has(file))).map(([page]) => page),
    clear: (): void => printed.clear(),
  };
}

function liveParts(page: SourcePage, compiled: Map<string, CompiledPage>) {
  return withTabs(page).flatMap((part) => {
    const found = compiled.get(part.sourcePath);
    return found ? [{ page: part, compiled: found }] : [];
  });
}
