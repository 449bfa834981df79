/**
 * The shortest build: nothing has changed since the last one, and its output is still there, or what it was made of is kept.
 * Nothing of the stages is loaded to find that out.
 */

import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { BuildOptions, BuildResult } from './build-options.ts';
import type { ConfigCode } from './bundle/config-module.ts';
import { createContents } from './cache/contents.ts';
import { createEntryStore } from './cache/entry-store.ts';
import { environmentOf } from './cache/environment.ts';
import { areSameInputs, encode, type Inputs, takeInputs } from './cache/inputs.ts';
import { hashOf, type ReadObserver } from './cache/observe-reads.ts';
import { type NamesOf, namesOf } from './cache/option-table.ts';
import { isOwnAsLoaded, ownFiles, packageHashes } from './cache/tool-files.ts';
import type { Site } from './config/types.ts';
import { configCopyOf } from './files/config-copy.ts';
import { readGitState } from './load/git-history.ts';
import { packageDir } from './package-dir.ts';
import { protectedPathsOf } from './write/check-out-dir.ts';
import { isAsWritten } from './write/is-as-written.ts';
import { MARKER } from './write/manifest.ts';

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
  cache: 'ignored',
  verifyCache: 'ignored',
  against: 'ignored',
  signal: 'ignored',
} as const satisfies Record<keyof BuildOptions, 'key' | 'ignored'>;

/** Options of a build that decide what is in its output. */
export type BuildVariant = Pick<BuildOptions, NamesOf<typeof OPTIONS, 'key'>>;

/** What is kept of a build that went well. */
interface KeptBuild {
  /** Folder of the tool that made it, as paths are kept: in another folder there may be another version. */
  tool: string;
  /** Of the process: see {@link environmentOf}. */
  environment: unknown;
  inputs: Inputs;
  /** Relative to the site's folder. */
  outDir: string;
  /** Folders that the output must leave alone, relative to the site's. */
  protectedPaths: string[];
  /** Hashes by output path. */
  contents: Map<string, string>;
  config?: KeptConfig;
  result: Omit<BuildResult, 'outDir' | 'timings' | 'made' | 'compared'>;
}

/** A configuration is code, which may ask for anything: it is run again, and gives what it gave. */
interface KeptConfig {
  filePath: string;
  code: string;
  /** Absolute folder of the site: the code may name it. */
  root: string;
  /** Whether it needs the packages around its file. */
  isInPlace: boolean;
  /** Hash of what it exports. */
  exported: string;
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
  if (!kept || !isDeepStrictEqual(kept.environment, environmentOf())) return undefined;
  const outDir = path.resolve(root, kept.outDir);
  const place = { projectRoot, outDir, cacheDir };
  if (kept.tool !== encode(packageDir, place)) return undefined;
  if (!areSameInputs(kept.inputs, place)) return undefined;
  // Other processes, which are of use only then.
  const git = kept.inputs.facts.find(([question]) => question === 'git');
  if (git && (await readGitState(root)) !== git[2]) return undefined;
  if (kept.config && !(kept.config.root === root && (await exportsSame(kept.config)))) return undefined;
  const restore = async (): Promise<BuildResult> => {
    if (!isAsWritten(outDir, kept.contents)) await putBack(kept, outDir, keptPlace);
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
  const { writeSite } = await import('./write/write-site.ts');
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
    since,
    config,
    contents,
    result,
  }: {
    reads: ReadObserver;
    /** When the build began, in milliseconds since the epoch. */
    since: number;
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
  const inputs = takeInputs(seen, { projectRoot, outDir, cacheDir }, since);
  if (!inputs) return;
  createEntryStore(projectRoot, { cacheDir }).write(entryName(path.relative(projectRoot, root), variant), {
    tool: encode(packageDir, { projectRoot }),
    environment: environmentOf(),
    inputs,
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

function keepConfig({ filePath, code, imports, exported }: ConfigCode, root: string): KeptConfig | undefined {
  const own = code.replace(DEFINE_CONFIG, 'const $1 = (config) => config;');
  // One that asks for more of the tool would have all of it loaded.
  if (/^import .* from "file:/m.test(own)) return undefined;
  const digest = digestOf(exported);
  const isInPlace = imports.some((name) => !isBuiltin(name) && !name.startsWith('file:'));
  return digest === undefined ? undefined : { filePath, code: own, root, isInPlace, exported: digest };
}

const DEFINE_CONFIG = /^import \{ (?:defineConfig as )?(\w+) \} from "file:[^"]*\/lib\/index\.js";$/m;

/** Undefined for what is more than data, such as a function: nobody sees whether two of them do the same. */
function digestOf(exported: unknown): string | undefined {
  let isData = true;
  const check = (_key: string, value: unknown): unknown => {
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
      return { [typeof value]: `${value}` };
    const prototype = typeof value === 'object' && value !== null && Object.getPrototypeOf(value);
    const isPlain = prototype ? prototype === Object.prototype || prototype === Array.prototype : true;
    if (!isPlain || !['string', 'number', 'boolean', 'object'].includes(typeof value)) isData = false;
    return value;
  };
  try {
    const text = JSON.stringify(exported, check);
    return isData ? hashOf(text) : undefined;
  } catch {
    // It goes round in circles.
    return undefined;
  }
}

/** Runs a configuration again. What goes wrong is told by the build that follows, which runs it once more. */
async function exportsSame({ filePath, code, isInPlace, exported }: KeptConfig): Promise<boolean> {
  const file = configCopyOf(filePath);
  let stop = (): void => {};
  // It may wait for what never comes: then nothing keeps the process, and it would end here.
  const isStuck = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    process.once('beforeExit', stop);
  });
  try {
    if (isInPlace) fs.writeFileSync(file, code);
    // A name of its own: what was imported once is not run again.
    const text = `${code}\n// ${process.hrtime.bigint()}`;
    const address = isInPlace ? pathToFileURL(file).href : `data:text/javascript,${encodeURIComponent(text)}`;
    const module = await Promise.race([import(address) as Promise<{ default?: unknown }>, isStuck]);
    if (!module) return false;
    const value = module.default as { __esModule?: boolean; default?: unknown } | undefined;
    return digestOf(value?.__esModule ? value.default : value) === exported;
  } catch {
    return false;
  } finally {
    process.off('beforeExit', stop);
    if (isInPlace) fs.rmSync(file, { force: true });
  }
}
