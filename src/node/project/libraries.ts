import fs from 'node:fs';
import path from 'node:path';
import type { Site } from './config/types.ts';

/** A documented package: its source stands for it under its name. */
export interface Library {
  name?: string;
  version?: string;
  /** Absolute folder of its package.json. */
  dir: string;
  /** Absolute path of the source entry. */
  entry: string;
}

/** Where the entry of a package's source is looked for. */
const ENTRIES = ['src/index.tsx', 'src/index.ts', 'src/index.jsx', 'src/index.js'];

/** The documented packages: those of `library`, else the project's own, with `resolve.entryFile` or an entry in the usual places. */
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

/** Source entry of the first documented package; undefined when there is none. */
export function libraryEntry(site: Site): string | undefined {
  return librariesOf(site)[0]?.entry;
}

/** The file itself, or the entry of the source in a package's folder; undefined when there is none. */
export function sourceEntry(place: string): string | undefined {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (stats?.isFile()) return place;
  return ENTRIES.map((file) => path.join(place, file)).find((file) => fs.existsSync(file));
}

/** The nearest package with a name around a folder. */
export function packageAround(folder: string): Pick<Library, 'name' | 'version' | 'dir'> {
  for (let dir = folder; dir !== path.dirname(dir); dir = path.dirname(dir)) {
    try {
      const { name, version } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
      if (typeof name === 'string') return { name, version, dir };
    } catch {
      // None here, or none that can be read: a folder above may have one.
    }
  }
  return { dir: folder };
}
