/** URLs that lead to a version: `/v/latest/` to the current one, and the aliases of archived versions, such as `/v/1/`. */
import { VERSIONS_FOLDER } from '../../shared/versions/versions.ts';
import { routesOf } from '../content/tabs.ts';
import type { LoadedSite } from '../content/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { archivedVersions, LATEST, versionBase } from '../project/versions/names.ts';
import type { ArchivedVersion, VersionRedirect } from '../project/versions/types.ts';

export type HostRedirect = VersionRedirect;

/** Returns a URL for each page that an alias leads to. Paths are without base. */
export function aliasPages({ pages, versions }: Pick<LoadedSite, 'pages' | 'versions'>): AliasPage[] {
  const archived = archivedVersions(versions);
  if (archived.length === 0) return [];
  const current = pages.flatMap((page) =>
    routesOf(page).map((route) => ({ from: `/${VERSIONS_FOLDER}/${LATEST}${route}`, to: route, title: page.title })),
  );
  const older = archived.flatMap((version) =>
    version.aliases.flatMap((alias) =>
      version.pages.map(({ path, url = path, heading }) => ({
        from: versionBase('/', alias) + path,
        to: versionBase('/', version.id) + url,
        title: heading,
      })),
    ),
  );
  return [...current, ...older].map((page) => ({ ...page, from: page.from.replace(/\/$/, '') }));
}

interface AliasPage {
  from: string;
  to: string;
  title: string;
}

/** Returns the aliases as patterns, for hosts that redirect before they look for a file. */
export function aliasRedirects(
  archived: readonly ArchivedVersion[],
  { base }: Pick<ResolvedConfig, 'base'>,
): HostRedirect[] {
  const redirect = (alias: string, to: string): HostRedirect => ({
    from: `${versionBase(base, alias)}*`,
    to: `${to}:splat`,
    status: 302,
  });
  if (archived.length === 0) return [];
  const older = archived.flatMap(({ aliases, base: to }) => aliases.map((alias) => redirect(alias, to)));
  return [redirect(LATEST, base), ...older];
}
