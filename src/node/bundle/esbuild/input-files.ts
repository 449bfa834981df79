import path from 'node:path';
import type { Metafile } from 'esbuild';
import { isOfPackage } from '../../base/files/paths.ts';
import { BARREL_NAMESPACE, barrelFile } from './barrel-namespace.ts';
import { DATA_NAMESPACE } from './data-module.ts';
import { FILE_IMPORTS } from './file-imports.ts';
import { STYLE_NAMESPACE } from './style-namespace.ts';

/** Returns absolute paths of the files that the bundler read, without those of packages, which are not edited. */
export function inputFiles(metafiles: Metafile[], root: string): string[] {
  return withoutPackages(allInputFiles(metafiles, root));
}

export function withoutPackages(files: string[]): string[] {
  return files.filter((file) => !isOfPackage(file));
}

/** Returns absolute paths of all files that the bundler read. */
export function allInputFiles(metafiles: Metafile[], root: string): string[] {
  const files = new Set<string>();
  for (const key of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const file = inputFile(key, root);
    if (file !== undefined) files.add(file);
  }
  return [...files];
}

/** Undefined for a virtual module. */
export function inputFile(key: string, root: string): string | undefined {
  // Inputs without a file: a script given as text, a `data:` URL, or an object that replaces a name such as
  // `import.meta.env`.
  if (/^<(?:stdin>|define:|data:)/.test(key)) return undefined;
  if (key.startsWith(`${BARREL_NAMESPACE}:`)) return barrelFile(key.slice(BARREL_NAMESPACE.length + 1), root);
  const [namespace, rest] = /^([a-z-]{2,}):(.*)$/s.exec(key)?.slice(1) ?? [];
  if (namespace !== undefined && namespace !== STYLE_NAMESPACE && !FILE_IMPORTS.includes(namespace)) return undefined;
  // Includes modules that a package disables in browsers.
  const name = (rest ?? key).replace(/^\(disabled\):/, '').replace(/ with \{ .* \}$/s, '');
  if (namespace === DATA_NAMESPACE) return path.resolve(root, name.replace(/\?[\w-]+$/, ''));
  return path.resolve(root, name);
}

export function bundledFiles(metafiles: Metafile[], root: string): string[] {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).map((output) => output.inputs));
  const keys = inputs.flatMap((all) =>
    Object.entries(all).flatMap(([key, { bytesInOutput }]) => (bytesInOutput ? key : [])),
  );
  return [...new Set(keys)].flatMap((key) => inputFile(key, root) ?? []);
}
