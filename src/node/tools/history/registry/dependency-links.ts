/** Links the packages that files of a declaration tree import. */
import path from 'node:path';
import { type FoundDependency, findDependency } from './find-dependency.ts';
import type { Registry } from './open-registry.ts';
import { type FetchedPackage, linkPackage, type PackageFolders } from './package-folders.ts';
import { packageOfSpecifier, typesPackageOf } from './package-names.ts';
import { RegistryError } from './registry-error.ts';

/** How linking a package went. */
export type Linked =
  /** Linked, or shared by all versions. */
  | {
      /** Target as `name@version`. */
      linked: string;
      /** The package that declares it, as `name@version`, if the importing package does not. */
      declaredBy?: string;
    }
  | {
      /** Name of the package. */
      missing: string;
      /** Clause for messages. */
      reason: string;
      /** Failure of the registry. Without one, the package can never be linked. */
      error?: RegistryError;
    }
  /** Needs no package: a relative path, a module of Node, the package itself, or a file outside of the tree. */
  | { ignored: true };

/** Links dependencies. */
export interface DependencyLinks {
  /** @param provided targets by package name, for those that all versions share */
  link(file: string, specifier: string, provided: ReadonlyMap<string, string>): Promise<Linked>;
  /** Links a dependency of a package. Every dependency is linked once. */
  linkDependency(owner: FetchedPackage, name: string): Promise<Linked>;
}

/** Creates {@link DependencyLinks}. */
export function createDependencyLinks({
  registry,
  packages,
  signal,
}: {
  registry: Registry;
  packages: PackageFolders;
  signal: AbortSignal;
}): DependencyLinks {
  const known = new Map<string, Promise<Linked>>();

  const linkDependency = (owner: FetchedPackage, name: string): Promise<Linked> => {
    const key = `${owner.id} ${name}`;
    const linked = known.get(key) ?? attempt(owner, name);
    known.set(key, linked);
    return linked;
  };

  const attempt = async (owner: FetchedPackage, name: string): Promise<Linked> => {
    try {
      signal.throwIfAborted();
      return await findAndLink({ registry, packages, owner }, name);
    } catch (error) {
      if (error instanceof RegistryError) return { missing: name, reason: error.message, error };
      throw error;
    }
  };

  return {
    linkDependency,
    async link(file, specifier, provided) {
      const name = packageOfSpecifier(specifier);
      const owner = await packages.ownerOf(file);
      if (name === undefined || owner === undefined || name === owner.name) return { ignored: true };
      const shared = provided.get(name);
      return shared === undefined ? await linkDependency(owner, name) : { linked: shared };
    },
  };
}

interface Context {
  registry: Registry;
  packages: PackageFolders;
  owner: FetchedPackage;
}

/** Links a package, or its declarations of DefinitelyTyped if it has none itself. */
async function findAndLink(context: Context, name: string): Promise<Linked> {
  const { owner } = context;
  const typesName = typesPackageOf(name);
  const declaresTypesOnly = !isDeclared(owner, name) && isDeclared(owner, typesName);
  const found = declaresTypesOnly ? undefined : await findRange(context, name);
  const own = found && (await fetchAs(context, name, found));
  if (own?.hasDeclarations) return await linkTo(context, name, { ...found, target: own });
  const foundTypes = name.startsWith('@types/') ? undefined : await findRange(context, typesName);
  const types = foundTypes && (await fetchAs(context, typesName, foundTypes));
  if (types?.hasDeclarations) return await linkTo(context, typesName, { ...foundTypes, target: types });
  return { missing: name, reason: reasonFor(context, { name, found, own }) };
}

function reasonFor(
  { owner }: Context,
  { name, found, own }: { name: string; found: Range | undefined; own: FetchedPackage | undefined },
): string {
  if (own) return `${own.id} contains no declarations`;
  if (found) return `${found.declaredBy ?? owner.id} depends on ${name}@${found.range}, which is in no registry`;
  return `neither ${owner.id} nor its dependencies depend on ${name}`;
}

interface Range {
  range: string;
  declaredBy?: string;
}

function isDeclared({ ranges }: FetchedPackage, name: string): boolean {
  return Object.hasOwn(ranges, name);
}

/** Returns the declared range of a package, also that of an undeclared one, which comes through another dependency. */
async function findRange({ registry, owner }: Context, name: string): Promise<Range | undefined> {
  const range = isDeclared(owner, name) ? owner.ranges[name] : undefined;
  if (range !== undefined) return { range };
  const found: FoundDependency | undefined = await findDependency(name, { ranges: owner.ranges, registry });
  return found && { range: found.range, declaredBy: found.by };
}

async function fetchAs(
  { registry, packages }: Context,
  name: string,
  { range }: Range,
): Promise<FetchedPackage | undefined> {
  const version = await registry.resolve(name, range);
  return version && (await packages.fetch(version));
}

async function linkTo(
  { owner }: Context,
  name: string,
  { target, declaredBy }: { target: FetchedPackage; declaredBy?: string },
): Promise<Linked> {
  await linkPackage(path.join(owner.folder, 'node_modules'), name, target.files);
  return { linked: target.id, ...(declaredBy !== undefined && { declaredBy }) };
}
