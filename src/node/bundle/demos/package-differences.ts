import fs from 'node:fs';
import path from 'node:path';
import { STYLE_COLLECTORS } from '../../../shared/style-collectors.ts';
import { PACKAGES, relativePath, toPosix } from '../../base/files/paths.ts';

/** Requirements of the demos' packages for rendering on the server. */
export interface ServerNeeds {
  /** True if Node and browsers load different files of a package. */
  isOther: boolean;
  /** Packages whose styles are collected on the server: one file of each, by name. */
  collected: [name: string, filePath: string][];
}

/** Needs of packages that are the same in browsers and Node. */
export const NO_NEEDS: ServerNeeds = { isOther: false, collected: [] };

/**
 * Finds the requirements of installed packages for the server.
 *
 * @param files absolute paths of the files in a bundle for the browser
 */
export function findServerNeeds(files: string[]): ServerNeeds {
  const packages = new Map<string, string[]>();
  for (const file of files) {
    const dir = packageDirOf(file);
    if (dir === undefined) continue;
    const known = packages.get(dir);
    if (known) known.push(file);
    else packages.set(dir, [file]);
  }
  const collected = new Map<string, string>();
  let isOther = false;
  for (const [dir, used] of packages) {
    const name = nameOf(dir);
    const [file] = used;
    if (STYLE_COLLECTORS.includes(name) && file && !collected.has(name)) collected.set(name, file);
    isOther ||= hasFilesForBrowsers(dir, used);
  }
  return { isOther, collected: [...collected].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/** Returns the folder of the installed package that contains a file. Undefined outside of `node_modules`. */
export function packageDirOf(filePath: string): string | undefined {
  const start = filePath.lastIndexOf(PACKAGES);
  if (start === -1) return undefined;
  const [first = '', second = ''] = filePath.slice(start + PACKAGES.length).split(path.sep);
  return path.join(
    filePath.slice(0, start + PACKAGES.length),
    first.startsWith('@') ? path.join(first, second) : first,
  );
}

/** Returns the import name of a package by its folder in `node_modules`. */
export function nameOf(dir: string): string {
  return toPosix(dir.slice(dir.lastIndexOf(PACKAGES) + PACKAGES.length));
}

/** True if Node would load different files of a package than those bundled for the browser. */
function hasFilesForBrowsers(dir: string, files: string[]): boolean {
  let text: string;
  try {
    text = fs.readFileSync(path.join(dir, 'package.json'), 'utf8');
  } catch {
    // Without a package.json, both load the same files.
    return false;
  }
  if (!/"(?:browser|node)"\s*:/.test(text)) return false;
  const { browser, main, module, exports, imports } = JSON.parse(text);
  const used = new Set(files.map((file) => relativePath(dir, file)));
  if (typeof browser === 'string' && !exports && !module && browser !== main) return true;
  if (typeof browser === 'object' && browser !== null && isReplaced(browser, used)) return true;
  return isChosen(exports, used) || isChosen(imports, used);
}

/**
 * True if the field `browser` replaces a used file. Example:
 * `{ "./lib/dom.js": "./lib/dom.browser.js", "./lib/fs.js": false }`.
 */
function isReplaced(table: Record<string, unknown>, used: ReadonlySet<string>): boolean {
  return Object.entries(table).some(([from, to]) => {
    const file = path.posix.normalize(typeof to === 'string' ? to : from);
    return used.has(file) || used.has(`${file}.js`);
  });
}

/** True if a condition for browsers, or for environments other than Node, selected a used file. */
function isChosen(conditions: unknown, used: ReadonlySet<string>): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  if (Array.isArray(conditions)) return conditions.some((entry) => isChosen(entry, used));
  const { browser, node, ...rest } = conditions as Record<string, unknown>;
  if (leavesOf(browser).some((leaf) => isUsed(leaf, used))) return true;
  // Many packages provide the CommonJS build of the same code for Node.
  const isTwin = JSON.stringify(node) === JSON.stringify(rest.default);
  if (node !== undefined && !isTwin && !leavesOf(node).some((leaf) => isUsed(leaf, used)))
    return leavesOf(rest).some((leaf) => isUsed(leaf, used));
  return Object.values(rest).some((entry) => isChosen(entry, used));
}

function leavesOf(conditions: unknown): string[] {
  if (typeof conditions === 'string') return [conditions];
  return typeof conditions === 'object' && conditions !== null ? Object.values(conditions).flatMap(leavesOf) : [];
}

/** True if a target such as `./dist/index.js` or `./dist/*.js` is used. */
function isUsed(target: string, used: ReadonlySet<string>): boolean {
  const file = path.posix.normalize(target);
  const star = file.indexOf('*');
  if (star === -1) return used.has(file);
  const [before, after] = [file.slice(0, star), file.slice(star + 1)];
  return [...used].some((name) => name.startsWith(before) && name.endsWith(after));
}
