import fs from 'node:fs';
import path from 'node:path';
import { toPosix } from '../../base/files/paths.ts';

/** The files of a session: those on the disk, some of which it replaces. */
export interface SessionFiles {
  /** Replaces the text of a file, which need not exist. */
  write: (filePath: string, text: string) => void;
  /** Text that replaces a file. Without one, the compiler reads the file itself, which is noted. */
  replacement: (filePath: string) => string | undefined;
  /** Text of a file, replaced or on the disk; undefined when there is none. */
  read: (filePath: string) => string | undefined;
  /** Absolute paths of the files on the disk that were read, sorted, without those of a folder. */
  filesRead: (exceptFolder: string) => string[];
  /** Begins with the disk again. */
  clear: () => void;
}

/** Creates the files of a session that replaces none. */
export function createSessionFiles(): SessionFiles {
  const texts = new Map<string, string>();
  const read = new Set<string>();
  return {
    write(filePath, text) {
      texts.set(toPosix(filePath), text);
    },
    replacement(filePath) {
      const text = texts.get(filePath);
      if (text === undefined) read.add(filePath);
      return text;
    },
    read(filePath) {
      const text = texts.get(toPosix(filePath));
      if (text !== undefined) return text;
      const found = readIfThere(filePath);
      if (found !== undefined) read.add(filePath);
      return found;
    },
    filesRead: (exceptFolder) =>
      [...new Set([...read].map((file) => path.normalize(file)))]
        .filter((file) => path.dirname(file) !== exceptFolder && fs.existsSync(file))
        .sort(),
    clear() {
      texts.clear();
      read.clear();
    },
  };
}

function readIfThere(filePath: string): string | undefined {
  try {
    return fs.readFileSync(filePath, 'utf8');
  } catch {
    // Not there, or a folder: it is looked for elsewhere.
    return undefined;
  }
}
