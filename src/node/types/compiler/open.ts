/** The compiler's process, and what is opened in it. It is the only place that starts one. */
import childProcess, { type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import { toPosix } from '../../base/files/paths.ts';
import { findBinary } from './binary.ts';
import { type Config, type Options, optionsInPlace, readOptions } from './config.ts';
import { createOpenConfigs } from './open-configs.ts';
import type { Program } from './program.ts';
import { createSessionFiles } from './session-files.ts';
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
export function startCompiler(onProcess: (pid: number) => void = () => {}): Compiler {
  const exe = findBinary();
  const libraryDir = path.dirname(fs.realpathSync(exe));
  const files = createSessionFiles();
  const api = inSilence(() => new API({ tsserverPath: exe, fs: { readFile: files.replacement } }), onProcess);
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
