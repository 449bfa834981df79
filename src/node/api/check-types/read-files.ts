import path from 'node:path';
import ts from 'typescript';

/** Reads files, and remembers which. */
export interface FileReader {
  /** Undefined when there is none. */
  readFile: (filePath: string) => string | undefined;
  /** Absolute paths of the files that were read so far, sorted, without TypeScript's own libraries. */
  files: () => string[];
}

/** Makes a reader that has read nothing. */
export function createFileReader(): FileReader {
  const libraryDir = path.dirname(ts.getDefaultLibFilePath({}));
  const read = new Set<string>();
  return {
    readFile(filePath) {
      const text = ts.sys.readFile(filePath);
      const normal = path.normalize(filePath);
      if (text !== undefined && path.dirname(normal) !== libraryDir) read.add(normal);
      return text;
    },
    files: () => [...read].sort(),
  };
}
