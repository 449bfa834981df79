import fs from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../base/files/read-files.ts';
import type { ResolvedConfig } from './config/types.ts';

/**
 * Returns the workspace of the project, the targets of `alias` with their folders, and the paths in `resolve.allow`.
 * `isChosen`: `projectRoot` is configured, so the workspace is not added.
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
    // There is no package.json, or its errors are reported elsewhere.
  }
  return await fs.access(path.join(dir, 'pnpm-workspace.yaml')).then(
    () => true,
    () => false,
  );
}

/** Returns the folder of a module, because files next to a module belong to it. */
async function folderOf(target: string): Promise<string> {
  const isFolder = await fs.stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? target : path.dirname(target);
}
