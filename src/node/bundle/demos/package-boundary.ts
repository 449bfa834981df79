import fs from 'node:fs';
import path from 'node:path';
import { isInside, isOfPackage, relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { librariesOf } from '../../project/libraries.ts';
import { isBuilt, subpathOf } from '../../project/library-subpaths.ts';

interface Package {
  dir: string;
  name: string;
  main?: string;
  /** Absolute paths of the published folders and files. */
  published: string[];
}

/** Matches scripts, because a script in a published folder may be a demo, which counts as the author's own file. */
const SCRIPT = /\.[cm]?[jt]sx?$/;
/** Matches folders of demos, which may be inside the library's source. */
const DEMO_FOLDER = /^_?_?(demos?|examples?)(__)?$/i;

export type PackageBoundary = ReturnType<typeof createBoundary>;

/**
 * Determines which files belong to packages. The documented library counts as a package, although its source is in the
 * project; so do other packages of a monorepo. Demos never belong to a package.
 */
export function createBoundary(site: Site, demoFiles: string[]) {
  const { projectRoot, packageJson } = site;
  const packages = createPackages();
  const libraries = librariesOf(site).map(({ entry }) => {
    const home = packages(path.dirname(entry)) ?? packages(packageJson.dir);
    // If the entry is directly in the package's folder, there is no source folder.
    const source = path.dirname(entry) === home?.dir ? entry : path.dirname(entry);
    return { entry, home, source };
  });
  /** Package whose published files belong to the library if no library's source is known. */
  const own = libraries.length === 0 ? [{ entry: undefined, home: packages(packageJson.dir), source: undefined }] : [];
  const libraryOf = (filePath: string) =>
    [...libraries, ...own].find(
      ({ source, home }) =>
        (source !== undefined && isInside(source, filePath)) ||
        (home !== undefined &&
          (!SCRIPT.test(filePath) || isBuilt(home, filePath)) &&
          home.published.some((dir) => isInside(dir, filePath))),
    );
  const { setup } = site.config.demo;
  const demos = new Set(setup === undefined ? demoFiles : [...demoFiles, setup]);
  const demoFolders = [...new Set([...demos].map((file) => path.dirname(file)))].filter((dir) =>
    DEMO_FOLDER.test(path.basename(dir)),
  );
  return {
    /** Returns true for a file of the project (absolute path) that belongs neither to a package nor to the documented library. */
    isOwn(filePath: string): boolean {
      if (demos.has(filePath)) return true;
      if (!isInside(projectRoot, filePath) || isOfPackage(filePath)) return false;
      if (demoFolders.some((dir) => isInside(dir, filePath))) return true;
      const around = packages(path.dirname(filePath));
      return !libraryOf(filePath) && (!around || isInside(around.dir, packageJson.dir));
    },
    /** Returns the name by which a package's file is imported in projects that have the package installed. */
    nameOf(specifier: string, filePath: string): string {
      const library = libraryOf(filePath);
      if (library?.home && filePath === library.entry) return library.home.name;
      const bare = specifier.replace(/^~/, '');
      if (library?.home && library.entry !== undefined) {
        const { dir, name } = library.home;
        const written = bare.startsWith(`${name}/`) ? bare.slice(name.length + 1) : undefined;
        const below = subpathOf({ dir, entry: library.entry }, filePath, written);
        if (below !== undefined) return `${name}/${below}`;
      }
      const around = library?.home ?? packages(path.dirname(filePath));
      // A package may be installed under another name; a package outside `node_modules` has the name in its package.json.
      const isName = isOfPackage(filePath)
        ? !/^[./]|^@\//.test(bare) && !path.isAbsolute(bare)
        : bare === around?.name || bare.startsWith(`${around?.name}/`);
      if (isName && !library) return bare;
      // The file is imported by a path or an alias, so its name is its path in the package.
      if (!around) return bare;
      const inside = relativePath(around.dir, filePath);
      const folder = library?.source && relativePath(around.dir, library.source);
      return `${around.name}/${folder ? publishedPath(inside, folder, around.main) : inside}`;
    },
  };
}

/** Returns the published path. Example: with the main module `es/index.js`, `src/locale/en.ts` is published as `es/locale/en`. */
function publishedPath(file: string, source: string, main: string | undefined): string {
  if (!file.startsWith(`${source}/`)) return file;
  const inside = file.slice(source.length + 1).replace(SCRIPT, '');
  return main ? path.posix.join(path.posix.dirname(main), inside) : `${source}/${inside}`;
}

function createPackages(): (dir: string) => Package | undefined {
  const known = new Map<string, Package | undefined>();
  const find = (dir: string): Package | undefined => {
    if (!known.has(dir))
      known.set(dir, readPackage(dir) ?? (dir === path.dirname(dir) ? undefined : find(path.dirname(dir))));
    return known.get(dir);
  };
  return find;
}

/** Reads a package.json. Patterns in `files` are cut off at their first `*`. */
function readPackage(dir: string): Package | undefined {
  try {
    const { name, module, main, files } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
    if (typeof name !== 'string') return undefined;
    const published: string[] = Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
    return {
      dir,
      name,
      main: module ?? main,
      published: published
        .filter((file) => !file.startsWith('!'))
        .map((file) => path.posix.normalize(file.split('*')[0] ?? '').replace(/\/$/, ''))
        .map((file) => path.join(dir, file))
        .filter((folder) => folder !== dir && isInside(dir, folder)),
    };
  } catch {
    // The package.json is missing or unreadable; a parent folder may contain another.
    return undefined;
  }
}
