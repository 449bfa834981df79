/** Reads published versions: fetches their declarations, and compares them with the compiler. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { HistoryVersion } from '../../../shared/api-history.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { isInside } from '../../base/files/paths.ts';
import type { ComparedApis } from '../../types/compare/compare-apis.ts';
import type { MissingImport } from '../../types/compare/missing-imports.ts';
import type { ApiSide } from '../../types/compare/open-sides.ts';
import { noCompiler } from '../../types/types-reader.ts';
import { createTypesThread, type TypesThread } from '../../types/types-thread.ts';
import { createDeclarationTree, type DeclarationTree, type ReactTypes } from './registry/declaration-tree.ts';
import type { PackageVersion, Registry } from './registry/open-registry.ts';

/** A version whose declarations are in the tree. */
export interface ReadVersion extends Pick<HistoryVersion, 'dependencies' | 'missing'> {
  side: ApiSide;
}

/** See {@link createVersionReader}. */
export interface VersionReader {
  /**
   * Fetches a version with the declarations that it needs. Each version is fetched once.
   *
   * @param types version of its declarations of DefinitelyTyped, if it was read before with them
   * @throws RegistryError
   */
  read(version: PackageVersion, types?: string): Promise<ReadVersion>;
  close(): Promise<void>;
}

/**
 * Creates a reader with a temporary folder, which `close` removes.
 *
 * @param options.reactTypes declarations of React for all versions: a range, or an absolute folder
 */
export async function createVersionReader(options: {
  registry: Registry;
  reactTypes: ReactTypes;
  /** Names of packages whose default values are read, which are in their JavaScript. */
  withDefaults: readonly string[];
  signal?: AbortSignal | undefined;
}): Promise<VersionReader> {
  const { withDefaults, ...others } = options;
  const tree = await createDeclarationTree({ ...others, withJavascript: (name) => withDefaults.includes(name) });
  const known = new Map<string, Promise<ReadVersion>>();
  return {
    read({ name, version }, types) {
      const key = `${name}@${version}`;
      const reading = known.get(key) ?? readVersion(tree, { name, version, types }, options.signal);
      known.set(key, reading);
      return reading;
    },
    close: () => tree.dispose(),
  };
}

/** Fetches a version, and then packages that its declarations import, until all imports resolve or cannot be resolved. */
async function readVersion(
  tree: DeclarationTree,
  { name, version, types }: PackageVersion & { types: string | undefined },
  signal: AbortSignal | undefined,
): Promise<ReadVersion> {
  const dir = await tree.add(name, version, types);
  const side: ApiSide = { dir, entry: name, packageName: name };
  const tried = new Set<string>();
  /** Fetches what is missing. Returns the names of modules that cannot be found, or undefined if a package was linked. */
  const link = async (imports: readonly MissingImport[]): Promise<string[] | undefined> => {
    const missing = new Set<string>();
    let isNew = false;
    for (const { file, specifier } of imports) {
      const result = await tree.link(file, specifier);
      if ('ignored' in result) continue;
      const key = `${path.dirname(file)} ${specifier}`;
      // A linked package may lack the imported file.
      if (!('linked' in result) || tried.has(key)) missing.add(specifier);
      else isNew = true;
      tried.add(key);
    }
    return isNew ? undefined : [...missing].sort();
  };
  return await withThread(signal, async (thread) => {
    for (;;) {
      const { missing: imports, packageDirs } = await thread.request({ type: 'missing', options: { side } });
      const missing = await link(imports);
      if (!missing) continue;
      const dependencies = await versionsIn(
        packageDirs.filter((folder) => !isInside(path.join(dir, 'node_modules', name), folder)),
      );
      return {
        side,
        ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
        ...(missing.length > 0 && { missing }),
      };
    }
  });
}

/** Returns the names of packages, sorted, each with its version, or with several: `0.2.2, 1.8.0`. */
async function versionsIn(folders: readonly string[]): Promise<[name: string, version: string][]> {
  const found = folders.map(async (folder): Promise<[string, string]> => {
    const { name, version } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
    return [name, version];
  });
  const versions = new Map<string, string[]>();
  for (const [name, version] of await Promise.all(found)) versions.set(name, [...(versions.get(name) ?? []), version]);
  return [...versions]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, all]) => [name, [...new Set(all)].sort().join(', ')]);
}

/** Compares two versions, or lists the names of one. */
export async function compareSides(
  older: ApiSide | undefined,
  newer: ApiSide,
  signal: AbortSignal | undefined,
): Promise<ComparedApis> {
  const options = { newer, ...(older && { older }) };
  return await withThread(signal, (thread) => thread.request({ type: 'compare', options }));
}

/**
 * Uses a compiler. Each version has one of its own, because large libraries need 1 GB in it.
 *
 * @throws DiagnosticError if there is no compiler, or if it does not answer
 */
export async function withThread<Result>(
  signal: AbortSignal | undefined,
  use: (thread: TypesThread) => Promise<Result>,
  thread: TypesThread = createTypesThread(),
): Promise<Result> {
  const close = (): void => void thread.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    signal?.throwIfAborted();
    return await use(thread);
  } catch (error) {
    throw new DiagnosticError([noCompiler(error)]);
  } finally {
    signal?.removeEventListener('abort', close);
    await thread.close();
  }
}
