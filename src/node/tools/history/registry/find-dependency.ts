/** Finds packages that a package imports without declaring them. */
import { ownValue } from '../../../../shared/own-value.ts';
import type { PackageVersion, Registry } from './open-registry.ts';
import { type Manifest, type Ranges, rangesOf } from './packument.ts';
import { RegistryError } from './registry-error.ts';

/** Where a dependency is declared. */
export interface FoundDependency {
  range: string;
  /** The package that declares it, as `name@version`. */
  by: string;
}

/** Maximum number of packages to search. */
const MOST_PACKAGES = 300;

/**
 * Searches the dependencies of dependencies for a package, breadth-first, as it would be found in a flat `node_modules`. Reads manifests
 * only, no tarballs.
 *
 * @throws RegistryError if a manifest cannot be read, because the result could be a different one with it
 */
export async function findDependency(
  wanted: string,
  { ranges, registry, most = MOST_PACKAGES }: { ranges: Ranges; registry: Registry; most?: number },
): Promise<FoundDependency | undefined> {
  const seen = new Set<string>();
  let level: Ranges[] = [ranges];
  while (level.length > 0 && seen.size < most) {
    const manifests = await readLevel(level, { registry, seen, most });
    for (const manifest of manifests) {
      const all = rangesOf(manifest);
      const range = ownValue(all, wanted);
      if (range !== undefined) return { range, by: `${manifest.name}@${manifest.version}` };
    }
    // Peer dependencies are provided by others, so they are not searched.
    level = manifests.map(({ dependencies, optionalDependencies }) => ({ ...dependencies, ...optionalDependencies }));
  }
  return undefined;
}

/** Reads the manifests of all packages of a level that were not seen before, in order. */
async function readLevel(
  level: Ranges[],
  { registry, seen, most }: { registry: Registry; seen: Set<string>; most: number },
): Promise<Manifest[]> {
  const requested = new Map(level.flatMap((ranges) => Object.entries(ranges)).map((entry) => [entry.join('@'), entry]));
  const targets = await Promise.all(
    [...requested.values()].map(([name, range]) => optional(registry.resolve(name, range))),
  );
  const fresh: PackageVersion[] = [];
  for (const target of targets) {
    if (!target || seen.size >= most || seen.has(`${target.name}@${target.version}`)) continue;
    seen.add(`${target.name}@${target.version}`);
    fresh.push(target);
  }
  return await Promise.all(fresh.map(({ name, version }) => registry.manifestOf(name, version)));
}

/** Ignores packages that are not published. npm would not install them either. */
async function optional<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof RegistryError && (error.kind === 'not-found' || error.kind === 'no-version')) return undefined;
    throw error;
  }
}
