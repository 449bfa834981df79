import path from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from './bundler.ts';

/** Returns the names that a module at an absolute path exports, including names that it re-exports from relative paths. */
export async function exportsOf(filePath: string): Promise<string[]> {
  const { outputs } = await build({
    entryPoints: [filePath],
    outdir: path.dirname(filePath),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    tsconfigRaw: {},
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [besidePlugin],
  }).then(
    ({ metafile }) => metafile,
    // The bundle that contains the module reports its errors.
    () => ({ outputs: {} }),
  );
  return Object.values(outputs).flatMap((output) => output.exports);
}

const besidePlugin: Plugin = {
  name: 'beside',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path: specifier, kind }) => {
      const isBeside = /^\.\.?(?:\/|$)/.test(specifier) && /^(?:\.[cm]?[jt]sx?)?$/.test(path.extname(specifier));
      return kind === 'entry-point' || isBeside ? undefined : { path: specifier, external: true };
    });
  },
};
