import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { findFile } from '../../project/versions/archived-files.ts';
import { archivedVersions } from '../../project/versions/names.ts';
import { readAllVersions } from '../../project/versions/read-versions.ts';
import type { ArchivedVersion } from '../../project/versions/types.ts';
import { PACK_FILE } from '../../render/pack/types.ts';
import { type BuiltFiles, openBuiltFiles, type SiteFiles } from './built-files.ts';
import { openPack } from './open-pack.ts';

/** Selects what is documented. At most one of the properties is set. */
export interface FilesChoice {
  /** Folder or http(s) URL of a built site. Default: the site's output folder. */
  place?: string | undefined;
  /** Name of an installed package that contains its documentation. */
  packageName?: string | undefined;
  /** Archived version whose documentation is part of the site. */
  version?: string | undefined;
}

/** Opens the selected source of files ({@link SiteFiles}). */
export async function chooseFiles(site: Site, { place, packageName, version }: FilesChoice): Promise<BuiltFiles> {
  if (packageName !== undefined) return openBuiltFiles(await openPack(findPack(findPackage(packageName, site.root))));
  if (version !== undefined) return openBuiltFiles(openArchivedFiles(site, version));
  return openBuiltFiles(place ?? site.config.outDir);
}

/** Opens an archived version. `written` is an id, an alias, or a library version such as `1.x` or `1.22.4`. Throws a DiagnosticError. */
function openArchivedFiles(site: Site, written: string): SiteFiles {
  const { versions, diagnostics } = readAllVersions(site);
  const version = findArchived(archivedVersions(versions), written);
  if (version)
    return {
      shownAs: `version ${version.id}`,
      base: version.base,
      isOtherVersion: true,
      async read(path) {
        const file = findFile(version, path);
        return file === undefined ? undefined : await readFile(file);
      },
    };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  const known = archivedVersions(versions).map(({ id }) => id);
  throw failure(2, 'unknown-docs-version', { version: written, known });
}

/** Finds a version by its id or alias, by the library's version, or by an id that covers it: `1.x` covers `1.22`. */
export function findArchived(archived: readonly ArchivedVersion[], written: string): ArchivedVersion | undefined {
  const number = written.replace(/^v(?=\d)/, '');
  const covers = ({ id }: ArchivedVersion): boolean => {
    const start = id.replace(/^v(?=\d)/, '').replace(/(?:\.[x*])+$/i, '');
    return /^\d/.test(start) && `${number}.`.startsWith(`${start}.`);
  };
  return (
    archived.find(({ id, aliases }) => id === written || aliases.includes(written)) ??
    archived.find(({ library = '' }) => `${library}.`.startsWith(`${number}.`)) ??
    archived.filter(covers).sort((one, other) => other.id.length - one.id.length)[0]
  );
}

interface InstalledPackage {
  name: string;
  version: string;
  /** Real path of the package's folder. */
  dir: string;
}

/** Maximum depth to which a package is searched for documentation. */
const DEPTH = 4;

/**
 * Finds a package from a folder upwards, also through links of workspaces and pnpm, and by the alias in a manifest
 * (`"v3": "npm:kit@3"`). Throws a DiagnosticError if the package is not installed.
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

/** Finds the documentation in a package. Throws a DiagnosticError if the package contains none. */
export function findPack({ name, version, dir }: InstalledPackage): string {
  // A pack may document another package. If a pack is damaged, its package is unknown, and opening the pack reports the reason.
  const found = packsIn(dir, DEPTH).map((folder) => ({ folder, of: readJson(path.join(folder, PACK_FILE))?.package }));
  const own = (found.find(({ of }) => of === name) ?? found.find(({ of }) => of === undefined))?.folder;
  if (own === undefined) throw failure(2, 'package-without-docs', { name, version, folder: dir });
  return own;
}

/** Returns the folders that contain a pack, sorted. The usual folder, `skills`, comes first. */
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
    // The file does not exist, or the caller reports that it is damaged.
    return undefined;
  }
}
