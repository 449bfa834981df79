import type { BuildContext, BuildOptions, Metafile, OutputFile } from 'esbuild';
import { isInside } from '../../base/files/paths.ts';
import { build, context } from '../esbuild/bundler.ts';
import { outputText } from '../esbuild/input-files.ts';
import type { ServerScript } from '../types.ts';

interface Made {
  /** Absolute paths of the files that the result depends on. */
  inputs: Iterable<string>;
  /** Absolute paths of folders in which any file may affect the result. */
  folders?: string[];
}

export type Kept<Result extends Made> = ReturnType<typeof createKept<Result>>;

/** Caches a result until a file that the result depends on changes. */
export function createKept<Result extends Made>() {
  let cached: Promise<Result> | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Undefined if the inputs are unknown. */
  let inputs: ReadonlySet<string> | undefined = new Set();
  let folders: string[] = [];
  return {
    /**
     * Runs tasks without overlap: during a build, esbuild answers further requests with that build, which would miss
     * later changes. Failures are not cached.
     */
    get(make: () => Promise<Result>): Promise<Result> {
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
    /** Returns true if the last result may be stale or its files are unknown. */
    touch(changed: ReadonlySet<string>): boolean {
      const known = inputs;
      const isOf = (file: string): boolean => known?.has(file) || folders.some((folder) => isInside(folder, file));
      if (known && ![...changed].some(isOf)) return false;
      cached = undefined;
      return true;
    },
    drop(): void {
      cached = undefined;
    },
    /** Resolves when no run is in progress. */
    settled: (): Promise<void> => last,
  };
}

/**
 * `browser`: the bundler is reused. `server`: rejected modules are replaced; see {@link DemoScript}. `errors`:
 * components are not registered, so that the locations of errors refer to the author's lines.
 */
type BundlePurpose = 'browser' | 'server' | 'errors';

export type MemoryOptions = BuildOptions & { write: false; metafile: true };

/** Creates a bundler that caches the files it has read, so that rebuilding is faster. */
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
    /** Bundles for the server. The reused bundler is not affected. */
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
