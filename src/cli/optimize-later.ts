import { setFlagsFromString } from 'node:v8';

/**
 * V8 11 (Node.js 20) optimizes a function after little use: a quarter of the CPU time in a build of one changed page.
 * Later engines wait longer by themselves.
 */
export function optimizeLater(engine: string = process.versions.v8): void {
  if (engine.startsWith('11.')) setFlagsFromString('--interrupt-budget=500000');
}
