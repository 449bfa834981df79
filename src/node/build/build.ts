import fs from 'node:fs';
import path from 'node:path';
import { VERSIONS_FOLDER } from '../../shared/versions/versions.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { shownPath } from '../base/files/paths.ts';
import { MARKER } from '../base/marker.ts';
import { type BuildStats, createMeter, type OnTime, type Stage } from '../base/meter.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { checkHost, readUpload } from '../output/check-host.ts';
import { checkOutDir, protectedPathsOf } from '../output/check-out-dir.ts';
import { type PreparedSite, writeSite } from '../output/write-site.ts';
import type { FileContent, MakeContent } from '../output/write-tree.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies } from '../project/site-folders.ts';
import { listFiles } from '../project/versions/archived-files.ts';
import { archivedVersions } from '../project/versions/names.ts';
import type { ArchivedVersion, SiteVersion } from '../project/versions/types.ts';
import type { OnFiles } from '../store/cache.ts';
import { compareOutput, createVerification, type Verification } from '../store/verify.ts';
import { hasTypeScript } from '../types/check-site-types.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { type BuildStore, openStore } from './build-store.ts';
import { packedOutput } from './packed-output.ts';
import { runPipeline } from './pipeline.ts';
import type { PipelineResult } from './pipeline-options.ts';
import { type Published, readPublished } from './published.ts';
import { loadSite } from './site.ts';
import { findUnchanged, findUnchangedSite, keepBuild, readInputs, type UnchangedBuild } from './unchanged.ts';

export type { BuildOptions, BuildResult } from './build-options.ts';

/**
 * Builds a site into its output folder. The whole folder is replaced when everything is ready, so a failed build leaves
 * the folder unchanged. Throws a DiagnosticError with all errors.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const { root = process.cwd(), signal, stats, onTask, verifyCache: isVerified } = options;
  // The published site may change between builds.
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

export interface PreparationOptions {
  options: BuildOptions;
  store: BuildStore;
  published: Published | undefined;
  verification: Verification | undefined;
  /** The last build, if nothing has changed since then. */
  unchanged: UnchangedBuild | undefined;
  /** Diagnostics about the configuration and the output folder. */
  diagnostics: Diagnostic[];
  enter: (stage: Stage) => void;
  onTime: OnTime;
}

/** The steps that build a new site in its folder, up to publication. */
function createPreparation(site: Site, preparation: PreparationOptions) {
  const { options, store, published, verification, unchanged, enter, onTime } = preparation;
  const { strict = false, development, signal } = options;
  const { outDir, target } = site.config;
  const checkTypes = strict && hasTypeScript(site);
  /** All diagnostics so far that are not errors. */
  const warnings: Diagnostic[] = [];
  let built: PipelineResult | undefined;
  let archived: ReadonlyMap<string, string> = new Map();
  let folder = '';
  let rendering = 0;
  const note = (diagnostics: Diagnostic[]): void => {
    warnings.push(...diagnostics);
    if (strict && warnings.some(({ severity }) => severity !== 'info')) throw new DiagnosticError(warnings);
  };
  return {
    /** Runs the pipeline. Pages are written into the folder; the result lists all other files. */
    async prepare(into: string): Promise<PreparedSite> {
      folder = into;
      built = await runPipeline(site, {
        ...{ development, checkTypes, published, signal, verification, onTime },
        ...store,
        comparesDemos: verification !== undefined,
        into: { folder, shownAs: outDir },
        onStage: enter,
      });
      note([...preparation.diagnostics, ...built.diagnostics]);
      enter('write');
      const files = filesOf(built, (time) => {
        rendering += time;
      });
      // A public file replaces a page with the same path.
      for (const output of files.keys()) built.written.delete(output);
      const paths = [...built.written.keys(), ...files.keys()];
      archived = archivedOutputs(site, built.versions, paths);
      return { anchors: built.anchors, files, written: built.written, copies: archived };
    },
    /** Checks the written site. Throws a DiagnosticError if the site must not be published. */
    async ready(): Promise<void> {
      await built?.check();
      if (target) note(checkHost(target, readUpload(folder)));
      if (!verification) return;
      // Archived files are not rebuilt.
      const files = unchanged?.files.filter((file) => file !== MARKER && !archived.has(file)) ?? [];
      compareOutput(folder, { outDir, files }, verification);
      const { differences } = verification;
      if (differences.size > 0) throw new DiagnosticError([...warnings, ...differences.values()]);
    },
    /** Returns an error, with its source location if the author's code caused the error. */
    explain: async (error: unknown): Promise<unknown> => (await built?.explain(error)) ?? error,
    /** Result of the pipeline, if the pipeline has run. */
    get built() {
      return built;
    },
    warnings,
    /** Milliseconds spent on rendering documents while other documents were written. */
    get rendering() {
      return rendering;
    },
  };
}

/** Returns the files to write in addition to the pages. Calls `onRendered` with the milliseconds that each document took. */
function filesOf(
  { outputs, copies }: PipelineResult,
  onRendered: (time: number) => void,
): Map<string, FileContent | MakeContent> {
  const timed = (render: () => string) => (): string => {
    const start = performance.now();
    const text = render();
    onRendered(performance.now() - start);
    return text;
  };
  const files = new Map<string, FileContent | MakeContent>();
  for (const [output, content] of outputs) files.set(output, typeof content === 'function' ? timed(content) : content);
  for (const [output, filePath] of copies) files.set(output, () => fs.promises.readFile(filePath));
  return files;
}

/**
 * Returns absolute paths of archived files by output path. Throws a DiagnosticError if a file cannot be published, or
 * if an output of the site has the URL of an archived version.
 */
function archivedOutputs(
  { root }: Pick<Site, 'root'>,
  versions: readonly SiteVersion[],
  paths: Iterable<string>,
): Map<string, string> {
  const archived = archivedVersions(versions);
  const outputs = new Map<string, string>();
  const diagnostics = findConflicts(archived, paths);
  for (const { id, folder } of archived) {
    const files = listFiles(folder);
    if (Array.isArray(files))
      for (const file of files) outputs.set(`${VERSIONS_FOLDER}/${id}/${file}`, path.join(folder, file));
    else
      diagnostics.push(
        createDiagnostic('archived-files-refused', { id, folder: shownPath(root, folder), problem: files }),
      );
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  return outputs;
}

/** Aliases are not checked here, but where their pages are generated. */
function findConflicts(archived: ArchivedVersion[], paths: Iterable<string>): Diagnostic[] {
  const starts = archived.map(({ id }) => `${VERSIONS_FOLDER}/${id}/`.toLowerCase());
  const found = Array.from(paths).filter((file) => {
    const name = `${file.toLowerCase()}/`;
    return starts.some((start) => name.startsWith(start));
  });
  if (found.length === 0) return [];
  return [createDiagnostic('version-path-conflict', { paths: found.sort(), ids: archived.map(({ id }) => id) })];
}
