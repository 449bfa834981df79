/**
 * The fastest build: no file of the project, no other input and no file of the output has changed since the last build.
 * This check loads none of the stages. Anything unknown counts as a change.
 */

import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseConfigCopy } from '../base/files/config-copy.ts';
import { isInside } from '../base/files/paths.ts';
import { hashOf } from '../base/hash.ts';
import { packageDir } from '../base/package-dir.ts';
import type { ConfigCode } from '../bundle/config-module.ts';
import { readGitState } from '../content/git-history.ts';
import type { Site } from '../project/config/types.ts';
import {
  createDependencies,
  type Dependencies,
  type DependencyReader,
  readStates,
  type SiteFolders,
} from '../store/dependencies.ts';
import { createEntryStore } from '../store/entries.ts';
import { logLookup } from '../store/lookup-log.ts';
import { environmentOf, isOwnAsLoaded, ownState, packageHashes } from '../store/tool-files.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { type CachedConfig, exportsSame, keepConfig } from './cached-config.ts';

/** Options that are part of a build's key. The other options do not affect the output, or are checked beforehand. */
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
export type BuildVariant = Pick<
  BuildOptions,
  { [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends 'key' ? Name : never }[keyof typeof OPTIONS]
>;

/** Inputs of a build outside of the configuration. States are valid only on this machine. */
interface Inputs {
  /** Folder of the tool and the states of its files. */
  tool: string;
  /** Environment of the process (see {@link environmentOf}). */
  environment: unknown;
  git: string;
  /** States of all files of the project by path, except packages and files that builds create. */
  project: Map<string, string>;
}

interface CachedBuild {
  folders: ProjectFolders;
  inputs: Inputs;
  /** Other files that bundles, types and pages depend on. */
  dependencies: Dependencies;
  /** States of the output files by path. */
  output: Map<string, string>;
  config?: CachedConfig | undefined;
  result: Omit<BuildResult, 'timings' | 'made' | 'compared'>;
}

interface ProjectFolders extends SiteFolders {
  root: string;
  outDir: string;
  cacheDir?: string | undefined;
}

/** The last build, whose inputs and output are unchanged. */
export interface UnchangedBuild {
  result: BuildResult;
  files: string[];
}

/** Maximum number of files in a project. In a larger project, an unchanged build is not detected. */
const MOST_FILES = 20_000;

/**
 * Returns the last build of a site if nothing has changed since then.
 * @param root folder of the site
 */
export async function findUnchanged(root: string, variant: BuildVariant): Promise<UnchangedBuild | undefined> {
  try {
    const realRoot = fs.realpathSync.native(root);
    for (let dir = realRoot; ; dir = path.dirname(dir)) {
      const cached = createEntryStore({ projectRoot: dir }).read(entryName(path.relative(dir, realRoot), variant));
      if (cached) return await checkUnchanged(cached as CachedBuild, realRoot);
      if (dir === path.dirname(dir)) return logLookup('build', () => ['not cached']) as undefined;
    }
  } catch {
    // The build that follows reports any error.
    return undefined;
  }
}

/** Does the same as {@link findUnchanged} in the configured cache folder. Resolves with undefined if no cache folder is configured. */
export async function findUnchangedSite(
  { root, projectRoot, config: { cacheDir } }: Site,
  variant: BuildVariant,
): Promise<UnchangedBuild | undefined> {
  if (cacheDir === undefined) return undefined;
  const cached = createEntryStore({ projectRoot, cacheDir }).read(entryName(path.relative(projectRoot, root), variant));
  // The build that follows reports any error.
  return cached ? await checkUnchanged(cached as CachedBuild, root).catch(() => undefined) : undefined;
}

async function checkUnchanged(cached: CachedBuild, root: string): Promise<UnchangedBuild | undefined> {
  const { folders, output, result } = cached;
  const change = root === folders.root ? await findChange(cached) : 'the folder of the site';
  logLookup('build', change === undefined ? undefined : () => [`${change} changed`]);
  if (change !== undefined) return undefined;
  const files = Array.from(output.keys(), (file) => path.relative(folders.outDir, file));
  return { result: { ...result, timings: NO_TIME, made: [], isUnchanged: true }, files };
}

async function findChange({ folders, inputs, dependencies, output, config }: CachedBuild): Promise<string | undefined> {
  if (!isDeepStrictEqual(inputs.environment, environmentOf())) return 'the environment';
  if (inputs.tool !== toolState()) return 'the tool';
  const project = readProject(folders);
  if (!project) return 'a file of the project';
  const file =
    changeIn(inputs.project, project) ??
    createDependencies(folders).findChange(dependencies) ??
    changeIn(output, readStates(folders.outDir) ?? new Map());
  if (file !== undefined) return file;
  // Git and the configuration run other code, so they come last.
  if ((await readGitState(folders.root)) !== inputs.git) return 'the git history';
  return config && !(await exportsSame(config)) ? 'the configuration' : undefined;
}

function changeIn(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string | undefined {
  return [...new Set([...before.keys(), ...now.keys()])].find((file) => before.get(file) !== now.get(file));
}

const NO_TIME = { load: 0, compile: 0, types: 0, bundle: 0, prerender: 0, write: 0 };

/** Reads the inputs of a build that is about to start. Resolves with undefined if the build cannot be recorded. */
export async function readInputs(site: Site): Promise<Inputs | undefined> {
  const folders = foldersOf(site);
  const project = readProject(folders, Date.now());
  return project && { tool: toolState(), environment: environmentOf(), git: await readGitState(site.root), project };
}

/** Stores the entry for {@link findUnchanged}, unless an input may have changed during the build or is unknown. */
export function keepBuild(
  site: Site,
  variant: BuildVariant,
  {
    inputs,
    files,
    reader,
    config,
    result,
  }: {
    /** Inputs as they were at the start of the build. */
    inputs: Inputs;
    /** Files that bundles, types and pages depend on. */
    files: Iterable<string>;
    /** Reader that was created at the start of the build. */
    reader: DependencyReader;
    config?: ConfigCode | undefined;
    result: BuildResult;
  },
): void {
  const { root, projectRoot } = site;
  const { cacheDir, esbuild, cache } = site.config;
  const folders = foldersOf(site);
  // The output of a plugin may depend on anything.
  if (!cache.rendered || esbuild.plugins.length > 0 || !isOwnAsLoaded()) return;
  const cachedConfig = config && keepConfig(config, root);
  if (config && !cachedConfig) return;
  const others = [...files, ...packageHashes(site).keys()].filter((file) => !inputs.project.has(file));
  const dependencies = reader.take(others);
  const output = readStates(result.outDir);
  if (!dependencies || !output) return;
  const { timings: _, stats: __, made: ___, compared: ____, ...outcome } = result;
  createEntryStore({ projectRoot, cacheDir }).write(entryName(path.relative(projectRoot, root), variant), {
    ...{ folders, inputs, dependencies, output, config: cachedConfig, result: outcome },
  } satisfies CachedBuild);
}

function foldersOf({ root, projectRoot, workspace, config: { outDir, cacheDir } }: Site): ProjectFolders {
  return { root, projectRoot, base: workspace?.root ?? projectRoot, outDir, cacheDir };
}

function toolState(): string {
  return `${packageDir} ${hashOf(ownState())}`;
}

/** Returns the states of all files in a project. Undefined if there are too many files, or if a file has just changed or disappeared. */
function readProject(
  { root, projectRoot, outDir, cacheDir }: ProjectFolders,
  since?: number,
): Map<string, string> | undefined {
  const isIgnored = (file: string): boolean => {
    const name = path.basename(file);
    return (
      name === '.git' ||
      file === outDir ||
      file === cacheDir ||
      WORK_NAME.test(name) ||
      parseConfigCopy(name) !== undefined
    );
  };
  try {
    const states = new Map<string, string>();
    for (const folder of isInside(projectRoot, root) ? [projectRoot] : [projectRoot, root]) {
      const found = readStates(folder, { isIgnored, most: MOST_FILES, since });
      if (!found) return undefined;
      for (const [file, state] of found) states.set(file, state);
    }
    return states;
  } catch {
    // A folder was removed in the meantime, or cannot be read.
    return undefined;
  }
}

/** Folders and locks that another build may create and remove at the same time. */
const WORK_NAME = /^\..+\.cascader-docs-[\w-]+$/;

/** Returns the name of the cache entry. Each combination of options that affect the output has its own entry. */
function entryName(site: string, variant: BuildVariant): string {
  // An option that is `false` is equal to an option that is not set.
  const names = (Object.keys(OPTIONS) as (keyof BuildVariant)[]).filter((name) => OPTIONS[name] === 'key');
  const values = names.map((name) => variant[name] || null);
  return `build-${hashOf(JSON.stringify([site, values])).slice(0, 12)}`;
}
