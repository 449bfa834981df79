/**
 * File format of packs: records, then an index, then the length and the hash of the index. Readers check the hash of each record,
 * so a damaged part of the file loses only the records in it.
 */

import fs from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { hashOf } from '../base/hash.ts';
import { disk } from './observe-reads.ts';

/** Location of a record. */
export interface Packed {
  file: string;
  offset: number;
  bytes: number;
}

export interface PackWriter {
  /** Bytes of all records so far. */
  readonly bytes: number;
  /** Appends a record and returns its offset. */
  add(record: Uint8Array): number;
  /** Writes the records that are still buffered, and the index. */
  end(index: unknown): void;
}

/** Bytes after the index: its length in four bytes, and its hash. */
const END_LENGTH = 4 + 43;

/** Number of buffered bytes above which they are written. */
const CHUNK = 1e6;

/** @param file descriptor of an empty file that is open for writing */
export function createPackWriter(file: number): PackWriter {
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
    add(record) {
      const offset = bytes;
      bytes += record.length;
      waiting.push(record);
      waitingBytes += record.length;
      if (waitingBytes > CHUNK) flush();
      return offset;
    },
    end(index) {
      flush();
      const list = serialize(index);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(list.length);
      fs.writeFileSync(file, Buffer.concat([list, length, Buffer.from(hashOf(list))]));
    },
  };
}

/** Reads the index of a pack. Returns undefined if the file is missing or the index is damaged. */
export function readPackIndex(file: string): unknown {
  try {
    return withOpen(file, (open) => {
      const { size } = fs.fstatSync(open);
      const end = readAt(open, size - END_LENGTH, END_LENGTH);
      const length = end.readUInt32LE();
      if (length > size) return undefined;
      const list = readAt(open, size - END_LENGTH - length, length);
      return hashOf(list) === end.toString('latin1', 4) ? deserialize(list) : undefined;
    });
  } catch {
    // Removed, truncated, or written by another version of Node.js.
    return undefined;
  }
}

/** Reads the bytes at a location without checking their hash. Returns undefined if the file is shorter. */
export function readPacked({ file, offset, bytes }: Packed): Buffer | undefined {
  try {
    return withOpen(file, (open) => readAt(open, offset, bytes));
  } catch {
    // Another build replaced the pack.
    return undefined;
  }
}

/** Bytes between the starts of windows. Large, because records that were written together are usually read together. */
const WINDOW = 2 ** 18;

/** Size of the largest record that is read with a window. Windows overlap by it, so that each record is in one window. */
const LARGEST = WINDOW / 2;

/** Number of windows. The records of a build are interleaved, because several workers and packs contribute to them. */
const WINDOWS = 8;

interface Window {
  file: string;
  start: number;
  content: Buffer;
  buffer: Buffer;
}

/**
 * Creates a function like {@link readPacked} that needs fewer reads if records are read roughly in their order.
 *
 * @param options.reuses true if the bytes of a record are needed only until the next one is read; this takes less memory
 */
export function createPackReader({ reuses = false } = {}): (packed: Packed) => Buffer | undefined {
  /** The least recently used window first. */
  const windows: Window[] = [];
  const readWindow = (file: string, start: number): Window | undefined => {
    const oldest = windows.length === WINDOWS ? windows.shift() : undefined;
    const buffer = (reuses ? oldest?.buffer : undefined) ?? Buffer.allocUnsafeSlow(WINDOW + LARGEST);
    const content = readUpTo({ file, offset: start }, buffer);
    return content && { file, start, content, buffer };
  };
  const windowAt = (file: string, start: number): Window | undefined => {
    const index = windows.findIndex((window) => window.start === start && window.file === file);
    const [known] = index < 0 ? [] : windows.splice(index, 1);
    const window = known ?? readWindow(file, start);
    if (window) windows.push(window);
    return window;
  };
  return (packed) => {
    const { file, offset, bytes } = packed;
    if (bytes > LARGEST) return readPacked(packed);
    const start = Math.floor(offset / WINDOW) * WINDOW;
    const content = windowAt(file, start)?.content.subarray(offset - start, offset - start + bytes);
    return content?.length === bytes ? content : undefined;
  };
}

/** Fills a buffer from an offset, as far as the file has bytes. */
function readUpTo({ file, offset }: Omit<Packed, 'bytes'>, buffer: Buffer): Buffer | undefined {
  try {
    return withOpen(file, (open) => buffer.subarray(0, fs.readSync(open, buffer, 0, buffer.length, offset)));
  } catch {
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
