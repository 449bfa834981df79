import fs from 'node:fs';
import path from 'node:path';
import { toPosix } from '../../base/files/paths.ts';

export type SessionFiles = ReturnType<typeof createSessionFiles>;

export function createSessionFiles() {
  const texts = new Map<string, string>();
  const read = new Set<string>();
  return {
    /** Replaces the text of a file, which need not exist. */
    write(filePath: string, text: string): void {
      texts.set(toPosix(filePath), text);
    },
    /** Returns the text that replaces a file. Otherwise the compiler reads the file itself, and the file is listed as read. */
    replacement(filePath: string): string | undefined {
      const text = texts.get(filePath);
      if (text === undefined) read.add(filePath);
      return text;
    },
    read(filePath: string): string | undefined {
      const text = texts.get(toPosix(filePath));
      if (text !== undefined) return text;
      const found = readIfThere(filePath);
      if (found !== undefined) read.add(filePath);
      return found;
    },
    /** Returns the absolute paths of the files on the disk that were read, sorted, except those in a folder. */
    filesRead: (exceptFolder: string): string[] =>
      [...new Set([...read].map((file) => path.normalize(file)))]
        .filter((file) => path.dirname(file) !== exceptFolder && fs.existsSync(file))
        .sort(),
    clear(): void {
      texts.clear();
      read.clear();
    },
  };
}

function readIfThere(filePath: string): string | undefined {
  try {
    return fs.readFileSync(filePath, 'utf8');
  } catch {
    // The file does not exist, or is a folder. The compiler tries other paths.
    return undefined;
  }
}
