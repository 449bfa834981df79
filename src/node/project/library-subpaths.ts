import fs from 'node:fs';
import path from 'node:path';
import { isInside, relativePath, toPosix } from '../base/files/paths.ts';
import type { Library } from './libraries.ts';

type Package = Pick<Library, 'dir' | 'entry'>;

const OUTPUT = /^(?:dist|lib|es|esm|cjs|build|out|umd|types|typings)$/;
const SCRIPT = /(?:\.d)?\.[cm]?[jt]sx?$/;
const SHEET = /\.(?:css|less|scss|sass)$/;
const INDEX = ['', '/index'];
const SCRIPTS = INDEX.flatMap((place) => ['.tsx', '.ts', '.jsx', '.js', '.mts', '.mjs'].map((end) => place + end));
const SHEETS = INDEX.flatMap((place) => ['.css', '.scss', '.less', '.sass'].map((end) => place + end));

/** Returns undefined if package.json has no `exports` or cannot be read. */
export function exportsField({ dir }: Pick<Library, 'dir'>): unknown {
  try {
    return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8')).exports;
  } catch {
    // package.json is missing or invalid, so every file may be imported.
    return undefined;
  }
}

/**
 * Returns the source of a subpath, found by `exports` or by convention; otherwise a built file, or undefined. `below`
 * is the subpath without the package's name and a slash.
 */
export function subpathSource(library: Package, below: string): string | undefined {
  const exported = targetsOf(exportsField(library), `./${below}`);
  const targets = exported ?? [below];
  const sourceDir = path.dirname(library.entry);
  const sources = targets.flatMap((target) => sourcePlaces(library, target));
  const folders = [
    ...sources.flatMap(variantsOf),
    ...(exported ? [] : variantsOf(path.join(sourceDir, below))),
    ...targets.filter((target) => !/\.d\.[cm]?ts$/.test(target)).map((target) => path.join(library.dir, target)),
  ];
  return folders.find((file) => isInside(library.dir, file) && isFile(file));
}

/**
 * Returns the subpath of a file; undefined if the file cannot be imported, or if only the path of the published file is
 * known. `written`: the subpath by which the file is imported here.
 */
export function subpathOf(library: Package, filePath: string, written?: string): string | undefined {
  const table = tableOf(exportsField(library));
  if (!table) {
    const isPlace = written !== undefined && (OUTPUT.test(written.split('/')[0] ?? '') || isFile(library.dir, written));
    return isPlace ? written : undefined;
  }
  const inside = relativePath(path.dirname(library.entry), filePath);
  const stem = inside.replace(SCRIPT, '');
  const named = Object.keys(table).flatMap((key) => (key === '.' || key.includes('*') ? [] : key.slice(2)));
  const names = [...(written === undefined ? [] : [written]), ...named, inside, stem, stem.replace(/\/index$/, '')];
  return names.find((name) => subpathSource(library, name) === filePath);
}

export function isBuilt({ dir }: Pick<Library, 'dir'>, filePath: string): boolean {
  return OUTPUT.test(relativePath(dir, filePath).split('/')[0] ?? '');
}

/** Returns undefined if any file may be imported. */
export function exportedSubpaths(library: Pick<Library, 'dir'>): string[] | undefined {
  const table = tableOf(exportsField(library));
  return table && Object.keys(table).filter((key) => key !== '.');
}

/** Returns `paths` for the types compiler that map the subpaths of a package to its sources. */
export function subpathPaths(library: Library): Record<string, string[]> {
  const { name, dir, entry } = library;
  if (name === undefined) return {};
  const sourceDir = path.dirname(entry);
  const table = tableOf(exportsField(library));
  if (!table) {
    const outputs = ['dist', 'lib', 'es', 'esm', 'cjs'].map((folder) => [`${name}/${folder}/*`, [`${sourceDir}/*`]]);
    return { ...Object.fromEntries(outputs), [`${name}/*`]: [`${sourceDir}/*`, `${dir}/*`] };
  }
  const paths = Object.keys(table).flatMap((key): [string, string[]][] => {
    const below = key.slice(2);
    if (key === '.' || SHEET.test(key)) return [];
    const source = subpathSource(library, below);
    const targets = targetsOf(table, key) ?? [];
    const directories = below.includes('*')
      ? targets.flatMap((target) => sourcePlaces(library, target))
      : source && [source];
    return directories
      ? [[`${name}/${below}`, directories.map((place) => place.replace(SCRIPT, (end) => (source ? end : '')))]]
      : [];
  });
  return Object.fromEntries(paths);
}

/** Returns possible source paths of a published file: the file itself, if it is a source, or its path without the build folder. */
function sourcePlaces({ dir, entry }: Package, target: string): string[] {
  const sourceDir = path.dirname(entry);
  const file = path.join(dir, target);
  if (sourceDir !== dir && isInside(sourceDir, file)) return [file];
  const directories: string[] = [];
  let rest = toPosix(path.normalize(target)).split('/');
  while (rest.length > 1 && OUTPUT.test(rest[0] ?? '')) {
    rest = rest.slice(1);
    directories.push(path.join(sourceDir, ...rest));
  }
  return directories;
}

function variantsOf(place: string): string[] {
  if (SHEET.test(place)) return [place, ...SHEETS.map((end) => place.replace(SHEET, end))];
  if (SCRIPT.test(place)) return SCRIPTS.map((end) => place.replace(SCRIPT, end));
  return [place, ...SCRIPTS.map((end) => place + end)];
}

/** Returns undefined without `exports`. */
function tableOf(exported: unknown): Record<string, unknown> | undefined {
  if (exported === undefined) return undefined;
  const isTable =
    typeof exported === 'object' && exported !== null && Object.keys(exported).every((key) => key.startsWith('.'));
  return isTable && !Array.isArray(exported) ? (exported as Record<string, unknown>) : { '.': exported };
}

/** Returns the files of a subpath under all conditions, in the order of package.json. Undefined without `exports`. */
function targetsOf(exported: unknown, key: string): string[] | undefined {
  const table = tableOf(exported);
  if (!table) return undefined;
  if (Object.hasOwn(table, key)) return filesIn(table[key]);
  const matches = Object.keys(table).flatMap((pattern) => {
    const [start = '', end] = pattern.split('*');
    if (end === undefined || key.length < start.length + end.length) return [];
    return key.startsWith(start) && key.endsWith(end) ? [{ pattern, start, end }] : [];
  });
  const [best] = matches.sort((a, b) => b.start.length - a.start.length);
  if (!best) return [];
  const middle = key.slice(best.start.length, key.length - best.end.length);
  return filesIn(table[best.pattern]).map((file) => file.replaceAll('*', middle));
}

function filesIn(target: unknown): string[] {
  if (typeof target === 'string') return target.startsWith('./') ? [target] : [];
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(filesIn) : [];
}

function isFile(...parts: string[]): boolean {
  const file = path.join(...parts);
  return fs.existsSync(file) && fs.statSync(file).isFile();
}
