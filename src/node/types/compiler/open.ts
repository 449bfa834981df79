/** Starts the compiler. No other module does so. */
import childProcess, { type SpawnOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { API, type Snapshot } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { findBinary } from './binary.ts';
import { type Config, type Options, optionsInPlace, readOptions } from './config.ts';
import { createProgram, type Program } from './program.ts';
import type { SourceFile } from './syntax.ts';

export interface ProgramInput {
  /** Absolute path of the project's configuration. Undefined if there is none. */
  tsconfig?: string | undefined;
  /** Absolute path of the folder that is used if there is no configuration. */
  dir: string;
  /** Options that the configuration does not set. */
  defaults: Options;
  fixed: Options;
  /** Absolute paths of the files to compile. */
  files: readonly string[];
}

/** A snapshot of the files at the start of the session. */
export interface Session {
  write: (filePath: string, text: string) => void;
  readConfig: (tsconfig: string) => Config | undefined;
  open: (input: ProgramInput) => Program;
  /** Returns a program with new contents for some files, by absolute path. The previous program does not change. */
  change: (program: Program, texts: ReadonlyMap<string, string>) => Program;
  readFile: (filePath: string) => string | undefined;
  /** Parses files without their imports. Undefined for a missing file. The program reports the syntax errors of the files. */
  parse: (filePaths: readonly string[]) => { program: Program; files: (SourceFile | undefined)[] };
  /** Returns the sorted absolute paths of the files that were read so far, without the compiler's own libraries. */
  filesRead: () => string[];
}

/** Name of a configuration that only exists in memory. */
const DEFAULTS = '.cascader-docs-defaults.json';

export type Compiler = ReturnType<typeof startCompiler>;

/** Starts the compiler. Calls `onProcess` with the id of its process. Throws a MissingCompilerError if no compiler is installed. */
export function startCompiler(onProcess: (pid: number) => void = () => {}) {
  const exe = findBinary();
  const libraryDir = path.dirname(fs.realpathSync(exe));
  const files = createSessionFiles();
  const log = createLog();
  const api = inSilence(
    log.descriptor,
    () => new API({ tsserverPath: exe, fs: { readFile: files.replacement } }),
    onProcess,
  );
  const configs = createOpenConfigs(api, files, libraryDir);
  const begin = (): Session => {
    files.clear();
    configs.endSession();
    return {
      write: files.write,
      readConfig: (tsconfig) =>
        fs.existsSync(tsconfig) ? readOptions(api.parseConfigFile(toPosix(tsconfig))) : undefined,
      open({ tsconfig, dir, defaults, fixed, files: opened }) {
        const folder = toPosix(tsconfig === undefined ? dir : path.dirname(tsconfig));
        const beneath = path.posix.join(folder, DEFAULTS);
        files.write(beneath, JSON.stringify({ compilerOptions: defaults }));
        const parsed = tsconfig === undefined ? undefined : api.parseConfigFile(toPosix(tsconfig));
        return configs.open(folder, {
          extends: [beneath, ...(tsconfig === undefined ? [] : [toPosix(tsconfig)])],
          compilerOptions: { ...(parsed && optionsInPlace(parsed)), ...fixed },
          files: opened.map((file) => toPosix(file)),
          include: [],
          references: [],
        });
      },
      change: configs.change,
      readFile: files.read,
      parse(filePaths) {
        const names = filePaths.map((file) => toPosix(file));
        const program = configs.open(toPosix(process.cwd()), { compilerOptions: PARSING, files: names });
        return { program, files: names.map(program.file) };
      },
      filesRead: () => files.filesRead(libraryDir),
    };
  };
  return {
    /** Starts a new session. Files are read again, and results of the previous session become invalid. */
    begin,
    lastWords: (error: unknown): string | undefined =>
      error instanceof Error && ENDED.test(error.message) ? log.text() : undefined,
    close(): void {
      api.close();
      log.close();
    },
  };
}

/** Matches errors from the compiler's channel when there is no process at its other end. */
const ENDED = /Unexpected EOF|EPIPE|SyncRpcChannel is closed/;

/** Creates a file for the compiler's output. While this process waits for the compiler, only a file can be read. */
function createLog() {
  const filePath = path.join(os.tmpdir(), `cascader-docs-${process.pid}-${randomUUID()}.log`);
  const descriptor = fs.openSync(filePath, 'wx+', 0o600);
  fs.rmSync(filePath, { force: true });
  return {
    descriptor,
    text() {
      const bytes = Buffer.alloc(MOST_PRINTED);
      return bytes.toString('utf8', 0, fs.readSync(descriptor, bytes, 0, MOST_PRINTED, 0));
    },
    close: () => fs.closeSync(descriptor),
  };
}

/** Maximum number of bytes to read from the compiler's output. The cause is at the beginning. */
const MOST_PRINTED = 10_000;

/** Options for parsing single files without their imports. */
const PARSING = {
  allowJs: true,
  jsx: 'preserve',
  module: 'esnext',
  moduleResolution: 'bundler',
  noLib: true,
  noResolve: true,
  target: 'esnext',
  types: [],
};

/** Starts a process silently. A terminated compiler would print its stack, and TypeScript has no option against that. */
function inSilence<Started>(log: number, start: () => Started, onProcess: (pid: number) => void): Started {
  const { spawn } = childProcess;
  const silent = (command: string, args: string[], options: SpawnOptions): unknown => {
    const [input, output] = options.stdio as ('pipe' | 'ignore')[];
    const child = spawn(command, args, { ...options, stdio: [input, output, log] });
    if (child.pid !== undefined) onProcess(child.pid);
    return child;
  };
  childProcess.spawn = silent as typeof spawn;
  syncBuiltinESMExports();
  try {
    return start();
  } finally {
    childProcess.spawn = spawn;
    syncBuiltinESMExports();
  }
}

function createOpenConfigs(api: API, files: SessionFiles, libraryDir: string) {
  const configs = new WeakMap<Program, string>();
  let count = 0;
  let snapshots: Snapshot[] = [];
  let current: string[] = [];
  let ended: string[] = [];

  const programOf = (snapshot: Snapshot, config: string): Program => {
    snapshots.push(snapshot);
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`The compiler has not opened ${config}`);
    const program = createProgram(project, libraryDir);
    configs.set(program, config);
    return program;
  };
  return {
    /** Opens files with options, as if this folder contained a configuration with them. */
    open(dir: string, config: unknown): Program {
      // Each configuration has a new name, because the compiler reads a configuration only once.
      const file = path.posix.join(dir, `.cascader-docs-${++count}.json`);
      files.write(file, JSON.stringify(config));
      const isFirst = current.length === 0;
      // One update opens and closes configurations, so that the compiler keeps parsed files that are also in the new configuration.
      const snapshot = api.updateSnapshot({
        openProjects: [file],
        closeProjects: ended,
        ...(isFirst && count > 1 ? { fileChanges: { invalidateAll: true } } : {}),
      });
      if (isFirst) {
        for (const one of snapshots) one.dispose();
        snapshots = [];
      }
      current.push(file);
      ended = [];
      return programOf(snapshot, file);
    },
    change(program: Program, texts: ReadonlyMap<string, string>): Program {
      for (const [filePath, text] of texts) files.write(filePath, text);
      const snapshot = api.updateSnapshot({ fileChanges: { changed: [...texts.keys()].map((file) => toPosix(file)) } });
      return programOf(snapshot, configs.get(program) ?? '');
    },
    /** Ends a session. The session's configurations are closed when the next session first opens a configuration. */
    endSession(): void {
      ended.push(...current);
      current = [];
    },
  };
}

