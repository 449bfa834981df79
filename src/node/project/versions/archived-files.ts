import fs from 'node:fs';
import path from 'node:path';
import { VERSIONS_FOLDER } from '../../../shared/versions/versions.ts';
import { describeConflict } from '../../base/diagnostics/codes/output.ts';
import type { FileProblem } from '../../base/diagnostics/codes/versions.ts';
import { MARKER } from '../../base/marker.ts';
import { findNameConflicts, isOutputPath } from '../../base/output-paths.ts';
import { isPrivatePath } from '../private-names.ts';
import { MOST_FILES } from './check-version.ts';
import { archivedVersions, LATEST, versionBase } from './names.ts';
import type { ArchivedVersion, SiteVersion } from './types.ts';

/**
 * Returns the sorted files, without the marker file of a build, or the first problem, such as a symbolic link. Nothing
 * in an archive is trusted: links and private files are never published.
 */
export function listFiles(folder: string): string[] | FileProblem {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { is: 'no-folder' };
  const files: string[] = [];
  const walk = (below: string): FileProblem | undefined => {
    for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (name === MARKER) continue;
      if (isPrivatePath(name)) return { is: 'private', path: name };
      if (entry.isFile()) files.push(name);
      else if (!entry.isDirectory()) return { is: entry.isSymbolicLink() ? 'link' : 'special', path: name };
      if (files.length > MOST_FILES) return { is: 'too-many', most: MOST_FILES };
      const problem = entry.isDirectory() ? walk(name) : undefined;
      if (problem) return problem;
    }
    return undefined;
  };
  const problem = walk('');
  if (problem) return problem;
  const [conflict] = findNameConflicts(files);
  return conflict ? { is: 'name', path: conflict.path, reason: describeConflict(conflict) } : files.sort();
}

/** Finds a file by its path relative to the version's base. Undefined unless the file exists and may be published. */
export function findFile({ folder }: Pick<ArchivedVersion, 'folder'>, file: string): string | undefined {
  if (!isOutputPath(file) || file === MARKER || isPrivatePath(file)) return undefined;
  try {
    const found = path.join(fs.realpathSync(path.dirname(folder)), path.basename(folder), file);
    // Neither the folder nor a part of the path is a symbolic link.
    return fs.realpathSync(found) === found && fs.statSync(found).isFile() ? found : undefined;
  } catch {
    // There is no such file.
    return undefined;
  }
}

/** Returns the absolute path of an archived file by its output path, such as `v/1.x/index.html`. */
export function findOutput(versions: readonly SiteVersion[] | undefined, outputPath: string): string | undefined {
  for (const version of archivedVersions(versions)) {
    const start = `${VERSIONS_FOLDER}/${version.id}/`;
    if (outputPath.startsWith(start)) return findFile(version, outputPath.slice(start.length));
  }
  return undefined;
}

/** Pages of `/v/latest/` are those of the current version. `route` is without the site's base. */
export function isInVersion(
  versions: readonly SiteVersion[] | undefined,
  route: string,
  isCurrent: (route: string) => boolean,
): boolean {
  const archived = archivedVersions(versions);
  if (archived.length === 0) return false;
  const latest = versionBase('/', LATEST);
  if (`${route}/`.startsWith(latest)) return isCurrent(`/${route.slice(latest.length)}`);
  return archived.some((version) =>
    [version.id, ...version.aliases].some((name) => {
      const base = versionBase('/', name);
      if (!`${route}/`.startsWith(base)) return false;
      const path = decoded(route.slice(base.length));
      const files = [path, `${path}.html`, `${path}/index.html`.replace(/^\//, '')];
      return files.some((file) => findFile(version, file) !== undefined);
    }),
  );
}

function decoded(path: string): string {
  try {
    return decodeURI(path).replace(/\/$/, '');
  } catch {
    // The path has a `%` that encodes nothing.
    return path;
  }
}
