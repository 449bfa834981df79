/**
 * The pipeline, in order: load -> compile -> bundle -> prerender -> write. Each stage receives data, returns data, and
 * adds its diagnostics to the run. No stage reads the configuration file, the arguments or the working directory.
 * `build` writes the outputs to disk; a server keeps them in memory.
 */
import { unlessAborted } from '../base/abort.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { Site } from '../project/config/types.ts';
import { noCache } from '../store/cache.ts';
import { createRendererLoader } from './compose/renderer.ts';
import type { PipelineOptions, PipelineResult } from './pipeline-options.ts';
import { createRun, type Job } from './run.ts';
import { bundleStage } from './stages/bundle.ts';
import { beginTypes, compileStage } from './stages/compile.ts';
import { loadStage } from './stages/load.ts';
import { type PlannedSite, prerenderStage } from './stages/prerender.ts';
import { writeStage } from './stages/write.ts';

/** Runs the stages. If a stage fails, throws a DiagnosticError with its errors and those of all stages that can still run. */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  return await withPlannedSite(site, options, ({ finish }) => finish());
}

export interface PlannedRun {
  /** All data that pages are rendered from. */
  built: PlannedSite['built'];
  /** All diagnostics so far. */
  diagnostics: Diagnostic[];
  /** Runs the remaining stages. */
  finish(): Promise<PipelineResult>;
}

/** Runs all stages before pages are rendered. Throws the same errors as {@link runPipeline}. */
export async function withPlannedSite<Result>(
  site: Site,
  options: PipelineOptions,
  use: (planned: PlannedRun) => Result | Promise<Result>,
): Promise<Result> {
  return await inRun(site, options, async (job) => {
    const planned = await planSite(job);
    const finish = async () => writeStage(job, planned, await planned.pages.make(planned));
    return await use({ built: planned.built, diagnostics: job.run.found, finish });
  });
}

/** Runs all stages before `write`. These stages produce every input of the pages. */
async function planSite(job: Job) {
  const { onStage } = job.options;
  const types = beginTypes(job);
  onStage?.('load');
  const loaded = await loadStage(job);
  onStage?.('compile');
  const compiled = await compileStage(job, loaded, types);
  onStage?.('bundle');
  const bundled = await bundleStage(job, { ...loaded, ...compiled });
  onStage?.('prerender');
  return await prerenderStage(job, { ...loaded, ...compiled, ...bundled });
}

async function inRun<Result>(
  site: Site,
  options: PipelineOptions,
  work: (job: Job) => Promise<Result>,
): Promise<Result> {
  const run = createRun(options);
  const cache = options.cache ?? noCache;
  const loader = createRendererLoader(site, cache);
  try {
    return await unlessAborted(work({ site, options, run, loader, cache }), options.signal);
  } catch (error) {
    throw withFound(await loader.explain(error), run.found);
  } finally {
    await run.close();
  }
}

function withFound(error: unknown, found: Diagnostic[]): unknown {
  if (!(error instanceof DiagnosticError) || error.diagnostics === found) return error;
  const more = found.filter((diagnostic) => !error.diagnostics.includes(diagnostic));
  return more.length > 0 ? new DiagnosticError([...more, ...error.diagnostics], error.exitCode) : error;
}