type SessionFiles = ReturnType<typeof createSessionFiles>;

function createSessionFiles() {
  const texts = new Map<string, string>();
  const read = new Set<string>();
  return {
    write(filePath: string, text: string): void {
      texts.set(toPosix(filePath), text);
    },
    /** Returns the text that replaces a file. If there is none, the compiler reads the file itself, and the file is listed as read. */
    replacement(filePath: string): string | undefined {
      const text = texts.get(filePath);
      if (text === undefined) read.add(filePath);
      return text;
    },
    read(filePath: string): string | undefined {
      const text = texts.get(toPosix(filePath));
      if (text !== undefined) return text;
      const found = readIfThere(filePath);
      if (found !== undefined) read.add(filePath);
      return found;
    },
    /** Returns the sorted absolute paths of the files on the disk that were read, except the files in one folder. */
    filesRead: (exceptFolder: string): string[] =>
      [...new Set([...read].map((file) => path.normalize(file)))]
        .filter((file) => path.dirname(file) !== exceptFolder && fs.existsSync(file))
        .sort(),
    clear(): void {
      texts.clear();
      read.clear();
    },
  };
}

function readIfThere(filePath: string): string | undefined {
  try {
    return fs.readFileSync(filePath, 'utf8');
  } catch {
    // The file does not exist or is a folder. The compiler tries other paths.
    return undefined;
  }
}
