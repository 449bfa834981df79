/** Checks the list of versions. It is untrusted, because another tool or a merge may have changed it. */
import { FORMAT, idProblem } from './stored-paths.ts';

/** List of versions as `versions.json` contains it. */
export interface VersionList {
  /** Base of the site. */
  base: string;
  /** Newest first. */
  versions: ListedVersion[];
}

export type ListedVersion = ListedSeal | ListedLink;

export interface ListedSeal {
  id: string;
  label?: string;
  seal: string;
  aliases?: string[];
}

export interface ListedLink {
  id: string;
  label?: string;
  href: string;
}

/** A mistake, with the path of its value in the file, such as `versions`, 2. */
export interface ShapeProblem {
  path: (string | number)[];
  reason: string;
}

const MOST_VERSIONS = 1000;

/** Returns the first mistake in a list, or undefined if it is a {@link VersionList}. Unknown keys are ignored. */
export function findListProblem(value: unknown): ShapeProblem | undefined {
  if (!isObject(value)) return { path: [], reason: 'the file does not contain an object' };
  const { format, base, versions } = value;
  if (format !== FORMAT) return { path: ['format'], reason: describeFormat(format) };
  if (!isBase(base)) return { path: ['base'], reason: '`base` is not a path that begins and ends with a slash' };
  if (!Array.isArray(versions)) return { path: ['versions'], reason: '`versions` is not a list' };
  if (versions.length > MOST_VERSIONS)
    return { path: ['versions'], reason: `there are more than ${MOST_VERSIONS} versions` };
  const names = new Set<string>();
  for (const [index, entry] of versions.entries()) {
    const problem = problemOfEntry(entry, names);
    if (problem) return { path: ['versions', index, ...problem.path], reason: problem.reason };
  }
  return undefined;
}

/** @param names ids and aliases of the entries before, in lower case. Those of the entry are added */
function problemOfEntry(entry: unknown, names: Set<string>): ShapeProblem | undefined {
  if (!isObject(entry)) return { path: [], reason: 'an entry is not an object' };
  const { id, label, seal, href, aliases = [] } = entry;
  if (typeof id !== 'string') return { path: [], reason: 'an entry has no `id`' };
  if (label !== undefined && !isLine(label)) return { path: ['label'], reason: 'a label is not a line of text' };
  if ((seal === undefined) === (href === undefined))
    return { path: [], reason: `version ${shown(id)} must have either \`seal\` or \`href\`` };
  if (seal !== undefined && !isHash(seal)) return { path: ['seal'], reason: 'a seal is not a SHA-256 hash' };
  if (href !== undefined && !isAddress(href))
    return { path: ['href'], reason: 'a link is not an address that begins with https:// or http://' };
  if (!Array.isArray(aliases) || (aliases.length > 0 && seal === undefined))
    return { path: ['aliases'], reason: '`aliases` is not a list of a sealed version' };
  for (const [index, name] of [id, ...aliases].entries()) {
    const path = index === 0 ? ['id'] : ['aliases', index - 1];
    const reason = typeof name === 'string' ? idProblem(name) : 'it is not a string';
    if (reason !== undefined) return { path, reason: `the id ${shown(name)} is not valid: ${reason}` };
    // Folders of both would be the same on systems that ignore case.
    if (names.has(name.toLowerCase())) return { path, reason: `two versions have the id or alias ${shown(name)}` };
    names.add(name.toLowerCase());
  }
  return undefined;
}

/** Describes a format that this version of the tool does not read. */
export function describeFormat(format: unknown): string {
  return typeof format === 'number' && format > FORMAT
    ? `it has the format ${format}, which a newer version of cascader-docs wrote`
    : `\`format\` is not ${FORMAT}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for a SHA-256 hash in hexadecimal digits. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/** Returns true for a path such as `/my-library/`. */
export function isBase(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?:[^\s/?#\\"'<>]+\/)*$/.test(value) && !/\/\.{1,2}\//.test(value);
}

/** Returns true for a text of one line that is not empty. */
export function isLine(value: unknown, most = 200): value is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a label with control characters could change the terminal
  return typeof value === 'string' && value !== '' && value.length <= most && !/[\u0000-\u001f\u007f]/.test(value);
}

/** Returns true for an HTTP address. */
export function isAddress(value: unknown): value is string {
  return isLine(value, 2000) && /^https?:\/\/[^\s"'<>]+$/.test(value) && URL.canParse(value);
}

/** Returns a value for a message, in one short line. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'undefined';
}
