import path from 'node:path';
import type * as ts from '../compiler/index.ts';
import { type ApiSide, openSides } from './open-sides.ts';

/** A file in a package, with the folder of the package. */
const IN_PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

export interface MissingImportsOptions {
  side: ApiSide;
}

export interface MissingImport {
  /** Absolute path. */
  file: string;
  /** As written, such as `rc-select/lib/Select`. */
  specifier: string;
}

export interface MissingImports {
  missing: MissingImport[];
  /** Absolute paths of the packages that files were read from, sorted. */
  packageDirs: string[];
}

/** In all files that the entry's declarations import. Imports of files are left out. */
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
