import fs from 'node:fs';
import type { Stage } from '../base/meter.ts';
import { type BuildStats, createMeter } from '../base/meter.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { checkOutDir, protectedPathsOf } from '../output/check-out-dir.ts';
import { writeSite } from '../output/write-site.ts';
import { createSiteDependencies } from '../project/site-folders.ts';
import type { OnFiles } from '../store/cache.ts';
import { createVerification } from '../store/verify.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { openStore } from './build-store.ts';
import { packedOutput } from './packed-output.ts';
import { createPreparation } from './prepare-site.ts';
import { readPublished } from './published.ts';
import { loadSite } from './site.ts';
import { findUnchanged, findUnchangedSite, keepBuild, readInputs } from './unchanged.ts';

export type { BuildOptions, BuildResult } from './build-options.ts';

/**
 * Builds a site into its output folder. The folder is replaced as a whole once everything is ready, so a build that fails
 * leaves it unchanged. Throws a DiagnosticError with all errors.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const { root = process.cwd(), signal, stats, onTask, verifyCache: isVerified } = options;
  // The published site may differ each time.
  const isKept = options.cache !== false && options.against === undefined;
  const isMeasured = stats || onTask !== undefined;
  let unchanged = isKept && !isMeasured ? await findUnchanged(root, options) : undefined;
  if (unchanged && !isVerified) return unchanged.result;
  signal?.throwIfAborted();

  const since = Date.now();
  const meter = createMeter({ watch: stats, onTask });
  const enter = (stage?: Stage): void => {
    meter.enter(stage);
    if (stage) options.onStage?.(stage);
  };
  let config: ConfigCode | undefined;
  const onConfig = (code: ConfigCode): void => {
    config = code;
  };
  const configFiles = new Set<string>();
  const { site, diagnostics } = await loadSite(root, { ...options, onConfig, inputs: configFiles });
  if (isKept && !isMeasured) unchanged ??= await findUnchangedSite(site, options);
  if (unchanged && !isVerified) return unchanged.result;
  const verification = isVerified ? createVerification() : undefined;
  const reader = createSiteDependencies(site, since);
  const readingInputs = isKept ? readInputs(site) : undefined;

  const { outDir, cacheDir } = site.config;
  const protectedPaths = protectedPathsOf(site);
  const realOutDir = await checkOutDir({ outDir, root: site.root, protectedPaths, cacheDir });
  /** Files that the build depends on. Undefined if some are unknown. */
  let files: Set<string> | undefined = new Set([...configFiles].filter((file) => fs.existsSync(file)));
  const onFiles: OnFiles = (found) => {
    if (!found) files = undefined;
    else for (const file of found) files?.add(file);
  };
  const store = openStore(site, { options, reader, verification, onFiles });
  const published = options.against === undefined ? undefined : await readPublished(options.against, site);
  const preparation = createPreparation(site, {
    ...{ options, store, published, verification, unchanged, enter, onTime: meter.onTime },
    diagnostics: [...diagnostics, ...packedOutput(site, realOutDir)],
  });
  const written = await writeSite({
    ...{ outDir, root: site.root, protectedPaths, signal },
    files: preparation.prepare,
    ready: preparation.ready,
  }).catch(async (error: unknown) => {
    throw await preparation.explain(error);
  });
  enter();
  const measured = meter.stats();
  const { built, warnings } = preparation;
  const result: BuildResult = {
    outDir,
    pages: built?.pages ?? 0,
    demos: built?.demos ?? 0,
    files: written.files,
    bytes: written.bytes,
    timings: timingsOf(measured, preparation.rendering),
    ...(stats && { stats: measured }),
    ...(verification && { compared: verification.compared }),
    diagnostics: [...warnings, ...written.diagnostics],
    made: built?.made ?? [],
  };
  const inputs = await readingInputs;
  onFiles(built?.files);
  if (inputs && files && built?.isVolatile === false && outDir === realOutDir)
    keepBuild(site, options, { inputs, files, reader, config, result });
  return result;
}

function timingsOf({ stages }: BuildStats, rendering: number): Record<Stage, number> {
  const timings = Object.fromEntries(
    Object.entries(stages).map(([stage, { wall }]) => [stage, Math.round(wall)]),
  ) as Record<Stage, number>;
  timings.prerender += Math.round(rendering);
  timings.write -= Math.round(rendering);
  return timings;
}
