import { withBase } from '../../shared/base-url.ts';
import { CURRENT_VERSION, VERSIONS_FOLDER } from '../../shared/versions/versions.ts';
import type { Site } from '../project/config/types.ts';
import { interfaceStrings } from '../project/languages/interface-strings.ts';
import { librariesOf } from '../project/libraries.ts';
import type { SiteVersion } from '../project/versions/types.ts';
import type { KnownVersion } from './types.ts';

/** Undefined if there is no other version. */
export function knownVersions(site: Site, versions: readonly SiteVersion[]): KnownVersion[] | undefined {
  if (versions.length === 0) return undefined;
  const { base } = site.config;
  const current: KnownVersion = { id: CURRENT_VERSION, label: labelOf(site), href: base };
  const others = versions.map((version): KnownVersion => {
    const { id, label } = version;
    return version.kind === 'linked'
      ? { id, label, href: version.href, isElsewhere: true }
      : { id, label, href: withBase(base, `/${VERSIONS_FOLDER}/${id}/`), pages: version.pages };
  });
  return [current, ...others];
}

/** Returns the label of the current version: as configured, or the major version of the library, such as `2.x`. */
function labelOf(site: Site): string {
  const { versionLabel } = site.config.themeConfig;
  if (versionLabel) return versionLabel;
  const version = librariesOf(site)[0]?.version ?? site.packageJson.version;
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  if (major !== undefined && major !== '0') return `${major}.x`;
  if (minor !== undefined && minor !== '0') return `0.${minor}.x`;
  return interfaceStrings(site)['versions.current'] ?? '';
}
