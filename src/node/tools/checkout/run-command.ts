import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import type { CommandFailure } from '../../base/diagnostics/codes/checkouts.ts';
import { messageOf } from '../../base/errors.ts';

/** A command line for the shell, or an executable with its arguments. */
export type CommandLine = string | [file: string, ...args: string[]];

export interface RunOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: string;
  /** Time limit of the command in milliseconds. */
  timeout: number;
  signal?: AbortSignal;
}

/** Maximum length of an output line that is quoted in a message. */
const WIDEST = 300;

/**
 * Runs a command, and then terminates every process in its group. Returns the failure, or undefined. The output goes to
 * a file, because a process that is left behind would keep a pipe open. Throws the signal's reason.
 */
export async function runCommand(
  command: CommandLine,
  { cwd, env, log, timeout, signal }: RunOptions,
): Promise<CommandFailure | undefined> {
  signal?.throwIfAborted();
  const file = await fs.open(log, 'a');
  try {
    await file.write(`$ ${shownCommand(command)}\n`);
    const [name, ...args] = typeof command === 'string' ? [command] : command;
    const child = spawn(name, args, {
      cwd,
      env,
      shell: typeof command === 'string',
      stdio: ['ignore', file.fd, file.fd],
      // The process leads a group, so that one signal terminates all its processes.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { pid } = child;
    const ended = new Promise<CommandFailure | undefined>((resolve) => {
      child.on('error', (error) => resolve({ ended: 'not-started', reason: messageOf(error) }));
      child.on('exit', (code, killed) => {
        if (code === null) resolve({ ended: 'signal', signal: killed ?? 'a signal' });
        else resolve(code === 0 ? undefined : { ended: 'exit', code });
      });
    });
    if (pid === undefined) return await ended;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killTree(pid);
    }, timeout);
    const abort = (): void => killTree(pid);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    const outcome = await ended;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    if (process.platform !== 'win32') killTree(pid);
    signal?.throwIfAborted();
    return isLate ? { ended: 'time-limit', seconds: timeout / 1000 } : outcome;
  } finally {
    await file.close();
  }
}

/** Terminates a process with its descendants. Does nothing if the process has already ended. */
function killTree(pid: number): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => {
      // The command fails if the process has already ended.
    });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes in the group have already ended.
  }
}

export function shownCommand(command: CommandLine): string {
  return typeof command === 'string'
    ? command
    : command.map((part) => (/\s/.test(part) ? `"${part}"` : part)).join(' ');
}

/** Reads the last nonempty lines of an output, without colors and overwritten progress. */
export async function readTail(log: string, count = 20): Promise<string[]> {
  const text = stripVTControlCharacters(await fs.readFile(log, 'utf8').catch(() => ''));
  const lines = text.split('\n').map((line) => line.replace(/\r$/, '').split('\r').at(-1)?.trimEnd() ?? '');
  return lines
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => line.slice(0, WIDEST));
}
