/** A folder with the declarations of several versions of a package, each with its own dependencies. */
import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { createWorkFolder } from '../../checkout/work-folder.ts';
import { createDependencyLinks, type Linked } from './dependency-links.ts';
import type { PackageVersion, Registry } from './open-registry.ts';
import { createPackageFolders, linkPackage } from './package-folders.ts';
import { typesPackageOf } from './package-names.ts';
import { linkReactTypes, type ReactTypes } from './react-types.ts';
import { findTypesVersion } from './types-package.ts';

/** Options of {@link createDeclarationTree}. */
export interface TreeOptions {
  registry: Registry;
  /** Declarations of React for all versions: a range, or the absolute folder of an installed package. */
  reactTypes: ReactTypes;
  /** Packages whose JavaScript is also fetched. Default: none. */
  withJavascript?: (name: string) => boolean;
  signal?: AbortSignal | undefined;
  /** Folder in which the temporary folder is created. Default: the system's folder for temporary files. */
  parent?: string;
}

/** See {@link createDeclarationTree}. */
export interface DeclarationTree {
  /** Absolute, real path. */
  folder: string;
  /** Packages that all versions share, as `name@version`: the declarations of React and their dependencies. */
  shared: string[];
  /**
   * Fetches a version once and returns its folder, which contains `node_modules`. If the version has no declarations, those of
   * DefinitelyTyped are linked.
   *
   * @param types version of the declarations of DefinitelyTyped. Default: the newest one for the version
   * @throws RegistryError, or the reason of the aborted signal
   */
  add(name: string, version: string, types?: string): Promise<string>;
  /**
   * Links the package of a module name that a file of the tree imports. Returns how it went, the same for each call.
   *
   * @param file real path of the importing file
   * @throws the reason of the aborted signal, or an error of the disk
   */
  link(file: string, specifier: string): Promise<Linked>;
  /** Cancels downloads and removes the folder. */
  dispose(): Promise<void>;
}

/**
 * Creates a tree in a temporary folder, with the layout of pnpm:
 *
 * - `<tree>/<name>@<version>/node_modules/<name>` contains the files of a version. `/` in a name is `+` in the name of its folder.
 * - `<tree>/<name>@<version>/node_modules/<dependency>` is a link to the files of a dependency.
 * - `<tree>/node_modules/@types/react` is a link to the declarations of React.
 *
 * So a version has one real path, in however many others it is a dependency, and the compiler reads it once.
 *
 * @throws RegistryError if the declarations of React cannot be fetched
 */
export async function createDeclarationTree({
  registry,
  reactTypes,
  withJavascript = () => false,
  signal,
  parent,
}: TreeOptions): Promise<DeclarationTree> {
  const work = await createWorkFolder(parent);
  const abort = new AbortController();
  // Each download listens to it.
  setMaxListeners(0, abort.signal);
  const cancel = (): void => abort.abort(signal?.reason);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  const folder = path.join(work.folder, 'packages');
  const running = new Set<Promise<unknown>>();
  /** Notes work in progress: `dispose` must not remove folders that are being written. */
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    const end = (): void => void running.delete(work);
    work.then(end, end);
    return work;
  };
  const dispose = async (): Promise<void> => {
    signal?.removeEventListener('abort', cancel);
    abort.abort(new Error('The tree was removed'));
    await Promise.allSettled(running);
    await work.remove();
  };
  const packages = createPackageFolders({ registry, folder, withJavascript, signal: abort.signal });
  const links = createDependencyLinks({ registry, packages, signal: abort.signal });
  const addVersion = async (version: PackageVersion, known: string | undefined): Promise<string> => {
    const fetched = await packages.fetch(version);
    const find = async (): Promise<PackageVersion | undefined> =>
      known ? { name: typesPackageOf(version.name), version: known } : await findTypesVersion(registry, version);
    const typesVersion = fetched.hasDeclarations ? undefined : await find();
    const types = typesVersion && (await packages.fetch(typesVersion));
    if (types?.hasDeclarations) await linkPackage(path.join(fetched.folder, 'node_modules'), types.name, types.files);
    return fetched.folder;
  };
  try {
    const { shared, provided } = await track(linkReactTypes(reactTypes, { registry, packages, links, folder }));
    return {
      folder,
      shared,
      add: async (name, version, types) => await track(addVersion({ name, version }, types)),
      link: (file, specifier) => track(links.link(file, specifier, provided)),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

export type { Linked, PackageVersion, ReactTypes };
