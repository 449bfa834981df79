import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { readCompilerOptions } from './compiler-options.ts';
import type { ApiContext } from './context.ts';
import { createSourceModules } from './defaults/source-modules.ts';
import { createPackageLookup } from './packages.ts';
import { createSourceFiles, type SourceFiles } from './source-files.ts';

/** Where a library's exports are declared, and how to read them. */
export interface ApiEntry {
  /** Absolute path. */
  projectRoot: string;
  /** A file relative to the project's root, such as `src/index.tsx`, or a package such as `@rc-component/cascader`. */
  entry: string;
  /** Name of the documented package; default: the one in its `package.json`. */
  packageName?: string;
  /**
   * Path of a `tsconfig.json`, relative to the project's root. Default: for a file of the project the nearest one from
   * its folder up to the root; for a package none, so that its table is the same in every project.
   */
  tsconfig?: string;
}

/** A program for an entry; without `context` the entry was not found. */
export interface ApiProgram {
  context?: ApiContext;
  /** What was reported so far. */
  diagnostics: () => Diagnostic[];
  /** Absolute paths of the files that were read so far, sorted, without TypeScript's own libraries. */
  files: () => string[];
}

/**
 * Makes the one program that answers all questions about an entry.
 *
 * @param sources files that earlier programs have parsed
 */
export function createApiProgram(
  { projectRoot, entry, packageName, tsconfig }: ApiEntry,
  sources: SourceFiles = createSourceFiles(),
): ApiProgram {
  const libraryDir = path.dirname(ts.getDefaultLibFilePath({}));
  const read = new Set<string>();
  const isLibrary = (filePath: string): boolean => path.dirname(path.normalize(filePath)) === libraryDir;
  /** Whether nobody reads its comments here, which are most of its text. */
  const isUnread = (filePath: string): boolean => isLibrary(filePath) || /[\\/]csstype[\\/]/.test(filePath);
  const readFile = (filePath: string): string | undefined => {
    const text = ts.sys.readFile(filePath);
    if (text !== undefined && !isLibrary(filePath)) read.add(path.normalize(filePath));
    return text;
  };
  const files = (): string[] => [...read].sort();
  const found = new Map<string, Diagnostic>();
  const report = (diagnostic: Diagnostic): void => {
    const key = JSON.stringify([diagnostic.location?.file, diagnostic.text]);
    if (!found.has(key)) found.set(key, diagnostic);
  };
  const diagnostics = (): Diagnostic[] => [...found.values()];

  const sourceFile = path.resolve(projectRoot, entry);
  const isSource = fs.statSync(sourceFile, { throwIfNoEntry: false })?.isFile() === true;
  const sourceDir = isSource ? path.dirname(sourceFile) : projectRoot;
  const nearestConfig = isSource ? findConfig(sourceDir, projectRoot) : undefined;
  const project = readCompilerOptions({
    projectRoot,
    sourceDir,
    tsconfig: tsconfig === undefined ? nearestConfig : path.resolve(projectRoot, tsconfig),
    host: { ...ts.sys, readFile },
  });
  project.diagnostics.forEach(report);
  const options = /\.[cm]?jsx?$/.test(entry) && isSource ? { ...project.options, allowJs: true } : project.options;

  const host = createHost({ options, readFile, isUnread, sources });
  const entryFile = isSource ? sourceFile : resolvePackage(entry, projectRoot, options, host);
  if (entryFile === undefined) {
    report(notFound(entry));
    return { diagnostics, files };
  }
  const program = ts.createProgram([entryFile, ...project.ambientFiles], options, host);
  const packages = createPackageLookup({
    projectRoot,
    entryFile,
    readFile,
    ...(packageName === undefined ? {} : { packageName }),
  });
  const checker = program.getTypeChecker();
  const modules = createSourceModules({ program, readFile });
  return {
    context: { projectRoot, program, checker, packages, modules, entryFile, report, readFile },
    diagnostics,
    files,
  };
}

function createHost({
  options,
  readFile,
  isUnread,
  sources,
}: {
  options: ts.CompilerOptions;
  readFile: ts.CompilerHost['readFile'];
  /** Whether the comments of a file are passed over. */
  isUnread: (filePath: string) => boolean;
  sources: SourceFiles;
}): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  host.readFile = readFile;
  host.getSourceFile = (file, version) => {
    const text = readFile(file);
    if (text === undefined) return undefined;
    const given = typeof version === 'object' ? version : { languageVersion: version };
    const parsing = isUnread(file) ? { ...given, jsDocParsingMode: ts.JSDocParsingMode.ParseNone } : given;
    // What a file declares is found out once for it too, by rules that are options of the program.
    return sources.get(file, text, [parsing, options], () => ts.createSourceFile(file, text, parsing));
  };
  return host;
}

/** The nearest `tsconfig.json` from a folder up to the project's root. */
export function findConfig(dir: string, projectRoot: string): string | undefined {
  const file = path.join(dir, 'tsconfig.json');
  if (fs.existsSync(file)) return file;
  const parent = path.dirname(dir);
  return path.relative(projectRoot, dir) === '' || parent === dir ? undefined : findConfig(parent, projectRoot);
}

/** Declaration file of a package as the project's code would import it. */
function resolvePackage(
  name: string,
  projectRoot: string,
  options: ts.CompilerOptions,
  host: ts.CompilerHost,
): string | undefined {
  const { resolvedModule } = ts.resolveModuleName(name, path.join(projectRoot, 'index.ts'), options, host);
  const file = resolvedModule?.resolvedFileName;
  return file !== undefined && /\.[cm]?tsx?$/.test(file) ? path.normalize(file) : undefined;
}

function notFound(entry: string): Diagnostic {
  const isFile = /^\.|\.[cm]?[jt]sx?$/.test(entry);
  return {
    severity: 'error',
    code: 'CD801',
    text: isFile
      ? `There is no file "${entry}" to read the API from`
      : `The package "${entry}" is not installed, or has no types, so that its API cannot be read`,
    notes: [
      isFile
        ? 'Name the file that exports the components, relative to the root of the project, such as src/index.tsx'
        : `Install it, or its types: npm install --save-dev ${entry}`,
    ],
  };
}
