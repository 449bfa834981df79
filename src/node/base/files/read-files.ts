import fs from 'node:fs';
import { promisify } from 'node:util';

/** Throws an error in the form of a system error for a device, pipe or socket, because a read could block forever. */
export function readText(filePath: string): string {
  const stats = fs.statSync(filePath);
  if (stats.isFile()) return fs.readFileSync(filePath, 'utf8');
  const [code, reason] = stats.isDirectory() ? ['EISDIR', 'it is a folder'] : ['ENOTSUP', 'it is a device or a pipe'];
  throw Object.assign(new Error(`${code}: ${reason}, read '${filePath}'`), { code, syscall: 'read', path: filePath });
}

/** Reads a file. Rejects with the file system error. */
export type ReadFile = (file: string) => Promise<Buffer>;

/** Mean read time in milliseconds above which files are read in the background. A read from memory takes a fifth of this time. */
const SLOW = 0.1;

/** Number of files that are read before the mean read time decides. */
const FIRST = 16;

// This takes half the time of the function in node:fs/promises, which opens a handle object for each file. The wrapper
// looks up `readFile` at each call, because tests may observe reads.
const inBackground = promisify((file: string, done: (error: Error | null, bytes: Buffer) => void) =>
  fs.readFile(file, done),
);

/**
 * Reads files in memory synchronously, in a quarter of the CPU time. Reads files on a slow disk or a network in the
 * background, several at a time. `now` returns milliseconds.
 */
export function createFileReader(now: () => number = () => performance.now()): ReadFile {
  let count = 0;
  let spent = 0;
  return async (file) => {
    if (count >= FIRST && spent > count * SLOW) return await inBackground(file);
    const start = now();
    try {
      return fs.readFileSync(file);
    } finally {
      count++;
      spent += now() - start;
    }
  };
}
