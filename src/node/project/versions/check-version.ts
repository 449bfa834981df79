/** Checks the file that describes a version. It is untrusted, because another tool or a merge may have changed it. */
import { isRecord } from '../../../shared/is-record.ts';
import type { VersionPage } from '../../../shared/versions/versions.ts';
import { isOutputPath } from '../../base/output-paths.ts';
import { idProblem, versionBase } from './names.ts';
import type { VersionHeaders, VersionRedirect } from './types.ts';

export type VersionText = ArchiveText | LinkText;

interface LinkText {
  base: string;
  label?: string | undefined;
  href: string;
}

export interface ArchiveText {
  base: string;
  label?: string | undefined;
  aliases?: string[] | undefined;
  library?: string | undefined;
  headers?: VersionHeaders[] | undefined;
  redirects?: VersionRedirect[] | undefined;
  pages: VersionPage[];
}

/** A mistake, with the path of its value in the file, such as `pages`, 2. */
export interface ShapeProblem {
  path: (string | number)[];
  reason: string;
}

/** Maximum number of files, pages or rules of a version. */
export const MOST_FILES = 100_000;

/** Returns the first mistake in a description, or undefined if it is a {@link VersionText}. Unknown keys are ignored. */
export function findProblem(value: unknown, id: string): ShapeProblem | undefined {
  const invalid = idProblem(id);
  if (invalid !== undefined) return { path: [], reason: `the id ${shown(id)} is not valid: ${invalid}` };
  if (!isRecord(value)) return { path: [], reason: 'the file does not contain an object' };
  const { base, label, href, aliases = [], library, pages } = value;
  if (!isBase(base)) return { path: ['base'], reason: '`base` is not a path that begins and ends with a slash' };
  if (label !== undefined && !isLine(label)) return { path: ['label'], reason: 'a label is not a line of text' };
  if ((pages === undefined) === (href === undefined)) return { path: [], reason: 'it must have `pages` or `href`' };
  if (href !== undefined)
    return isWebUrl(href) ? undefined : { path: ['href'], reason: 'a link is not a URL that begins with https://' };
  if (library !== undefined && !isLine(library))
    return { path: ['library'], reason: '`library` is not a line of text' };
  const own = versionBase(base, id);
  return (
    first(aliases, 'aliases', problemOfAlias) ??
    first(pages, 'pages', problemOfPage) ??
    first(value.headers ?? [], 'headers', (entry) => problemOfHeaders(entry, own)) ??
    first(value.redirects ?? [], 'redirects', (entry) => problemOfRedirect(entry, own))
  );
}

function problemOfAlias(alias: unknown): string | undefined {
  const reason = typeof alias === 'string' ? idProblem(alias) : 'it is not a string';
  return reason && `the alias ${shown(alias)} is not valid: ${reason}`;
}

function problemOfPage(entry: unknown): string | undefined {
  if (!isRecord(entry)) return 'a page is not an object';
  const { path, url = path, heading, lang = '', components = [] } = entry;
  for (const one of [path, url])
    if (typeof one !== 'string' || (one !== '' && !isUrlPath(one))) return `${shown(one)} is not the path of a page`;
  if (typeof lang !== 'string') return `the page ${shown(path)} has no valid language`;
  if (typeof heading !== 'string') return `the page ${shown(path)} has no heading`;
  return Array.isArray(components) && components.every((name) => isLine(name))
    ? undefined
    : `the components of the page ${shown(path)} are not a list of names`;
}

/** Half of a pair of UTF-16 units, which `encodeURI` refuses. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns true for an output path that can be written as a URL. */
function isUrlPath(path: string): boolean {
  return isOutputPath(path) && !LONE_SURROGATE.test(path);
}

function problemOfHeaders(entry: unknown, base: string): string | undefined {
  if (!isRecord(entry)) return 'an entry is not an object';
  const { path, headers } = entry;
  if (!isPathIn(path, base)) return `the path ${shown(path)} is not below the base of the version`;
  const isHeader = (pair: unknown): boolean =>
    Array.isArray(pair) && /^[\w!#$%&'*+.^`|~-]+$/.test(String(pair[0])) && isLine(pair[1], 10_000);
  return Array.isArray(headers) && headers.every(isHeader) ? undefined : `the headers of ${shown(path)} are not valid`;
}

function problemOfRedirect(entry: unknown, base: string): string | undefined {
  if (!isRecord(entry)) return 'an entry is not an object';
  const { from, to, status } = entry;
  if (!isPathIn(from, base)) return `the path ${shown(from)} is not below the base of the version`;
  if (!isPathIn(to, base) && !isWebUrl(to)) return `the target ${shown(to)} is not below the base of the version`;
  return [301, 302, 303, 307, 308].includes(Number(status)) ? undefined : `${shown(status)} is not a redirect`;
}

/** Returns true for a path under a base, without white space, because it is written as a field of a line. */
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

function isBase(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?:[^\s/?#\\"'<>]+\/)*$/.test(value) && !/\/\.{1,2}\//.test(value);
}

export function isLine(value: unknown, most = 200): value is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a label with control characters could change the terminal
  return typeof value === 'string' && value !== '' && value.length <= most && !/[\u0000-\u001f\u007f]/.test(value);
}

export function isWebUrl(value: unknown): value is string {
  return isLine(value, 2000) && /^https?:\/\/[^\s"'<>]+$/.test(value) && URL.canParse(value);
}

/** Returns a value for a message, in one short line. */
function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'undefined';
}
