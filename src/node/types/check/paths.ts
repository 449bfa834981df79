import path from 'node:path';

/** Targets of module names that are not packages. */
export interface NamedPaths {
  /** Absolute path. */
  projectRoot: string;
  /** Absolute path of the folder for targets that start with a dot. */
  root: string;
  /** Name and source of the documented library. */
  library?: { name: string; entry: string };
  /** Sources of the subpaths of documented libraries, absolute. */
  subpaths?: Record<string, string[]>;
  /**
   * Aliases of the site's configuration: targets of a name and of the paths below it. With `$` at its end, an alias applies only to the
   * name itself.
   */
  alias?: Record<string, string>;
}

/**
 * Returns path mappings for the compiler, in the order of the site's bundler. Aliases override the library's name, which overrides the
 * project's configuration. `@/` maps to `src` by default. For an alias to another package, the installed files are used.
 *
 * @param projectPaths path mappings of the project's configuration
 */
export function namedPaths(
  { projectRoot, root, library, subpaths = {}, alias = {} }: NamedPaths,
  projectPaths: Record<string, string[]> = {},
): Record<string, string[]> {
  const paths: Record<string, string[]> = { '@/*': [path.join(projectRoot, 'src/*')], ...subpaths, ...projectPaths };
  if (library) paths[library.name] = [library.entry];
  for (const [key, target] of Object.entries(alias)) {
    if (!target.startsWith('.') && !path.isAbsolute(target)) continue;
    const name = key.replace(/\$$/, '');
    paths[name] = [path.resolve(root, target)];
    if (name === key) paths[`${name}/*`] = [path.resolve(root, target, '*')];
  }
  return paths;
}
