import fs from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { createBundleCache } from './bundle/bundle-cache.ts';
import type { ConfigCode } from './bundle/config-module.ts';
import { noCache } from './cache/cache.ts';
import { createContents } from './cache/contents.ts';
import { observeReads } from './cache/observe-reads.ts';
import { compareOutput, createVerification, type Verification, verifyCache } from './cache/verify.ts';
import type { Site } from './config/types.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { checkHost } from './hosts/check-host.ts';
import { readUpload } from './hosts/read-upload.ts';
import { hasTypeScript } from './library-types/check-site-types.ts';
import { createTypesCache } from './library-types/types-cache.ts';
import { type BuildStats, createMeter } from './meter.ts';
import { packedOutput } from './packed-output.ts';
import { type PipelineResult, runPipeline, type Stage } from './pipeline.ts';
import type { PipelineOptions } from './pipeline-options.ts';
import { readPublished } from './published.ts';
import { loadSite } from './site.ts';
import type { TextParts } from './text-parts.ts';
import { findUnchanged, findUnchangedSite, keepBuild, type UnchangedBuild } from './unchanged.ts';
import { checkOutDir, protectedPathsOf } from './write/check-out-dir.ts';
import { type PreparedSite, writeSite } from './write/write-site.ts';
import type { FileContent, MakeContent } from './write/write-tree.ts';

export type { BuildOptions, BuildResult } from './build-options.ts';

/**
 * Builds a site into its output folder. The folder is replaced as a whole once everything is ready: a build that fails
 * leaves it as it was. Throws a DiagnosticError with everything that is wrong.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  // What was published elsewhere may be another thing each time.
  if (options.cache === false || options.against !== undefined) return (await buildAnew(options)).result;
  const { root = process.cwd(), stats, verifyCache: isVerified } = options;
  const unchanged = stats ? undefined : await findUnchanged(root, options, options.signal);
  const known = isVerified ? undefined : await unchanged?.restore();
  options.signal?.throwIfAborted();
  if (known) return known;
  const since = Date.now();
  const reads = observeReads();
  try {
    const { site, isKept, ...built } = await buildAnew(options, {
      find: async (site) => (stats ? undefined : (unchanged ?? findUnchangedSite(site, options, options.signal))),
    });
    if (isKept) keepBuild(site, options, { reads, since, ...built });
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
  contents: Map<string, string>;
  /** Whether it may be kept: nothing says that it would be another one the next time. */
  isKept: boolean;
  result: BuildResult;
}

/**
 * @param how.find looks for the last build, once the configuration is known
 * @param how.parts folders with pages that were made elsewhere
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the order of a build, with what later steps need of earlier ones
async function buildAnew(
  options: BuildOptions,
  { find, parts: folders }: { find?: (site: Site) => Promise<UnchangedBuild | undefined>; parts?: string[] } = {},
): Promise<Built> {
  const { root = process.cwd(), strict = false, inPlace, development, threads, signal } = options;
  const meter = createMeter({ watch: options.stats });
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
  if (known) return { site, contents: new Map(), isKept: false, result: known };
  const { outDir, target } = site.config;
  const protectedPaths = protectedPathsOf(site);
  const realOutDir = await checkOutDir({ outDir, root: site.root, protectedPaths });
  const checkTypes = strict && hasTypeScript(site);
  const caches = openCaches(site, options.cache, verification);
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
  let ofPages: ReadonlyMap<string, number> = new Map();
  let ready = async (): Promise<void> => {};
  /** Documents are rendered while others are written: their time is told apart. */
  let rendering = 0;
  const prepare = async (folder: string): Promise<PreparedSite> => {
    const into = { folder, shownAs: outDir, contents };
    const { onTime } = meter;
    const result = await runPipeline(site, {
      ...{ development, checkTypes, published, threads, ...caches, into, parts, signal, verification },
      onStage: enter,
      onTime,
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
    ofPages = result.written;
    return { addresses: result.addresses, files, written: ofPages };
  };
  const written = await writeSite({
    outDir,
    root: site.root,
    protectedPaths,
    files: prepare,
    ready: () => ready(),
    inPlace,
    contents,
    listHashes: target === 's3',
    signal,
  }).catch(async (error: unknown) => {
    throw (await built?.explain(error)) ?? error;
  });
  const hashes = [...(written.contents ?? [])].filter(([output]) => ofPages.has(output));
  if (contents) built?.keepPages(new Map(hashes));
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
  return { site, config, contents: written.contents ?? new Map(), isKept: built?.isVolatile === false, result };
}

/** Opens what is kept of bundles and types between builds. */
function openCaches(
  site: Site,
  isWanted: boolean | undefined,
  verification: Verification | undefined,
): Pick<PipelineOptions, 'cache' | 'typesCache'> {
  if (isWanted === false) return { cache: noCache, typesCache: noCache };
  return {
    cache: verifyCache(createBundleCache(site), verification),
    typesCache: verifyCache(createTypesCache(site), verification),
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
