import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type Transform, transform } from 'sucrase';
import { type CompiledScript, META_ENV } from '../runtime/sandbox/compiled.ts';
import { type GuardedCode, guardCode } from '../runtime/sandbox/guard-code.ts';
import { guardStrings, installGuards } from '../runtime/sandbox/install-guards.ts';
import { fixReExports } from '../runtime/sandbox/re-exports.ts';

const TYPED = /\.tsx?$/;
const JSX = /\.[jt]sx$|\.js$/;

installGuards();
guardStrings();
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
    const fixed = fixReExports(code.replace(/\bimport\.meta\.env\b/g, META_ENV));
    let map: TraceMap | undefined;
    /** Maps a position in the compiled code (before guards are added) to the source text. Lines count from 1, columns from 0. */
    const positionOf = (line: number, column: number) => {
      map ??= new TraceMap(JSON.stringify(sourceMap));
      const found = originalPositionFor(map, { line, column: fixed.columnOf(line - 1, column) });
      return found.line === null ? undefined : { line: found.line, column: found.column };
    };
    const guarded = guard(fixed.code, positionOf);
    return {
      code: guarded.code,
      positionOf: (line, column) => positionOf(line, guarded.columnOf(line - 1, column)),
    };
  },
};

/** Adds guards to code. A syntax error gets its position in the source text. */
function guard(code: string, positionOf: CompiledScript['positionOf']): GuardedCode {
  try {
    return guardCode(code);
  } catch (error) {
    const { loc } = error as { loc?: { line: number; column: number } };
    const position = loc && positionOf(loc.line, loc.column);
    throw Object.assign(error as Error, { loc: position && { ...position, column: position.column + 1 } });
  }
}
