/** Modules of data files in a bundle. */

import path from 'node:path';
import type { Metafile } from 'esbuild';
import { relativePath } from '../../base/files/paths.ts';
import type { DataFiles, DataModule } from '../../project/code-files.ts';

/** Namespace of the modules. The path of a module is the path of its file; the suffix is the digest of its data. */
export const DATA_NAMESPACE = 'site-data';

/** Matches imports of data files, with or without an extension. */
export const DATA_IMPORT = /\.data(?:\.[cm]?[jt]s)?$/;

/** Digests of the data in a bundle, by path relative to the root. */
export type DataDigests = Record<string, string>;

/** Returns the digests of the data in a bundle, or undefined if the bundle contains no data. */
export function dataDigests({ inputs }: Metafile, root: string): DataDigests | undefined {
  const found = dataInputs(inputs, root).map(({ filePath, digest }) => [relativePath(root, filePath), digest]);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function dataInputs(inputs: Metafile['inputs'], root: string): { filePath: string; digest: string }[] {
  return Object.keys(inputs).flatMap((key) => {
    const [, file, digest] = /^site-data:(.*)\?([\w-]+)$/s.exec(key) ?? [];
    return file === undefined || digest === undefined ? [] : [{ filePath: path.resolve(root, file), digest }];
  });
}

/** Returns the dependencies of the data in bundles: absolute paths of files, and of folders that may contain such files. */
export function inputsOfData(
  metafiles: Metafile[],
  { root, data }: { root: string; data?: DataFiles | undefined },
): Pick<DataModule, 'files' | 'folders'> {
  const found = metafiles
    .flatMap(({ inputs }) => dataInputs(inputs, root))
    .flatMap(({ filePath }) => data?.inputsOf(filePath) ?? []);
  return { files: found.flatMap(({ files }) => files), folders: found.flatMap(({ folders }) => folders) };
}

/** Returns true if the data in a bundle equals the current data of the site. */
export async function hasCurrentData(
  { data: digests = {} }: { data?: DataDigests | undefined },
  { root, data }: { root: string; data?: DataFiles | undefined },
): Promise<boolean> {
  const isCurrent = async ([file, digest]: [string, string]): Promise<boolean> => {
    const filePath = path.join(root, file);
    if (!(await data?.has(filePath))) return false;
    // The error is reported when the file is bundled.
    const now = await data?.read(filePath).catch(() => undefined);
    return now?.digest === digest;
  };
  return (await Promise.all(Object.entries(digests).map(isCurrent))).every(Boolean);
}
