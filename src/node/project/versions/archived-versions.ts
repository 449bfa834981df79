import type { ArchivedVersion, SiteVersion } from './types.ts';

/** Returns the versions that the site publishes itself. */
export function archivedVersions(versions: readonly SiteVersion[] | undefined): ArchivedVersion[] {
  return (versions ?? []).filter((version): version is ArchivedVersion => version.kind === 'archived');
}
