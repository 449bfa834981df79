import { type ExportChanges, groupBy, groupByExport } from '../../../shared/api-changes/group-changes.ts';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { knownVersions } from '../history/index-history.ts';
import { majorOf } from '../history/versions.ts';

export interface VersionChanges {
  version: string;
  exports: ExportChanges[];
}

/** Returns every known version, newest first. */
export function groupChanges(history: ApiHistory): VersionChanges[] {
  const byVersion = groupBy(history.facts, ({ version }) => version);
  return knownVersions(history)
    .toReversed()
    .map((version) => ({ version, exports: groupByExport(byVersion.get(version) ?? []) }));
}

export function groupByMajor(versions: readonly VersionChanges[]): Map<string, VersionChanges[]> {
  return groupBy(versions, ({ version }) => majorOf(version));
}
