import type { SealedVersion, SiteVersions } from './types.ts';

/** Returns the versions that the site publishes itself. */
export function sealedVersions(versions: Pick<SiteVersions, 'versions'> | undefined): SealedVersion[] {
  return (versions?.versions ?? []).filter((version): version is SealedVersion => version.kind === 'sealed');
}
