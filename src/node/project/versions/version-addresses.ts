/** Addresses below which the versions of a site are published. */
import { sealedVersions } from './sealed-versions.ts';
import { LATEST, versionBase } from './stored-paths.ts';
import type { SiteVersions } from './types.ts';

/**
 * Returns whether an address leads to a page or a file of a sealed version. Pages of `/v/latest/` are those of the current version.
 *
 * @param route without the site's base: `/v/1.x/guide`
 * @param isCurrent returns whether the current version has a page at a route
 */
export function isInVersion(
  versions: SiteVersions | undefined,
  route: string,
  isCurrent: (route: string) => boolean,
): boolean {
  const sealed = sealedVersions(versions);
  if (sealed.length === 0) return false;
  const latest = versionBase('/', LATEST);
  if (`${route}/`.startsWith(latest)) return isCurrent(`/${route.slice(latest.length)}`);
  return sealed.some(({ id, aliases, files }) =>
    [id, ...aliases].some((name) => {
      const base = versionBase('/', name);
      if (!`${route}/`.startsWith(base)) return false;
      const path = decoded(route.slice(base.length));
      return [path, `${path}.html`, `${path}/index.html`.replace(/^\//, '')].some((file) => files.has(file));
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
