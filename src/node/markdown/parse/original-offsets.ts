import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** Returns a function that converts the offset of a token in compiled code to its offset in the source. */
export function offsetsOf(
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
