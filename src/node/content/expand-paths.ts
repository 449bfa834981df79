/** Expands a template such as `[name].md` to the pages that `[name].paths.ts` next to it lists. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../../shared/is-record.ts';
import { ownValue } from '../../shared/own-value.ts';
import { createDiagnostic, type DataOf } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { relativePath } from '../base/files/paths.ts';
import { codeFileError } from '../project/code-files.ts';
import type { Site } from '../project/config/types.ts';
import type { PageFile } from './find-pages.ts';
import type { PathsInputs } from './types.ts';

/** Runs a paths file (absolute path). Throws a DiagnosticError for an error in its code. */
export type RunPaths = (filePath: string) => Promise<{ value: unknown; files: string[]; folders: string[] }>;

/** Reads the text of a template. Undefined if it cannot be read; the error is reported when it is read as a page. */
export type ReadTemplate = (file: PageFile) => Promise<string | undefined>;

const PARAMETER = /\[([\w-]+)\]/g;

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs'];

/** Several templates, such as translations, may share a paths file. */
export async function expandPaths(
  files: PageFile[],
  site: Site,
  { runPaths, readTemplate }: { runPaths: RunPaths; readTemplate: ReadTemplate },
): Promise<{ files: PageFile[]; inputs: PathsInputs; diagnostics: Diagnostic[] }> {
  const inputs: PathsInputs = { files: [], folders: [] };
  const diagnostics: Diagnostic[] = [];
  const results = new Map<string, Entry[]>();
  const run = async (filePath: string): Promise<Entry[]> => {
    const known = results.get(filePath);
    if (known) return known;
    results.set(filePath, []);
    inputs.files.push(filePath);
    try {
      const { value, files: read, folders } = await runPaths(filePath);
      inputs.files.push(...read);
      inputs.folders.push(...folders);
      results.set(filePath, readEntries(value, filePath, site.root));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics);
      // The imported and watched files are unknown, so any change may fix the error.
      inputs.folders.push(site.projectRoot);
    }
    return results.get(filePath) ?? [];
  };
  const all: PageFile[] = [];
  for (const file of files) {
    if (!file.path.includes('[') || !file.path.match(PARAMETER)) {
      all.push(file);
      continue;
    }
    const paths = pathsFileOf(file, site);
    if (paths === undefined) {
      const location = { file: file.sourcePath, line: 1, column: 1 };
      const name = path.basename(file.path);
      const data = { name, paths: `${name.replace(/\.mdx?$/, '')}.paths.ts` };
      diagnostics.push(createDiagnostic('missing-paths-file', data, { location }));
      continue;
    }
    const entries = await run(paths);
    const text = await readTemplate(file);
    if (text === undefined) all.push(file);
    else
      all.push(...pagesOf(file, text, entries, { paths, root: site.root, report: (found) => diagnostics.push(found) }));
  }
  return {
    files: all,
    inputs: { files: [...new Set(inputs.files)], folders: [...new Set(inputs.folders)] },
    diagnostics,
  };
}

/** Returns the paths file of a template. Its tabs and translations share the file. */
function pathsFileOf({ filePath }: PageFile, { config }: Site): string | undefined {
  const stem = filePath.replace(/\.mdx?$/, '');
  const endings = ['', ...config.locales.map(({ id }) => `.${id}`)].filter((ending) => stem.endsWith(ending));
  const stems = endings.map((ending) => stem.slice(0, stem.length - ending.length).replace(/\.\$[^./\\]+$/, ''));
  return [stem, ...stems].flatMap((name) => EXTENSIONS.map((ending) => `${name}.paths${ending}`)).find(existsSync);
}

/** Returns true for the name of a paths file. A new one may belong to a template. */
export function isPathsFile(filePath: string): boolean {
  return EXTENSIONS.some((ending) => filePath.endsWith(`.paths${ending}`));
}

interface Entry {
  index: number;
  params: Record<string, string>;
  content: string | undefined;
  frontmatter: Record<string, unknown>;
}

function readEntries(value: unknown, filePath: string, root: string): Entry[] {
  const name = path.basename(filePath);
  if (!Array.isArray(value)) throw codeFileError({ case: 'no-list', name, got: describe(value) }, filePath, root);
  return value.map((entry: unknown, at): Entry => {
    const index = at + 1;
    const { params, content, frontmatter = {} } = Object(entry) as Record<string, unknown>;
    const fail = (reason: string) => codeFileError({ case: 'entry', name, index, reason }, filePath, root);
    if (!isRecord(params)) throw fail('has no `params`');
    for (const [key, param] of Object.entries(params))
      if (typeof param !== 'string' && typeof param !== 'number')
        throw fail(`has the parameter \`${key}\` with ${describe(param)}, not a text`);
    if (content !== undefined && typeof content !== 'string')
      throw fail(`has as \`content\` ${describe(content)}, not a text`);
    if (!isRecord(frontmatter)) throw fail(`has as \`frontmatter\` ${describe(frontmatter)}, not an object`);
    const texts = Object.entries(params).map(([key, param]) => [key, String(param)]);
    return { index, params: Object.fromEntries(texts), content: content?.replace(/\r\n?/g, '\n'), frontmatter };
  });
}

