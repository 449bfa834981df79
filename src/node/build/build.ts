import { type BuildStats, createMeter } from '../base/meter.ts';
import { savingMemory } from '../base/save-memory.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { checkOutDir, protectedPathsOf } from '../output/check-out-dir.ts';
import { readPublished } from '../output/published.ts';
import { writeSite } from '../output/write-site.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies } from '../project/site-folders.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import { observeReads } from '../store/observe-reads.ts';
import { createVerification } from '../store/verify.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { openStore } from './build-store.ts';
import { packedOutput } from './packed-output.ts';
import type { Stage } from './pipeline.ts';
import { createPreparation } from './prepare-site.ts';
import { loadSite } from './site.ts';
import { findLastBuild, findLastSiteBuild, keepBuild, type LastBuild } from './unchanged.ts';

export type { BuildOptions, BuildResult } from './build-options.ts';

/**
 * Builds a site into its output folder. The folder is replaced as a whole once everything is ready, so a build that fails
 * leaves it unchanged. Throws a DiagnosticError with all errors.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  // The published site may differ each time.
  if (options.cache === false || options.against !== undefined) return await buildOnce(options);
  const { root = process.cwd(), stats, onTask, verifyCache: isVerified } = options;
  const isMeasured = stats || onTask !== undefined;
  const last = isMeasured ? undefined : await findLastBuild(root, options, options.signal);
  const known = isVerified ? undefined : await last?.unchanged?.restore();
  options.signal?.throwIfAborted();
  if (known) return known;
  const since = Date.now();
  const reads = observeReads();
  try {
    const { site, isKept, ...built } = await buildAnew(options, {
      since,
      find: async (site) => {
        if (isMeasured || site.config.cacheDir === undefined) return last;
        return await findLastSiteBuild(site, options, options.signal);
      },
    });
    if (isKept) keepBuild(site, options, { reads, ...built });
    built.note?.();
    return built.result;
  } finally {
    reads.stop();
  }
}

/** Builds a site without looking for an unchanged build, and without recording this one as such. */
async function buildOnce(...args: Parameters<typeof buildAnew>): Promise<BuildResult> {
  const { result, note } = await buildAnew(...args);
  note?.();
  return result;
}

/** A build, with everything that the next build needs to detect that nothing changed. */
interface Built {
  site: Site;
  config?: ConfigCode;
  /** Reader that has read the files of this build, and remembers the answers. */
  reader: DependencyReader;
  contents: Map<string, string>;
  /** Files of archived versions that were published, by output path. */
  archived: ReadonlyMap<string, string>;
  /** The build can be reused: none of its inputs is known to vary. */
  isKept: boolean;
  result: BuildResult;
  /** Records the states of the output files. States are recorded only of files that have not just changed, so this comes last. */
  note?: (() => void) | undefined;
}

/**
 * Builds a site unless the last build can be restored.
 *
 * @param find looks for the last build, once the configuration is known
 * @param since when the build began, in milliseconds since the epoch. Default: when its configuration is known
 */
async function buildAnew(
  options: BuildOptions,
  { find, since }: { find?: (site: Site) => Promise<LastBuild | undefined>; since?: number } = {},
): Promise<Built> {
  const { root = process.cwd(), signal } = options;
  const meter = createMeter({ watch: options.stats, onTask: options.onTask });
  const enter = (stage?: Stage): void => {
    meter.enter(stage);
    if (stage) options.onStage?.(stage);
  };

  let config: ConfigCode | undefined;
  const onConfig = (code: ConfigCode): void => {
    config = code;
  };
  const { site, diagnostics } = await loadSite(root, { ...options, onConfig });
  const { unchanged, inputs } = (await find?.(site)) ?? {};
  const verification = options.verifyCache ? createVerification() : undefined;
  const known = verification ? undefined : await unchanged?.restore();
  const reader = createSiteDependencies(site, since);
  if (known) return { site, reader, contents: new Map(), archived: new Map(), isKept: false, result: known };

  const { outDir, cacheDir } = site.config;
  const protectedPaths = protectedPathsOf(site);
  const realOutDir = await checkOutDir({ outDir, root: site.root, protectedPaths, cacheDir });
  const store = openStore(site, {
    options,
    reader,
    verification,
    realOutDir,
    lastInputs: inputs,
  });
  const published = options.against === undefined ? undefined : await readPublished(options.against, site);
  const preparation = createPreparation(site, {
    ...{ options, store, published, verification, unchanged, enter, onTime: meter.onTime },
    diagnostics: [...diagnostics, ...packedOutput(site, realOutDir)],
  });
  const written = await savingMemory((onPages) =>
    writeSite({
      ...{ outDir, root: site.root, protectedPaths, contents: store.contents, signal },
      files: (folder) => preparation.prepare(folder, onPages),
      ready: preparation.ready,
    }),
  ).catch(async (error: unknown) => {
    // If the cache is verified, results that differ from the cache must not be stored in it.
    if (!verification) store.entries?.save();
    throw await preparation.explain(error);
  });
  store.entries?.save();
  enter();
  const stats = meter.stats();
  const { built, warnings } = preparation;
  const result: BuildResult = {
    outDir,
    pages: built?.pages ?? 0,
    demos: built?.demos ?? 0,
    files: written.files,
    bytes: written.bytes,
    timings: timingsOf(stats, preparation.rendering),
    ...(options.stats && { stats }),
    ...(verification && { compared: verification.compared }),
    diagnostics: [...warnings, ...written.diagnostics],
    made: built?.made ?? [],
  };
  return {
    ...{ site, config, reader, result },
    contents: written.contents ?? new Map(),
    archived: preparation.archived,
    isKept: built?.isVolatile === false,
    note: store.contents?.note,
  };
}

/** Milliseconds of each stage, of which `rendering` were spent while others were written. */
function timingsOf({ stages }: BuildStats, rendering: number): Record<Stage, number> {
  const timings = Object.fromEntries(
    Object.entries(stages).map(([stage, { wall }]) => [stage, Math.round(wall)]),
  ) as Record<Stage, number>;
  timings.prerender += Math.round(rendering);
  timings.write -= Math.round(rendering);
  return timings;
}
