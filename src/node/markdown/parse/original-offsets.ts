import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type * as ES from 'estree';
import { type Options, transform } from 'sucrase';

/** Fills empty segments of templates: after an empty segment, sucrase maps no columns. */
const FILLER = '\uE000';

/**
 * Parses a module with types.
 *
 * @param parse parses its JavaScript
 * @returns the program, and functions that convert the offsets of its nodes to offsets in the text
 */
export function parseTyped(
  text: string,
  options: Options,
  parse: (code: string) => unknown,
): { program: ES.Program; original: (offset: number) => number; originalEnd: (offset: number) => number } {
  const filled: number[] = [];
  const source = text.replace(/(?<=[`}])(?=`|\$\{)/g, (_, index: number) => {
    filled.push(index + filled.length);
    return FILLER;
  });
  const { code, sourceMap } = transform(source, {
    ...options,
    disableESTransforms: true,
    preserveDynamicImport: true,
    sourceMapOptions: { compiledFilename: 'module.js' },
  });
  const program = parse(code) as ES.Program;
  if (filled.length > 0) removeFillers(program);
  const original = offsetsOf(code, source, sourceMap as never);
  const unfilled = (offset: number): number => offset - filled.filter((index) => index < offset).length;
  return {
    program,
    original: (offset) => unfilled(original(offset)),
    originalEnd(offset) {
      const last = code[offset - 1] ?? '';
      let at = original(offset - 1);
      // A token directly after a type has the position of that type.
      if (source[at] !== last) {
        const [gap = ''] = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(code.slice(offset)) ?? [];
        const next = offset + gap.length;
        at = Math.max(source.lastIndexOf(last, next < code.length ? original(next) - 1 : undefined), at);
      }
      return unfilled(at) + 1;
    },
  };
}

function removeFillers(node: object): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string' && value.includes(FILLER))
      Object.assign(node, { [key]: value.replaceAll(FILLER, '') });
    else if (typeof value === 'object' && value !== null && !(value instanceof RegExp)) removeFillers(value as object);
  }
}

function offsetsOf(
  code: string,
  text: string,
  map: ConstructorParameters<typeof TraceMap>[0],
): (offset: number) => number {
  const trace = new TraceMap(map);
  const rows = lineStarts(text);
  const compiled = lineStarts(code);
  return (offset: number): number => {
    const line = compiled.findLastIndex((start) => start <= offset);
    const column = offset - (compiled[line] ?? 0);
    const found = originalPositionFor(trace, { line: line + 1, column });
    if (found.line === null) return 0;
    // A mapping begins at a token. The rest of the token has the same length in both texts.
    const mapped = column - columnBefore(trace, line, column);
    return (rows[found.line - 1] ?? 0) + found.column + mapped;
  };
}

/** Returns the column of the last mapping at or before a column. */
function columnBefore(trace: TraceMap, line: number, column: number): number {
  let at = column;
  const here = originalPositionFor(trace, { line: line + 1, column });
  while (at > 0) {
    const before = originalPositionFor(trace, { line: line + 1, column: at - 1 });
    if (before.line !== here.line || before.column !== here.column) break;
    at--;
  }
  return at;
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}
