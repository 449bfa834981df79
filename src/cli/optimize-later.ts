import { setFlagsFromString } from 'node:v8';

/**
 * Makes the engine optimize fewer functions, for commands that last a second or two. V8 11, the engine of Node.js 20, optimizes a
 * function after little use. In a build of one changed page that was a quarter of the CPU time. A cold build does not become slower.
 * Later engines have no such option, and need none: they wait longer by themselves.
 *
 * @param engine version of V8. Default: the one that runs
 */
export function optimizeLater(engine: string = process.versions.v8): void {
  if (engine.startsWith('11.')) setFlagsFromString('--interrupt-budget=500000');
}
