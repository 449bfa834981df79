import path from 'node:path';
import { VERSIONS_FOLDER } from '../../shared/versions/versions.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { shownPath } from '../base/files/paths.ts';
import type { Site } from '../project/config/types.ts';
import { listFiles } from '../project/versions/archived-files.ts';
import { archivedVersions } from '../project/versions/archived-versions.ts';
import type { ArchivedVersion, SiteVersion } from '../project/versions/types.ts';

/**
 * Absolute paths by output path. Throws a DiagnosticError for a file that cannot be published, or an own file with the
 * address of a version.
 */
export function archivedOutputs(
  { root }: Pick<Site, 'root'>,
  versions: readonly SiteVersion[],
  paths: Iterable<string>,
): Map<string, string> {
  const archived = archivedVersions(versions);
  const outputs = new Map<string, string>();
  const diagnostics = findConflicts(archived, paths);
  for (const { id, folder } of archived) {
    const files = listFiles(folder);
    if (Array.isArray(files))
      for (const file of files) outputs.set(`${VERSIONS_FOLDER}/${id}/${file}`, path.join(folder, file));
    else
      diagnostics.push(
        createDiagnostic('archived-files-refused', { id, folder: shownPath(root, folder), problem: files }),
      );
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  return outputs;
}

/** Aliases are checked where their pages are generated. */
function findConflicts(archived: ArchivedVersion[], paths: Iterable<string>): Diagnostic[] {
  const starts = archived.map(({ id }) => `${VERSIONS_FOLDER}/${id}/`.toLowerCase());
  const found = Array.from(paths).filter((file) => {
    const name = `${file.toLowerCase()}/`;
    return starts.some((start) => name.startsWith(start));
  });
  if (found.length === 0) return [];
  return [createDiagnostic('version-path-conflict', { paths: found.sort(), ids: archived.map(({ id }) => id) })];
}
