import path from 'node:path';
import type * as ts from '../compiler/index.ts';
import { type ApiSide, openSides } from './open-sides.ts';

/** Matches a file in a package. The group is the folder of the package. */
const IN_PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

export interface MissingImportsOptions {
  side: ApiSide;
}

export interface MissingImport {
  /** Absolute path of the file that contains the import. */
  file: string;
  /** Specifier as it is written, such as `rc-select/lib/Select`. */
  specifier: string;
}

export interface MissingImports {
  missing: MissingImport[];
  /** Sorted absolute paths of the packages whose files were read. */
  packageDirs: string[];
}

/** Finds missing imports in all files that the entry's declarations import. Ignores imports of files. */
export function missingImports({ side }: MissingImportsOptions, session: ts.Session): MissingImports {
  const { program } = openSides([side], session);
  const found = new Map<string, MissingImport>();
  const packageDirs = new Set<string>();
  for (const name of program.fileNames()) {
    if (program.isLibrary(name)) continue;
    const [, packageDir] = IN_PACKAGE.exec(name) ?? [];
    if (packageDir !== undefined) packageDirs.add(path.normalize(packageDir));
    for (const node of program.file(name)?.imports ?? []) {
      const specifier = node.getText().slice(1, -1);
      if (/^[./]/.test(specifier) || program.imported(node)) continue;
      const file = path.normalize(name);
      found.set(`${path.dirname(file)} ${specifier}`, { file, specifier });
    }
  }
  return { missing: [...found.values()], packageDirs: [...packageDirs].sort() };
}
