/** Files of lines that are too long to be held: they are read and written line by line. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** Bytes that are read at one time. */
const CHUNK = 1 << 20;
const NEW_LINE = 0x0a;

/** Chunks of a file, each in the place of the one before. */
function* chunksOfFile(file: string, buffer = Buffer.allocUnsafe(CHUNK)): Generator<Buffer> {
  const descriptor = fs.openSync(file, 'r');
  try {
    let length: number;
    do {
      length = fs.readSync(descriptor, buffer, 0, buffer.length, null);
      if (length > 0) yield buffer.subarray(0, length);
      // What is shorter than asked for is the end.
    } while (length === buffer.length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Lines of a file, without their ends. */
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

/** Makes what gives the hash of a file's bytes, as `hashOf` has it; many files share its memory. */
export function createFileHash(): (file: string) => string {
  const buffer = Buffer.allocUnsafe(CHUNK);
  return (file) => {
    const hash = createHash('sha256');
    for (const chunk of chunksOfFile(file, buffer)) hash.update(chunk);
    return hash.digest('base64url');
  };
}

/** A file that is written line by line. */
export interface LineFile {
  add(line: string): void;
  /** Writes what is left; returns the bytes of the file, and their hash. */
  end(): { bytes: number; hash: string };
}

/** Begins a new file. */
export function createLineFile(file: string): LineFile {
  fs.writeFileSync(file, '', { flag: 'wx' });
  const hash = createHash('sha256');
  let bytes = 0;
  let waiting: string[] = [];
  let length = 0;
  const write = (): void => {
    const chunk = Buffer.from(waiting.join(''));
    hash.update(chunk);
    fs.appendFileSync(file, chunk);
    bytes += chunk.length;
    waiting = [];
    length = 0;
  };
  return {
    add(line) {
      waiting.push(line, '\n');
      length += line.length;
      if (length >= CHUNK) write();
    },
    end() {
      write();
      return { bytes, hash: hash.digest('base64url') };
    },
  };
}
