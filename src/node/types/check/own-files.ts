import type * as ts from '../compiler/index.ts';

/**
 * Returns the given files and the files that they import by a relative path, without declaration files.
 *
 * @param entries absolute paths with forward slashes
 * @param isOther returns true for files to leave out. Files that only they import are also left out.
 */
export function findOwnFiles(
  program: ts.Program,
  entries: readonly string[],
  isOther: (filePath: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const visit = (file: ts.SourceFile | undefined): void => {
    if (!file || file.isDeclarationFile || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const specifier of file.imports) {
      if (!/^['"]\./.test(specifier.getText())) continue;
      const imported = program.imported(specifier);
      if (imported && !isOther(imported.fileName)) visit(imported);
    }
  };
  for (const entry of entries) visit(program.file(entry));
  return found;
}
