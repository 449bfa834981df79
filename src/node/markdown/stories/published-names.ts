/** Finds the names under which the documented library exports what its stories import by paths. */
import path from 'node:path';
import type { Library } from '../../project/libraries.ts';
import { type ImportedName, type Module, parseModule } from './parse-module.ts';
import { nameOf } from './read-stories.ts';

/** Maximum number of files through which an export is followed. */
const MAX_STEPS = 5;

interface Files {
  /** Returns the text of a file. */
  read(filePath: string): string;
  /** Returns the file of a relative specifier. */
  resolve(specifier: string, importer: string): string | undefined;
}

/** An export of a file: `name` is its name there. */
interface Export {
  file: string;
  name: string;
}

/**
 * If the package exports what is imported by a path, returns an import from the package, perhaps with another name.
 * Readers can copy that import, and an exported project needs no file that the package does not publish.
 */
export function publishedImport(
  imported: ImportedName,
  importer: string,
  { libraries, files }: { libraries: readonly Library[]; files: Files },
): ImportedName {
  const { from, name } = imported;
  if (!from.startsWith('.') || name === '*' || name.startsWith('type ')) return imported;
  const file = files.resolve(from, importer);
  if (file === undefined) return imported;
  for (const { name: library, entry } of libraries) {
    const found = library === undefined ? undefined : exportedAs({ file, name }, entry, files);
    if (library !== undefined && found !== undefined && found !== 'default')
      return { ...imported, name: found, from: library };
  }
  return imported;
}

/**
 * Returns the name under which a module exports the wanted export. To read few files, follows only the export's file,
 * and files whose folder contains that file.
 */
function exportedAs(wanted: Export, filePath: string, files: Files, depth = 0): string | undefined {
  if (depth > MAX_STEPS) return undefined;
  if (filePath === wanted.file) return wanted.name;
  const module = readModule(filePath, files);
  if (!module) return undefined;
  const nameFrom = (specifier: string): string | undefined => {
    const place = path.resolve(path.dirname(filePath), specifier).replace(/\.[cm]?[jt]sx?$/, '');
    const isNear = specifier.startsWith('.') && (wanted.file.startsWith(`${place}.`) || isBelow(wanted.file, place));
    const target = isNear ? files.resolve(specifier, filePath) : undefined;
    return target && exportedAs(wanted, target, files, depth + 1);
  };
  for (const statement of module.statements) {
    if (statement.type === 'ExportAllDeclaration' && !statement.exported) {
      const name = nameFrom(String(statement.source.value));
      if (name !== undefined && name !== 'default') return name;
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.specifiers.length === 0) continue;
    for (const { local, exported } of statement.specifiers) {
      const inner = nameOf(local);
      const imported = module.imports.find((one) => one.local === inner);
      const source = statement.source ? String(statement.source.value) : imported?.from;
      const original = statement.source ? inner : imported?.name;
      if (source !== undefined && original !== undefined && nameFrom(source) === original) return nameOf(exported);
    }
  }
  return undefined;
}

function isBelow(filePath: string, folder: string): boolean {
  return filePath.startsWith(folder + path.sep);
}

function readModule(filePath: string, files: Files): Module | undefined {
  try {
    return parseModule(files.read(filePath), filePath);
  } catch {
    // The bundler reports it.
    return undefined;
  }
}
