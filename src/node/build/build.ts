import fs from 'node:fs/promises';
import path from 'node:path';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { type BuildStats, createMeter } from '../base/meter.ts';
import { savingMemory } from '../base/save-memory.ts';
import type { TextParts } from '../base/text-parts.ts';
import { createBundleCache } from '../bundle/bundle-cache.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { checkOutDir, protectedPathsOf } from '../output/check-out-dir.ts';
import { checkHost } from '../output/hosts/check-host.ts';
import { readUpload } from '../output/hosts/read-upload.ts';
import { readPublished } from '../output/published.ts';
import { type PreparedSite, writeSite } from '../output/write-site.ts';
import type { FileContent, MakeContent } from '../output/write-tree.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-place.ts';
import { noCache } from '../store/cache.ts';
import { createContents } from '../store/contents.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { EntryLog } from '../store/entry-log.ts';
import { observeReads } from '../store/observe-reads.ts';
import { compareOutput, createVerification, type Verification, verifyCache } from '../store/verify.ts';
import { hasTypeScript } from '../types/check-site-types.ts';
import { createTypesCache } from '../types/types-cache.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { packedOutput } from './packed-output.ts';
import { type PipelineResult, runPipeline, type Stage } from './pipeline.ts';
import type { PipelineOptions } from './pipeline-options.ts';
import { loadSite } from './site.ts';
import { findUnchanged, findUnchangedSite, keepBuild, type UnchangedBuild } from './unchanged.ts';

export type { BuildOptions, BuildResult } from './build-options.ts';

/**
 * Builds a site into its output folder. The folder is replaced as a whole once everything is ready: a build that fails
 * leaves it as it was. Throws a DiagnosticError with everything that is wrong.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  // What was published elsewhere may be another thing each time.
  if (options.cache === false || options.against !== undefined) return (await buildAnew(options)).result;
  const { root = process.cwd(), stats, onTask, verifyCache: isVerified } = options;
  const isMeasured = stats || onTask !== undefined;
  const unchanged = isMeasured ? undefined : await findUnchanged(root, options, options.signal);
  const known = isVerified ? undefined : await unchanged?.restore();
  options.signal?.throwIfAborted();
  if (known) return known;
  const since = Date.now();
  const reads = observeReads();
  try {
    const { site, isKept, ...built } = await buildAnew(options, {
      since,
      find: async (site) => (isMeasured ? undefined : (unchanged ?? findUnchangedSite(site, options, options.signal))),
    });
    if (isKept) keepBuild(site, options, { reads, ...built });
    return built.result;
  } finally {
    reads.stop();
  }
}

/** Options of {@link merge}. */
export interface MergeOptions extends Omit<BuildOptions, 'threads' | 'stats' | 'verifyCache'> {
  /** Folders of all parts, in any order, relative to the working directory. */
  parts: string[];
}

/**
 * Puts the parts of a site together: as {@link build}, but for the pages that the parts have. Their pages are taken when they
 * were made of what is in this folder, byte by byte. Throws a DiagnosticError otherwise, or when one is missing.
 */
export async function merge({ parts, ...options }: MergeOptions): Promise<BuildResult> {
  return (await buildAnew(options, { parts: parts.map((folder) => path.resolve(folder)) })).result;
}

/** What was built, and all that is to be known to see later that it need not be built again. */
interface Built {
  site: Site;
  config?: ConfigCode;
  /** Has asked the disk for this build. */
  reader: DependencyReader;
  contents: Map<string, string>;
  /** Whether it may be kept: nothing says that it would be another one the next time. */
  isKept: boolean;
  result: BuildResult;
}

