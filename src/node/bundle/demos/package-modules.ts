import { builtinModules } from 'node:module';
import path from 'node:path';
import type { BuildOptions, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { STYLE_COLLECTORS } from '../../../shared/style-collectors.ts';
import { isInside, PACKAGES, toPosix } from '../../base/files/paths.ts';
import { appFile } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import type { Barrels } from '../barrels/barrel-plugin.ts';
import { bridgeToFile, readShape } from '../esbuild/module-bridge.ts';
import { packageFolders } from '../notices.ts';
import type { PackageModule } from './demo-graph.ts';

/** Returns options that produce the same code as for browsers, unless a package has different code for browsers. */
export function serverOutput({ config }: Site, { forNode = false }: { forNode?: boolean } = {}) {
  const { conditions } = config.esbuild;
  return {
    platform: forNode ? 'node' : 'neutral',
    format: 'iife',
    mainFields: ['module', 'main'],
    ...(!forNode && { conditions: ['module', ...conditions], external: [...builtinModules, 'node:*'] }),
  } satisfies BuildOptions;
}

const PREFIX = 'package-module:';

/** Namespace of packages whose styles are collected on the server. */
export const COLLECTED = 'collected';
const IN_PACKAGES = '?in-packages';

/** Returns the modules sorted, because they are found in no fixed order. */
export function specifiersOf(modules: ReadonlyMap<string, PackageModule>): [key: string, specifier: string][] {
  return [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, module]) => [key, PREFIX + JSON.stringify(module)]);
}

export function packageModulesPlugin(barrels: Barrels): Plugin {
  return modulesPlugin(barrels, async (build, module) =>
    // A package that collects styles is recognized only if it is imported by its name.
    STYLE_COLLECTORS.includes(module.name) ? await resolveForServer(build, module) : fileOf(module),
  );
}

/** Resolves modules with the conditions for Node. */
export function serverModulesPlugin(barrels: Barrels): Plugin {
  return modulesPlugin(barrels, resolveForServer);
}

/** Makes packages whose styles are collected on the server add themselves to the table of modules. */
export function collectorsPlugin(): Plugin {
  return {
    name: 'collectors',
    setup(build) {
      const filter = new RegExp(`^(?:${STYLE_COLLECTORS.join('|')})$`);
      build.onResolve({ filter }, async ({ path: collected, pluginData, ...request }) => {
        if (pluginData !== undefined || request.namespace === COLLECTED) return undefined;
        const found = await build.resolve(collected, { ...request, pluginData: collectorsPlugin });
        return found.errors.length > 0
          ? undefined
          : {
              path: found.path,
              namespace: COLLECTED,
              pluginData: collected,
              // Modules of the table have no importer.
              suffix: request.importer === '' ? '' : IN_PACKAGES,
            };
      });
      build.onLoad(
        { filter: /.*/, namespace: COLLECTED },
        async ({ path: filePath, pluginData: collected, suffix }) => {
          const { isEsm, hasDefault } = await readShape(build, filePath);
          const from = JSON.stringify(filePath);
          const sharing = collected === '@ant-design/cssinjs' && suffix === IN_PACKAGES ? sharingLines(isEsm) : [];
          const lines = [
            isEsm ? `import * as module from ${from};` : `const collected = require(${from});`,
            `(globalThis.cascaderModules ??= {})[${JSON.stringify(collected)}] ??= () => ${isEsm ? 'module' : 'collected'};`,
            isEsm ? `export * from ${from};` : 'module.exports = collected;',
            ...(isEsm && hasDefault ? [`export { default } from ${from};`] : []),
            ...sharing,
          ];
          return { contents: lines.join('\n'), resolveDir: path.dirname(filePath) };
        },
      );
    },
  };
}

/** Returns code that shares computed styles among packages and the library. Demos do not share these styles. */
function sharingLines(isEsm: boolean): string[] {
  const from = JSON.stringify(appFile('known-styles.ts'));
  if (isEsm)
    return [
      `import { forPackages } from ${from};`,
      'export const useStyleRegister = forPackages(module.useStyleRegister);',
    ];
  return [
    `const value = require(${from}).forPackages(collected.useStyleRegister);`,
    'const own = Object.getOwnPropertyDescriptors(collected);',
    'module.exports = Object.defineProperties({}, { ...own, useStyleRegister: { value, enumerable: true } });',
  ];
}

function modulesPlugin(
  barrels: Barrels,
  resolve: (build: PluginBuild, module: PackageModule) => Promise<OnResolveResult>,
): Plugin {
  return {
    name: 'package-modules',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${PREFIX}`) }, async ({ path: specifier }) => {
        const module: PackageModule = JSON.parse(specifier.slice(PREFIX.length));
        const found = await resolve(build, module);
        return (module.names && (await barrels.reduce(build, found, module.names))) ?? bridgeToFile(found);
      });
    },
  };
}

function fileOf({ filePath, hasSideEffects }: PackageModule): OnResolveResult {
  return { path: filePath, namespace: 'file', sideEffects: hasSideEffects };
}

/** Resolves a module by its import name from inside its package, so that the same copy is found. */
async function resolveForServer(build: PluginBuild, module: PackageModule): Promise<OnResolveResult> {
  const { name, filePath } = module;
  const file = fileOf(module);
  const [folder] = packageFolders([filePath]);
  if (folder === undefined) return file;
  const packageName = toPosix(folder.slice(folder.lastIndexOf(PACKAGES) + PACKAGES.length));
  // The target of an alias has no import name.
  if (name !== packageName && !name.startsWith(`${packageName}/`)) return file;
  const found = await build.resolve(name, { kind: 'import-statement', resolveDir: folder });
  return found.errors.length === 0 && isInside(folder, found.path) ? found : file;
}
