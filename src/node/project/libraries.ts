import fs from 'node:fs';
import path from 'node:path';
import type { Site } from './config/types.ts';
import { installedFolder, installedVersion } from './optional-package.ts';

/** Documented package. Imports of its name resolve to its source. */
export interface Library {
  name?: string;
  version?: string;
  /** Absolute folder of its package.json. */
  dir: string;
  /** Absolute path of the source entry. */
  entry: string;
}

/** Locations that are searched for a package's source entry. */
const ENTRIES = ['src/index.tsx', 'src/index.ts', 'src/index.jsx', 'src/index.js'];

/** Returns the packages of `library`, otherwise the project's package, with `resolve.entryFile` or an entry in `src`. */
export function librariesOf({ config, packageJson }: Site): Library[] {
  if (config.library?.length) {
    return config.library.flatMap(({ name, entry }) => {
      const file = sourceEntry(entry);
      if (file === undefined) return [];
      const around = packageAround(path.dirname(file));
      return [{ ...around, name: name ?? around.name, entry: file }];
    });
  }
  const { name, version, dir } = packageJson;
  const entry = config.entryFile ?? sourceEntry(dir);
  return entry === undefined ? [] : [{ name, version, dir, entry }];
}

/** Returns the names of the packages whose types are read: that of `apiParser.entry`, or else those of the libraries. */
export function documentedPackages(site: Site): string[] {
  const entry = site.config.apiParser === false ? undefined : site.config.apiParser.entry;
  if (entry !== undefined && isPackage(entry)) return [packageOf(entry)];
  const names = librariesOf(site).flatMap(({ name }) => name ?? []);
  return names.length > 0 ? names : [site.packageJson.name ?? []].flat();
}

export interface LibraryVersion {
  name: string;
  version: string;
  /** Absolute folder of its package.json. Absent for an installed package, which is not developed here. */
  dir?: string;
}

export function libraryVersions(site: Site): LibraryVersion[] {
  const entry = site.config.apiParser === false ? undefined : site.config.apiParser.entry;
  if (entry !== undefined && isPackage(entry)) {
    const name = packageOf(entry);
    const version = installedVersion(name, site);
    return version === undefined ? [] : [{ name, version }];
  }
  const named = librariesOf(site).flatMap(({ name, version, dir }) =>
    name && version ? [{ name, version, dir }] : [],
  );
  return named.filter(({ name }, index) => named.findIndex((other) => other.name === name) === index);
}

/** Returns the package that `apiParser.entry` names, with its name as the entry, or else the first library. */
export function documentedLibrary(site: Site): Library | undefined {
  const entry = site.config.apiParser === false ? undefined : site.config.apiParser.entry;
  if (entry === undefined || !isPackage(entry)) return librariesOf(site)[0];
  const name = packageOf(entry);
  const dir = installedFolder(name, site);
  return dir === undefined ? undefined : { name, dir, entry };
}

/** Returns undefined if no package or several packages are documented. */
export function libraryVersion(site: Site): LibraryVersion | undefined {
  const [only, ...others] = libraryVersions(site);
  return others.length === 0 ? only : undefined;
}

/** Returns true for the name of a package, and false for a path: `./src`, `src/index.tsx` or an absolute path. */
export function isPackage(entry: string): boolean {
  return !/^[./\\]|^[A-Za-z]:|\.[cm]?[jt]sx?$/.test(entry);
}

/** Returns the package of a specifier: `@scope/name` for `@scope/name/part`. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Returns the source entry of the first documented package, if both exist. */
export function libraryEntry(site: Site): string | undefined {
  return librariesOf(site)[0]?.entry;
}

/** Returns the path of a file unchanged, or the source entry in a folder. Undefined if neither exists. */
export function sourceEntry(place: string): string | undefined {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (stats?.isFile()) return place;
  return ENTRIES.map((file) => path.join(place, file)).find((file) => fs.existsSync(file));
}

export function packageAround(folder: string): Pick<Library, 'name' | 'version' | 'dir'> {
  for (let dir = folder; dir !== path.dirname(dir); dir = path.dirname(dir)) {
    try {
      const { name, version } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
      if (typeof name === 'string') return { name, version, dir };
    } catch {
      // There is no readable package.json here; a parent folder may contain one.
    }
  }
  return { dir: folder };
}
