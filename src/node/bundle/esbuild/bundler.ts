/** Runs the bundler. When this process exits, its child process is stopped too; otherwise the child would report a deadlock. */
import type * as Esbuild from 'esbuild';
import { describeMissing, loadedNative, loadNative } from '../../base/native-package.ts';

process.once('exit', () => void loadedNative<typeof Esbuild>('esbuild')?.stop());

export const build: typeof Esbuild.build = onDemand('build');
export const context: typeof Esbuild.context = onDemand('context');
export const transform: typeof Esbuild.transform = onDemand('transform');

/** Loads esbuild on the first call, because many builds bundle nothing. Reports a missing binary. */
function onDemand<Name extends 'build' | 'context' | 'transform'>(name: Name): (typeof Esbuild)[Name] {
  const run = (...given: unknown[]): unknown => {
    const own = loadNative<Record<Name, (...given: unknown[]) => unknown>>('esbuild');
    try {
      return own[name](...given);
    } catch (error) {
      throw describeMissing('esbuild', error);
    }
  };
  return run as (typeof Esbuild)[Name];
}
