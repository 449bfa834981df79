import path from 'node:path';

/** What module names stand for, beside packages. */
export interface NamedPaths {
  /** Absolute path. */
  projectRoot: string;
  /** Targets that begin with a dot are relative to it; absolute. */
  root: string;
  /** The documented library, and its source. */
  library?: { name: string; entry: string };
  /** Sources of the subpaths of documented libraries, absolute. */
  subpaths?: Record<string, string[]>;
  /** As in the site's configuration: what a name, or a path below it, stands for; with `$` at its end the name alone. */
  alias?: Record<string, string>;
}

/**
 * Paths for the compiler, as the site's bundler has them: aliases before the library's name, that before what the project
 * says, and `@/` for the sources when nobody says otherwise. An alias for another package is left to what is installed.
 *
 * @param projectPaths paths of the project's configuration
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
