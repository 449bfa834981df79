import path from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { isOfPackage } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { DATA_NAMESPACE } from './data-module.ts';
import { FILE_IMPORTS } from './file-imports.ts';
import { BARREL_NAMESPACE, barrelFile, STYLE_NAMESPACE } from './namespaces.ts';

/** Returns the absolute paths of files that the bundler read. Files of packages are excluded, because authors do not edit them. */
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

/** Returns the file of a key in the metafile. Returns undefined for a virtual module. */
export function inputFile(key: string, root: string): string | undefined {
  // These inputs have no file: a script given as text, a `data:` URL, or an object that replaces a name such as
  // `import.meta.env`.
  if (/^<(?:stdin>|define:|data:)/.test(key)) return undefined;
  if (key.startsWith(`${BARREL_NAMESPACE}:`)) return barrelFile(key.slice(BARREL_NAMESPACE.length + 1), root);
  const [namespace, rest] = /^([a-z-]{2,}):(.*)$/s.exec(key)?.slice(1) ?? [];
  if (namespace !== undefined && namespace !== STYLE_NAMESPACE && !FILE_IMPORTS.includes(namespace)) return undefined;
  // This includes modules that a package disables in browsers.
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

/** Returns the text of the output with an ending, or an empty text if there is no such output. */
export function outputText(files: OutputFile[], ending: string): string {
  return files.find(({ path }) => path.endsWith(ending))?.text ?? '';
}

/** Makes the script independent of the folder that contains the project. */
export function withoutFolder(code: string, { projectRoot, workspace }: Site): string {
  const folder = (workspace?.root ?? projectRoot) + path.sep;
  return [STYLE_NAMESPACE, ...FILE_IMPORTS].reduce(
    (text, namespace) => text.replaceAll(`${namespace}:${folder}`, `${namespace}:`),
    code,
  );
}

/** Section of code. esbuild moves hoisted code from a module's function to a separate section. */
interface ModuleSection {
  /** Name of the module in the metafile. Empty for the code before the first module. */
  name: string;
  /** Lines of the section, without the line that contains the name. */
  text: string;
}

/**
 * Splits code into sections. A line in the author's strings may look like a module name, so callers must verify names.
 * `indent` is 2 within a function (format `iife`).
 */
export function sectionsOf(code: string, indent: 0 | 2): ModuleSection[] {
  const sections: ModuleSection[] = [{ name: '', text: '' }];
  const mark = new RegExp(`^ {${indent}}// (\\S.*)\\n?$`);
  for (const line of code.split(/(?<=\n)/)) {
    const name = mark.exec(line)?.[1];
    const last = sections.at(-1);
    if (name !== undefined) sections.push({ name, text: '' });
    else if (last) last.text += line;
  }
  return sections;
}
