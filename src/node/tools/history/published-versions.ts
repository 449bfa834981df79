import semver from 'semver';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Npm, Published } from './npm.ts';
import { isPackageName, typesPackageOf } from './package-names.ts';

export interface PackageVersion {
  name: string;
  version: string;
}

/** Returns the releases of a package by semver, oldest first, including deprecated releases. Throws a DiagnosticError. */
export async function releasesOf(npm: Npm, name: string): Promise<string[]> {
  const { versions } = await publishedOf(npm, name);
  return sortVersions(versions).filter((version) => semver.prerelease(version) === null);
}

/** Returns undefined unless `wanted` is a version, a range or a tag. Throws a DiagnosticError if no version matches. */
export async function resolveVersion(npm: Npm, name: string, wanted: string): Promise<PackageVersion | undefined> {
  const isTag = /^[a-z][\w.-]*$/i.test(wanted) && semver.validRange(wanted) === null;
  if (!isTag && semver.validRange(wanted) === null) return undefined;
  const { versions, tags } = await publishedOf(npm, name);
  const { latest = '' } = tags;
  const newest = isTag
    ? Object.entries(tags).find(([tag]) => tag === wanted)?.[1]
    : semver.satisfies(latest, wanted)
      ? latest
      : semver.maxSatisfying(versions, wanted);
  if (newest) return { name, version: newest };
  const id = `${name}@${wanted}`;
  throw failure(1, 'package-not-published', { name: id, reason: 'no published version matches' });
}

/**
 * Returns the last types version with the same or an earlier minor version in the same major version. Patch versions are independent
 * (https://github.com/DefinitelyTyped/DefinitelyTyped#how-do-definitely-typed-package-versions-relate-to-versions-of-the-corresponding-library).
 * Returns undefined if no version matches.
 */
export async function findTypesVersion(npm: Npm, { name, version }: PackageVersion): Promise<string | undefined> {
  if (name.startsWith('@types/')) return undefined;
  const { versions = [] } = (await npm.published(typesPackageOf(name))) ?? {};
  const major = semver.major(version);
  const minor = semver.minor(version);
  return sortVersions(versions).findLast(
    (types) => semver.prerelease(types) === null && semver.major(types) === major && semver.minor(types) <= minor,
  );
}

async function publishedOf(npm: Npm, name: string): Promise<Published> {
  const published = isPackageName(name) ? await npm.published(name) : undefined;
  if (!published)
    throw failure(1, 'package-not-published', { name, reason: 'the registry has no package with this name' });
  return published;
}

interface Selection {
  /** First version, or the beginning of a version, such as `3` or `3.30`. Default: the first published version. */
  from?: string | undefined;
  /** Selects every version. By default, only the last patch of each minor version is selected. */
  all?: boolean | undefined;
}

/**
 * Selects versions, oldest first. Patches rarely change an API, so the last patch of each minor version is enough.
 * Throws a RangeError if `from` is not a version.
 */
export function selectVersions(versions: readonly string[], { from, all = false }: Selection = {}): string[] {
  const start = from === undefined ? undefined : firstVersion(from);
  const sorted = sortVersions(versions).filter((version) => start === undefined || semver.gte(version, start));
  if (all) return sorted;
  const minorOf = (version: string): string => `${semver.major(version)}.${semver.minor(version)}`;
  // In a map, a later entry replaces an earlier one.
  const last = new Map(sorted.map((version) => [minorOf(version), version]));
  return sorted.filter((version) => last.get(minorOf(version)) === version);
}

function firstVersion(from: string): string {
  const start = /^v?\d+(?:\.\d+){0,2}(?:-.+)?$/.test(from) && semver.validRange(from) ? semver.minVersion(from) : null;
  if (start === null) throw new RangeError(`${from} is not a version`);
  return start.version;
}

/** Returns the valid versions by semver, oldest first. Sorting by date would mix patches of old versions with new versions. */
function sortVersions(versions: readonly string[]): string[] {
  return versions.filter((version) => semver.valid(version) !== null).sort(semver.compareBuild);
}
