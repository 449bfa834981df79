/** Finds the declarations of packages whose types are published separately, by DefinitelyTyped. */
import semver from 'semver';
import type { PackageVersion, Registry } from './open-registry.ts';
import { typesPackageOf } from './package-names.ts';
import { RegistryError } from './registry-error.ts';

/**
 * Returns the version of `@types/…` that describes a version of a package: the last one of the same minor version, or else of an earlier
 * minor with the same major. Major and minor of the two packages agree, patches do not
 * (https://github.com/DefinitelyTyped/DefinitelyTyped#how-do-definitely-typed-package-versions-relate-to-versions-of-the-corresponding-library).
 * Returns undefined if there is none.
 *
 * @throws RegistryError
 */
export async function findTypesVersion(
  registry: Registry,
  { name, version }: PackageVersion,
): Promise<PackageVersion | undefined> {
  if (name.startsWith('@types/')) return undefined;
  const typesName = typesPackageOf(name);
  const major = semver.major(version);
  const minor = semver.minor(version);
  const found = (await publishedVersions(registry, typesName)).findLast(
    (types) => semver.major(types) === major && semver.minor(types) <= minor,
  );
  return found === undefined ? undefined : { name: typesName, version: found };
}

async function publishedVersions(registry: Registry, name: string): Promise<string[]> {
  try {
    return await registry.versionsOf(name);
  } catch (error) {
    if (error instanceof RegistryError && error.kind === 'not-found') return [];
    throw error;
  }
}
