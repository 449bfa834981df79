/** The compiler of the live editor: runs in the sandboxed frame, and is loaded when Edit is pressed. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type Transform, transform } from 'sucrase';
import { META_ENV } from '../runtime/sandbox/compiled.ts';
import { guardLoops, installGuard } from '../runtime/sandbox/loop-guard.ts';
import { mendReExports } from '../runtime/sandbox/re-exports.ts';

const TYPED = /\.tsx?$/;
const JSX = /\.[jt]sx$|\.js$/;

installGuard();
globalThis.cascaderCompiler = {
  compile(name, text, jsxImportSource) {
    const transforms: Transform[] = ['imports'];
    if (TYPED.test(name)) transforms.push('typescript');
    if (JSX.test(name)) transforms.push('jsx');
    const { code, sourceMap } = transform(text, {
      transforms,
      jsxRuntime: 'automatic',
      jsxImportSource,
      production: true,
      disableESTransforms: true,
      filePath: name,
      sourceMapOptions: { compiledFilename: name },
    });
    const mended = mendReExports(code.replace(/\bimport\.meta\.env\b/g, META_ENV));
    const guarded = guardLoops(mended.code);
    let map: TraceMap | undefined;
    return {
      code: guarded.code,
      positionOf(line, column) {
        map ??= new TraceMap(JSON.stringify(sourceMap));
        const written = mended.columnOf(line - 1, guarded.columnOf(line - 1, column));
        const found = originalPositionFor(map, { line, column: written });
        return found.line === null ? undefined : { line: found.line, column: found.column };
      },
    };
  },
};
