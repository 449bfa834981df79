/** The compiler's process, and what is opened in it. It is the only place that starts one. */
import childProcess, { type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { API, type Snapshot } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { findBinary } from './binary.ts';
import { type Config, type Options, optionsInPlace, readOptions } from './config.ts';
import { createProgram, type Program } from './program.ts';
import type { SourceFile } from './syntax.ts';

/** What a program is made of. */
export interface ProgramInput {
  /** Absolute path of the configuration that counts, but for the options below; undefined: none. */
  tsconfig?: string | undefined;
  /** Absolute path of the folder that stands for the configuration's where there is none. */
  dir: string;
  /** Options where the configuration says nothing. */
  defaults: Options;
  /** Options whatever the configuration says. */
  fixed: Options;
  /** Absolute paths. */
  files: readonly string[];
}

/** A look at files as they are when it begins. */
export interface Session {
  /** Says what a file has instead of what is on the disk; it need not be there. */
  write: (filePath: string, text: string) => void;
  /** Undefined when the file cannot be read. */
  readConfig: (tsconfig: string) => Config | undefined;
  open: (input: ProgramInput) => Program;
  /** A program with other texts of some of its files, by their absolute paths; the one before it stays as it is. */
  change: (program: Program, texts: ReadonlyMap<string, string>) => Program;
  /** Text of a file, which is then one of those that were read; undefined when there is none. */
  readFile: (filePath: string) => string | undefined;
  /** Parses files by themselves; undefined for one that is not there. What is wrong in them is told by the program. */
  parse: (filePaths: readonly string[]) => { program: Program; files: (SourceFile | undefined)[] };
  /** Absolute paths of the files that were read so far, sorted, without the compiler's own libraries. */
  filesRead: () => string[];
}

/** A compiler that runs. */
export interface Compiler {
  /** Begins anew: files are read again, and what the last session has given is void. */
  begin: () => Session;
  close: () => void;
}

/** Name of a configuration that is nowhere on the disk. */
const DEFAULTS = '.cascader-docs-defaults.json';

/**
 * Starts the compiler.
 *
 * @param onProcess receives the id of its process
 * @throws MissingCompilerError when this system's is not installed
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the process over its life; what is asked of it is in other files
export function startCompiler(onProcess: (pid: number) => void = () => {}): Compiler {
  const exe = findBinary();
  const libraryDir = path.dirname(fs.realpathSync(exe));
  const texts = new Map<string, string>();
  let read = new Set<string>();
  const api = inSilence(
    () =>
      new API({
        tsserverPath: exe,
        fs: {
          readFile(file) {
            const text = texts.get(file);
            if (text === undefined) read.add(file);
            return text;
          },
        },
      }),
    onProcess,
  );
  let opened = 0;
  const configs = new WeakMap<Program, string>();
  let snapshots: Snapshot[] = [];
  /** Configurations that are open, and those of the last session, which are closed when this one opens its first. */
  let open: string[] = [];
  let old: string[] = [];
  /** Opens files with options. Each time under a new name: the compiler reads a configuration once. */
  const openConfig = (dir: string, config: unknown): Program => {
    const file = path.posix.join(dir, `.cascader-docs-${++opened}.json`);
    texts.set(file, JSON.stringify(config));
    const isFirst = open.length === 0;
    // All at once: what is parsed is kept for what is opened.
    const snapshot = api.updateSnapshot({
      openProjects: [file],
      closeProjects: old,
      ...(isFirst && opened > 1 ? { fileChanges: { invalidateAll: true } } : {}),
    });
    if (isFirst) {
      for (const one of snapshots) one.dispose();
      snapshots = [];
    }
    snapshots.push(snapshot);
    open.push(file);
    old = [];
    return programOf(snapshot, file);
  };
  const programOf = (snapshot: Snapshot, config: string): Program => {
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`The compiler has not opened ${config}`);
    const program = createProgram(project, libraryDir);
    configs.set(program, config);
    return program;
  };

  const begin = (): Session => {
    texts.clear();
    read = new Set();
    old.push(...open);
    open = [];
    return {
      write(filePath, text) {
        texts.set(toPosix(filePath), text);
      },
      readConfig(tsconfig) {
        return fs.existsSync(tsconfig) ? readOptions(api.parseConfigFile(toPosix(tsconfig))) : undefined;
      },
      open({ tsconfig, dir, defaults, fixed, files }) {
        const folder = toPosix(tsconfig === undefined ? dir : path.dirname(tsconfig));
        const beneath = path.posix.join(folder, DEFAULTS);
        texts.set(beneath, JSON.stringify({ compilerOptions: defaults }));
        const parsed = tsconfig === undefined ? undefined : api.parseConfigFile(toPosix(tsconfig));
        return openConfig(folder, {
          extends: [beneath, ...(tsconfig === undefined ? [] : [toPosix(tsconfig)])],
          compilerOptions: { ...(parsed && optionsInPlace(parsed)), ...fixed },
          files: files.map((file) => toPosix(file)),
          include: [],
          references: [],
        });
      },
      change(program, changed) {
        const files = [...changed].map(([filePath, text]) => [toPosix(filePath), text] as const);
        for (const [file, text] of files) texts.set(file, text);
        const snapshot = api.updateSnapshot({ fileChanges: { changed: files.map(([file]) => file) } });
        snapshots.push(snapshot);
        return programOf(snapshot, configs.get(program) ?? '');
      },
      readFile(filePath) {
        const text = texts.get(toPosix(filePath));
        if (text !== undefined) return text;
        const found = readIfThere(filePath);
        if (found !== undefined) read.add(filePath);
        return found;
      },
      parse(filePaths) {
        const names = filePaths.map((file) => toPosix(file));
        const config = { compilerOptions: PARSING, files: names };
        const program = openConfig(toPosix(process.cwd()), config);
        return { program, files: names.map(program.file) };
      },
      filesRead: () =>
        [...new Set([...read].map((file) => path.normalize(file)))]
          .filter((file) => path.dirname(file) !== libraryDir && fs.existsSync(file))
          .sort(),
    };
  };
  return { begin, close: () => api.close() };
}

/** Files by themselves: nothing that they import is looked at. */
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

function readIfThere(filePath: string): string | undefined {
  try {
    return fs.readFileSync(filePath, 'utf8');
  } catch {
    // Not there, or a folder: it is looked for elsewhere.
    return undefined;
  }
}

/**
 * Starts a process that has nothing to say to the user. A compiler that is ended amid an answer, as by a build that fails, would
 * print its stack; what goes wrong otherwise, its channel tells. The interface has no option for it.
 */
function inSilence<Started>(start: () => Started, onProcess: (pid: number) => void): Started {
  const { spawn } = childProcess;
  const silent = (command: string, args: string[], options: SpawnOptions): unknown => {
    const [input, output] = options.stdio as ('pipe' | 'ignore')[];
    const child = spawn(command, args, { ...options, stdio: [input, output, 'ignore'] });
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
