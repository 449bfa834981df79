import fs from 'node:fs/promises';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { findFile } from '../../project/versions/archived-files.ts';
import { archivedVersions } from '../../project/versions/names.ts';
import { readAllVersions } from '../../project/versions/read-versions.ts';
import type { ArchivedVersion } from '../../project/versions/types.ts';
import { type BuiltFiles, openBuiltFiles, type SiteFiles } from './built-files.ts';
import { findPack, findPackage } from './find-package.ts';
import { openPack } from './open-pack.ts';

/** What is documented. At most one of the properties is set. */
export interface FilesChoice {
  /** Folder or http(s) address of a built site. Default: the site's output folder. */
  place?: string | undefined;
  /** Name of an installed package that contains its documentation. */
  packageName?: string | undefined;
  /** Version whose documentation the site has stored. */
  version?: string | undefined;
}

/** Each case is a source of files ({@link SiteFiles}). */
export async function chooseFiles(site: Site, { place, packageName, version }: FilesChoice): Promise<BuiltFiles> {
  if (packageName !== undefined) return openBuiltFiles(await openPack(findPack(findPackage(packageName, site.root))));
  if (version !== undefined) return openBuiltFiles(openArchivedFiles(site, version));
  return openBuiltFiles(place ?? site.config.outDir);
}

/** `written`: id, alias, or version of the library: `1.x`, `1`, `1.22` or `1.22.4`. Throws a DiagnosticError. */
function openArchivedFiles(site: Site, written: string): SiteFiles {
  const { versions, diagnostics } = readAllVersions(site);
  const version = findArchived(archivedVersions(versions), written);
  if (version)
    return {
      shownAs: `version ${version.id}`,
      base: version.base,
      isOtherVersion: true,
      async read(path) {
        const file = findFile(version, path);
        return file === undefined ? undefined : await fs.readFile(file);
      },
    };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  const known = archivedVersions(versions).map(({ id }) => id);
  throw failure(2, 'unknown-docs-version', { version: written, known });
}

/** By its id or an alias, by the version of the library, or else the one whose id covers it, as `1.x` covers `1.22`. */
export function findArchived(archived: readonly ArchivedVersion[], written: string): ArchivedVersion | undefined {
  const number = written.replace(/^v(?=\d)/, '');
  const covers = ({ id }: ArchivedVersion): boolean => {
    const start = id.replace(/^v(?=\d)/, '').replace(/(?:\.[x*])+$/i, '');
    return /^\d/.test(start) && `${number}.`.startsWith(`${start}.`);
  };
  return (
    archived.find(({ id, aliases }) => id === written || aliases.includes(written)) ??
    archived.find(({ library = '' }) => `${library}.`.startsWith(`${number}.`)) ??
    archived.filter(covers).sort((one, other) => other.id.length - one.id.length)[0]
  );
}
