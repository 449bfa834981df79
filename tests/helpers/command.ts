import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { waitFor } from './dev-site.ts';

/** The command line as it is installed. */
export const BIN = path.resolve(import.meta.dirname, '../../bin/cascader-docs.js');

/** Variable that tells the processes of a command from all others. */
const MARK = 'CASCADER_TEST_MARK';

/** Every process that a test has seen, with those that came of it. */
const seen = new Set<number>();

/** A command that runs. */
export interface Command {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Exit code, or the name of the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Ids of processes that came of it and still run, whoever their parent is by now; none where the system does not tell. */
  left: () => number[];
}

export interface StartOptions {
  cwd?: string;
  /** Added to this process's. */
  env?: NodeJS.ProcessEnv;
  stdin?: 'pipe' | 'ignore';
  /** Default: {@link BIN}. */
  bin?: string;
}

/** Starts the command line as a process of its own, without colours. */
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

/** What became of a command. */
export interface Outcome {
  /** Exit code, or the name of the signal that ended it. */
  code: number | NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the command line to its end.
 *
 * @param options.onStart given the command once it runs
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

/** Processes whose environment has the mark: all that came of a command inherit it. */
function markedBy(mark: string): number[] {
  if (!fs.existsSync('/proc/self/environ')) return [];
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      // Gone meanwhile, or somebody else's.
      return false;
    }
  });
  for (const pid of found) seen.add(Number(pid));
  return found.map(Number).filter(isAlive);
}

/** A process that another one has started. */
export interface Process {
  pid: number;
  parent: number;
  /** Time that it has used, and its command. */
  rest: string;
}

/** Processes that a process has started, and those that they have. */
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

/** Waits until none of the processes is there any more. */
export async function waitForEnd(processes: Process[]): Promise<void> {
  await waitFor(() => !processes.some(({ pid }) => isAlive(pid)));
}

/** True while a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended, but whose parent has not taken note, is gone.
    return !/^State:\s+Z/m.test(fs.existsSync('/proc/self') ? fs.readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    // There is no such process.
    return false;
  }
}

/** Ends whatever a failed test has left behind. */
export function endSeen(): void {
  for (const pid of [...seen].filter(isAlive)) process.kill(pid, 'SIGKILL');
  seen.clear();
}
