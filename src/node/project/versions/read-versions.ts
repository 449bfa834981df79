import fs from 'node:fs';
import path from 'node:path';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { errorCode } from '../../base/errors.ts';
import { relativePath } from '../../base/files/paths.ts';
import { locateKey } from '../config/key-location.ts';
import type { Site } from '../config/types.ts';
import { createRefusal, realPathOf, refusalOf } from '../file-scope.ts';
import { findProblem, type ShapeProblem, type VersionText } from './check-version.ts';
import { archivedVersions, idOfFile, versionBase, versionFile } from './names.ts';
import type { SiteVersion } from './types.ts';

/** Maximum size of a description, in bytes. It is checked before the file is read. */
const MOST_BYTES = 40_000_000;

export interface ReadVersions {
  /** Versions with errors are left out. */
  versions: SiteVersion[];
  diagnostics: Diagnostic[];
}

/** Part of a site that {@link readVersions} needs. */
export type SiteOfVersions = Pick<Site, 'root' | 'projectRoot' | 'allowed'> & {
  config: Pick<Site['config'], 'base' | 'versions'>;
};

/**
 * Reads only the descriptions, not the files. A site that is built for the base of a version, to be archived, has no
 * versions of its own.
 */
export function readVersions(site: SiteOfVersions): ReadVersions {
  const { versions, diagnostics, bases } = readAllVersions(site);
  const { base } = site.config;
  const before = bases.find((one) => one !== base);
  if (before === undefined) return { versions, diagnostics };
  if (base.startsWith(versionBase(before, '').slice(0, -1))) return { versions: [], diagnostics: [] };
  const moved = archivedVersions(versions).filter((version) => version.base !== versionBase(base, version.id));
  const [first] = moved;
  if (!first) return { versions, diagnostics };
  const file = relativePath(site.root, `${first.folder}.json`);
  const data = { before, now: base, ids: moved.map(({ id }) => id) };
  const error = createDiagnostic('site-moved', data, { location: { file, line: 1, column: 1 } });
  return { versions: [], diagnostics: [...diagnostics, error] };
}

/** Like {@link readVersions}, whatever the base of the site: for the commands that change versions. */
export function readAllVersions(site: SiteOfVersions): ReadVersions & {
  /** Bases of the site for which versions were added. */
  bases: string[];
} {
  const { versions: folder } = site.config;
  const found: ReturnType<typeof readAllVersions> = { versions: [], diagnostics: [], bases: [] };
  if (folder === false) return found;
  const ids = namesIn(folder).flatMap((name) => idOfFile(name) ?? []);
  const refusal = ids.length > 0 && folderRefusal(folder, site);
  if (refusal) return { ...found, diagnostics: [refusal] };
  const names = new Set<string>();
  for (const id of ids.sort((a, b) => compareIds(b, a))) {
    const { text, problem } = readVersion(folder, id, site.root);
    if (problem) {
      found.diagnostics.push(problem);
      continue;
    }
    const version = toVersion(folder, id, text);
    const own = version.kind === 'archived' ? [id, ...version.aliases] : [id];
    const twin = own.find((name) => names.has(name.toLowerCase()));
    // On systems that ignore case, both versions would have the same folder.
    if (twin !== undefined)
      found.diagnostics.push(refuse(folder, id, site.root)(`two versions have the id or alias \`${twin}\``));
    for (const name of own) names.add(name.toLowerCase());
    found.versions.push(version);
    found.bases.push(text.base);
  }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    // The site has no versions.
    return [];
  }
}

function toVersion(folder: string, id: string, text: VersionText): SiteVersion {
  const { label = id } = text;
  if ('href' in text) return { kind: 'linked', id, label, href: text.href };
  const { aliases = [], library, pages, headers, redirects } = text;
  const base = versionBase(text.base, id);
  const files = path.join(folder, id);
  return { kind: 'archived', id, label, aliases, base, library, folder: files, pages, headers, redirects };
}

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

function refuse(folder: string, id: string, root: string) {
  const file = relativePath(root, versionFile(folder, id));
  return (reason: string, location: Location = { file, line: 1, column: 1 }): Diagnostic =>
    createDiagnostic('invalid-version', { file, reason }, { location });
}

/** Symbolic links, special files and large files are refused before they are read. */
function readVersion(
  folder: string,
  id: string,
  root: string,
): { text: VersionText; problem?: undefined } | { text?: undefined; problem: Diagnostic } {
  const filePath = versionFile(folder, id);
  const file = relativePath(root, filePath);
  const refused = refuse(folder, id, root);
  let text: string;
  try {
    const stats = fs.lstatSync(filePath);
    if (!stats.isFile()) return { problem: refused('it is not a regular file') };
    if (stats.size > MOST_BYTES)
      return { problem: refused(`it has ${stats.size} bytes, more than the limit of ${MOST_BYTES}`) };
    text = fs.readFileSync(filePath, 'utf8');
  } catch (error) {
    return { problem: refused(`it cannot be read (${errorCode(error)})`) };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const offset = /end of JSON input/.test(message) ? text.length : Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    return { problem: refused('it is not valid JSON', locate(file, text, Math.min(offset, text.length))) };
  }
  const problem = findProblem(value, id);
  if (problem) return { problem: refused(problem.reason, locateProblem(file, text, problem)) };
  return { text: value as VersionText };
}

/** Text length above which only the name of a key is searched, because finding every key takes seconds. */
const LONG_TEXT = 200_000;

function locateProblem(file: string, text: string, { path: keys }: ShapeProblem): Location {
  if (text.length <= LONG_TEXT) return locateKey(file, text, keys);
  const name = JSON.stringify(keys.findLast((key) => typeof key === 'string') ?? '');
  return locate(file, text, Math.max(0, text.indexOf(name)), name.length);
}

/** Compares ids of versions by their numbers: `9.x` is before `10.x`, and `2.0-beta` before `2.0`. */
export function compareIds(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const difference = rank(one[index]) - rank(other[index]);
    if (difference !== 0) return difference;
    if (one[index] !== other[index]) return (one[index] ?? '') < (other[index] ?? '') ? -1 : 1;
  }
  return 0;
}

function partsOf(id: string): string[] {
  return id.replace(/^v(?=\d)/i, '').match(/\d+|[A-Za-z]+/g) ?? [];
}

/** Ranks words such as `beta` first, then a missing part, then numbers by value. The `x` of `1.x` is the last number. */
function rank(part: string | undefined): number {
  if (part === undefined) return 0;
  if (/^\d/.test(part)) return Number(part) + 1;
  return part.toLowerCase() === 'x' ? Number.MAX_SAFE_INTEGER : -1;
}
