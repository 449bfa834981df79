import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import type * as ts from '../compiler/index.ts';
import { createSourceModules } from '../defaults/source-modules.ts';
import { ambientFiles, configProblems, DEFAULTS, FIXED } from './compiler-options.ts';
import type { TypesContext } from './context.ts';
import { createPackageLookup } from './packages.ts';
import { refusedImports, type TypesScope } from './refused-imports.ts';
import { createWrittenOrder } from './written-order.ts';

export interface LibraryEntry {
  projectRoot: string;
  /** A file relative to the project's root, such as `src/index.tsx`, or a package, such as `@rc-component/cascader`. */
  entry: string;
  packageName?: string;
  /**
   * Path of the configuration relative to the project's root. Default for a file: the nearest one up to the root.
   * Default for a package: none, so that the package's table is the same in every project.
   */
  tsconfig?: string;
  scope?: TypesScope;
}

/** Program of a library. `context` is absent if the entry was not found. */
export interface LibraryProgram {
  context?: TypesContext;
  diagnostics: () => Diagnostic[];
  files: () => string[];
}

export function createLibraryProgram(
  { projectRoot, entry, packageName, tsconfig, scope }: LibraryEntry,
  session: ts.Session,
): LibraryProgram {
  const { filesRead: files } = session;
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
  const wanted = tsconfig === undefined ? nearestConfig : namedConfig(tsconfig, projectRoot);
  const config = wanted === undefined ? undefined : session.readConfig(wanted);
  if (wanted !== undefined && !config)
    report(createDiagnostic('tsconfig-problem', { file: relativePath(projectRoot, wanted) }));

  const root = isSource ? sourceFile : path.join(projectRoot, IMPORTER);
  if (!isSource) session.write(root, `export * from ${JSON.stringify(entry)};`);
  const program = session.open({
    tsconfig: config && wanted,
    dir: projectRoot,
    defaults: DEFAULTS,
    fixed: { ...FIXED, ...(/\.[cm]?jsx?$/.test(entry) && isSource ? { allowJs: true } : {}) },
    files: [root, ...(config && wanted !== undefined ? ambientFiles(wanted, config, [sourceDir]) : [])],
  });
  if (config && wanted !== undefined) configProblems(program, wanted, { projectRoot, scope }).forEach(report);
  const refused = refusedImports(program, { scope, root: projectRoot });
  refused.forEach(report);
  const entryFile = isSource ? sourceFile : packageFile(program, root);
  if (entryFile === undefined) report(notFound(entry));
  if (entryFile === undefined || refused.length > 0) return { diagnostics, files };
  const context = createContext({ projectRoot, entryFile, packageName, report }, program, session);
  return { context, diagnostics, files };
}

/** Creates the context for queries about the exports of a file in an open program. */
export function createContext(
  {
    projectRoot,
    entryFile,
    packageName,
    report,
  }: Pick<TypesContext, 'projectRoot' | 'entryFile' | 'report'> & { packageName?: string | undefined },
  program: ts.Program,
  session: ts.Session,
): TypesContext {
  const { readFile } = session;
  const { checker } = program;
  const packages = createPackageLookup({
    projectRoot,
    entryFile,
    readFile,
    ...(packageName === undefined ? {} : { packageName }),
  });
  const modules = createSourceModules({ program, session });
  const orderOf = createWrittenOrder({ program, checker });
  return { projectRoot, program, checker, packages, modules, orderOf, entryFile, report, readFile };
}

/** Name of a module that only exists in memory. The module imports the package in the same way as code of the project. */
export const IMPORTER = '.cascader-docs.entry.ts';

/** Returns the path of a configuration by its name. For a folder, returns its `tsconfig.json`, as TypeScript's CLI does. */
export function namedConfig(name: string, projectRoot: string): string {
  const file = path.resolve(projectRoot, name);
  const isFolder = fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? path.join(file, 'tsconfig.json') : file;
}

export function findConfig(dir: string, projectRoot: string): string | undefined {
  const file = path.join(dir, 'tsconfig.json');
  if (fs.existsSync(file)) return file;
  const parent = path.dirname(dir);
  return path.relative(projectRoot, dir) === '' || parent === dir ? undefined : findConfig(parent, projectRoot);
}

export function packageFile(program: ts.Program, importer: string): string | undefined {
  const specifier = program.file(importer)?.imports[0];
  const file = specifier && program.imported(specifier)?.fileName;
  return file !== undefined && /\.[cm]?tsx?$/.test(file) ? path.normalize(file) : undefined;
}

function notFound(entry: string): Diagnostic {
  const isFile = /^\.|\.[cm]?[jt]sx?$/.test(entry);
  return createDiagnostic('missing-types-entry', { case: isFile ? 'file' : 'package', entry });
}
