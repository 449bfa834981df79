import type { ArchivedVersion, SiteVersion } from './types.ts';

export function archivedVersions(versions: readonly SiteVersion[] | undefined): ArchivedVersion[] {
  return (versions ?? []).filter((version): version is ArchivedVersion => version.kind === 'archived');
}
