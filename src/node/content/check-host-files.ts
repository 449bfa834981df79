import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { rulesFiles } from '../project/config/targets.ts';
import type { Site } from '../project/config/types.ts';
import { archivedVersions } from '../project/versions/archived-versions.ts';
import type { LoadedSite } from './types.ts';

/** Reports public files that replace generated files with the rules of archived versions (CD871). */
export function checkHostFiles(
  { config }: Site,
  { publicFiles, versions }: Pick<LoadedSite, 'publicFiles' | 'versions'>,
): Diagnostic[] {
  const own = new Set(publicFiles.map(({ output }) => output));
  const files = rulesFiles(config.target);
  const ids = new Map<string, Set<string>>();
  for (const { id, headers = [], redirects = [] } of archivedVersions(versions)) {
    const needed = [headers.length > 0 && files.headers, redirects.length > 0 && files.redirects];
    for (const file of needed) if (file && own.has(file)) ids.set(file, (ids.get(file) ?? new Set()).add(id));
  }
  return Array.from(ids, ([file, concerned]) => createDiagnostic('own-host-file', { file, ids: [...concerned] }));
}
