/** Patterns of `.gitignore`, `.npmignore` and `files` in package.json, which share one syntax. */
import fs from 'node:fs';
import path from 'node:path';
import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';

export interface IgnoreRule {
  /** Matches a path with forward slashes; the path of a folder ends with one. */
  pattern: RegExp;
  /** The pattern begins with `!`: matching files are not ignored. */
  isNegated: boolean;
}

/**
 * Parses the lines of an ignore file.
 *
 * @param folder folder of the ignore file, relative to the base of the tested paths; empty for the base itself
 */
export function parseIgnoreRules(text: string, folder = ''): IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line): IgnoreRule[] => {
    // Trailing spaces are ignored unless a backslash precedes them.
    const written = line.replace(/(?<!\\)\s+$/, '');
    if (written === '' || written.startsWith('#')) return [];
    const isNegated = written.startsWith('!');
    const glob = isNegated ? written.slice(1) : written;
    return [{ pattern: toRegExp(glob, folder), isNegated }];
  });
}

/** Reads the rules of the first of these ignore files that exists in a folder. Returns no rules if none exists. */
export function readIgnoreRules(base: string, folder: string, names: readonly string[]): IgnoreRule[] {
  const found = names
    .map((name) => path.join(base, folder, name))
    .find((file) => fs.existsSync(file) && fs.statSync(file).isFile());
  return found ? parseIgnoreRules(fs.readFileSync(found, 'utf8'), folder) : [];
}

/** Returns the last rule that matches a path or one of its parent folders. */
export function lastRuleOf(file: string, rules: readonly IgnoreRule[]): IgnoreRule | undefined {
  const folders = placesOf(file);
  return rules.findLast(({ pattern }) => folders.some((place) => pattern.test(place)));
}

/**
 * Returns whether a file is ignored, as git does: the last rule that matches decides. In an ignored folder no rule can
 * include a file again.
 *
 * @param rulesIn returns the rules of the ignore file in a folder, from the empty path down to the folder of the file
 */
export function isIgnored(file: string, rulesIn: (folder: string) => IgnoreRule[]): boolean {
  const rules: IgnoreRule[] = [];
  let folder = '';
  for (const place of placesOf(file)) {
    rules.push(...rulesIn(folder));
    const last = rules.findLast(({ pattern }) => pattern.test(place));
    if (last && !last.isNegated) return true;
    folder = place.slice(0, -1);
  }
  return false;
}

/** Returns the parent folders of a path and the path itself: `a/`, `a/b/` and `a/b/c` for `a/b/c`. */
function placesOf(file: string): string[] {
  return [...file.matchAll(/\/(?!$)|$/g)].map(({ index }) => file.slice(0, index + 1));
}

/** Special characters of a pattern or a regular expression, the longest first. */
const SIGNS = /\\(.)|\*\*\/|\/\*\*$|\*+|\?|\[[!^]?[^\]]*\]|[\\^$+.()|[\]{}]/g;

function toRegExp(glob: string, folder: string): RegExp {
  const isFolder = glob.endsWith('/');
  const names = glob.replace(/^\.?\//, '').replace(/\/$/, '');
  // A pattern with a slash before its end is relative to the folder; any other pattern matches at any depth.
  const isRelative = names.includes('/') || /^\.?\//.test(glob);
  const start = folder === '' ? '' : `${escapeRegExp(folder)}/`;
  const body = names.replace(SIGNS, (sign, escaped?: string) => translate(sign, escaped));
  // A star as a whole name matches at least one character.
  const end = isFolder ? '(?<!/)/$' : '(?<!/)/?$';
  try {
    return new RegExp(`^${start}${isRelative ? '' : '(?:.*/)?'}${body}${end}`, 'i');
  } catch {
    // An invalid range, such as `[z-a]`, matches nothing, as in git.
    return /(?!)/;
  }
}

function translate(sign: string, escaped: string | undefined): string {
  if (escaped !== undefined) return escapeRegExp(escaped);
  if (sign === '**/') return '(?:.*/)?';
  if (sign === '/**') return '/.+';
  if (sign.startsWith('*')) return '[^/]*';
  if (sign === '?') return '[^/]';
  if (sign.length > 1 && sign.startsWith('[')) return sign.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
  return escapeRegExp(sign);
}