function pagesOf(
  file: PageFile,
  template: string,
  entries: Entry[],
  { paths, root, report }: { paths: string; root: string; report: (found: Diagnostic) => void },
): PageFile[] {
  const found = new Map<string, number>();
  const module = relativePath(root, paths);
  const name = path.basename(paths);
  return entries.flatMap(({ index, params, content, frontmatter }) => {
    const fail = (data: DataOf<'invalid-code-file'>): PageFile[] => {
      report(codeFileError(data, paths, root).diagnostics[0] as Diagnostic);
      return [];
    };
    const names = [...file.path.matchAll(PARAMETER)].map(([, parameter = '']) => parameter);
    for (const parameter of names) {
      const value = ownValue(params, parameter);
      const reason =
        value === undefined
          ? `has no parameter \`${parameter}\`, which is in the name of ${path.basename(file.path)}`
          : /^[\s.]*$|[\\/\0]/.test(value) &&
            `has the parameter \`${parameter}\` \`${value}\`, which is not a name of a file`;
      if (reason) return fail({ case: 'entry', name, index, reason });
    }
    const fill = (text: string): string => text.replace(PARAMETER, (_, parameter) => params[parameter] ?? '');
    // The names of the site folder and of docs folders may contain brackets too.
    const ownPath = fill(file.path);
    const own = (all: string): string => all.slice(0, all.length - file.path.length) + ownPath;
    const first = found.get(ownPath);
    if (first !== undefined) return fail({ case: 'duplicate', name, index, first, page: own(file.sourcePath) });
    found.set(ownPath, index);
    const origin = `${module}#${[...new Set(names)].map((parameter) => params[parameter]).join('/')}`;
    const entry = { template: file.sourcePath, origin, params, frontmatter, ...withContent(template, content) };
    return [{ ...file, filePath: own(file.filePath), sourcePath: own(file.sourcePath), path: ownPath, entry }];
  });
}

/** Line of a template that is replaced by the content of an entry. */
const MARKER = /^[ \t]*(?:<!--[ \t]*@content[ \t]*-->|\{\/\*[ \t]*@content[ \t]*\*\/\})[ \t]*$/m;

/** Returns the text of a template with the content of an entry at the marker, or at the end. */
function withContent(
  template: string,
  content: string | undefined,
): Pick<NonNullable<PageFile['entry']>, 'text' | 'content'> {
  if (content === undefined) return { text: template.replace(MARKER, '') };
  const marker = MARKER.exec(template);
  const before = marker ? template.slice(0, marker.index) : `${template.replace(/\n*$/, '')}\n\n`;
  const after = marker ? template.slice(marker.index + marker[0].length) : '\n';
  const trimmed = content.replace(/\n+$/, '');
  const count = trimmed.split('\n').length;
  return { text: before + trimmed + after, content: { line: before.split('\n').length, count } };
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value)
    ? 'a list'
    : typeof value === 'object'
      ? 'an object'
      : `the ${typeof value} ${String(value)}`;
}

const USE = /\{\{\s*params\.([\w$-]+)\s*\}\}/g;

/** Replaces `{{ params.name }}` in a text. Unknown parameters are kept; `onUnknown` receives their names. */
export function fillParams(text: string, params: Record<string, string>, onUnknown?: (name: string) => void): string {
  if (!text.includes('{{')) return text;
  return text.replace(USE, (all, name: string) => {
    if (Object.hasOwn(params, name)) return params[name] as string;
    onUnknown?.(name);
    return all;
  });
}

/** Returns a copy of plain data in which parameters are replaced in all texts. */
export function fillData<Data>(data: Data, params: Record<string, string>): Data {
  if (typeof data === 'string') return fillParams(data, params) as Data;
  if (Array.isArray(data)) return data.map((item: unknown) => fillData(item, params)) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const filled: Record<string, unknown> = Object.create(Object.getPrototypeOf(data) as object | null);
  for (const [key, value] of Object.entries(data)) filled[key] = fillData(value, params);
  return filled as Data;
}
