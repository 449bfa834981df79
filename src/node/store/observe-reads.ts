/**
 * Observes all reads of the disk by this process: by stages, by our plugins, by Less and Sass, and by packages that Node.js
 * loads. Code that is added later is observed without changes to it.
 *
 * The functions of `node:fs` belong to the process, so this module has state: the observers. The first observer installs the
 * replacements, and the last one that stops removes them.
 */

import fs, { type Dirent } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../base/hash.ts';
import { readState } from './read-state.ts';

/**
 * Kind of a query: the content of a file, the kind of a path (following symbolic links, or not), the names in a folder, the real
 * path, or git data.
 */
export type Question = 'content' | 'kind' | 'link' | 'names' | 'real' | 'git';

/** Query and its answer: a hash, a kind, a path, names, or the code of an error. */
export interface ObservedRead {
  question: Question;
  /** Absolute. */
  path: string;
  answer: string | string[];
  /**
   * State of a file at the time when its content was read, see {@link readState}; empty if there was no file. Set by
   * {@link recordRead}.
   */
  state?: string | undefined;
}

/** Observed reads. */
export interface Seen {
  reads: ObservedRead[];
  /** Absolute paths of files that other processes read. A new file can change how these modules are resolved. */
  modules: Set<string>;
  /** True if an input was used whose dependencies are unknown. */
  isUnknown: boolean;
}

/** Observes reads from its creation until `stop()`. */
export interface ReadObserver {
  seen(): Seen;
  stop(): void;
}

/** Concurrent builds of one process also observe each other's reads. An additional read can only cause a cache miss, never a wrong hit. */
const observers = new Set<Observed>();

interface Observed {
  reads: Map<string, ObservedRead>;
  modules: Set<string>;
  isUnknown: boolean;
  onFact?: ((fact: ObservedRead) => void) | undefined;
}

/**
 * Starts to observe reads.
 *
 * @param onFact called once for each fact, when it is observed
 */
export function observeReads(onFact?: (fact: ObservedRead) => void): ReadObserver {
  const seen: Observed = { reads: new Map(), modules: new Set(), isUnknown: false, onFact };
  observers.add(seen);
  if (observers.size === 1) install();
  return {
    seen: () => ({ reads: [...seen.reads.values()], modules: seen.modules, isUnknown: seen.isUnknown }),
    stop() {
      observers.delete(seen);
      if (observers.size === 0) uninstall();
    },
  };
}

/** Returns a function that restores the present state, for a task that may be stopped without its `finally` blocks. */
export function saveObservers(): () => void {
  const before = new Set(observers);
  const wasAsking = isAsking;
  return () => {
    isAsking = wasAsking;
    for (const seen of observers) if (!before.has(seen)) observers.delete(seen);
    if (observers.size === 0) uninstall();
  };
}

/** Reports a read that happened elsewhere, in a worker or another process. */
export function recordRead(fact: ObservedRead): void {
  // Two answers to one query are two facts.
  const key = `${fact.question}\0${fact.path}\0${Array.isArray(fact.answer) ? fact.answer.join('\0') : fact.answer}`;
  for (const { reads, onFact } of observers) {
    if (reads.has(key)) continue;
    if (fact.question === 'content') fact.state ??= readState(fact.path)?.state ?? '';
    reads.set(key, fact);
    onFact?.(fact);
  }
}

/** Reports files that another process read. Undefined reports an input whose dependencies are unknown. */
export function recordModules(files: Iterable<string> | undefined): void {
  for (const seen of observers) {
    if (files) for (const file of files) seen.modules.add(file);
    else seen.isUnknown = true;
  }
}

/** Runs a synchronous task and returns its reads. Nothing is awaited, so all observed reads belong to the task. */
export function observed<Result>(task: () => Result): { result: Result; seen: Seen } {
  const reads = observeReads();
  try {
    const result = task();
    return { result, seen: reads.seen() };
  } finally {
    reads.stop();
  }
}

/** Returns the names in a folder, with a mark after those of folders, symbolic links and special files. */
function namesOf(entries: Dirent[]): string[] {
  return entries.map((entry) => (entry.isFile() ? entry.name : `${entry.name}${kindOf(entry)}`)).sort();
}

/** Functions that read the disk without being observed. */
export const disk = {
  open: fs.openSync,
  // `readFileSync` opens the file with a function of the module, which may be replaced.
  readFile: past(fs.readFileSync),
  readdir: fs.readdirSync,
  stat: fs.statSync,
  lstat: fs.lstatSync,
  realpath: fs.realpathSync,
  readlink: fs.readlinkSync,
};

function past<Original extends (...args: never[]) => unknown>(original: Original): Original {
  return ((...args) => {
    const wasAsking = isAsking;
    isAsking = true;
    try {
      return original(...args);
    } finally {
      isAsking = wasAsking;
    }
  }) as Original;
}

/** Answers a query from the disk. */
export function answerOf(question: Exclude<Question, 'git'>, file: string): string | string[] {
  try {
    switch (question) {
      case 'content':
        // Reading a pipe or a device may hang.
        return isSpecial(disk.stat(file)) ? '?' : hashOf(disk.readFile(file));
      case 'kind':
        return kindOf(disk.stat(file));
      case 'link': {
        const stats = disk.lstat(file);
        return stats.isSymbolicLink() ? `>${disk.readlink(file)}` : kindOf(stats);
      }
      case 'names':
        return namesOf(disk.readdir(file, { withFileTypes: true }));
      case 'real':
        return disk.realpath(file);
    }
  } catch (error) {
    return codeOf(error);
  }
}

