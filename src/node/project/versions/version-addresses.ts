import { findFile } from './archived-files.ts';
import { archivedVersions } from './archived-versions.ts';
import { LATEST, versionBase } from './names.ts';
import type { SiteVersion } from './types.ts';

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
    // A `%` that encodes nothing.
    return path;
  }
}
