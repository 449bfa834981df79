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

/** Bundler that caches the files it has read, which makes rebuilding faster. */
export interface CachedBundler {
  /** Bundles again. The first call starts the bundler. Throws esbuild's `BuildFailure`. */
  rebuild(): Promise<{ outputFiles: OutputFile[]; metafile: Metafile }>;
  /** The reused bundler is not affected. */
  bundleForServer(): Promise<ServerScript>;
  /** Stops the bundler and frees its cache of files. The next `rebuild()` starts a new bundler. */
  release(): Promise<void>;
}

export function createKeptBundler(optionsFor: (purpose: BundlePurpose) => MemoryOptions): CachedBundler {
  let bundler: Promise<BuildContext> | undefined;
  const throwErrors = async (failure: unknown): Promise<never> => {
    await build({ ...optionsFor('errors'), sourcemap: false });
    // The build without registration succeeded, so the error is in the generated code.
    throw failure;
  };
  return {
    async rebuild() {
      bundler ??= context(optionsFor('browser'));
      const { outputFiles = [], metafile } = await (await bundler).rebuild().catch(throwErrors);
      return { outputFiles, metafile: metafile as Metafile };
    },
    async bundleForServer() {
      const { outputFiles } = await build(optionsFor('server'));
      return { code: outputText(outputFiles, '.js'), map: async () => outputText(outputFiles, '.js.map') };
    },
    async release() {
      const released = bundler;
      bundler = undefined;
      await (await released)?.dispose();
    },
  };
}