function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): string {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return '/';
  return entry.isSymbolicLink() ? '>' : '?';
}

function isSpecial(stats: Pick<Dirent, 'isFile' | 'isDirectory'>): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

type Call = (...args: unknown[]) => unknown;
/** Reports the answer that an outcome contains, or reads it from the disk. */
type Notify = (args: unknown[], outcome: { result?: unknown; error?: unknown }) => void;

/** Query of each function. */
const FUNCTIONS: Record<string, Exclude<Question, 'git'>> = {
  readFile: 'content',
  open: 'content',
  copyFile: 'content',
  stat: 'kind',
  access: 'kind',
  exists: 'kind',
  lstat: 'link',
  readlink: 'link',
  readdir: 'names',
  opendir: 'names',
  realpath: 'real',
};

/** Steps that restore the functions of the module. They run in reverse order. */
const undo: (() => void)[] = [];

/** Replaces the functions of the module while there is an observer. */
function install(): void {
  const replace = (owner: object, name: string, make: (original: Call) => Call): void => {
    const functions = owner as Record<string, Call | undefined>;
    const original = functions[name];
    if (!original) return;
    const replaced = make(original);
    // Keeps `native` of `realpath`, and the symbol that `promisify` reads.
    Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original));
    undo.push(() => {
      functions[name] = original;
    });
    functions[name] = replaced;
  };
  for (const [name, question] of Object.entries(FUNCTIONS)) {
    const notify = notifierOf(question, name);
    replace(fs, name, (original) => withCallback(original, notify));
    replace(fs, `${name}Sync`, (original) => synchronous(original, notify));
    replace(fs.promises, name, (original) => withPromise(original, notify));
  }
  for (const name of ['realpath', 'realpathSync'] as const) {
    const tell = notifierOf('real', name);
    replace(fs[name], 'native', (original) =>
      name === 'realpath' ? withCallback(original, tell) : synchronous(original, tell),
    );
  }
  syncBuiltinESMExports();
}

/** Restores the functions of the module. If this function is stopped during a step, the next call repeats the step. */
function uninstall(): void {
  for (let step = undo.at(-1); step; step = undo.at(-1)) {
    step();
    undo.pop();
  }
  syncBuiltinESMExports();
}

/** True during an observed call, because functions of the module call each other and their inner reads are not queries. */
let isAsking = false;

function synchronous(original: Call, notify: Notify): Call {
  return function (this: unknown, ...args) {
    if (isAsking) return original.apply(this, args);
    isAsking = true;
    const outcome: Parameters<Notify>[1] = {};
    try {
      outcome.result = original.apply(this, args);
      return outcome.result;
    } catch (error) {
      outcome.error = error;
      throw error;
    } finally {
      notify(args, outcome);
      isAsking = false;
    }
  };
}

/** Runs a task whose own reads are not observed, such as reading an answer. */
function asking(task: () => void): void {
  isAsking = true;
  try {
    task();
  } finally {
    isAsking = false;
  }
}

function withCallback(original: Call, notify: Notify): Call {
  return function (this: unknown, ...args) {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return original.apply(this, args);
    return original.apply(this, [
      ...args.slice(0, -1),
      (first: unknown, ...rest: unknown[]) => {
        asking(() => notify(args, first instanceof Error ? { error: first } : { result: rest[0] }));
        callback(first, ...rest);
      },
    ]);
  };
}

function withPromise(original: Call, notify: Notify): Call {
  return function (this: unknown, ...args) {
    const promise = original.apply(this, args) as Promise<unknown>;
    return promise.then(
      (result) => {
        asking(() => notify(args, { result }));
        return result;
      },
      (error: unknown) => {
        asking(() => notify(args, { error }));
        throw error;
      },
    );
  };
}

function notifierOf(question: Exclude<Question, 'git'>, name: string): Notify {
  return (args, { result, error }) => {
    const file = pathOf(args[0]);
    if (file === undefined || observers.size === 0) return;
    if (name === 'open' && !isForReading(args[1])) return;
    recordRead({ question, path: file, answer: read(question, name, { file, options: args[1], result, error }) });
  };
}

function read(
  question: Exclude<Question, 'git'>,
  name: string,
  { file, options, result, error }: { file: string; options: unknown; result: unknown; error: unknown },
): string | string[] {
  if (error !== undefined && name !== 'exists') return codeOf(error);
  if (name === 'readFile') {
    if (result instanceof Uint8Array) return hashOf(result);
    if (typeof result === 'string' && /^utf-?8$/i.test(encodingOf(options))) return hashOf(result);
  }
  if (name === 'readdir' && Array.isArray(result)) {
    if ((options as { recursive?: boolean } | undefined)?.recursive) recordModules(undefined);
    // Plain names do not contain the kinds of the entries.
    if (result.every((entry) => typeof entry === 'object' && 'isFile' in entry)) return namesOf(result as Dirent[]);
  }
  if (name === 'realpath' && typeof result === 'string') return result;
  if (name === 'stat' && result) return kindOf(result as Dirent);
  return answerOf(question, file);
}

function encodingOf(options: unknown): string {
  if (typeof options === 'string') return options;
  return (options as { encoding?: string | null } | undefined)?.encoding ?? '';
}

function isForReading(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0;
  return typeof flags !== 'string' || /^r(?!.*\+)/.test(flags);
}

function pathOf(value: unknown): string | undefined {
  if (typeof value === 'string') return path.resolve(value);
  if (value instanceof URL) return fileURLToPath(value);
  return value instanceof Uint8Array ? path.resolve(Buffer.from(value).toString()) : undefined;
}
