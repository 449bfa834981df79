/** The compiler of the live editor: runs in the sandboxed frame, and is loaded on the first edit. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type Transform, transform } from 'sucrase';
import { guardLoops, installGuard } from '../runtime/sandbox/loop-guard.ts';

const TYPED = /\.tsx?$/;
const JSX = /\.[jt]sx$|\.js$/;

installGuard();
globalThis.cascaderCompiler = {
  compile(name, text) {
    const transforms: Transform[] = ['imports'];
    if (TYPED.test(name)) transforms.push('typescript');
    if (JSX.test(name)) transforms.push('jsx');
    const { code, sourceMap } = transform(text, {
      transforms,
      jsxRuntime: 'automatic',
      production: true,
      disableESTransforms: true,
      filePath: name,
      sourceMapOptions: { compiledFilename: name },
    });
    const guarded = guardLoops(code);
    let map: TraceMap | undefined;
    return {
      code: guarded.code,
      positionOf(line, column) {
        map ??= new TraceMap(JSON.stringify(sourceMap));
        const found = originalPositionFor(map, { line, column: guarded.columnOf(line - 1, column) });
        return found.line === null ? undefined : { line: found.line, column: found.column };
      },
    };
  },
};
