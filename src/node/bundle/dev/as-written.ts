import type { BuildOptions } from 'esbuild';
import { build } from '../esbuild/bundler.ts';

/**
 * Bundles again without the code that registers components, and throws the errors of that bundle: they are located in the
 * author's own lines, not in generated code.
 *
 * @param failure error of the bundle with registered components, thrown if the bundle without them succeeds
 * @param options options of the bundle without registered components
 */
export async function failAsWritten(failure: unknown, options: BuildOptions): Promise<never> {
  await build({ ...options, sourcemap: false });
  throw failure;
}
