import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { toPosix } from '../../base/files/paths.ts';
import type * as ts from '../compiler/index.ts';
import type { TypesScope } from '../extract/refused-imports.ts';
import { type CheckedBlock, type CheckedFile, createBlockFiles, createDemoFile } from './checked-file.ts';
import { findDeprecated } from './deprecated.ts';
import { createFaultFinder } from './faults.ts';
import { findOwnFiles } from './own-files.ts';
import { openProject } from './project.ts';

export type { CheckedBlock } from './checked-file.ts';

/** What to check, and against what. */
export interface CheckFilesOptions {
  /** Absolute path. */
  projectRoot: string;
  /** The site's folder, absolute: paths in diagnostics are relative to it. */
  root: string;
  /** Path of a `tsconfig.json`, relative to the project's root. Default: the nearest one from the site's folder up to there. */
  tsconfig?: string;
  /** Version of TypeScript that the project has installed: its defaults apply where `tsconfig.json` sets nothing. Default: none. */
  typescript?: string | undefined;
  /** The documented library: its name means the source file `entry` (absolute). Default: what is installed. */
  library?: { name: string; entry: string };
  /** Sources of the subpaths of documented libraries, absolute. Default: the installed files. */
  subpaths?: Record<string, string[]>;
  /** Name of the project's package. No message suggests installing it. */
  packageName?: string | undefined;
  /** Aliases of the site's configuration. Default: none. */
  alias?: Record<string, string>;
  /** What may be read. Default: everything. */
  scope?: TypesScope;
  /** Absolute paths of the entries of demos. */
  files: string[];
  blocks: CheckedBlock[];
}

/** What is wrong. */
export interface CheckFilesResult {
  /**
   * By file, in the order in which the files were given. Errors (CD810): what the compiler says of demos, of what belongs to
   * them, and of code blocks. Warnings (CD811): what they use although it is deprecated. A configuration that cannot be
   * read (CD812) is told alone.
   */
  diagnostics: Diagnostic[];
  /** Absolute paths of all files that were read, sorted: the same bytes in them give the same result. */
  files: string[];
}

/**
 * Checks demos and code blocks with the types of what they import, in one program. Faults in the library's own source are
 * not told. The same input gives the same result.
 *
 * @param session what they are read with
 */
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

/** Demos, what belongs to them, and blocks, as far as they are there. */
function listFiles(
  program: ts.Program,
  input: Pick<CheckFilesOptions, 'root' | 'library' | 'files'> & { blockFiles: CheckedFile[] },
): CheckedFile[] {
  const { root, library, files, blockFiles } = input;
  const ofLibrary = library ? findOwnFiles(program, [toPosix(library.entry)]) : new Set<string>();
  const entries = [...files.map((file) => toPosix(file)), ...blockFiles.map(({ fileName }) => fileName)];
  const own = findOwnFiles(program, entries, (filePath) => ofLibrary.has(filePath));
  const blocks = new Map(blockFiles.map((file) => [file.fileName, file]));
  return [...own].map((fileName) => blocks.get(fileName) ?? createDemoFile(fileName, root));
}

/** Takes the folders of this machine out of messages. */
export function createShortener(projectRoot: string): (message: string) => string {
  const folder = `${toPosix(projectRoot)}/`;
  return (message) => message.replaceAll(folder, '').replace(/(['"])[^'"\n]*\/node_modules\//g, '$1node_modules/');
}
