/** Temporary folders for commands, such as checkouts. A killed process leaves its folder behind, which is removed after a day. */
import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { messageOf } from '../../base/errors.ts';
import { createNewCheck } from '../../base/files/like-new.ts';
import { removeFolder } from '../../output/remove-folder.ts';

export type WorkFolder = Awaited<ReturnType<typeof createWorkFolder>>;

const NAME = 'cascader-docs-checkout-';

/** Age in milliseconds after which no process uses a folder: one day, because commands have a time limit. */
const UNUSED = 24 * 60 * 60_000;

/** Returns true for a file or folder whose last change is more than a day old. */
export function isUnused({ mtimeMs }: Stats): boolean {
  return mtimeMs < Date.now() - UNUSED;
}

/**
 * Creates a folder outside `node_modules`, where a checkout would count as an installed package, and outside the
 * project, whose packages would be resolved. Throws a DiagnosticError with exit code 2.
 */
export async function createWorkFolder(parent: string = os.tmpdir()) {
  await removeLeftovers(parent);
  try {
    const folder = await fs.realpath(await fs.mkdtemp(path.join(parent, NAME)));
    return {
      /** Absolute, real path of the folder. */
      folder,
      remove: (): Promise<void> => remove(folder),
    };
  } catch (error) {
    throw failure(2, 'checkout-failed', { case: 'system', folder: parent, reason: messageOf(error) });
  }
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await fs.readdir(parent).catch(() => [])) {
    if (!name.startsWith(NAME)) continue;
    const folder = path.join(parent, name);
    const stats = await fs.lstat(folder).catch(() => undefined);
    // Other users may also create folders with such names.
    if (stats?.isDirectory() && createNewCheck(0o700)(stats) && isUnused(stats)) await remove(folder);
  }
}

async function remove(folder: string): Promise<void> {
  try {
    await removeFolder(folder);
  } catch {
    // On Windows, a process that has just ended may keep a file open. The next run removes the remaining files.
  }
}
