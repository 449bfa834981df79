import { execFile } from 'node:child_process';
import { constants, copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { createWorkId, lockPathOf } from '../base/files/work-names.ts';

export interface OutputLock {
  /** Throws a {@link DiagnosticError} (exit code 2) if another build has taken over the lock. */
  assertHeld(): Promise<void>;
  /** Releases the lock. Does nothing if another build has taken it over. */
  release(): Promise<void>;
}

interface Owner {
  pid: number;
  /** Start time of the process in the system's format; empty if unknown. */
  started: string;
  host: string;
  token: string;
}

/** The owner of a lock from another machine or container cannot be detected, so such a lock expires. */
const FOREIGN_LOCK_MS = 15 * 60_000;
/** Lifetime of an empty lock in milliseconds. Such a lock is being written, or its owner was killed while writing it. */
const EMPTY_LOCK_MS = 5_000;

/**
 * Replaces the lock of a dead owner (by process id and start time). Throws a {@link DiagnosticError} (exit code 2) that
 * names `folder`.
 */
export async function acquireLock(lockPath: string, folder: string): Promise<OutputLock> {
  const token = createWorkId();
  const own: Owner = { pid: process.pid, started: await startTimeOf(process.pid), host: hostname(), token };
  while (!(await createExclusively(lockPath, JSON.stringify(own)))) {
    const seen = await readLock(lockPath);
    if (seen && (await isHeld(seen))) throw lockedFailure(folder, seen.owner, lockPath);
    if (seen) await removeStale(lockPath, seen.text, token);
  }
  const isOurs = async () => (await readLock(lockPath))?.owner?.token === token;
  return {
    assertHeld: async () => {
      if (!(await isOurs())) throw lockedFailure(folder, (await readLock(lockPath))?.owner, lockPath);
    },
    release: async () => {
      if (await isOurs()) await rm(lockPath, { force: true });
    },
  };
}

interface SeenLock {
  text: string;
  owner: Owner | undefined;
  /** Milliseconds since the lock was written. */
  age: number;
}

async function createExclusively(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // If the disk becomes full between creating and writing the file, an empty lock remains.
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) await rm(path, { force: true });
    throw error;
  }
}

async function readLock(path: string): Promise<SeenLock | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    const age = Date.now() - (await stat(path)).mtimeMs;
    return { text, owner: parseOwner(text), age };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    return typeof owner?.pid === 'number' && typeof owner.token === 'string' ? (owner as Owner) : undefined;
  } catch {
    // The lock is partly written, so its age decides.
    return undefined;
  }
}

async function isHeld({ owner, age }: SeenLock): Promise<boolean> {
  if (!owner) return age < EMPTY_LOCK_MS;
  if (owner.host !== hostname()) return age < FOREIGN_LOCK_MS;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    // EPERM: the process runs and belongs to another user.
  }
  // Process ids are reused; the start time distinguishes a new process from the owner.
  const started = await startTimeOf(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

/** Removes exactly the lock that was found to be stale, because another build may have replaced the lock since. */
async function removeStale(lockPath: string, staleText: string, token: string): Promise<void> {
  const aside = `${lockPath}-${token}`;
  try {
    await rename(lockPath, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== staleText) {
    await copyFile(aside, lockPath, constants.COPYFILE_EXCL).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
  await rm(aside, { force: true });
}

/** Returns the start time of a process; empty if the process does not run, or the system does not report the time. */
export async function startTimeOf(pid: number, platform: NodeJS.Platform = process.platform): Promise<string> {
  if (platform === 'win32') return '';
  try {
    if (platform === 'linux') {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8');
      // Field 22. The second field, the command, is in parentheses and may contain spaces.
      return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.trim();
  } catch {
    // There is no such process, or `ps` is not available: the process id alone decides.
    return '';
  }
}

function lockedFailure(folder: string, owner: Owner | undefined, lockPath: string) {
  const elsewhere = owner && owner.host !== hostname() ? { host: owner.host } : {};
  return failure(2, 'output-locked', { folder, lockPath, ...(owner && { owner: { pid: owner.pid, ...elsewhere } }) });
}

/**
 * The lock is a file next to the folder. Throws a {@link DiagnosticError} (exit code 2) if another build holds it, or
 * if the parent folder is not writable.
 */
export async function lockOutput(outDir: string, shown: string): Promise<OutputLock> {
  try {
    return await acquireLock(lockPathOf(outDir, dirname(outDir)), shown);
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    throw failure(2, 'output-not-replaceable', { case: 'closed-parent', folder: shown });
  }
}
