import { execFile } from 'node:child_process';
import { constants, copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../base/files/error-code.ts';
import { createWorkId } from '../base/files/work-names.ts';

/** Right to write one output folder. */
export interface OutputLock {
  /** Throws a {@link DiagnosticError} (exit code 2) when another build has taken the lock over. */
  assertHeld(): Promise<void>;
  /** Gives the lock back; does nothing when it is no longer ours. */
  release(): Promise<void>;
}

interface Owner {
  pid: number;
  /** When the process started, as the system tells it; empty when unknown. */
  started: string;
  host: string;
  token: string;
}

/** A process of another machine or container cannot be asked whether it lives; its lock counts for so long. */
const FOREIGN_LOCK_MS = 15 * 60_000;
/** A lock without content is one that is being written, or one whose owner was killed while writing it. */
const EMPTY_LOCK_MS = 5_000;

/**
 * Takes the lock file at `lockPath`, also from an owner that is dead (by process id and start time).
 * Throws a {@link DiagnosticError} (exit code 2) that names `folder` while another build holds it.
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
  /** Milliseconds since it was written. */
  age: number;
}

async function createExclusively(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // A disk that fills up between creating the file and writing it leaves an empty lock behind.
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
    // Half-written: judged by its age.
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
    // EPERM: it lives and belongs to another user.
  }
  // Process ids are used again; the start time tells a new process from the owner.
  const started = await startTimeOf(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

/** Removes the lock that was judged stale, and only that one: another build may have taken it over a moment ago. */
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

/** Start time of a process as an opaque text; empty when it does not run or the system does not tell. */
export async function startTimeOf(pid: number, platform: NodeJS.Platform = process.platform): Promise<string> {
  if (platform === 'win32') return '';
  try {
    if (platform === 'linux') {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8');
      // Field 22; the second one, the command, is in parentheses and may hold spaces.
      return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.trim();
  } catch {
    // No such process, or no way to ask: the process id alone decides.
    return '';
  }
}

function lockedFailure(folder: string, owner: Owner | undefined, lockPath: string) {
  const elsewhere = owner && owner.host !== hostname() ? { host: owner.host } : {};
  return failure(2, 'output-locked', { folder, lockPath, ...(owner && { owner: { pid: owner.pid, ...elsewhere } }) });
}
