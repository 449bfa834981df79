import path from 'node:path';
import type * as ts from '../compiler/index.ts';
import { DEFAULTS, FIXED } from '../extract/compiler-options.ts';
import { IMPORTER, packageFile } from '../extract/library-program.ts';

export interface ApiSide {
  /** Absolute path of the folder with the package in `node_modules`, or of the folder that the entry is relative to. */
  dir: string;
  /** Name of a package, `./` for the package in the folder itself, or the absolute path of a source file. */
  entry: string;
  packageName: string;
  /** Absolute path of the configuration for a source file. The path aliases in it apply. */
  tsconfig?: string;
}

/** Returns the absolute path of each entry. */
export function openSides(
  sides: readonly ApiSide[],
  session: ts.Session,
): { program: ts.Program; entries: (string | undefined)[] } {
  const roots = sides.map(({ dir, entry }, index) => {
    if (path.isAbsolute(entry)) return { file: entry, isSource: true };
    const file = path.join(dir, IMPORTER);
    session.write(file, `export * from ${JSON.stringify(entry)};`);
    const folder = entry === './' ? dir : path.join(dir, 'node_modules', entry);
    renumber(path.join(folder, 'package.json'), index, session);
    return { file, isSource: false };
  });
  const program = session.open({
    tsconfig: sides.find(({ tsconfig }) => tsconfig !== undefined)?.tsconfig,
    dir: sides[0]?.dir ?? '',
    defaults: DEFAULTS,
    // Both versions are read with the same strictness: without `strictNullChecks`, types with and without `null` are the same.
    fixed: {
      ...FIXED,
      strict: true,
      strictNullChecks: true,
      allowJs: roots.some(({ file }) => /\.[cm]?jsx?$/.test(file)),
    },
    files: roots.map(({ file }) => file),
  });
  return { program, entries: roots.map(({ file, isSource }) => (isSource ? file : packageFile(program, file))) };
}

/** Changes the version of a package, because the compiler reads only one of two packages with the same name and version. */
function renumber(manifest: string, index: number, session: ts.Session): void {
  try {
    const content = JSON.parse(session.readFile(manifest) ?? '');
    session.write(manifest, JSON.stringify({ ...content, version: `0.0.0-side.${index}` }));
  } catch {
    // The compiler reports a package without a valid manifest as missing.
  }
}
