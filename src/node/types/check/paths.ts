import path from 'node:path';

export interface NamedPaths {
  /** Absolute path. */
  projectRoot: string;
  /** Absolute path of the folder for targets that start with a dot. */
  root: string;
  library?: { name: string; entry: string };
  /** Sources of the subpaths of documented libraries, absolute. */
  subpaths?: Record<string, string[]>;
  /** An alias applies to a name and to the paths below it; with `$` at its end, only to the name. */
  alias?: Record<string, string>;
}

/**
 * In the order of the site's bundler: aliases, the library's name, the project's configuration, then `@/` for `src`.
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
