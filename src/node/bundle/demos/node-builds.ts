import fs from 'node:fs';
import path from 'node:path';
import { relativePath } from '../../base/files/paths.ts';
import { readModule } from '../barrels/read-module.ts';
import { packageFolders } from '../notices.ts';

/** True if it was resolved without the condition `node`, so that the bundle lacks code for Node. */
export function needNodeBuilds(files: string[]): boolean {
  return packageFolders(files).some((folder) => {
    const { exports, imports } = readManifest(folder);
    const used = new Set(files.flatMap((file) => (file.startsWith(folder) ? relativePath(folder, file) : [])));
    return [exports, imports].some((conditions) => hasOther(conditions, folder, used));
  });
}

function readManifest(folder: string): { exports?: unknown; imports?: unknown } {
  try {
    const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
    return /"node"\s*:/.test(text) ? JSON.parse(text) : {};
  } catch {
    // Without a readable package.json, all environments load the same files.
    return {};
  }
}

function hasOther(conditions: unknown, folder: string, used: ReadonlySet<string>): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  if (Array.isArray(conditions)) return conditions.some((entry) => hasOther(entry, folder, used));
  const { node, ...rest } = conditions as Record<string, unknown>;
  const forNode = leavesOf(node);
  const isOther = !forNode.some((leaf) => isUsed(leaf, used)) && leavesOf(rest).some((leaf) => isUsed(leaf, used));
  if (node !== undefined && isOther && !forNode.every((leaf) => isTwin(folder, leaf, rest))) return true;
  return Object.values(rest).some((entry) => hasOther(entry, folder, used));
}

/** Same code: also loaded under another condition, or an ES module that passes on a CommonJS file. */
function isTwin(folder: string, leaf: string, others: object): boolean {
  if (leavesOf(others).includes(leaf)) return true;
  const file = path.join(folder, leaf);
  if (!fs.existsSync(file)) return false;
  const imports = [...(readModule(fs.readFileSync(file, 'utf8'), path.extname(file))?.imports.keys() ?? [])];
  return imports.length === 1 && /^\.\.?\//.test(imports[0] ?? '');
}

function leavesOf(conditions: unknown): string[] {
  if (typeof conditions === 'string') return [conditions];
  return typeof conditions === 'object' && conditions !== null ? Object.values(conditions).flatMap(leavesOf) : [];
}

function isUsed(target: string, used: ReadonlySet<string>): boolean {
  const file = path.posix.normalize(target);
  const star = file.indexOf('*');
  if (star === -1) return used.has(file);
  const [before, after] = [file.slice(0, star), file.slice(star + 1)];
  return [...used].some((name) => name.startsWith(before) && name.endsWith(after));
}
