import type { BuildOptions, Plugin } from 'esbuild';
import { isInside } from '../../base/files/paths.ts';
import { bridgeToFile } from '../esbuild/module-bridge.ts';
import { nameOf, packageDirOf, type ServerNeeds } from './package-differences.ts';

/** How a script is bundled whose packages are those that Node would take. */
export const FOR_SERVER = {
  platform: 'node',
  format: 'iife',
  mainFields: ['module', 'main'],
} as const satisfies BuildOptions;

/** Where the modules of a table for the server are looked for. */
const NAMESPACE = 'for-server';

/**
 * Entries of a table of modules for the server: those of a table for the browser, and the packages whose styles are collected.
 *
 * @param modules files by the name that demos import
 * @returns what the table asks for, by name: to be resolved by {@link serverPackagesPlugin}
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

/** Finds for the server what was found for the browser: the same package, by its conditions for Node. */
export function serverPackagesPlugin(): Plugin {
  return {
    name: 'server-packages',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, async ({ path: target }) => {
        const [name, filePath]: [string, string] = JSON.parse(target.slice(NAMESPACE.length + 1));
        const dir = packageDirOf(filePath) ?? '';
        const packageName = nameOf(dir);
        const isNamed = name === packageName || name.startsWith(`${packageName}/`);
        // What an alias leads to has no name of its own.
        if (!isNamed) return bridgeToFile({ path: filePath, namespace: 'file' });
        // From within the package, so that it is this copy of it.
        const found = await build.resolve(name, { kind: 'import-statement', resolveDir: dir });
        const isSame = found.errors.length === 0 && isInside(dir, found.path);
        return bridgeToFile({ path: isSame ? found.path : filePath, namespace: 'file' });
      });
    },
  };
}
