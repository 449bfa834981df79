import type { BuildContext, BuildOptions, Metafile, OutputFile } from 'esbuild';
import { build, context } from '../esbuild/bundler.ts';
import { outputText } from '../esbuild/output-text.ts';
import type { ServerScript } from '../types.ts';

/**
 * `browser`: its bundler is reused. `server`: with replacements for rejected modules; see {@link DemoScript}. `errors`:
 * without registration of components, so that errors are located in the author's lines.
 */
export type BundlePurpose = 'browser' | 'server' | 'errors';

export type MemoryOptions = BuildOptions & { write: false; metafile: true };

export type CachedBundler = ReturnType<typeof createKeptBundler>;

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
