/**
 * The shortest build: nothing has changed since the last one, and its output is still there, or what it was made of is kept.
 * Nothing of the stages is loaded to find that out.
 */

import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MARKER } from '../base/files/marker.ts';
import { packageDir } from '../base/package-dir.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { readGitState } from '../content/git-history.ts';
import { protectedPathsOf } from '../output/check-out-dir.ts';
import { isAsWritten } from '../output/is-as-written.ts';
import type { Site } from '../project/config/types.ts';
import { createContents } from '../store/contents.ts';
import { createDependencies, type Dependencies, type DependencyReader } from '../store/dependencies.ts';
import { createEntryStore } from '../store/entry-store.ts';
import { environmentOf } from '../store/environment.ts';
import { logLookup } from '../store/lookup-log.ts';
import { hashOf, type ReadObserver } from '../store/observe-reads.ts';
import { type NamesOf, namesOf } from '../store/option-table.ts';
import { createOutputStates } from '../store/output-states.ts';
import { toMovable } from '../store/relocate.ts';
import { isOwnAsLoaded, ownFiles, packageHashes } from '../store/tool-files.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { exportsSame, type KeptConfig, keepConfig } from './kept-config.ts';

/** Which options are part of the key of a build. The others change nothing in the output, or are checked before. */
const OPTIONS = {
  // The name of the entry has the folder of the site.
  root: 'ignored',
  outDir: 'key',
  base: 'key',
  target: 'key',
  strict: 'key',
  inPlace: 'key',
  development: 'key',
  threads: 'ignored',
  stats: 'ignored',
  onStage: 'ignored',
  onTask: 'ignored',
  cache: 'ignored',
  verifyCache: 'ignored',
  against: 'ignored',
  signal: 'ignored',
} as const satisfies Record<keyof BuildOptions, 'key' | 'ignored'>;

/** Options of a build that decide what is in its output. */
export type BuildVariant = Pick<BuildOptions, NamesOf<typeof OPTIONS, 'key'>>;

/** What is kept of a build that went well. */
interface KeptBuild {
  /** Folder to which paths are relative, itself relative to the project's. */
  base: string;
  /** Folder of the tool that made it: in another folder there may be another version. */
  tool: string;
  /** Of the process: see {@link environmentOf}. */
  environment: unknown;
  dependencies: Dependencies;
  /** Relative to the site's folder. */
  outDir: string;
  /** Folders that the output must leave alone, relative to the site's. */
  protectedPaths: string[];
  /** Hashes by output path. */
  contents: Map<string, string>;
  config?: KeptConfig;
  result: Omit<BuildResult, 'outDir' | 'timings' | 'made' | 'compared'>;
}

/** The last build, where this one would give the same: all that was read is as it was. */
export interface UnchangedBuild {
  /** Hashes of its output, by path. */
  contents: ReadonlyMap<string, string>;
  /** Its result. An output that is another one is put back as it was; undefined when that cannot be. */
  restore(): Promise<BuildResult | undefined>;
}

/**
 * Looks for the last build, and whether anything has changed since.
 *
 * @param root folder of the site
 */
export async function findUnchanged(
  root: string,
  variant: BuildVariant,
  signal?: AbortSignal,
): Promise<UnchangedBuild | undefined> {
  try {
    const realRoot = fs.realpathSync.native(root);
    for (let dir = realRoot; ; dir = path.dirname(dir)) {
      const store = createEntryStore(dir);
      const name = entryName(path.relative(dir, realRoot), variant);
      if (store.has(name))
        return await unchangedOf((await store.read(name)) as KeptBuild, {
          ...{ root: realRoot, projectRoot: dir, signal },
          inPlace: variant.inPlace,
        });
      if (dir === path.dirname(dir)) return undefined;
    }
  } catch {
    // Whatever is wrong is told by the build that follows.
    return undefined;
  }
}

/** The same of a site whose configuration names the folder of the cache. */
export async function findUnchangedSite(
  { root, projectRoot, config: { cacheDir } }: Site,
  variant: BuildVariant,
  signal?: AbortSignal,
): Promise<UnchangedBuild | undefined> {
  if (cacheDir === undefined) return undefined;
  const kept = await createEntryStore(projectRoot, { cacheDir }).read(
    entryName(path.relative(projectRoot, root), variant),
  );
  const place = { root, projectRoot, cacheDir, signal, inPlace: variant.inPlace };
  // Whatever is wrong is told by the build that follows.
  return await unchangedOf(kept as KeptBuild | undefined, place).catch(() => undefined);
}

interface KeptPlace {
  root: string;
  projectRoot: string;
  cacheDir?: string;
  inPlace: boolean | undefined;
  signal: AbortSignal | undefined;
}

