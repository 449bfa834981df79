import { describeError } from '../demo/describe-error.ts';
import { type LiveFailure, MOST_FAILURE } from '../live/protocol.ts';

/** Prefix of the names of a demo's modules in stack traces. */
export const SOURCE_PREFIX = 'demo:///';

/** An error with its position in the text of a file; line and column from 1. */
export class PlacedError extends Error {
  constructor(
    message: string,
    readonly place: { file: string; line?: number; column?: number },
  ) {
    super(message);
  }
}

/** Maps a position in a file's compiled code to the position in its source. Lines start at 1, columns at 0. */
export type FindPlace = (file: string, line: number, column: number) => { line: number; column: number } | undefined;

/** Converts a thrown value to data, with its position in the demo's text if the stack contains one. */
export function describeFailure(error: unknown, kind: LiveFailure['kind'], findPlace: FindPlace): LiveFailure {
  if (error instanceof PlacedError) return { kind, message: error.message, ...error.place };
  const { message, stack } = describeError(error);
  // The stack of a thrown value may have any length.
  const frames: string[] = [];
  let place: Pick<LiveFailure, 'file' | 'line' | 'column'> = {};
  for (const line of stack.slice(0, 4 * MOST_FAILURE).split('\n')) {
    const [whole, file = '', row, column] = /demo:\/\/\/([^\s():]+):(\d+):(\d+)/.exec(line) ?? [];
    if (!whole) continue;
    const found = findPlace(file, Number(row), Number(column) - 1);
    if (!found) continue;
    const at = { file, line: found.line, column: found.column + 1 };
    if (place.file === undefined) place = at;
    frames.push(line.replace(whole, `${file}:${at.line}:${at.column}`).trim());
  }
  return {
    kind,
    message: describeThrown(error, message).slice(0, MOST_FAILURE),
    ...place,
    stack: frames.join('\n') || undefined,
  };
}

function describeThrown(error: unknown, message: string): string {
  const name = error instanceof Error ? error.name : '';
  return name && name !== 'Error' && !message.startsWith(name) ? `${name}: ${message}` : message;
}
