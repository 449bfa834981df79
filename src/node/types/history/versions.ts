import semver from 'semver';
import type { ApiHistory } from '../../../shared/api-history.ts';
import { NEXT } from '../../../shared/api-table.ts';
import { knownVersions } from './index-history.ts';

/** All versions that a written version may refer to. `1.2` refers to all of its patches. */
export interface VersionRange {
  lowest: string;
  /** Absent if `lowest` is the only version. */
  below?: string;
}

/** Returns true for a complete version, such as `1.2.0`, or `rc-cascader@1.2.0` for a version under an earlier package name. */
export function isVersion(text: string): boolean {
  const { number } = splitName(text);
  return semver.valid(number) === number;
}

/** Splits a version into the package name and the number. The name is empty for the current package name. */
export function splitName(version: string): { name: string; number: string } {
  const at = version.lastIndexOf('@');
  return at > 0 ? { name: version.slice(0, at), number: version.slice(at + 1) } : { name: '', number: version };
}

/** Parses a version such as `1.2.0`, `v1.2` or `1.2+`. */
export function parseVersion(written: string): VersionRange | undefined {
  const { number } = splitName(written.trim());
  const [, major, minor, rest] = /^v?(\d+)(?:\.(\d+)(?:\.(\d+(?:-[\w.-]+)?))?)?\+?$/.exec(number) ?? [];
  if (major === undefined) return undefined;
  const lowest = semver.valid(`${major}.${minor ?? 0}.${rest ?? 0}`);
  if (lowest === null) return undefined;
  if (rest !== undefined) return { lowest };
  return { lowest, below: minor === undefined ? `${Number(major) + 1}.0.0-0` : `${major}.${Number(minor) + 1}.0-0` };
}

/** Compares two versions: complete, as displayed, or `next`, which comes after all versions. Other text comes before all versions. */
export function compareVersions(one: string, other: string): number {
  if (one === other) return 0;
  if (one === NEXT || other === NEXT) return one === NEXT ? 1 : -1;
  const [earlier, later] = [splitName(one).name, splitName(other).name];
  // Versions under an earlier package name come before all others. The order of several earlier names is unknown here.
  if (earlier !== later) return Number(earlier === '') - Number(later === '');
  const [first, second] = [parseVersion(one)?.lowest, parseVersion(other)?.lowest];
  if (first === undefined || second === undefined) return Number(first !== undefined) - Number(second !== undefined);
  return semver.compare(first, second);
}

/** Returns `1.22` if the only known version of this minor is 1.22.x, otherwise the complete version. */
export function shownVersion(version: string, known: readonly string[]): string {
  const { name, number } = splitName(version);
  const parsed = semver.parse(number);
  if (!parsed || parsed.prerelease.length > 0) return version;
  const { major, minor, patch } = parsed;
  const ofMinor = known.filter((other) => {
    const one = splitName(other);
    return one.name === name && semver.major(one.number) === major && semver.minor(one.number) === minor;
  });
  const isOnly = ofMinor.every((other) => other === version) && (ofMinor.length === 1 || patch === 0);
  return isOnly ? `${version.slice(0, version.length - number.length)}${major}.${minor}` : version;
}

/** Returns the major version of a complete version: `1`, or `rc-cascader-3` for a version under an earlier package name. */
export function majorOf(version: string): string {
  const { name, number } = splitName(version);
  const prefix = name === '' ? '' : `${name.replace(/^@/, '').replaceAll('/', '-')}-`;
  return `${prefix}${semver.major(number)}`;
}

/** Returns true if versions may be missing between two known versions. */
export function isGap(before: string, version: string): boolean {
  const [one, other] = [semver.parse(before), semver.parse(version)];
  if (!one || !other) return false;
  if (one.major === other.major) return other.minor - one.minor > 1;
  // The last minor version of the earlier major version is unknown.
  return other.major - one.major > 1 || other.minor > 0;
}

/** Finds a known version: `1.22` refers to the newest version of this minor. Undefined if no known version matches. */
export function findVersion(history: ApiHistory, written: string): string | undefined {
  const known = knownVersions(history);
  if (known.includes(written)) return written;
  const range = parseVersion(written);
  if (!range) return undefined;
  const { lowest, below } = range;
  const { name } = splitName(written);
  return known.findLast((version) => {
    const { name: ofVersion, number } = splitName(version);
    if (ofVersion !== name) return false;
    const isAbove = compareVersions(number, lowest) >= 0;
    return below === undefined ? number === lowest : isAbove && compareVersions(number, below) < 0;
  });
}
