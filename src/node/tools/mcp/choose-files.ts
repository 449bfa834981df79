import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { PACK_FILE } from '../../render/pack/types.ts';
import { type BuiltFiles, openBuiltFiles } from './built-files.ts';
import { openPack } from './open-pack.ts';

/** What is documented. At most one of the properties is set. */
export interface FilesChoice {
  /** Folder or http(s) address of a built site. Default: the site's output folder. */
  place?: string | undefined;
  /** Name of an installed package that contains its documentation. */
  packageName?: string | undefined;
}

export async function chooseFiles(site: Site, { place, packageName }: FilesChoice): Promise<BuiltFiles> {
  if (packageName !== undefined) return openBuiltFiles(await openPack(findPack(findPackage(packageName, site.root))));
  return openBuiltFiles(place ?? site.config.outDir);
}

interface InstalledPackage {
  name: string;
  version: string;
  /** Real path of its folder. */
  dir: string;
}

/** Folders of a package in which documentation is searched, below its own folder. */
const DEPTH = 4;

/**
 * From a folder upwards, through links of workspaces and pnpm, also by the name in an alias' manifest (`"v3":
 * "npm:kit@3"`). Throws a DiagnosticError if it is not installed.
 */
export function findPackage(name: string, root: string): InstalledPackage {
  const own = foldersUpFrom(root).find((folder) => readManifest(folder)?.name === name);
  const modules = createRequire(path.join(root, 'package.json')).resolve.paths(name) ?? [];
  const candidates = [...(own === undefined ? [] : [own]), ...modules.map((folder) => path.join(folder, name))];
  for (const candidate of candidates) {
    const manifest = readManifest(candidate);
    if (!manifest) continue;
    const { name: real = name, version = '0.0.0' } = manifest;
    return { name: real, version, dir: fs.realpathSync(candidate) };
  }
  throw failure(2, 'package-not-installed', { name, folder: root });
}

/** Throws a DiagnosticError if the package has none. */
export function findPack({ name, version, dir }: InstalledPackage): string {
  // A package may also contain the documentation of others. Opening a damaged pack reports why its package is not known.
  const found = packsIn(dir, DEPTH).map((folder) => ({ folder, of: readJson(path.join(folder, PACK_FILE))?.package }));
  const own = (found.find(({ of }) => of === name) ?? found.find(({ of }) => of === undefined))?.folder;
  if (own === undefined) throw failure(2, 'package-without-docs', { name, version, folder: dir });
  return own;
}

/** Returns the folders with a pack, sorted, the usual folder `skills` first. */
function packsIn(folder: string, depth: number): string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const has = (file: string): boolean => entries.some((entry) => entry.name === file && entry.isFile());
  if (has(PACK_FILE) && has('SKILL.md')) return [folder];
  if (depth === 0) return [];
  const names = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((one, other) => Number(other === 'skills') - Number(one === 'skills') || (one < other ? -1 : 1));
  return names.flatMap((name) => packsIn(path.join(folder, name), depth - 1));
}

function foldersUpFrom(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}

function readManifest(folder: string): { name?: string; version?: string } | undefined {
  return readJson(path.join(folder, 'package.json'));
}

function readJson(file: string): { name?: string; version?: string; package?: string } | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    // There is no such file, or the caller reports that it is damaged.
    return undefined;
  }
}
