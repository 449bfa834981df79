import type * as ts from '../compiler/index.ts';

/**
 * Without declaration files. `entries` are absolute with forward slashes; files that only an `isOther` file imports are
 * left out too.
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
