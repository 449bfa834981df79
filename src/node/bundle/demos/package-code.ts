/** Checks whether packages contain code for Node or for browsers that differs from the bundled code. */
import fs from 'node:fs';
import path from 'node:path';
import { isOfPackage, relativePath } from '../../base/files/paths.ts';
import { readModule } from '../barrels/read-module.ts';
import { packageFolders } from '../notices.ts';

interface Manifest {
  exports?: unknown;
  imports?: unknown;
  browser?: string | Record<string, string | false>;
  module?: string;
  main?: string;
}

/** Returns true if packages were resolved without the condition `node`, so that the bundle lacks their code for Node. */
export function needNodeCode(files: string[]): boolean {
  return packageFolders(files).some((folder) => {
    const { exports, imports } = readManifest(folder, 'node');
    const used = usedFiles(files, folder);
    return [exports, imports].some((conditions) => hasOtherForNode(conditions, folder, used));
  });
}

/** Returns true if packages were resolved for browsers and the server would run different code. An identical copy does not differ. */
export function haveBrowserCode(files: string[]): boolean {
  return manifestFolders(files).some((folder) => {
    const { exports, imports, browser, module, main = 'index.js' } = readManifest(folder, 'browser');
    // Most packages have only one variant, and reading hundreds of folders and files would be slow.
    if (exports === undefined && imports === undefined && browser === undefined) return false;
    const used = usedFiles(files, folder);
    const replaced = Object.entries(typeof browser === 'string' ? { [module ?? main]: browser } : (browser ?? {}));
    return (
      [exports, imports].some((conditions) => hasOtherForBrowsers(conditions, used)) ||
      replaced.some(([name, other]) =>
        other === false
          ? !name.startsWith('.') || isUsed(name, used, true)
          : isUsed(other, used, true) && !isCopy(folder, name, other),
      )
    );
  });
}

/** Returns the folders of packages, and those of their subfolders that also contain a `package.json`. */
function manifestFolders(files: string[]): string[] {
  const folders = new Set<string>();
  const packages = new Set(packageFolders(files));
  for (const file of files)
    for (let folder = path.dirname(file); isOfPackage(folder) && !folders.has(folder); folder = path.dirname(folder)) {
      folders.add(folder);
      if (packages.has(folder)) break;
    }
  return [...folders].filter((folder) => fs.existsSync(path.join(folder, 'package.json')));
}

function readManifest(folder: string, condition: 'node' | 'browser'): Manifest {
  try {
    const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
    return new RegExp(`"${condition}"\\s*:`).test(text) ? JSON.parse(text) : {};
  } catch {
    // Without a readable package.json, all environments load the same files.
    return {};
  }
}

function usedFiles(files: string[], folder: string): ReadonlySet<string> {
  return new Set(files.flatMap((file) => (file.startsWith(folder) ? relativePath(folder, file) : [])));
}

function hasOtherForNode(conditions: unknown, folder: string, used: ReadonlySet<string>): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  if (Array.isArray(conditions)) return conditions.some((entry) => hasOtherForNode(entry, folder, used));
  const { node, ...rest } = conditions as Record<string, unknown>;
  const forNode = leavesOf(node);
  const isOther = !forNode.some((leaf) => isUsed(leaf, used)) && leavesOf(rest).some((leaf) => isUsed(leaf, used));
  if (node !== undefined && isOther && !forNode.every((leaf) => isTwin(folder, leaf, rest))) return true;
  return Object.values(rest).some((entry) => hasOtherForNode(entry, folder, used));
}

function hasOtherForBrowsers(conditions: unknown, used: ReadonlySet<string>): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  const { browser, ...rest } = conditions as Record<string, unknown>;
  const others = leavesOf(rest);
  return (
    leavesOf(browser).some((leaf) => isUsed(leaf, used) && !others.includes(leaf)) ||
    Object.values(rest).some((entry) => hasOtherForBrowsers(entry, used))
  );
}

/** Returns true for the same code: a file also loaded under another condition, or an ES module that re-exports a CommonJS file. */
function isTwin(folder: string, leaf: string, others: object): boolean {
  if (leavesOf(others).includes(leaf)) return true;
  const file = path.join(folder, leaf);
  if (!fs.existsSync(file)) return false;
  const imports = [...(readModule(fs.readFileSync(file, 'utf8'), path.extname(file))?.imports.keys() ?? [])];
  return imports.length === 1 && /^\.\.?\//.test(imports[0] ?? '');
}

function isCopy(folder: string, one: string, other: string): boolean {
  try {
    return fs.readFileSync(path.join(folder, one)).equals(fs.readFileSync(path.join(folder, other)));
  } catch {
    // The name has no extension, or belongs to another package.
    return false;
  }
}

function leavesOf(conditions: unknown): string[] {
  if (typeof conditions === 'string') return [conditions];
  return typeof conditions === 'object' && conditions !== null ? Object.values(conditions).flatMap(leavesOf) : [];
}

/** If `mayOmit` is set, the name may lack its extension or refer to a folder. */
function isUsed(target: string, used: ReadonlySet<string>, mayOmit = false): boolean {
  const file = path.posix.normalize(target);
  const star = file.indexOf('*');
  if (star === -1)
    return used.has(file) || (mayOmit && [`${file}.*`, `${file}/*`].some((pattern) => isUsed(pattern, used)));
  const [before, after] = [file.slice(0, star), file.slice(star + 1)];
  return [...used].some((name) => name.startsWith(before) && name.endsWith(after));
}
