/** Reads files line by line, for files that are too large for memory. */

import fs from 'node:fs';
import { startHash } from '../hash.ts';

/** Number of bytes per read. */
const CHUNK = 1 << 20;
const NEW_LINE = 0x0a;

/** Yields the chunks of a file. Each chunk overwrites the previous one. */
function* chunksOfFile(file: string, buffer = Buffer.allocUnsafe(CHUNK)): Generator<Buffer> {
  const descriptor = fs.openSync(file, 'r');
  try {
    let length: number;
    do {
      length = fs.readSync(descriptor, buffer, 0, buffer.length, null);
      if (length > 0) yield buffer.subarray(0, length);
      // A chunk that does not fill the buffer is the last one.
    } while (length === buffer.length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Yields the lines of a file without line breaks. */
export function* linesOf(file: string): Generator<string> {
  let begun: Buffer[] = [];
  for (const chunk of chunksOfFile(file)) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      const rest = chunk.subarray(start, end);
      yield begun.length === 0 ? rest.toString() : Buffer.concat([...begun, rest]).toString();
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}

/** Creates a function that returns the hash of a file's bytes, in the format of `hashOf`. All calls share one buffer. */
export function createFileHash(): (file: string) => string {
  const buffer = Buffer.allocUnsafe(CHUNK);
  return (file) => {
    const hash = startHash();
    for (const chunk of chunksOfFile(file, buffer)) hash.update(chunk);
    return hash.digest('base64url');
  };
}
