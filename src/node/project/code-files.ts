import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';

export interface PathsFileEntry {
  /** Values of the parameters in the name of the template, and additional values for the page. */
  params: Record<string, string | number>;
  /** Markdown that replaces the line `<!-- @content -->` of the template, or follows its text. */
  content?: string;
  /** Front matter in addition to that of the template. */
  frontmatter?: Record<string, unknown>;
}

/** Default export of a `[name].paths.ts` file, which generates pages from the template `[name].md` or `[name].mdx`. */
export interface PathsFile {
  /** Patterns of files that the pages depend on, relative to this file. */
  watch?: string[];
  /** Returns the pages. `files` are the absolute paths of the files that match `watch`, sorted. */
  paths(files: string[]): PathsFileEntry[] | Promise<PathsFileEntry[]>;
}

/** Default export of a data file such as `icons.data.ts`, whose data pages, demos and the theme import as `data`. */
export interface DataFile<Data = unknown> {
  /** Patterns of files that the data depends on, relative to this file. */
  watch?: string[];
  /** Returns data that JSON can represent. `files` are the absolute paths of the files that match `watch`, sorted. */
  load(files: string[]): Data | Promise<Data>;
}

export interface DataModule {
  /** Module that exports the data. */
  code: string;
  digest: string;
  /** Absolute paths. */
  files: string[];
  /** Absolute paths of folders in which new files may change the data. */
  folders: string[];
}

export interface DataFiles {
  /** Resolves with true for a data file, recognized by its name and its exports. Other modules may have such a name. */
  has(filePath: string): Promise<boolean>;
  /** Runs a data file (absolute path), or returns its data if nothing has changed. Throws a DiagnosticError. */
  read(filePath: string): Promise<DataModule>;
  inputsOf(filePath: string): DataModule | undefined;
  all(): DataModule[];
  /** Forgets the data that depend on changed files (absolute paths). Returns true if there was any. */
  update(changed: ReadonlySet<string>): boolean;
}

/** Returns the error for an invalid value of a code file (absolute path). */
export function codeFileError(data: DataOf<'invalid-code-file'>, filePath: string, root: string): DiagnosticError {
  const location = { file: relativePath(root, filePath), line: 1, column: 1 };
  return new DiagnosticError([createDiagnostic('invalid-code-file', data, { location })]);
}
