import path from 'node:path';
import { CURRENT_VERSION, VERSIONS_FOLDER } from '../../../shared/versions/versions.ts';
import { isDeviceName } from '../../base/output-paths.ts';
import type { ArchivedVersion, SiteVersion } from './types.ts';

/** Alias that always leads to the current version: `/v/latest/`. */
export const LATEST = 'latest';

/** Extension of the file that describes a version: `versions/1.x.json`, next to the folder `versions/1.x`. */
const ENDING = '.json';

const RESERVED = new Set([CURRENT_VERSION, LATEST]);

/** Returns the reason why a text cannot be the id or an alias of a version; undefined if it can. */
export function idProblem(id: string): string | undefined {
  if (RESERVED.has(id.toLowerCase())) return 'this name is reserved';
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/.test(id))
    return 'it must have letters, digits, dots, dashes and underscores, and begin with a letter or digit';
  // The folder of a version `1.json` would have the same name as the file that describes the version `1`.
  if (id.toLowerCase().endsWith(ENDING)) return `it ends with ${ENDING}`;
  return isDeviceName(id) ? 'Windows reserves this name for a device' : undefined;
}

/** Returns the base of an archived version: `/my-library/v/1.x/`. */
export function versionBase(siteBase: string, id: string): string {
  return `${siteBase}${VERSIONS_FOLDER}/${id}/`;
}

export function versionFile(folder: string, id: string): string {
  return path.join(folder, `${id}${ENDING}`);
}

/** Returns undefined for the name of any other file. */
export function idOfFile(name: string): string | undefined {
  const id = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '';
  return /^[A-Za-z0-9]/.test(id) ? id : undefined;
}

export function archivedVersions(versions: readonly SiteVersion[] | undefined): ArchivedVersion[] {
  return (versions ?? []).filter((version): version is ArchivedVersion => version.kind === 'archived');
}
