import type ts from 'typescript';

/** Parsed files, for the next program: most of them are the compiler's libraries and React's types, which stay the same. */
export interface SourceFiles {
  /**
   * A file as it was parsed before, when its text and the way of parsing are the same.
   *
   * @param parsing all that the tree depends on besides name and text
   */
  get(filePath: string, text: string, parsing: unknown, parse: () => ts.SourceFile): ts.SourceFile;
}

/** Creates a memory of files; of each, the latest is kept. */
export function createSourceFiles(): SourceFiles {
  const files = new Map<string, { text: string; parsing: string; file: ts.SourceFile }>();
  return {
    get(filePath, text, parsing, parse) {
      const key = JSON.stringify(parsing);
      const known = files.get(filePath);
      if (known?.text === text && known.parsing === key) return known.file;
      const file = parse();
      files.set(filePath, { text, parsing: key, file });
      return file;
    },
  };
}
