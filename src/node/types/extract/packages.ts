import path from 'node:path';
import type { ApiSource } from '../../../shared/api.ts';
import { isInside, relativePath } from '../../base/files/paths.ts';
import type * as ts from '../compiler/index.ts';

interface Package {
  name: string;
  dir: string;
}

export type PackageLookup = ReturnType<typeof createPackageLookup>;

/** Creates a lookup. `entryFile` is a file of the described package. `packageName` defaults to the name in its `package.json`. */
export function createPackageLookup(options: {
  projectRoot: string;
  entryFile: string;
  packageName?: string;
  readFile: (filePath: string) => string | undefined;
}) {
  const { projectRoot, entryFile, readFile } = options;
  const known = new Map<string, Package>();

  const packageAt = (dir: string): Package => {
    const found = known.get(dir);
    if (found) return found;
    const name = nameIn(readFile(path.join(dir, 'package.json')));
    const parent = path.dirname(dir);
    const result = name !== undefined || parent === dir ? { name: name ?? '', dir } : packageAt(parent);
    known.set(dir, result);
    return result;
  };
  const ofFiles = new Map<string, Package>();
  const packageOf = (filePath: string): Package => {
    const found = ofFiles.get(filePath) ?? packageAt(path.dirname(path.normalize(filePath)));
    ofFiles.set(filePath, found);
    return found;
  };

  const entryPackage = packageOf(entryFile);
  const own = options.packageName ?? entryPackage.name;

  const relatives = new Map<string, string>();
  const relative = (filePath: string): string => {
    const found =
      relatives.get(filePath) ?? nameOf(filePath, projectRoot) ?? relativePath(packageOf(filePath).dir, filePath);
    relatives.set(filePath, found);
    return found;
  };

  const originOf = (filePath: string): string => {
    const { name, dir } = packageOf(filePath);
    return dir === entryPackage.dir ? own : name;
  };

  return {
    own,
    /** Returns the package of a file: the name in the nearest `package.json` above the file that contains a name. */
    originOf,
    isOwn: (node: ts.Node): boolean => originOf(node.getSourceFile().fileName) === own,
    dirOf: (filePath: string): string => packageOf(filePath).dir,
    /** Returns the path of a file without any folders on this machine (see {@link ApiSource}). */
    relative,
    sourceOf: (node: ts.Node): ApiSource => {
      const file = node.getSourceFile();
      return { file: relative(file.fileName), line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 };
    },
  };
}

function nameIn(packageJson: string | undefined): string | undefined {
  if (packageJson === undefined) return undefined;
  try {
    const { name } = JSON.parse(packageJson) as { name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    // A broken package.json provides no name, but a `package.json` further up may contain one.
    return undefined;
  }
}

/** Returns undefined for packages, and for files elsewhere. */
function nameOf(filePath: string, projectRoot: string): string | undefined {
  const name = relativePath(projectRoot, filePath);
  return isInside(projectRoot, filePath) && !/(?:^|\/)node_modules\//.test(name) ? name : undefined;
}
