import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import { readText } from '../../base/files/read-files.ts';
import { findWorkspace } from '../../project/allowed-folders.ts';
import { findPackageManager } from '../../project/package-manager.ts';
import type { PackageManager } from '../../project/package-managers.ts';

export interface Installation {
  command: string;
  cwd: string;
  /** False if there is no lock file, so that the newest versions are installed. */
  isLocked: boolean;
  env: NodeJS.ProcessEnv;
}

/** Arguments that install exactly the versions in the lock file. */
const LOCKED: Record<PackageManager, string> = {
  npm: 'ci',
  pnpm: 'install --frozen-lockfile',
  yarn: 'install --immutable',
  bun: 'install --frozen-lockfile',
};

/**
 * Returns the command that installs exactly the versions in the lock file, with its package manager. Returns undefined
 * if the site is not in a package. `top` is the folder of the checkout.
 */
export async function installCommand(folder: string, top: string): Promise<Installation | undefined> {
  const manifestFolder = foldersUp(folder, top).find((dir) => fs.existsSync(path.join(dir, 'package.json')));
  if (manifestFolder === undefined) return undefined;
  // The package manager that runs this process is unrelated to the commit.
  const { name, dir, lock } = findPackageManager(manifestFolder, '');
  if (lock === undefined) {
    const workspace = await findWorkspace(manifestFolder);
    const cwd = workspace !== undefined && isInside(top, workspace) ? workspace : manifestFolder;
    // In CI, Yarn would refuse to create a lock file.
    const env = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' };
    return { command: `${name} install`, cwd, isLocked: false, env };
  }
  const isYarn1 = name === 'yarn' && !readText(path.join(dir, lock)).includes('\n__metadata:');
  const args = isYarn1 ? 'install --frozen-lockfile --non-interactive' : LOCKED[name];
  return { command: `${name} ${args}`, cwd: dir, isLocked: true, env: {} };
}

export function foldersUp(folder: string, top: string): string[] {
  const parent = path.dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...foldersUp(parent, top)];
}
