import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import { readText } from '../../base/files/read-text.ts';
import { findWorkspace } from '../../project/allowed-folders.ts';
import { findPackageManager } from '../../project/package-manager.ts';
import type { PackageManager } from '../../project/package-managers.ts';

/** Installation of the packages of a checkout. */
export interface Installation {
  /** Command line. */
  command: string;
  /** Folder in which it runs, absolute. */
  cwd: string;
  /** False if there is no lock file, so that today's versions are installed. */
  isLocked: boolean;
  /** Variables that the command needs. */
  env: NodeJS.ProcessEnv;
}

/** Arguments that install exactly the versions of the lock file. */
const LOCKED: Record<PackageManager, string> = {
  npm: 'ci',
  pnpm: 'install --frozen-lockfile',
  yarn: 'install --immutable',
  bun: 'install --frozen-lockfile',
};

/**
 * Returns how the packages of a checkout are installed: by the package manager of its lock file, with exactly the versions in it.
 * Returns undefined if the site belongs to no package.
 *
 * @param folder absolute folder of the site in the checkout
 * @param top absolute folder of the checkout
 */
export async function installCommand(folder: string, top: string): Promise<Installation | undefined> {
  const manifestFolder = foldersUp(folder, top).find((dir) => fs.existsSync(path.join(dir, 'package.json')));
  if (manifestFolder === undefined) return undefined;
  // The package manager that runs this process is no property of the commit.
  const { name, dir, lock } = findPackageManager(manifestFolder, '');
  if (lock === undefined) {
    const workspace = await findWorkspace(manifestFolder);
    const cwd = workspace !== undefined && isInside(top, workspace) ? workspace : manifestFolder;
    // In CI, Yarn refuses to create a lock file.
    const env = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' };
    return { command: `${name} install`, cwd, isLocked: false, env };
  }
  const isYarn1 = name === 'yarn' && !readText(path.join(dir, lock)).includes('\n__metadata:');
  const args = isYarn1 ? 'install --frozen-lockfile --non-interactive' : LOCKED[name];
  return { command: `${name} ${args}`, cwd: dir, isLocked: true, env: {} };
}

/** Lists a folder and its parents, up to `top`. */
export function foldersUp(folder: string, top: string): string[] {
  const parent = path.dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...foldersUp(parent, top)];
}
