/** The bundler. When this process exits, its child process is stopped too; otherwise the child would report a deadlock. */
import * as esbuild from 'esbuild';
import { describeMissing } from '../../base/native-package.ts';

process.once('exit', () => void esbuild.stop());

export const build: typeof esbuild.build = withBinary(esbuild.build);
export const context: typeof esbuild.context = withBinary(esbuild.context);
export const transform: typeof esbuild.transform = withBinary(esbuild.transform);

/** Reports that esbuild's binary is not installed. esbuild looks for it when it is first used. */
function withBinary<Run extends (...given: never[]) => unknown>(run: Run): Run {
  return ((...given: Parameters<Run>) => {
    try {
      return run(...given);
    } catch (error) {
      throw describeMissing('esbuild', error);
    }
  }) as Run;
}
