/** The folders of a declaration tree. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../base/files/error-code.ts';
import { isInside } from '../../../base/files/paths.ts';
import type { PackageVersion, Registry } from './open-registry.ts';
import { type Ranges, rangesOf } from './packument.ts';

/** Fetched version. */
export interface FetchedPackage {
  /** `name@version`. */
  id: string;
  name: string;
  /** Absolute folder that contains `node_modules`. */
  folder: string;
  /** Absolute folder of the files. */
  files: string;
  /** Declared dependencies of all kinds. */
  ranges: Ranges;
  hasDeclarations: boolean;
}

/** Fetches versions into their folders. */
export interface PackageFolders {
  fetch(version: PackageVersion): Promise<FetchedPackage>;
  /** Returns the package that contains a file, or undefined for a file outside of the tree. */
  ownerOf(file: string): Promise<FetchedPackage> | undefined;
}

/** Creates {@link PackageFolders}. Each version is fetched once, also if that fails. */
export function createPackageFolders({
  registry,
  folder: tree,
  withJavascript,
  signal,
}: {
  registry: Registry;
  folder: string;
  withJavascript: (name: string) => boolean;
  signal: AbortSignal;
}): PackageFolders {
  /** By the name of the folder. */
  const known = new Map<string, Promise<FetchedPackage>>();

  const fetch = async ({ name, version }: PackageVersion, folder: string): Promise<FetchedPackage> => {
    signal.throwIfAborted();
    const files = path.join(folder, 'node_modules', name);
    const options = { javascript: withJavascript(name), signal };
    const { manifest, hasDeclarations } = await registry.fetchDeclarations(name, version, files, options);
    return { id: `${name}@${version}`, name, folder, files, ranges: rangesOf(manifest), hasDeclarations };
  };

  return {
    fetch(version) {
      const key = `${version.name.replace('/', '+')}@${version.version}`;
      const fetched = known.get(key) ?? fetch(version, path.join(tree, key));
      known.set(key, fetched);
      return fetched;
    },
    ownerOf(file) {
      // The compiler may return paths with slashes on Windows.
      const filePath = path.normalize(file);
      if (!isInside(tree, filePath)) return undefined;
      const [key = ''] = path.relative(tree, filePath).split(path.sep, 1);
      return known.get(key);
    },
  };
}

/** Links a folder as a package in `node_modules`, unless something exists there. */
export async function linkPackage(nodeModules: string, name: string, target: string): Promise<void> {
  const link = path.join(nodeModules, name);
  await fs.mkdir(path.dirname(link), { recursive: true });
  try {
    // On Windows, junctions need no permission. They must be absolute.
    await fs.symlink(target, link, 'junction');
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
