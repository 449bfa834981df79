import fs from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../base/files/read-text.ts';
import type { ResolvedConfig } from './config/types.ts';

/**
 * Absolute, real paths outside of a project whose files its site may use: the workspace around it, what the targets of
 * `alias` are or lie in, and what `resolve.allow` names.
 *
 * @param options.projectRoot absolute, real
 * @param options.isChosen the configuration names the project's folder: it is as wide as its author wants
 */
export async function findAllowedFolders(
  config: ResolvedConfig,
  { root, projectRoot, isChosen }: { root: string; projectRoot: string; isChosen: boolean },
): Promise<string[]> {
  const targets = Object.values(config.alias).filter((target) => path.isAbsolute(target) || target.startsWith('.'));
  const folders = await Promise.all([
    isChosen ? projectRoot : findWorkspace(projectRoot),
    ...targets.map((target) => folderOf(path.resolve(root, target))),
    ...config.allow,
  ]);
  const real = await Promise.all(folders.map((folder = projectRoot) => fs.realpath(folder).catch(() => folder)));
  return [...new Set(real)].filter((folder) => folder !== projectRoot);
}

/** The nearest folder, from this one upwards, that says which packages belong together. */
export async function findWorkspace(dir: string): Promise<string | undefined> {
  if (await isWorkspace(dir)) return dir;
  const parent = path.dirname(dir);
  return parent === dir ? undefined : await findWorkspace(parent);
}

async function isWorkspace(dir: string): Promise<boolean> {
  try {
    const { workspaces } = JSON.parse(readText(path.join(dir, 'package.json')));
    if (workspaces) return true;
  } catch {
    // None here, or one that is not for us to mend.
  }
  return await fs.access(path.join(dir, 'pnpm-workspace.yaml')).then(
    () => true,
    () => false,
  );
}

/** A module's folder: what lies beside it belongs to it. */
async function folderOf(target: string): Promise<string> {
  const isFolder = await fs.stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? target : path.dirname(target);
}
