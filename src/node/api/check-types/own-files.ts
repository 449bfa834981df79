import ts from 'typescript';

/**
 * Finds what belongs to files: themselves, and what they import by a relative path, without declarations.
 *
 * @param entries absolute paths with forward slashes
 * @param isOther files that are left out, with what only they import
 */
export function findOwnFiles(
  program: ts.Program,
  entries: readonly string[],
  isOther: (filePath: string) => boolean = () => false,
): Set<string> {
  const options = program.getCompilerOptions();
  const folder = program.getCurrentDirectory();
  const cache = ts.createModuleResolutionCache(folder, (name) => name, options);
  const found = new Set<string>();
  const visit = (filePath: string): void => {
    const file = program.getSourceFile(filePath);
    if (!file || file.isDeclarationFile || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const { fileName: specifier } of ts.preProcessFile(file.text).importedFiles) {
      if (!specifier.startsWith('.')) continue;
      const { resolvedModule } = ts.resolveModuleName(specifier, file.fileName, options, ts.sys, cache);
      if (resolvedModule && !isOther(resolvedModule.resolvedFileName)) visit(resolvedModule.resolvedFileName);
    }
  };
  entries.forEach(visit);
  return found;
}
