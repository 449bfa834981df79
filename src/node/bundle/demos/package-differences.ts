import fs from 'node:fs';
import path from 'node:path';
import { STYLE_COLLECTORS } from '../../../shared/style-collectors.ts';
import { PACKAGES, relativePath, toPosix } from '../../base/files/paths.ts';

/** What the packages of demos ask of those who render them on the server. */
export interface ServerNeeds {
  /** A package is another one there: it has files for browsers. */
  isOther: boolean;
  /** Packages whose styles are collected there: a file of each by name. */
  collected: [name: string, filePath: string][];
}

/** Those of packages that are the same everywhere. */
export const NO_NEEDS: ServerNeeds = { isOther: false, collected: [] };

/**
 * Looks at installed packages for what the server needs.
 *
 * @param files absolute paths of the files that a bundle for the browser is made of
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

/** Folder of the installed package that a file belongs to. */
export function packageDirOf(filePath: string): string | undefined {
  const start = filePath.lastIndexOf(PACKAGES);
  if (start === -1) return undefined;
  const [first = '', second = ''] = filePath.slice(start + PACKAGES.length).split(path.sep);
  return path.join(
    filePath.slice(0, start + PACKAGES.length),
    first.startsWith('@') ? path.join(first, second) : first,
  );
}

/** Name under which the package of a folder in `node_modules` is imported. */
export function nameOf(dir: string): string {
  return toPosix(dir.slice(dir.lastIndexOf(PACKAGES) + PACKAGES.length));
}

/** True when Node would take other files of a package than those that were taken for the browser. */
function hasFilesForBrowsers(dir: string, files: string[]): boolean {
  let text: string;
  try {
    text = fs.readFileSync(path.join(dir, 'package.json'), 'utf8');
  } catch {
    // A folder without one has nothing that tells them apart.
    return false;
  }
  if (!/"(?:browser|node)"\s*:/.test(text)) return false;
  const { browser, main, module, exports, imports } = JSON.parse(text);
  const used = new Set(files.map((file) => relativePath(dir, file)));
  if (typeof browser === 'string' && !exports && !module && browser !== main) return true;
  if (typeof browser === 'object' && browser !== null && isReplaced(browser, used)) return true;
  return isChosen(exports, used) || isChosen(imports, used);
}

/** The field `browser` as a table: `{ "./lib/dom.js": "./lib/dom.browser.js", "./lib/fs.js": false }`. */
function isReplaced(table: Record<string, unknown>, used: ReadonlySet<string>): boolean {
  return Object.entries(table).some(([from, to]) => {
    const file = path.posix.normalize(typeof to === 'string' ? to : from);
    return used.has(file) || used.has(`${file}.js`);
  });
}

/** True when conditions for browsers, or for what is not Node, chose a file. */
function isChosen(conditions: unknown, used: ReadonlySet<string>): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  if (Array.isArray(conditions)) return conditions.some((entry) => isChosen(entry, used));
  const { browser, node, ...rest } = conditions as Record<string, unknown>;
  if (leavesOf(browser).some((leaf) => isUsed(leaf, used))) return true;
  // Many packages give Node the CommonJS twin of what they give others.
  const isTwin = JSON.stringify(node) === JSON.stringify(rest.default);
  if (node !== undefined && !isTwin && !leavesOf(node).some((leaf) => isUsed(leaf, used)))
    return leavesOf(rest).some((leaf) => isUsed(leaf, used));
  return Object.values(rest).some((entry) => isChosen(entry, used));
}

function leavesOf(conditions: unknown): string[] {
  if (typeof conditions === 'string') return [conditions];
  return typeof conditions === 'object' && conditions !== null ? Object.values(conditions).flatMap(leavesOf) : [];
}

/** A target such as `./dist/index.js` or `./dist/*.js`. */
function isUsed(target: string, used: ReadonlySet<string>): boolean {
  const file = path.posix.normalize(target);
  const star = file.indexOf('*');
  if (star === -1) return used.has(file);
  const [before, after] = [file.slice(0, star), file.slice(star + 1)];
  return [...used].some((name) => name.startsWith(before) && name.endsWith(after));
}
