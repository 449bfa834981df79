import fs from 'node:fs/promises';
import path from 'node:path';
import type { HistoryVersion } from '../../../shared/api-history.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { PACKAGES } from '../../base/files/paths.ts';
import type { ComparedApis } from '../../types/compare/compare-apis.ts';
import type { MissingImport } from '../../types/compare/missing-imports.ts';
import type { ApiSide } from '../../types/compare/open-sides.ts';
import { noCompiler } from '../../types/types-reader.ts';
import { createTypesThread, type TypesThread } from '../../types/types-thread.ts';
import { createInstalledVersions, type InstalledVersions, type ReactTypes } from './installed-versions.ts';
import type { Npm } from './npm.ts';
import { packageOfSpecifier } from './package-names.ts';
import type { PackageVersion } from './published-versions.ts';

export interface ReadVersion extends Pick<HistoryVersion, 'dependencies' | 'missing'> {
  of: PackageVersion;
  side: ApiSide;
}

export type VersionReader = Awaited<ReturnType<typeof createVersionReader>>;

/** Creates a reader; `close` removes its temporary folder. `reactTypes` is a range or an absolute folder. */
export async function createVersionReader({
  signal,
  ...options
}: {
  npm: Npm;
  reactTypes: ReactTypes;
  signal?: AbortSignal | undefined;
}) {
  const installed = await createInstalledVersions(options);
  const known = new Map<string, Promise<ReadVersion>>();
  return {
    /**
     * Reads a version, which is installed only once. `types` is the DefinitelyTyped version of its declarations, if the
     * version was read before. Throws a DiagnosticError.
     */
    read(version: PackageVersion, types?: string): Promise<ReadVersion> {
      const key = `${version.name}@${version.version}`;
      const reading = known.get(key) ?? readVersion(installed, version, { types, signal });
      known.set(key, reading);
      return reading;
    },
    remove: installed.remove,
    close: installed.dispose,
  };
}

async function readVersion(
  installed: InstalledVersions,
  { name, version }: PackageVersion,
  { types, signal }: { types: string | undefined; signal: AbortSignal | undefined },
): Promise<ReadVersion> {
  const dir = await installed.add({ name, version }, types);
  const side: ApiSide = { dir, entry: name, packageName: name };
  const options = { side };
  const found = await withThread(signal, (thread) => thread.request({ type: 'missing', options }));
  const own = path.join(dir, 'node_modules', name);
  const dependencies = await versionsIn(found.packageDirs.filter((folder) => folder !== own));
  const missing = [...new Set(found.missing.filter(isMissing).map(({ specifier }) => specifier))].sort();
  return {
    of: { name, version },
    side,
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(missing.length > 0 && { missing }),
  };
}

/** Returns false for an import that needs no other package: a Node.js module, or the package itself. */
function isMissing({ file, specifier }: MissingImport): boolean {
  const name = packageOfSpecifier(specifier);
  return name !== undefined && !`${file.split(PACKAGES).at(-1)}`.startsWith(path.join(name, path.sep));
}

/** Returns the versions of each package, such as `0.2.2, 1.8.0`. */
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

/** Compares two versions, or lists the names in one version. */
export async function compareSides(
  older: ApiSide | undefined,
  newer: ApiSide,
  signal: AbortSignal | undefined,
): Promise<ComparedApis> {
  const options = { newer, ...(older && { older }) };
  return await withThread(signal, (thread) => thread.request({ type: 'compare', options }));
}

/** Runs a task with a separate compiler for each version, because the compiler needs 1 GB for a large library. Throws a DiagnosticError. */
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
