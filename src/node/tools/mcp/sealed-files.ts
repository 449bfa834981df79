/** Reads the documentation of a sealed version. */
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { Site } from '../../project/config/types.ts';
import { readAllVersions } from '../../project/versions/read-versions.ts';
import { readSealedFile } from '../../project/versions/sealed-file.ts';
import { sealedVersions } from '../../project/versions/sealed-versions.ts';
import type { SealedVersion } from '../../project/versions/types.ts';
import type { SiteFiles } from './built-files.ts';

/**
 * Opens the documentation of a sealed version.
 *
 * @param written id, alias, or version of the library: `1.x`, `1`, `1.22` or `1.22.4`
 * @throws DiagnosticError if the site has no such version, or if its versions cannot be read
 */
export function openSealedFiles(site: Site, written: string): SiteFiles {
  const { versions, diagnostics } = readAllVersions(site);
  const version = findSealed(sealedVersions(versions), written);
  if (versions && version)
    return {
      shownAs: `version ${version.id}`,
      base: version.base,
      isOtherVersion: true,
      read: async (path) => readSealedFile(versions, version, path),
    };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  const known = sealedVersions(versions).map(({ id }) => id);
  throw failure(2, 'unknown-docs-version', { version: written, known });
}

/**
 * Finds the version that is meant: by its id or an alias, by the version of the library, or else the one whose id covers it, as `1.x`
 * covers `1.22`.
 */
export function findSealed(sealed: readonly SealedVersion[], written: string): SealedVersion | undefined {
  const number = written.replace(/^v(?=\d)/, '');
  const covers = ({ id }: SealedVersion): boolean => {
    const start = id.replace(/^v(?=\d)/, '').replace(/(?:\.[x*])+$/i, '');
    return /^\d/.test(start) && `${number}.`.startsWith(`${start}.`);
  };
  return (
    sealed.find(({ id, aliases }) => id === written || aliases.includes(written)) ??
    sealed.find(({ library = '' }) => `${library}.`.startsWith(`${number}.`)) ??
    sealed.filter(covers).sort((one, other) => other.id.length - one.id.length)[0]
  );
}
