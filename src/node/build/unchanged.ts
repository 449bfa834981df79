/**
 * The shortest build: nothing has changed since the last build, and its output still exists or can be restored from the cache.
 * Detecting this loads none of the stages.
 */

import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hashOf } from '../base/hash.ts';
import { MARKER } from '../base/marker.ts';
import { packageDir } from '../base/package-dir.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { readGitState } from '../content/git-history.ts';
import { protectedPathsOf } from '../output/check-out-dir.ts';
import { isAsWritten } from '../output/is-as-written.ts';
import type { Site } from '../project/config/types.ts';
import { createContents } from '../store/contents.ts';
import {
  createDependencies,
  type Dependencies,
  type DependencyReader,
  type InputLookup,
} from '../store/dependencies.ts';
import { createEntryStore } from '../store/entry-store.ts';
import { environmentOf } from '../store/environment.ts';
import { logLookup } from '../store/lookup-log.ts';
import type { ReadObserver } from '../store/observe-reads.ts';
import { type NamesOf, namesOf } from '../store/option-table.ts';
import { createOutputStates } from '../store/output-states.ts';
import { toMovable } from '../store/relocate.ts';
import { hashOwnFiles, isOwnAsLoaded, ownFiles, packageHashes } from '../store/tool-files.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { type CachedConfig, exportsSame, keepConfig } from './cached-config.ts';

/** Options that are part of a build's key. The other options do not change the output, or are checked before. */
const OPTIONS = {
  // The name of the entry contains the folder of the site.
  root: 'ignored',
  outDir: 'key',
  base: 'key',
  target: 'key',
  strict: 'key',
  development: 'key',
  stats: 'ignored',
  onStage: 'ignored',
  onTask: 'ignored',
  cache: 'ignored',
  verifyCache: 'ignored',
  against: 'ignored',
  signal: 'ignored',
} as const satisfies Record<keyof BuildOptions, 'key' | 'ignored'>;

/** Options of a build that affect its output. */
export type BuildVariant = Pick<BuildOptions, NamesOf<typeof OPTIONS, 'key'>>;

/** Cache entry of a successful build. */
interface CachedBuild {
  /** Folder to which paths are relative; relative to the project's folder. */
  base: string;
  /** Folder of the tool that built it, because a different folder may contain a different version. */
  tool: string;
  /** Environment of the process, see {@link environmentOf}. */
  environment: unknown;
  dependencies: Dependencies;
  /** Relative to the site's folder. */
  outDir: string;
  /** Folders that the output must not overwrite, relative to the site's folder. */
  protectedPaths: string[];
  /** Hashes by output path. */
  contents: Map<string, string>;
  /** Files of archived versions by output path, relative to the site's folder. They are also in `contents`. */
  archived: Map<string, string>;
  config?: CachedConfig;
  result: Omit<BuildResult, 'outDir' | 'timings' | 'made' | 'compared'>;
}

/** The last build of a site. */
export interface LastBuild {
  /** The build itself, if a new one would produce the same output because all of its inputs are unchanged. */
  unchanged?: UnchangedBuild | undefined;
  /** Its input files, which need not be read again if they are unchanged. */
  inputs: InputLookup;
}

/** The last build, whose inputs are unchanged. */
export interface UnchangedBuild {
  /** Hashes of its output, by path. */
  contents: ReadonlyMap<string, string>;
  /**
   * Returns the result. Restores an output that differs; resolves with undefined if that is not possible. The first call
   * decides, so a build that could not be restored is not compared with its output again.
   */
  restore(): Promise<BuildResult | undefined>;
}

/**
 * Finds the record of the last build of a site. Returns undefined if no build was recorded.
 *
 * @param root folder of the site
 */
export async function findLastBuild(
  root: string,
  variant: BuildVariant,
  signal?: AbortSignal,
): Promise<LastBuild | undefined> {
  try {
    const realRoot = fs.realpathSync.native(root);
    for (let dir = realRoot; ; dir = path.dirname(dir)) {
      const store = createEntryStore(dir);
      const name = entryName(path.relative(dir, realRoot), variant);
      if (store.has(name))
        return await lastBuildOf((await store.read(name)) as CachedBuild, {
          ...{ root: realRoot, projectRoot: dir, signal },
        });
      if (dir === path.dirname(dir)) return undefined;
    }
  } catch {
    // The build that follows reports any error.
    return undefined;
  }
}

/** Finds the last build of a site in the cache folder that its configuration sets. Returns undefined if it sets none. */
export async function findLastSiteBuild(
  { root, projectRoot, config: { cacheDir } }: Site,
  variant: BuildVariant,
  signal?: AbortSignal,
): Promise<LastBuild | undefined> {
  if (cacheDir === undefined) return undefined;
  const cachedEntry = await createEntryStore(projectRoot, { cacheDir }).read(
    entryName(path.relative(projectRoot, root), variant),
  );
  const place = { root, projectRoot, cacheDir, signal };
  // The build that follows reports any error.
  return await lastBuildOf(cachedEntry as CachedBuild | undefined, place).catch(() => undefined);
}

interface BuildFolders {
  root: string;
  projectRoot: string;
  cacheDir?: string;
  signal: AbortSignal | undefined;
}

