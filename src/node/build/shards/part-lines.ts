/** Reads files of a plan or a shard output. They are from another machine, so an invalid line is an error with its location. */
import fs from 'node:fs';
import { linesOf } from '../../base/files/lines.ts';
import { damaged, readOfPart, type ShardCommand, wrongLine } from './shard-failure.ts';
import type { ShardLine } from './types.ts';

/**
 * Reads the lines of a file as JSON. Throws a located DiagnosticError at the first line that is not valid JSON or has another
 * shape.
 *
 * @param read returns the line's value
 */
export function* readLines<Data>(file: string, read: (line: string) => Data): Generator<Data> {
  let number = 0;
  for (const line of linesOf(file)) yield readLine({ file, number: ++number }, () => read(line));
}

/** Reads one line of a file. Throws a located DiagnosticError if it is invalid. */
export function readLine<Data>(line: ShardLine, read: () => Data, command: ShardCommand = 'pages'): Data {
  try {
    return read();
  } catch {
    throw wrongLine(line, { is: 'unknown-form' }, command);
  }
}

/**
 * Throws a DiagnosticError unless a path leads to a regular file of that hash. Other file types are rejected because reading a pipe
 * or a device may hang.
 */
export function verifyFile(
  file: string,
  expected: { hash: string | undefined; bytes?: number },
  hashOf: (file: string) => string,
): void {
  const isAsExpected = readOfPart(file, () => {
    const stats = fs.statSync(file);
    return stats.isFile() && (expected.bytes ?? stats.size) === stats.size && hashOf(file) === expected.hash;
  });
  if (!isAsExpected) throw damaged(file);
}
