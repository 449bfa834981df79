import type { BuildContext, BuildOptions, Metafile, OutputFile } from 'esbuild';
import { isInside } from '../../base/files/paths.ts';
import { build, context } from '../esbuild/bundler.ts';
import { outputText } from '../esbuild/input-files.ts';
import type { ServerScript } from '../types.ts';

/** Valid until a file that the result depends on changes. */
export interface Cached<Result> {
  /**
   * Runs do not overlap: while esbuild is building, it answers requests with that build, which would miss changes.
   * Failures are not cached.
   */
  get(make: () => Promise<Result>): Promise<Result>;
  /** Returns true if the last result may be stale, or if its files are unknown. */
  touch(changed: ReadonlySet<string>): boolean;
  drop(): void;
  /** Resolves when no run is in progress. */
  settled(): Promise<void>;
}

export function createKept<Result extends { inputs: Iterable<string>; folders?: string[] }>(): Cached<Result> {
  let cached: Promise<Result> | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Absolute paths of the files that the result depends on. Undefined if they are unknown. */
  let inputs: ReadonlySet<string> | undefined = new Set();
  /** Absolute paths of folders in which every file counts. */
  let folders: string[] = [];
  return {
    get(make) {
      if (cached) return cached;
      const making = last.then(make);
      cached = making;
      inputs = undefined;
      last = making.then(
        (result) => {
          if (cached !== making) return;
          inputs = new Set(result.inputs);
          folders = result.folders ?? [];
        },
        () => {
          if (cached === making) cached = undefined;
        },
      );
      return making;
    },
    touch(changed) {
      const known = inputs;
      const isOf = (file: string): boolean => known?.has(file) || folders.some((folder) => isInside(folder, file));
      if (known && ![...changed].some(isOf)) return false;
      cached = undefined;
      return true;
    },
    drop() {
      cached = undefined;
    },
    settled: () => last,
  };
}

/**
 * `browser`: its bundler is reused. `server`: with replacements for rejected modules; see {@link DemoScript}. `errors`:
 * without registration of components, so that errors are located in the author's lines.
 */
type BundlePurpose = 'browser' | 'server' | 'errors';

export type MemoryOptions = BuildOptions & { write: false; metafile: true };

/** Bundler that caches the files it has read, which makes rebuilding faster. */
export function createKeptBundler(optionsFor: (purpose: BundlePurpose) => MemoryOptions) {
  let bundler: Promise<BuildContext> | undefined;
  const throwErrors = async (failure: unknown): Promise<never> => {
    await build({ ...optionsFor('errors'), sourcemap: false });
    // The build without registration succeeded, so the error is in the generated code.
    throw failure;
  };
  return {
    /** Bundles again. The first call starts the bundler. Throws esbuild's `BuildFailure`. */
    async rebuild(): Promise<{ outputFiles: OutputFile[]; metafile: Metafile }> {
      bundler ??= context(optionsFor('browser'));
      const { outputFiles = [], metafile } = await (await bundler).rebuild().catch(throwErrors);
      return { outputFiles, metafile: metafile as Metafile };
    },
    /** The reused bundler is not affected. */
    async bundleForServer(): Promise<ServerScript> {
      const { outputFiles } = await build(optionsFor('server'));
      return { code: outputText(outputFiles, '.js'), map: async () => outputText(outputFiles, '.js.map') };
    },
    /** Stops the bundler and frees its cache of files. The next `rebuild()` starts a new bundler. */
    async release(): Promise<void> {
      const released = bundler;
      bundler = undefined;
      await (await released)?.dispose();
    },
  };
}
