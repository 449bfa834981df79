/** Checks imports. Types are published in tables, type hints and messages, so the rule for all files applies to imports of types, too. */

import path from 'node:path';
import type { Refusal } from '../../base/diagnostics/codes/shared-texts.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage, relativePath } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { createRefusal, type FileScope, isHeld, refusalOfRead } from '../../project/file-scope.ts';
import { librariesOf } from '../../project/libraries.ts';
import type * as ts from '../compiler/index.ts';

export interface TypesScope extends FileScope {
  /** Names of the documented libraries, whose source may be in any folder. */
  libraries: string[];
}

export function typesScope(site: Site): TypesScope {
  const { projectRoot, allowed } = site;
  return { projectRoot, allowed, libraries: librariesOf(site).flatMap(({ name }) => name ?? []) };
}

/** Folders that contain the type declarations of this package. */
const OWN_FOLDERS = ['src', 'lib'].map((folder) => path.join(packageDir, folder));

/** A file that only exists in memory, or whose lines have another location for the author. */
interface PlacedFile {
  fileName: string;
  locate: (text: string, start: number, length: number) => Location;
}

/**
 * Reports rejected imports. Imports are queried only if a file is rejected, because few programs contain such a file.
 * `placed` contains files with special locations.
 */
export function refusedImports(
  program: ts.Program,
  { scope, root, placed = [] }: { scope: TypesScope | undefined; root: string; placed?: readonly PlacedFile[] },
): Diagnostic[] {
  if (!scope) return [];
  const own = program.fileNames().filter((name) => !isOfPackage(path.normalize(name)) && !program.isLibrary(name));
  const refused = new Map(own.flatMap((name) => refusedFile(name, scope)));
  if (refused.size === 0) return [];
  return own
    .filter((name) => isHeld(path.normalize(name), scope) && !refused.has(name))
    .flatMap((name) => {
      const file = program.file(name);
      return (file?.imports ?? []).flatMap((specifier): Diagnostic[] => {
        const written = specifier.getText().slice(1, -1);
        if (scope.libraries.includes(written)) return [];
        const target = program.imported(specifier)?.fileName;
        const refusal = target === undefined ? undefined : refused.get(target);
        if (!file || !refusal) return [];
        const text = file.text;
        const start = specifier.getStart(file);
        const known = placed.find(({ fileName }) => fileName === name);
        const location = known
          ? known.locate(text, start, written.length + 2)
          : locate(relativePath(root, path.normalize(name)), text, start, written.length + 2);
        return [createRefusal(refusal, `Imported file \`${written}\``, { location })];
      });
    });
}

function refusedFile(name: string, scope: TypesScope): [name: string, Refusal][] {
  const filePath = path.normalize(name);
  if (OWN_FOLDERS.some((folder) => isInside(folder, filePath))) return [];
  const refusal = refusalOfRead({ filePath, folder: scope.projectRoot }, scope);
  return refusal ? [[name, refusal]] : [];
}
