/** The declarations of React, which all versions in a tree share. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { DependencyLinks } from './dependency-links.ts';
import type { Registry } from './open-registry.ts';
import { linkPackage, type PackageFolders } from './package-folders.ts';
import { RegistryError } from './registry-error.ts';

/** A range such as `18`, or the absolute folder of an installed package. */
export interface ReactTypes {
  '@types/react': string;
  /** Without it, `react-dom` is an ordinary dependency. */
  '@types/react-dom'?: string | undefined;
}

/** See {@link linkReactTypes}. */
interface LinkedReactTypes {
  /** All packages, as `name@version`. */
  shared: string[];
  /** Targets by the names of the packages that need no others. */
  provided: Map<string, string>;
}

/**
 * Links the declarations of React where every file of a tree finds them. With several versions of them, equal types of two versions of a
 * library would differ.
 *
 * @throws RegistryError if they cannot be fetched
 */
export async function linkReactTypes(
  types: ReactTypes,
  {
    registry,
    packages,
    links,
    folder,
  }: { registry: Registry; packages: PackageFolders; links: DependencyLinks; folder: string },
): Promise<LinkedReactTypes> {
  const shared: string[] = [];
  const provided = new Map<string, string>();
  for (const name of ['@types/react', '@types/react-dom'] as const) {
    const wanted = types[name];
    if (wanted === undefined) continue;
    const nodeModules = path.join(folder, 'node_modules');
    const id = path.isAbsolute(wanted)
      ? await linkInstalled(wanted, { name, nodeModules })
      : await linkFetched(wanted, name);
    shared.push(id);
    provided.set(name, id).set(name.replace('@types/', ''), id);

    async function linkFetched(range: string, name: string): Promise<string> {
      const version = await registry.resolve(name, range);
      if (!version)
        throw new RegistryError({
          kind: 'no-version',
          name: `${name}@${range}`,
          reason: 'it is no range',
          registry: '',
        });
      const target = await packages.fetch(version);
      for (const dependency of Object.keys(target.ranges)) {
        if (provided.has(dependency)) continue;
        const linked = await links.linkDependency(target, dependency);
        if ('linked' in linked) shared.push(linked.linked);
        if ('error' in linked && linked.error) throw linked.error;
      }
      await linkPackage(nodeModules, name, target.files);
      return target.id;
    }
  }
  return { shared: shared.sort(), provided };
}

/** Links an installed package, whose dependencies are found from its real path. */
async function linkInstalled(
  folder: string,
  { name, nodeModules }: { name: string; nodeModules: string },
): Promise<string> {
  const { version } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
  await linkPackage(nodeModules, name, await fs.realpath(folder));
  return `${name}@${version}`;
}
