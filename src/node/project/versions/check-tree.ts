/** Checks the tree of a sealed version: the list of its files. It is untrusted, like the list of versions. */
import { ownValue } from '../../../shared/own-value.ts';
import type { VersionPage } from '../../../shared/versions/versions.ts';
import { describeConflict } from '../../base/diagnostics/codes/output.ts';
import { findNameConflicts, isOutputPath } from '../../base/output-paths.ts';
import { isPrivatePath } from '../private-names.ts';
import { describeFormat, isAddress, isBase, isHash, isLine, isObject, type ShapeProblem, shown } from './check-list.ts';
import { FORMAT } from './stored-paths.ts';
import type { SealedHeaders, SealedRedirect } from './types.ts';

/** Tree of a sealed version, as its file contains it. */
export interface VersionTree {
  id: string;
  base: string;
  /** Version of the library. */
  library?: string;
  /** Tool that built the site, if it is known. */
  generator?: string;
  headers?: SealedHeaders[];
  redirects?: SealedRedirect[];
  pages: VersionPage[];
  /** Hash and size by path. */
  files: Record<string, [hash: string, size: number]>;
}

/** Maximum number of files of a version. */
export const MOST_FILES = 100_000;

/** Maximum size of the file of a tree, in bytes. It is checked before the file is read. */
export const MOST_TREE_BYTES = 40_000_000;

/** Returns the first mistake in a tree, or undefined if it is a {@link VersionTree}. Unknown keys are ignored. */
export function findTreeProblem(value: unknown, id: string): ShapeProblem | undefined {
  if (!isObject(value)) return { path: [], reason: 'the file does not contain an object' };
  const { format, base, library, generator, pages, files } = value;
  if (format !== FORMAT) return { path: ['format'], reason: describeFormat(format) };
  if (value.id !== id) return { path: ['id'], reason: `its id is ${shown(value.id)}` };
  if (!isBase(base)) return { path: ['base'], reason: '`base` is not a path that begins and ends with a slash' };
  if (library !== undefined && !isLine(library))
    return { path: ['library'], reason: '`library` is not a line of text' };
  if (generator !== undefined && !isLine(generator))
    return { path: ['generator'], reason: '`generator` is not a line of text' };
  return (
    problemOfFiles(files) ??
    first(pages, 'pages', problemOfPage) ??
    first(value.headers ?? [], 'headers', (entry) => problemOfHeaders(entry, base)) ??
    first(value.redirects ?? [], 'redirects', (entry) => problemOfRedirect(entry, base))
  );
}

function problemOfFiles(files: unknown): ShapeProblem | undefined {
  if (!isObject(files)) return { path: ['files'], reason: '`files` is not an object' };
  const paths = Object.keys(files);
  if (paths.length > MOST_FILES)
    return { path: ['files'], reason: `it has ${paths.length} files, more than the limit of ${MOST_FILES}` };
  for (const path of paths) {
    const at = (reason: string): ShapeProblem => ({ path: ['files', path], reason });
    if (!isLine(path, 4000) || LONE_SURROGATE.test(path)) return at(`${shown(path)} is not a path`);
    if (isPrivatePath(path)) return at(`${shown(path)} is the name of a private file`);
    const entry = ownValue(files, path);
    if (!Array.isArray(entry) || !isHash(entry[0])) return at(`${shown(path)} has no SHA-256 hash`);
    if (!Number.isSafeInteger(entry[1]) || entry[1] < 0) return at(`${shown(path)} has no size`);
  }
  const [conflict] = findNameConflicts(paths);
  return conflict && { path: ['files', conflict.path], reason: describeConflict(conflict) };
}

function problemOfPage(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'a page is not an object';
  const { path, address = path, heading, lang = '', components = [] } = entry;
  for (const one of [path, address])
    if (typeof one !== 'string' || (one !== '' && !isAddressPath(one)))
      return `${shown(one)} is not the path of a page`;
  if (typeof lang !== 'string') return `the page ${shown(path)} has no valid language`;
  if (typeof heading !== 'string') return `the page ${shown(path)} has no heading`;
  return Array.isArray(components) && components.every((name) => isLine(name))
    ? undefined
    : `the components of the page ${shown(path)} are not a list of names`;
}

/** Half of a pair of UTF-16 units, which `encodeURI` refuses. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns true for an output path that can be written as an address. */
function isAddressPath(path: string): boolean {
  return isOutputPath(path) && !LONE_SURROGATE.test(path);
}

function problemOfHeaders(entry: unknown, base: string): string | undefined {
  if (!isObject(entry)) return 'an entry is not an object';
  const { path, headers } = entry;
  if (!isPathIn(path, base)) return `the path ${shown(path)} is not below the base of the version`;
  const isHeader = (pair: unknown): boolean =>
    Array.isArray(pair) && /^[\w!#$%&'*+.^`|~-]+$/.test(String(pair[0])) && isLine(pair[1], 10_000);
  return Array.isArray(headers) && headers.every(isHeader) ? undefined : `the headers of ${shown(path)} are not valid`;
}

function problemOfRedirect(entry: unknown, base: string): string | undefined {
  if (!isObject(entry)) return 'an entry is not an object';
  const { from, to, status } = entry;
  if (!isPathIn(from, base)) return `the path ${shown(from)} is not below the base of the version`;
  if (!isPathIn(to, base) && !isAddress(to)) return `the target ${shown(to)} is not below the base of the version`;
  return [301, 302, 303, 307, 308].includes(Number(status)) ? undefined : `${shown(status)} is not a redirect`;
}

/** Returns true for a path below a base, without white space: it is a field of a line. */
export function isPathIn(value: unknown, base: string): value is string {
  return isLine(value, 2000) && value.startsWith(base) && !/\s/.test(value);
}

function first(
  entries: unknown,
  key: string,
  problemOf: (entry: unknown) => string | undefined,
): ShapeProblem | undefined {
  if (!Array.isArray(entries) || entries.length > MOST_FILES)
    return { path: [key], reason: `\`${key}\` is not a list` };
  for (const [index, entry] of entries.entries()) {
    const reason = problemOf(entry);
    if (reason !== undefined) return { path: [key, index], reason };
  }
  return undefined;
}
