import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { toPosix } from '../../base/files/paths.ts';
import * as ts from '../compiler/index.ts';
import type { TypesScope } from '../extract/refused-imports.ts';
import { type CheckedBlock, type CheckedFile, createBlockFiles, createDemoFile } from './checked-file.ts';
import { createFaultFinder } from './faults.ts';
import { openProject } from './project.ts';

export type { CheckedBlock } from './checked-file.ts';

export interface CheckFilesOptions {
  /** Absolute path of the project's root. */
  projectRoot: string;
  /** Absolute path of the site's folder. Paths in diagnostics are relative to this folder. */
  root: string;
  /** Path of a `tsconfig.json` relative to the project's root. Default: the nearest one, from the site's folder up to that root. */
  tsconfig?: string;
  /** TypeScript version that is installed in the project. Its defaults apply to options that `tsconfig.json` omits. Default: none. */
  typescript?: string | undefined;
  /** The documented library. The library's name resolves to the source file `entry` (absolute path). Default: the installed package. */
  library?: { name: string; entry: string };
  /** Absolute paths of the sources for the subpaths of documented libraries. Default: the installed files. */
  subpaths?: Record<string, string[]>;
  /** Name of the project's package. Messages never suggest that the user install this package. */
  packageName?: string | undefined;
  /** Configured aliases of the site. Default: none. */
  alias?: Record<string, string>;
  /** Files that may be read. Default: all files. */
  scope?: TypesScope;
  files: string[];
  blocks: CheckedBlock[];
}

export interface CheckFilesResult {
  /**
   * Diagnostics in the order of the files. CD810: compiler errors; CD811: uses of deprecated names. CD812 (a
   * configuration that cannot be read) is always the only diagnostic.
   */
  diagnostics: Diagnostic[];
  /** Sorted absolute paths of all files that were read. Byte-identical files give the same result. */
  files: string[];
}

/** Checks files in one program. Errors in the library's own source are not reported. The same input gives the same result. */
export function checkFiles(options: CheckFilesOptions, session: ts.Session): CheckFilesResult {
  const { projectRoot, root, library, files, blocks } = options;
  const blockFiles = createBlockFiles(blocks, session.readFile);
  for (const { fileName, text = '' } of blockFiles) session.write(fileName, text);
  const { program, diagnostics: problems } = openProject(options, {
    session,
    blocks: blockFiles,
  });
  if (!program || problems.length > 0) return { diagnostics: problems, files: session.filesRead() };

  const findFaults = createFaultFinder(program, {
    shorten: createShortener(projectRoot),
    packageName: options.packageName,
  });
  const diagnostics = listFiles(program, { root, library, files, blockFiles }).flatMap((file) => [
    ...findFaults(file),
    ...findDeprecated(program, file),
  ]);
  return { diagnostics, files: session.filesRead() };
}

/** Matches Storybook files. Such files need Storybook packages, and the project itself checks them, like its stories. */
const STORYBOOK = /\/\.storybook\//;

function listFiles(
  program: ts.Program,
  input: Pick<CheckFilesOptions, 'root' | 'library' | 'files'> & { blockFiles: CheckedFile[] },
): CheckedFile[] {
  const { root, library, files, blockFiles } = input;
  const ofLibrary = library ? findOwnFiles(program, [toPosix(library.entry)]) : new Set<string>();
  const entries = [...files.map((file) => toPosix(file)), ...blockFiles.map(({ fileName }) => fileName)];
  const own = findOwnFiles(program, entries, (filePath) => ofLibrary.has(filePath) || STORYBOOK.test(filePath));
  const blocks = new Map(blockFiles.map((file) => [file.fileName, file]));
  return [...own].map((fileName) => blocks.get(fileName) ?? createDemoFile(fileName, root));
}

/** Creates a function that removes the folders on this machine from a message. */
export function createShortener(projectRoot: string): (message: string) => string {
  const folder = `${toPosix(projectRoot)}/`;
  return (message) => message.replaceAll(folder, '').replace(/(['"])[^'"\n]*\/node_modules\//g, '$1node_modules/');
}

/**
 * Finds files without declaration files. `entries` are absolute paths with forward slashes. Files that are imported
 * only by an `isOther` file are also left out.
 */
function findOwnFiles(
  program: ts.Program,
  entries: readonly string[],
  isOther: (filePath: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const visit = (file: ts.SourceFile | undefined): void => {
    if (!file || file.isDeclarationFile || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const specifier of file.imports) {
      if (!/^['"]\./.test(specifier.getText())) continue;
      const imported = program.imported(specifier);
      if (imported && !isOther(imported.fileName)) visit(imported);
    }
  };
  for (const entry of entries) visit(program.file(entry));
  return found;
}

interface Use {
  name: string;
  start: number;
  /** Text of the tag, including `@deprecated` itself. */
  tag?: string;
}

function findDeprecated(program: ts.Program, file: CheckedFile): Diagnostic[] {
  const source = program.file(file.fileName);
  if (!source) return [];
  const uses = new Map<string, Use>();
  const all = [...suggested(program, source), ...inLiterals(program.checker, source)];
  for (const use of all.sort((one, other) => one.start - other.start)) {
    if (!uses.has(use.name)) uses.set(use.name, use);
  }
  return [...uses.values()].map(({ name, start, tag }) => {
    const reason = tag === undefined ? '' : reasonIn(tag);
    const location = file.locate(source.text, start, name.length);
    return createDiagnostic('deprecated-use', { name, reason }, { location });
  });
}

function suggested(program: ts.Program, source: ts.SourceFile): Use[] {
  return program
    .suggestions(source.fileName)
    .filter(({ isDeprecated }) => isDeprecated)
    .map(({ start, length, related: [declared] }) => {
      const file = declared?.file === undefined ? undefined : program.file(declared.file);
      const tag = declared && file?.text.slice(declared.start, declared.start + declared.length);
      return { name: source.text.slice(start, start + length), start, ...(tag !== undefined && { tag }) };
    });
}

/** Finds deprecated properties in object literals with an expected type, such as spread props. Editors do not mark such properties. */
function inLiterals(checker: ts.Checker, source: ts.SourceFile): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const type = checker.contextualType(node);
      for (const property of type ? node.properties : []) {
        const name = ts.nameOfDeclaration(property);
        if (!name || !type || !ts.isIdentifier(name)) continue;
        const tag = deprecatedTag(checker, type, name.text);
        if (tag !== undefined) uses.push({ name: name.text, start: name.getStart(source), tag });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function deprecatedTag(checker: ts.Checker, type: ts.Type, name: string): string | undefined {
  const declarations = checker.nonNullable(type).property(name)?.declarations ?? [];
  const tags = declarations.map(ts.deprecation);
  return tags.every((tag) => tag !== undefined) ? tags[0] : undefined;
}

function reasonIn(tag: string): string {
  return tag
    .replace(/^@deprecated/, '')
    .replace(/\{@link\w*\s+(?:[^}|]*\|)?\s*([^}]*?)\s*\}/g, '$1')
    .replace(/\n\s*\*?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}