/**
 * @param how.find looks for the last build, once the configuration is known
 * @param how.since when the build began, in milliseconds since the epoch; default when its configuration is known
 * @param how.parts folders with pages that were made elsewhere
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the order of a build, with what later steps need of earlier ones
async function buildAnew(
  options: BuildOptions,
  how: { find?: (site: Site) => Promise<UnchangedBuild | undefined>; since?: number; parts?: string[] } = {},
): Promise<Built> {
  const { root = process.cwd(), strict = false, inPlace, development, threads, signal } = options;
  const { find, since, parts: folders } = how;
  const meter = createMeter({ watch: options.stats, onTask: options.onTask });
  const enter = (stage?: Stage): void => {
    meter.enter(stage);
    if (stage) options.onStage?.(stage);
  };

  let config: ConfigCode | undefined;
  const onConfig = (code: ConfigCode): void => {
    config = code;
  };
  const { site, diagnostics: siteDiagnostics } = await loadSite(root, { ...options, onConfig });
  const unchanged = await find?.(site);
  const verification = options.verifyCache ? createVerification() : undefined;
  const known = verification ? undefined : await unchanged?.restore();
  const reader = createSiteDependencies(site, since);
  if (known) return { site, reader, contents: new Map(), isKept: false, result: known };
  const { outDir, target } = site.config;
  const protectedPaths = protectedPathsOf(site);
  const realOutDir = await checkOutDir({ outDir, root: site.root, protectedPaths });
  const checkTypes = strict && hasTypeScript(site);
  const entries = options.cache === false ? undefined : createSiteEntries(site);
  const caches = openCaches(site, { entries, reader, verification });
  const { projectRoot, config: siteConfig } = site;
  const contents =
    options.cache === false || folders
      ? undefined
      : createContents({ projectRoot, cacheDir: siteConfig.cacheDir, outDir: realOutDir });
  const published = options.against === undefined ? undefined : await readPublished(options.against, site);
  // The shapes of its lists take a start longer, which few builds need.
  const parts = folders && (await import('./shards/read-parts.ts')).readParts(folders, site);
  const warnings: Diagnostic[] = [];
  let built: PipelineResult | undefined;
  let ready = async (): Promise<void> => {};
  /** Documents are rendered while others are written: their time is told apart. */
  let rendering = 0;
  const prepare = async (folder: string, onPages: (pages: number) => void): Promise<PreparedSite> => {
    const into = { folder, shownAs: outDir, contents };
    const result = await runPipeline(site, {
      ...{ development, checkTypes, published, threads, entries, ...caches, into, parts, signal, verification },
      ...{ onStage: enter, onTime: meter.onTime, onPages },
    });
    built = result;
    const tell = (diagnostics: Diagnostic[]): void => {
      warnings.push(...diagnostics);
      if (strict && warnings.some(({ severity }) => severity !== 'info')) throw new DiagnosticError(warnings);
    };
    tell([...siteDiagnostics, ...packedOutput(site, realOutDir), ...result.diagnostics]);
    ready = async () => {
      await result.check();
      if (target) tell(checkHost(target, readUpload(folder)));
      if (!verification || !contents) return;
      if (unchanged) compareOutput(folder, { kept: unchanged.contents, contents }, verification);
      const { differences } = verification;
      if (differences.size > 0) throw new DiagnosticError([...warnings, ...differences.values()]);
    };
    enter('write');
    const files = filesOf(result, (time) => {
      rendering += time;
    });
    // A public file takes the place of a page.
    for (const output of files.keys()) result.written.delete(output);
    return { addresses: result.addresses, files, written: result.written };
  };
  const written = await savingMemory((onPages) =>
    writeSite({
      outDir,
      root: site.root,
      protectedPaths,
      files: (folder) => prepare(folder, onPages),
      ready: () => ready(),
      inPlace,
      contents,
      listHashes: target === 's3',
      signal,
    }),
  ).catch(async (error: unknown) => {
    // What differs from the cache must not get into it.
    if (!verification) entries?.save();
    throw (await built?.explain(error)) ?? error;
  });
  entries?.save();
  contents?.note();
  enter();
  const stats = meter.stats();
  const result: BuildResult = {
    outDir,
    pages: built?.pages ?? 0,
    demos: built?.demos ?? 0,
    files: written.files,
    bytes: written.bytes,
    timings: timingsOf(stats, rendering),
    ...(options.stats && { stats }),
    ...(verification && { compared: verification.compared }),
    diagnostics: [...warnings, ...written.diagnostics],
    made: built?.made ?? [],
  };
  return { site, config, reader, contents: written.contents ?? new Map(), isKept: built?.isVolatile === false, result };
}

/** Opens what is kept of bundles and types between builds. */
function openCaches(
  site: Site,
  options: { entries: EntryLog | undefined; reader: DependencyReader; verification: Verification | undefined },
): Pick<PipelineOptions, 'cache' | 'typesCache'> {
  const { entries, reader, verification } = options;
  if (!entries) return { cache: noCache, typesCache: noCache };
  return {
    cache: verifyCache(createBundleCache(site, { entries, reader }), verification),
    typesCache: verifyCache(createTypesCache(site, entries), verification),
  };
}

/** What is to be written besides the pages; tells the milliseconds that each document takes. */
function filesOf(
  { outputs, copies }: PipelineResult,
  onRendered: (time: number) => void,
): Map<string, FileContent | MakeContent> {
  const timed = (render: () => string | TextParts) => (): string | TextParts => {
    const start = performance.now();
    const text = render();
    onRendered(performance.now() - start);
    return text;
  };
  const files = new Map<string, FileContent | MakeContent>();
  for (const [output, content] of outputs) files.set(output, typeof content === 'function' ? timed(content) : content);
  for (const [output, filePath] of copies) files.set(output, () => fs.readFile(filePath));
  return files;
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
