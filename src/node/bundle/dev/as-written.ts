import type { BuildOptions } from 'esbuild';
import { build } from '../bundler.ts';

/**
 * Fails as a bundle of the author's own code fails. Errors of a bundle whose modules register their components are located in
 * what was made of these modules: other lines, other quotes. So it is bundled once more from the modules as they are written.
 *
 * @param failure of the bundle with registered components: thrown where only that fails
 * @param options of the bundle without them
 */
export async function failAsWritten(failure: unknown, options: BuildOptions): Promise<never> {
  await build({ ...options, sourcemap: false });
  throw failure;
}