async function unchangedOf(kept: KeptBuild | undefined, keptPlace: KeptPlace): Promise<UnchangedBuild | undefined> {
  const { root, projectRoot, cacheDir } = keptPlace;
  const miss = (reason: string): undefined => logLookup('build', () => [reason]) as undefined;
  if (!kept) return miss('not cached');
  if (!isDeepStrictEqual(kept.environment, environmentOf())) return miss('the environment changed');
  const outDir = path.resolve(root, kept.outDir);
  const base = path.resolve(projectRoot, kept.base);
  if (kept.tool !== toMovable(packageDir, base)) return miss('another installation of the tool');
  const changed = createDependencies({ projectRoot, base, outDir, cacheDir }).findChange(kept.dependencies);
  if (changed !== undefined) return miss(`${changed} changed`);
  // Other processes, which are of use only then.
  const git = kept.dependencies.answers.find(([question]) => question === 'git');
  if (git && (await readGitState(root)) !== git[2]) return miss('the git history changed');
  if (kept.config && !(kept.config.root === root && (await exportsSame(kept.config))))
    return miss('the configuration changed');
  logLookup('build');
  const restore = async (): Promise<BuildResult> => {
    const states = createOutputStates({ projectRoot, cacheDir, outDir });
    if (!isAsWritten(outDir, kept.contents, states)) await putBack(kept, outDir, keptPlace);
    return { ...kept.result, outDir, timings: NO_TIME, made: [], isUnchanged: true };
  };
  return {
    contents: kept.contents,
    // Whatever is wrong is told by the build that follows.
    restore: () => restore().catch(() => undefined),
  };
}

/** Puts an output back as it was written; throws where that cannot be. */
async function putBack(
  { contents, protectedPaths }: KeptBuild,
  outDir: string,
  { root, projectRoot, cacheDir, inPlace, signal }: KeptPlace,
): Promise<void> {
  const { writeSite } = await import('../output/write-site.ts');
  const kept = createContents({ projectRoot, cacheDir, outDir });
  await writeSite({
    ...{ outDir, root, inPlace, signal },
    protectedPaths: protectedPaths.map((folder) => path.resolve(root, folder)),
    files: async (folder) => {
      if (!kept.place(contents, folder)) throw new Error('Some of the output is not kept');
      const paths = [...contents.keys()].filter((file) => file !== MARKER);
      // How many bytes they are is known of that build.
      return { files: new Map(), written: new Map(paths.map((file) => [file, 0])), isMarked: true };
    },
    contents: kept,
  });
}

const NO_TIME = { load: 0, compile: 0, types: 0, bundle: 0, prerender: 0, write: 0 };

/** Keeps what {@link findUnchanged} needs, unless something changed meanwhile, or nobody knows on what the build depends. */
export function keepBuild(
  site: Site,
  variant: BuildVariant,
  {
    reads,
    reader,
    config,
    contents,
    result,
  }: {
    reads: ReadObserver;
    /** Has been asking since the build began. */
    reader: DependencyReader;
    config?: ConfigCode;
    contents: Map<string, string>;
    result: BuildResult;
  },
): void {
  const { root, projectRoot } = site;
  const { cache, cacheDir, esbuild } = site.config;
  const { outDir, timings: _, stats: __, made: ___, compared: ____, ...outcome } = result;
  if (!cache.rendered) return;
  // What a plugin makes may depend on anything.
  if (esbuild.plugins.length > 0 || outDir !== fs.realpathSync(outDir) || !isOwnAsLoaded()) return;
  const keptConfig = config && keepConfig(config, root);
  if (config && !keptConfig) return;
  const seen = reads.seen();
  for (const [file, answer] of [...ownFiles(), ...packageHashes(site)])
    seen.facts.push({ question: 'content', path: file, answer });
  const dependencies = reader.take(seen);
  if (!dependencies) return;
  const { base = projectRoot } = reader.place;
  createEntryStore(projectRoot, { cacheDir }).write(entryName(path.relative(projectRoot, root), variant), {
    base: path.relative(projectRoot, base),
    tool: toMovable(packageDir, base),
    environment: environmentOf(),
    dependencies,
    outDir: path.relative(root, outDir),
    protectedPaths: protectedPathsOf(site).map((folder) => path.relative(root, folder)),
    contents,
    config: keptConfig,
    result: outcome,
  } satisfies KeptBuild);
}

/** Each way to build a site has an entry of its own. */
function entryName(site: string, variant: BuildVariant): string {
  // An option that is false is off, as one that is unset.
  const values = namesOf(OPTIONS, 'key').map((name) => variant[name] || null);
  return `build-${hashOf(JSON.stringify([site, values])).slice(0, 12)}`;
}
