/** Files of the folder with a site's versions. */
import path from 'node:path';
import { CURRENT_VERSION, VERSIONS_FOLDER } from '../../../shared/versions/versions.ts';
import { isDeviceName } from '../../base/output-paths.ts';

/** Version of the format of the list and of trees. */
export const FORMAT = 1;

/** Name of the list in the folder of the versions. */
export const LIST_FILE = 'versions.json';

/** Name of the folder with the contents of all sealed files. */
export const OBJECTS = 'objects';

/** Alias that always leads to the current version: `/v/latest/`. */
export const LATEST = 'latest';

/** Ids that no version can have. `versions` would be the name of the list. */
const RESERVED = new Set([CURRENT_VERSION, LATEST, 'versions']);

/** Returns the reason why a text cannot be the id or an alias of a version; undefined if it can. */
export function idProblem(id: string): string | undefined {
  if (RESERVED.has(id.toLowerCase())) return 'this name is reserved';
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/.test(id))
    return 'it must have letters, digits, dots, dashes and underscores, and begin with a letter or digit';
  return isDeviceName(id) ? 'Windows reserves this name for a device' : undefined;
}

/** Returns the base of a sealed version: `/my-library/v/1.x/`. */
export function versionBase(siteBase: string, id: string): string {
  return `${siteBase}${VERSIONS_FOLDER}/${id}/`;
}

/** Returns the path of a version's tree: the list of its files. */
export function treeFile(folder: string, id: string): string {
  return path.join(folder, `${id}.json`);
}

/** Returns the path of a tree that is about to replace {@link treeFile}. No id ends like this. */
export function nextTreeFile(folder: string, id: string): string {
  return `${treeFile(folder, id)}.next`;
}

/** Returns the path of the content with a hash, in hexadecimal digits. */
export function objectFile(folder: string, hash: string): string {
  return path.join(folder, OBJECTS, hash.slice(0, 2), hash.slice(2));
}
