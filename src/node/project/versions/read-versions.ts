/** Reads the versions of a site. */
import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { hexHash } from '../../base/hash.ts';
import { locateKey } from '../config/key-location.ts';
import type { Site } from '../config/types.ts';
import { createRefusal, realPathOf, refusalOf } from '../file-scope.ts';
import { findListProblem, type ListedSeal, type ShapeProblem, type VersionList } from './check-list.ts';
import { findTreeProblem, MOST_TREE_BYTES, type VersionTree } from './check-tree.ts';
import { isNextTree } from './next-tree.ts';
import { type JsonProblem, readJson } from './read-json.ts';
import { sealedVersions } from './sealed-versions.ts';
import { LIST_FILE, nextTreeFile, treeFile, versionBase } from './stored-paths.ts';
import type { SealedVersion, SiteVersions } from './types.ts';

/** Maximum size of the list, in bytes. */
export const MOST_LIST_BYTES = 1_000_000;

/** Result of {@link readVersions}. `versions` is absent if there are none, or if the list cannot be used. */
export interface ReadVersions {
  versions?: SiteVersions;
  diagnostics: Diagnostic[];
}

/** Part of a site that {@link readVersions} needs. */
export type SiteOfVersions = Pick<Site, 'root' | 'projectRoot' | 'allowed'> & {
  config: Pick<Site['config'], 'base' | 'versions'>;
};

/**
 * Reads the versions that `build` publishes. Reads the list and the trees, and no sealed file. Versions with errors are left out.
 *
 * A site that is built for the base of a version, to be sealed, has no versions of its own.
 */
export function readVersions(site: SiteOfVersions): ReadVersions {
  const { versions, diagnostics } = readAllVersions(site);
  const { base } = site.config;
  if (versions === undefined || versions.base === base) return { versions, diagnostics };
  if (base.startsWith(versionBase(versions.base, '').slice(0, -1))) return { diagnostics: [] };
  const sealed = sealedVersions(versions);
  if (sealed.length === 0) return { versions, diagnostics };
  const location = { file: relativePath(site.root, path.join(versions.folder, LIST_FILE)), line: 1, column: 1 };
  const data = { before: versions.base, now: base, ids: sealed.map(({ id }) => id) };
  return { diagnostics: [...diagnostics, createDiagnostic('site-moved', data, { location })] };
}

/**
 * Like {@link readVersions}, whatever the base of the site: for the commands that change versions.
 *
 * @param options.id reads only this version. Default: all
 */
export function readAllVersions(site: SiteOfVersions, options: { id?: string | undefined } = {}): ReadVersions {
  const { root, config } = site;
  if (config.versions === false) return { diagnostics: [] };
  const folder = config.versions;
  const { list, diagnostics } = readVersionList(folder, root);
  if (!list) return { diagnostics };
  const refusal = folderRefusal(folder, site);
  if (refusal) return { diagnostics: [refusal] };
  const versions = list.versions.flatMap((entry): SiteVersions['versions'] => {
    const { id, label = id } = entry;
    if (options.id !== undefined && options.id !== id) return [];
    if ('href' in entry) return [{ kind: 'linked', id, label, href: entry.href }];
    const read = readTree(folder, entry, { root, siteBase: list.base });
    diagnostics.push(...read.diagnostics);
    return read.version ? [read.version] : [];
  });
  return { versions: { folder, base: list.base, versions }, diagnostics };
}

/** Returns the error if a site may not use the folder of its versions: it leads out of the project, or is private. */
export function folderRefusal(
  folder: string,
  site: Pick<SiteOfVersions, 'root' | 'projectRoot' | 'allowed'>,
): Diagnostic | undefined {
  // Commands create the folder, so its parent decides if it does not exist yet.
  let existing = folder;
  while (!fs.existsSync(existing) && path.dirname(existing) !== existing) existing = path.dirname(existing);
  const realPath = path.join(realPathOf(existing), path.relative(existing, folder));
  const refusal = refusalOf({ filePath: folder, folder: site.root, realPath }, site);
  return refusal && createRefusal(refusal, `The folder of the versions, \`${folder}\`,`);
}

/** Reads the list of versions in a folder. Returns no list if the file does not exist. */
export function readVersionList(folder: string, root: string): { list?: VersionList; diagnostics: Diagnostic[] } {
  const filePath = path.join(folder, LIST_FILE);
  const file = relativePath(root, filePath);
  const refused = ({ reason, location }: JsonProblem) => ({
    diagnostics: [createDiagnostic('invalid-version-list', { file, reason }, { location })],
  });
  const read = readJson(filePath, root, MOST_LIST_BYTES);
  if (read.problem) return read.isMissing ? { diagnostics: [] } : refused(read.problem);
  const problem = findListProblem(read.value);
  if (problem) return refused({ reason: problem.reason, location: locateProblem(file, read.text, problem) });
  return { list: read.value as VersionList, diagnostics: [] };
}

/** Reads the tree of a sealed version, and compares it with its seal. */
function readTree(
  folder: string,
  { id, label = id, seal, aliases = [] }: ListedSeal,
  { root, siteBase }: { root: string; siteBase: string },
): { version?: SealedVersion; diagnostics: Diagnostic[] } {
  const filePath = isNextTree(folder, id, seal) ? nextTreeFile(folder, id) : treeFile(folder, id);
  const file = relativePath(root, filePath);
  const refused = ({ reason, location }: JsonProblem) => ({
    diagnostics: [createDiagnostic('invalid-version-tree', { id, file, reason }, { location })],
  });
  const read = readJson(filePath, root, MOST_TREE_BYTES);
  if (read.problem) return refused(read.problem);
  const problem = findTreeProblem(read.value, id);
  if (problem) return refused({ reason: problem.reason, location: locateProblem(file, read.text, problem) });
  const start = { file, line: 1, column: 1 };
  if (hexHash(read.bytes) !== seal)
    return refused({ reason: 'its content does not match the seal in the list, so it was changed', location: start });
  const tree = read.value as VersionTree;
  if (tree.base !== versionBase(siteBase, id))
    return refused({ reason: `its base is ${tree.base}, not ${versionBase(siteBase, id)}`, location: start });
  const { base, library, pages, headers, redirects } = tree;
  const files = new Map(Object.entries(tree.files).map(([path, [hash, size]]) => [path, { hash, size }]));
  return {
    version: { kind: 'sealed', id, label, aliases, seal, base, library, pages, files, headers, redirects },
    diagnostics: [],
  };
}

/** Text length above which only the name of a key is searched, because finding every key takes seconds. */
const LONG_TEXT = 200_000;

function locateProblem(file: string, text: string, { path: keys }: ShapeProblem): Location {
  if (text.length <= LONG_TEXT) return locateKey(file, text, keys);
  const name = JSON.stringify(keys.findLast((key) => typeof key === 'string') ?? '');
  return locate(file, text, Math.max(0, text.indexOf(name)), name.length);
}
