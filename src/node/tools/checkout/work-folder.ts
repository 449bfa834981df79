/** Temporary folders of commands, such as checkouts, which the next run removes if their process was killed. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { messageOf } from '../../base/diagnostics/message-of.ts';
import { createNewCheck } from '../../base/files/like-new.ts';
import { acquireLock, isLocked, startTimeOf } from '../../output/lock.ts';
import { removeFolder } from '../../output/remove-folder.ts';
import { killTree } from './run-command.ts';

export interface WorkFolder {
  /** Absolute, real path. */
  folder: string;
  /** Notes a process group, which the next run ends if this process is killed. */
  noteProcess(pid: number): Promise<void>;
  remove(): Promise<void>;
}

const NAME = 'cascader-docs-checkout-';

/** File of the lock in a work folder. Its process works in the folder. */
const LOCK = 'lock';

/** File with the id and start time of the running process group. */
const PROCESS = 'process.json';

/** Age in milliseconds after which a folder without a lock is a leftover. Its process was killed before it wrote the lock. */
const STALE = 60_000;

/**
 * Not in `node_modules`, where a checkout would be an installed package, and not below the project, whose packages
 * would be resolved. Throws a DiagnosticError with exit code 2.
 */
export async function createWorkFolder(parent: string = os.tmpdir()): Promise<WorkFolder> {
  await removeLeftovers(parent);
  try {
    const folder = await fs.realpath(await fs.mkdtemp(path.join(parent, NAME)));
    const lock = await acquireLock(path.join(folder, LOCK), folder).catch(async (error: unknown) => {
      await remove(folder);
      throw error;
    });
    return {
      folder,
      async noteProcess(pid) {
        const noted = { pid, started: await startTimeOf(pid) };
        await fs.writeFile(path.join(folder, PROCESS), JSON.stringify(noted));
      },
      async remove() {
        await remove(folder);
        await lock.release();
      },
    };
  } catch (error) {
    throw failure(2, 'checkout-failed', { case: 'system', folder: parent, reason: messageOf(error) });
  }
}

async function removeLeftovers(parent: string): Promise<void> {
  const names = (await fs.readdir(parent).catch(() => [])).filter((name) => name.startsWith(NAME));
  for (const name of names) {
    const folder = path.join(parent, name);
    if (!(await isLeftover(folder))) continue;
    await endNoted(folder);
    await remove(folder);
  }
}

async function isLeftover(folder: string): Promise<boolean> {
  try {
    const stats = await fs.lstat(folder);
    // Other users may create folders with this name.
    if (!stats.isDirectory() || !createNewCheck(0o700)(stats)) return false;
    const lock = path.join(folder, LOCK);
    const hasLock = await fs.access(lock).then(
      () => true,
      () => false,
    );
    return hasLock ? !(await isLocked(lock)) : stats.mtimeMs < Date.now() - STALE;
  } catch {
    // A process has just removed the folder.
    return false;
  }
}

/** Ends the commands of a killed process, which would write to the folder while it is removed. */
async function endNoted(folder: string): Promise<void> {
  try {
    const { pid, started } = JSON.parse(await fs.readFile(path.join(folder, PROCESS), 'utf8'));
    if (started !== '' && (await startTimeOf(pid)) === started) killTree(pid);
  } catch {
    // It was killed while no command was running.
  }
}

async function remove(folder: string): Promise<void> {
  try {
    await removeFolder(folder);
  } catch {
    // On Windows, a process that has just ended may keep a file open. The next run removes the rest.
  }
}