async function lastBuildOf(cached: CachedBuild | undefined, folders: BuildFolders): Promise<LastBuild | undefined> {
  if (!cached) return logLookup('build', () => ['not cached']) as undefined;
  const { projectRoot } = folders;
  const unchanged = await unchangedOf(cached, folders);
  if (unchanged) return { unchanged, inputs: () => undefined };
  const base = path.resolve(projectRoot, cached.base);
  const inputs = createDependencies({ projectRoot, base }).inputsOf(cached.dependencies);
  hashOwnFiles(inputs);
  return { inputs };
}

async function unchangedOf(cached: CachedBuild, folders: BuildFolders): Promise<UnchangedBuild | undefined> {
  const { root, projectRoot, cacheDir } = folders;
  const miss = (reason: string): undefined => logLookup('build', () => [reason]) as undefined;
  if (!isDeepStrictEqual(cached.environment, environmentOf())) return miss('the environment changed');
  const outDir = path.resolve(root, cached.outDir);
  const base = path.resolve(projectRoot, cached.base);
  if (cached.tool !== toMovable(packageDir, base)) return miss('another installation of the tool');
  const reader = createDependencies({ projectRoot, base, outDir, cacheDir });
  const changed = reader.findChange(cached.dependencies);
  if (changed !== undefined) return miss(`${changed} changed`);
  // Git runs in other processes, so it is queried only if nothing else has changed.
  const git = cached.dependencies.answers.find(([question]) => question === 'git');
  if (git && (await readGitState(root)) !== git[2]) return miss('the git history changed');
  if (cached.config && !(cached.config.root === root && (await exportsSame(cached.config))))
    return miss('the configuration changed');
  logLookup('build');
  const restore = async (): Promise<BuildResult> => {
    const states = createOutputStates({ projectRoot, cacheDir, outDir });
    if (!isAsWritten(outDir, cached.contents, states)) await putBack(cached, outDir, folders);
    return { ...cached.result, outDir, timings: NO_TIME, made: [], isUnchanged: true };
  };
  let restored: Promise<BuildResult | undefined> | undefined;
  return {
    contents: cached.contents,
    restore: () => {
      // The build that follows reports any error.
      restored ??= restore().catch(() => undefined);
      return restored;
    },
  };
}

/** Restores an output byte for byte. Throws if that is not possible. */
async function putBack(
  { contents, archived, protectedPaths }: CachedBuild,
  outDir: string,
  { root, projectRoot, cacheDir, signal }: BuildFolders,
): Promise<void> {
  const { writeSite } = await import('../output/write-site.ts');
  const kept = createContents({ projectRoot, cacheDir, outDir });
  await writeSite({
    ...{ outDir, root, signal },
    protectedPaths: protectedPaths.map((folder) => path.resolve(root, folder)),
    files: async (folder) => {
      const own = new Map([...contents].filter(([file]) => !archived.has(file)));
      if (!kept.place(own, folder)) throw new Error('Some of the output is not kept');
      const paths = [...own.keys()].filter((file) => file !== MARKER);
      // The sizes are in the cached result.
      const written = new Map(paths.map((file) => [file, 0]));
      const copies = new Map(Array.from(archived, ([file, source]) => [file, path.resolve(root, source)]));
      return { files: new Map(), written, copies, isMarked: true };
    },
    contents: kept,
  });
}

const NO_TIME = { load: 0, compile: 0, types: 0, bundle: 0, prerender: 0, write: 0 };

/** Stores the entry for {@link findLastBuild}, unless an input has changed in the meantime or the inputs of the build are unknown. */
export function keepBuild(
  site: Site,
  variant: BuildVariant,
  {
    reads,
    reader,
    config,
    contents,
    archived,
    result,
  }: {
    reads: ReadObserver;
    /** Reader that has recorded queries since the build began. */
    reader: DependencyReader;
    config?: ConfigCode;
    contents: Map<string, string>;
    archived: ReadonlyMap<string, string>;
    result: BuildResult;
  },
): void {
  const { root, projectRoot } = site;
  const { cache, cacheDir, esbuild } = site.config;
  const { outDir, timings: _, stats: __, made: ___, compared: ____, ...outcome } = result;
  if (!cache.rendered) return;
  // The output of a plugin may depend on anything.
  if (esbuild.plugins.length > 0 || outDir !== fs.realpathSync(outDir) || !isOwnAsLoaded()) return;
  const cachedConfig = config && keepConfig(config, root);
  if (config && !cachedConfig) return;
  const seen = reads.seen();
  for (const [file, answer] of [...ownFiles(), ...packageHashes(site)])
    seen.reads.push({ question: 'content', path: file, answer });
  const dependencies = reader.take(seen);
  if (!dependencies) return;
  const { base = projectRoot } = reader.folders;
  createEntryStore(projectRoot, { cacheDir }).write(entryName(path.relative(projectRoot, root), variant), {
    base: path.relative(projectRoot, base),
    tool: toMovable(packageDir, base),
    environment: environmentOf(),
    dependencies,
    outDir: path.relative(root, outDir),
    protectedPaths: protectedPathsOf(site).map((folder) => path.relative(root, folder)),
    contents,
    archived: new Map(Array.from(archived, ([file, source]) => [file, path.relative(root, source)])),
    config: cachedConfig,
    result: outcome,
  } satisfies CachedBuild);
}

/** Returns the name of the entry: each combination of options that affect the output has an entry. */
function entryName(site: string, variant: BuildVariant): string {
  // An option that is `false` is equal to an option that is not set.
  const values = namesOf(OPTIONS, 'key').map((name) => variant[name] || null);
  return `build-${hashOf(JSON.stringify([site, values])).slice(0, 12)}`;
}
