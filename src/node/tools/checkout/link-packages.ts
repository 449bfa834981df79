import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside, relativePath } from '../../base/files/paths.ts';
import { findWorkspace } from '../../project/allowed-folders.ts';
import { LOCK_FILES } from '../../project/package-manager.ts';

const OF_PACKAGES = new Set([
  ...['package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'bunfig.toml'],
  ...LOCK_FILES.map(([name]) => name),
]);

/** Returns false if a changed file determines which packages are installed, or is a patch for a package. */
export function haveSamePackages(changed: readonly string[]): boolean {
  return !changed.some(
    (file) => OF_PACKAGES.has(path.posix.basename(file)) || /(?:^|[./])patch(?:es)?(?:\/|$)/.test(file),
  );
}

/**
 * Links the packages of the working tree instead of installing the same packages in a checkout. `folder` is a folder in the checkout, whose
 * top folder is `top`. Returns false if there are no packages to link, or if some are part of the commit.
 */
export async function linkPackages(
  folder: string,
  { top, repository }: { top: string; repository: string },
): Promise<boolean> {
  const installed = path.resolve(repository, relativePath(top, folder), 'node_modules');
  if ((await findWorkspace(folder)) !== undefined) return false;
  const packages = await realFoldersIn(installed);
  const ofRepository = await fs.realpath(repository);
  const real = await fs.realpath(installed).catch(() => installed);
  const isOfCommit = (one: string): boolean => isInside(ofRepository, one) && !isInside(real, one);
  if (packages.length === 0 || packages.some(isOfCommit)) return false;
  await fs.symlink(installed, path.join(folder, 'node_modules'), 'junction');
  return true;
}

/** Returns the real paths of the installed packages, or none if the folder does not exist. */
async function realFoldersIn(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map((name) => {
      const file = path.join(folder, name);
      if (name.startsWith('@')) return realFoldersIn(file);
      return name.startsWith('.') ? [] : fs.realpath(file).catch(() => []);
    }),
  );
  return found.flat();
}
