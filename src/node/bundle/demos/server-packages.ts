import type { BuildOptions, Plugin } from 'esbuild';
import { isInside } from '../../base/files/paths.ts';
import { bridgeToFile } from '../esbuild/module-bridge.ts';
import { nameOf, packageDirOf, type ServerNeeds } from './package-differences.ts';

/** Options for a script whose packages are resolved as Node does. */
export const FOR_SERVER = {
  platform: 'node',
  format: 'iife',
  mainFields: ['module', 'main'],
} as const satisfies BuildOptions;

/** Namespace prefix for modules that come from the table of the server's packages. */
const NAMESPACE = 'for-server';

/**
 * Returns the entries of a table for the server: those of a table for the browser, and the packages whose styles are
 * collected.
 *
 * @param modules files by the name that demos import
 * @returns specifiers by name, which {@link serverPackagesPlugin} resolves
 */
export function serverModules(
  modules: Iterable<[name: string, filePath: string]>,
  { collected }: Pick<ServerNeeds, 'collected'>,
): [name: string, target: string][] {
  const all = [...new Map([...collected, ...modules])].sort(([a], [b]) => (a < b ? -1 : 1));
  return all.map(([name, filePath]) => [
    name,
    packageDirOf(filePath) === undefined ? filePath : `${NAMESPACE}:${JSON.stringify([name, filePath])}`,
  ]);
}

/**
 * Resolves for the server the packages that were resolved for the browser: the same package, by its conditions for
 * Node.
 */
export function serverPackagesPlugin(): Plugin {
  return {
    name: 'server-packages',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, async ({ path: target }) => {
        const [name, filePath]: [string, string] = JSON.parse(target.slice(NAMESPACE.length + 1));
        const dir = packageDirOf(filePath) ?? '';
        const packageName = nameOf(dir);
        const isNamed = name === packageName || name.startsWith(`${packageName}/`);
        // The target of an alias has no import name.
        if (!isNamed) return bridgeToFile({ path: filePath, namespace: 'file' });
        // Resolved from within the package, to get the same copy.
        const found = await build.resolve(name, { kind: 'import-statement', resolveDir: dir });
        const isSame = found.errors.length === 0 && isInside(dir, found.path);
        return bridgeToFile({ path: isSame ? found.path : filePath, namespace: 'file' });
      });
    },
  };
}
