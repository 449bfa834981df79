import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { waitFor } from './dev-site.ts';

/** The executable of the CLI, as npm would link it after an installation. */
export const BIN = path.resolve(import.meta.dirname, '../../bin/cascader-docs.js');

/** Environment variable that identifies the processes of a command. */
const MARK = 'CASCADER_TEST_MARK';

/** Every process that a test has seen, with its descendants. */
const seen = new Set<number>();

/** A running command. */
export interface Command {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Exit code, or the name of the signal that ended the command. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Ids of descendants that still run, even if their parent has ended. Empty on systems without `/proc`. */
  left: () => number[];
}

export interface StartOptions {
  cwd?: string;
  /** Added to the environment of this process. */
  env?: NodeJS.ProcessEnv;
  stdin?: 'pipe' | 'ignore';
  /** Default: {@link BIN}. */
  bin?: string;
}

/** Starts the command line in a child process, without colors. */
export function start(args: string[], options: StartOptions = {}): Command {
  const { cwd, env, stdin = 'ignore', bin = BIN } = options;
  const mark = randomUUID();
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    cwd,
    env: { ...process.env, NO_COLOR: '1', [MARK]: mark, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  if (child.pid) seen.add(child.pid);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended, left: () => markedBy(mark) };
}

/** The result of a command. */
export interface Outcome {
  /** Exit code, or the name of the signal that ended the command. */
  code: number | NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the command line until it ends.
 *
 * @param options.onStart called with the command after it has started
 */
export async function run(
  args: string[],
  { onStart, ...options }: StartOptions & { onStart?: (command: Command) => void } = {},
): Promise<Outcome> {
  const command = start(args, options);
  onStart?.(command);
  const code = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

/** Finds the processes whose environment contains the mark: all descendants of a command inherit it. */
function markedBy(mark: string): number[] {
  if (!fs.existsSync('/proc/self/environ')) return [];
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      // The process has ended, or belongs to another user.
      return false;
    }
  });
  for (const pid of found) seen.add(Number(pid));
  return found.map(Number).filter(isAlive);
}

/** A descendant of a process. */
export interface Process {
  pid: number;
  parent: number;
  /** CPU time that the process has used, and its command. */
  rest: string;
}

/** Finds the child processes of a process, and their descendants. */
export function descendantsOf({ pid = 0 }: ChildProcess): Process[] {
  const columns = ['pid=', 'ppid=', 'time=', 'args='].flatMap((column) => ['-o', column]);
  const all = execFileSync('ps', ['-A', ...columns], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line): Process => {
      const [own, parent, ...rest] = line.trim().split(/\s+/);
      return { pid: Number(own), parent: Number(parent), rest: rest.join(' ') };
    });
  const childrenOf = (parent: number): Process[] =>
    all.filter((entry) => entry.parent === parent).flatMap((child) => [child, ...childrenOf(child.pid)]);
  const found = childrenOf(pid);
  for (const child of found) seen.add(child.pid);
  return found;
}

/** Waits until all processes have ended. */
export async function waitForEnd(processes: Process[]): Promise<void> {
  await waitFor(() => !processes.some(({ pid }) => isAlive(pid)));
}

/** Returns true while a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended, but its parent has not read its exit code yet.
    return !/^State:\s+Z/m.test(fs.existsSync('/proc/self') ? fs.readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    // No such process.
    return false;
  }
}

/** Kills processes that a failed test has left behind. */
export function endSeen(): void {
  for (const pid of [...seen].filter(isAlive)) process.kill(pid, 'SIGKILL');
  seen.clear();
}
