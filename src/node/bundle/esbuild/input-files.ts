import path from 'node:path';
import type { Metafile } from 'esbuild';
import { isOfPackage } from '../../base/files/paths.ts';
import { FILE_IMPORTS } from './file-imports.ts';
import { STYLE_NAMESPACE } from './style-namespace.ts';

/** Absolute paths of the files that the bundler read, packages left out: nobody edits those. */
export function inputFiles(metafiles: Metafile[], root: string): string[] {
  return withoutPackages(allInputFiles(metafiles, root));
}

/** Those of the files that are no installed ones. */
export function withoutPackages(files: string[]): string[] {
  return files.filter((file) => !isOfPackage(file));
}

/** Absolute paths of all files that the bundler read. */
export function allInputFiles(metafiles: Metafile[], root: string): string[] {
  const files = new Set<string>();
  for (const key of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const file = inputFile(key, root);
    if (file !== undefined) files.add(file);
  }
  return [...files];
}

/** Absolute path of an input by its key in a metafile; undefined for what is no file. */
export function inputFile(key: string, root: string): string | undefined {
  // What is given as text: a script, a module in its own address, or an object that stands for a name such as `import.meta.env`.
  if (/^<(?:stdin>|define:|data:)/.test(key)) return undefined;
  const [namespace, rest] = /^([a-z-]{2,}):(.*)$/s.exec(key)?.slice(1) ?? [];
  if (namespace !== undefined && namespace !== STYLE_NAMESPACE && !FILE_IMPORTS.includes(namespace)) return undefined;
  // Modules that a package turns off in browsers are among them.
  const name = (rest ?? key).replace(/^\(disabled\):/, '').replace(/ with \{ .* \}$/s, '');
  return path.resolve(root, name);
}

/** Absolute paths of the files that have code in the outputs. */
export function bundledFiles(metafiles: Metafile[], root: string): string[] {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).map((output) => output.inputs));
  const keys = inputs.flatMap((all) =>
    Object.entries(all).flatMap(([key, { bytesInOutput }]) => (bytesInOutput ? key : [])),
  );
  return [...new Set(keys)].flatMap((key) => inputFile(key, root) ?? []);
}
