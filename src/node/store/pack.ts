/**
 * A pack: contents one after the other, then where each of them is, then how long that list is, and its hash. Each content is
 * known by its own hash, so that a part that is damaged costs that part.
 */
import fs from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { disk, hashOf } from './observe-reads.ts';

/** Where a content is. */
export interface Packed {
  file: string;
  offset: number;
  bytes: number;
}

export interface PackWriter {
  /** Bytes that it has so far. */
  readonly bytes: number;
  add(hash: string, content: Uint8Array): void;
  /** Writes what is left, and the list. */
  end(): void;
}

/** Of the list, its length in four bytes and its hash. */
const END_LENGTH = 4 + 43;

/** Bytes that are written in one go. */
const CHUNK = 1e6;

/** @param file open for writing, and empty */
export function createPackWriter(file: number): PackWriter {
  const places = new Map<string, [offset: number, bytes: number]>();
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  const flush = (): void => {
    if (waitingBytes > 0) fs.writeFileSync(file, Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  return {
    get bytes() {
      return bytes;
    },
    add(hash, content) {
      if (places.has(hash)) return;
      places.set(hash, [bytes, content.length]);
      bytes += content.length;
      waiting.push(content);
      waitingBytes += content.length;
      if (waitingBytes > CHUNK) flush();
    },
    end() {
      flush();
      const list = serialize(places);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(list.length);
      fs.writeFileSync(file, Buffer.concat([list, length, Buffer.from(hashOf(list))]));
    },
  };
}

/** Where the contents of a pack are, by hash; none when its list is not as it was written. */
export function readPack(file: string): Map<string, Packed> {
  try {
    return withOpen(file, (open) => {
      const { size } = fs.fstatSync(open);
      const end = readAt(open, size - END_LENGTH, END_LENGTH);
      const length = end.readUInt32LE();
      if (length > size) return new Map();
      const list = readAt(open, size - END_LENGTH - length, length);
      if (hashOf(list) !== end.toString('latin1', 4)) return new Map();
      const places = deserialize(list) as Map<string, [number, number]>;
      return new Map(Array.from(places, ([hash, [offset, bytes]]) => [hash, { file, offset, bytes }]));
    });
  } catch {
    // It is gone, cut, or of another version of Node.
    return new Map();
  }
}

/** Bytes at a place, whatever they are; undefined when there are fewer. */
export function readPacked({ file, offset, bytes }: Packed): Buffer | undefined {
  try {
    return withOpen(file, (open) => readAt(open, offset, bytes));
  } catch {
    // Another build has replaced the pack.
    return undefined;
  }
}

function withOpen<Result>(file: string, use: (open: number) => Result): Result {
  const open = disk.open(file, 'r');
  try {
    return use(open);
  } finally {
    fs.closeSync(open);
  }
}

function readAt(open: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (fs.readSync(open, bytes, 0, length, offset) !== length) throw new Error('The file is shorter');
  return bytes;
}
