import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import type { VersionList } from '../../project/versions/check-list.ts';
import { folderRefusal } from '../../project/versions/read-versions.ts';
import { idProblem } from '../../project/versions/stored-paths.ts';

/**
 * Returns the folder of a site's versions.
 *
 * @throws DiagnosticError if the configuration turns versions off, or the folder is outside the project
 */
export function folderOf(site: Site): string {
  const folder = site.config.versions;
  if (folder === false) throw failure(2, 'version-not-changed', { case: 'off' });
  const refusal = folderRefusal(folder, site);
  if (refusal) throw new DiagnosticError([refusal], 2);
  return folder;
}

/** Throws a DiagnosticError if an id or alias is invalid, or belongs to a version. */
export function checkNames(
  { versions }: VersionList,
  { id, aliases, replace = false }: { id: string; aliases: readonly string[]; replace?: boolean | undefined },
): void {
  const own = new Set<string>();
  for (const name of [id, ...aliases]) {
    const reason = own.has(name.toLowerCase()) ? 'it is repeated' : idProblem(name);
    if (reason !== undefined) throw failure(2, 'version-not-changed', { case: 'id', id: name, reason });
    own.add(name.toLowerCase());
  }
  for (const version of versions) {
    if (version.id === id && !replace) throw failure(2, 'version-not-changed', { case: 'exists', id });
    if (version.id === id) continue;
    const names = [version.id, ...('aliases' in version ? (version.aliases ?? []) : [])];
    const taken = names.find((name) => own.has(name.toLowerCase()));
    if (taken !== undefined) throw failure(2, 'version-not-changed', { case: 'taken', id: taken, by: version.id });
  }
}

/** Throws a DiagnosticError if there is no version with this id. */
export function checkKnown({ versions }: VersionList, id: string): void {
  if (versions.some((version) => version.id === id)) return;
  throw failure(2, 'version-not-changed', { case: 'unknown', id, ids: versions.map((version) => version.id) });
}
