import fs from 'node:fs/promises';
import path from 'node:path';
import { createWorkFolder } from '../checkout/work-folder.ts';
import type { Npm } from './npm.ts';
import { typesPackageOf } from './package-names.ts';
import { findTypesVersion, type PackageVersion } from './published-versions.ts';

/** React's declarations for all versions: a range such as `18`, or the absolute folder of an installed package. */
export interface ReactTypes {
  '@types/react': string;
  /** If absent, the declarations that each version depends on are used. */
  '@types/react-dom'?: string | undefined;
}

export type InstalledVersions = Awaited<ReturnType<typeof createInstalledVersions>>;

/** Installs versions of a package with the same React types, because equal types would otherwise differ. Throws a DiagnosticError. */
export async function createInstalledVersions({
  npm,
  reactTypes,
  parent,
}: {
  npm: Npm;
  reactTypes: ReactTypes;
  parent?: string;
}) {
  const work = await createWorkFolder(parent);
  const root = path.join(work.folder, 'packages');
  const folderOf = ({ name, version }: PackageVersion): string =>
    path.join(root, 'versions', `${name.replace('/', '+')}@${version}`);
  try {
    await addReactTypes(reactTypes, { npm, root });
  } catch (error) {
    await work.remove();
    throw error;
  }
  const shared = Object.entries(reactTypes).flatMap(([name, wanted]) => (wanted === undefined ? [] : name));
  return {
    /**
     * Installs a version. If the version has no declarations, DefinitelyTyped's are installed too (in version `types`;
     * default: the newest). Throws a DiagnosticError, or the reason of the aborted signal.
     */
    async add(version: PackageVersion, types?: string): Promise<string> {
      const { name } = version;
      const folder = folderOf(version);
      const dependencies = { [name]: version.version };
      const shownAs = `${name}@${version.version}`;
      await npm.install(folder, dependencies, { shownAs });
      if (!(await hasDeclarations(path.join(folder, 'node_modules', name)))) {
        const typesVersion = types ?? (await findTypesVersion(npm, version));
        const typesName = typesPackageOf(name);
        if (typesVersion !== undefined)
          await npm.install(folder, { ...dependencies, [typesName]: typesVersion }, { shownAs });
      }
      await removePackages(folder, shared);
      return folder;
    },
    remove: (version: PackageVersion): Promise<void> => fs.rm(folderOf(version), { recursive: true, force: true }),
    dispose: (): Promise<void> => work.remove(),
  };
}

/** Installs React's declarations where the files of all versions resolve them, or links to installed declarations. */
async function addReactTypes(types: ReactTypes, { npm, root }: { npm: Npm; root: string }): Promise<void> {
  const wanted = Object.entries(types).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const [installed, published] = [true, false].map((is) => wanted.filter(([, one]) => path.isAbsolute(one) === is));
  if (published && published.length > 0)
    await npm.install(root, Object.fromEntries(published), { shownAs: published.map(([name]) => name).join(', ') });
  for (const [name, folder] of installed ?? []) {
    const link = path.join(root, 'node_modules', name);
    await fs.mkdir(path.dirname(link), { recursive: true });
    // On Windows, junctions need no special permission, but they must be absolute.
    await fs.symlink(await fs.realpath(folder), link, 'junction');
  }
}

/** Returns true if a package has declaration files of its own, not only in packages inside it. */
async function hasDeclarations(folder: string): Promise<boolean> {
  const names = await fs.readdir(folder, { recursive: true });
  return names.some((name) => /\.d\.[cm]?ts$/.test(name) && !/(?:^|[\\/])node_modules[\\/]/.test(name));
}

async function removePackages(folder: string, names: readonly string[]): Promise<void> {
  const endings = names.map((name) => path.join(path.sep, 'node_modules', name));
  for (const name of await fs.readdir(folder, { recursive: true }))
    if (endings.some((ending) => `${path.sep}${name}`.endsWith(ending)))
      await fs.rm(path.join(folder, name), { recursive: true, force: true });
}
