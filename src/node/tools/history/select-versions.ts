import semver from 'semver';

export interface Selection {
  /** First version, or the start of one, such as `3` or `3.30`. Default: the first that was published. */
  from?: string | undefined;
  /** Selects every version. By default, only the last one of each minor version is selected. */
  all?: boolean | undefined;
}

/**
 * Oldest first. Patches rarely change an API, so the last version of each minor is enough. Throws a RangeError if
 * `from` is not a version.
 */
export function selectVersions(versions: readonly string[], { from, all = false }: Selection = {}): string[] {
  const start = from === undefined ? undefined : firstVersion(from);
  const sorted = sortVersions(versions).filter((version) => start === undefined || semver.gte(version, start));
  if (all) return sorted;
  const minorOf = (version: string): string => `${semver.major(version)}.${semver.minor(version)}`;
  // A later entry of a map replaces an earlier one.
  const last = new Map(sorted.map((version) => [minorOf(version), version]));
  return sorted.filter((version) => last.get(minorOf(version)) === version);
}

function firstVersion(from: string): string {
  const start = /^v?\d+(?:\.\d+){0,2}(?:-.+)?$/.test(from) && semver.validRange(from) ? semver.minVersion(from) : null;
  if (start === null) throw new RangeError(`${from} is not a version`);
  return start.version;
}

/** Returns the valid versions of a list, oldest first by semver. Their dates would mix patches of old versions with new versions. */
export function sortVersions(versions: readonly string[]): string[] {
  return versions.filter((version) => semver.valid(version) !== null).sort(semver.compareBuild);
}
