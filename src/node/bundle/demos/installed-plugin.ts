import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';
import { isOfPackage, relativePath } from '../../base/files/paths.ts';
import type { Barrels } from '../barrels/barrel-plugin.ts';
import { bridgeToName, COMMONJS, type ModuleShape, readShape } from '../esbuild/module-bridge.ts';
import { STYLE_NAMESPACE } from '../esbuild/style-namespace.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import type { PackageModule } from './demo-graph.ts';

/** Records in `needs` which installed packages the library requests. */
export function installedPlugin(
  modules: ReadonlyMap<string, PackageModule>,
  needs: Map<string, PackageModule>,
  barrels: Barrels,
): Plugin {
  return {
    name: 'installed',
    setup(build) {
      const shapeOf = createShapes(build);
      build.onStart(() => needs.clear());
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        const { path: specifier, importer, kind, resolveDir, namespace } = args;
        if (args.pluginData !== undefined || kind === 'entry-point' || isReact(specifier)) return;
        const found = await build.resolve(specifier, {
          importer,
          kind,
          resolveDir,
          namespace,
          pluginData: installedPlugin,
        });
        if (found.errors.length > 0 || found.external || found.namespace === STYLE_NAMESPACE) return found;
        if (!path.isAbsolute(found.path) || isSource(found.path)) return found;
        // Another version of a package with the same name is identified by its path.
        const known = [...modules.values(), ...needs.values()].find(({ name }) => name === specifier)?.filePath;
        const isFirst = known === undefined || known === found.path;
        const module = isFirst ? specifier : relativePath(build.initialOptions.absWorkingDir ?? '', found.path);
        const imported = barrels.importedNames(args);
        const names = imported && (await barrels.reduce(build, found, imported)) ? imported : undefined;
        const name = names ? `${module}?${names.join()}` : module;
        needs.set(name, { name: module, filePath: found.path, hasSideEffects: found.sideEffects, names });
        const shape = kind === 'require-call' ? COMMONJS : await shapeOf(found.path);
        // Without a bridge, an importing file that follows Node's rule would treat any module loaded by `require` as
        // CommonJS.
        return shape.isEsm || kind === 'dynamic-import' ? bridgeToName(name, shape) : { path: name, external: true };
      });
    },
  };
}

/** Reads a file again only if the file has changed. */
function createShapes(build: PluginBuild): (filePath: string) => Promise<ModuleShape> {
  const known = new Map<string, { version: string; shape: Promise<ModuleShape> }>();
  return async (filePath) => {
    const { ino, size, ctimeMs } = await fs.stat(filePath);
    const version = [ino, size, ctimeMs].join(' ');
    const last = known.get(filePath);
    const shape = last?.version === version ? last.shape : readShape(build, filePath);
    known.set(filePath, { version, shape });
    return await shape;
  };
}

/** True for a file outside of `node_modules`, which its author edits in place. False for React, whose path is empty. */
export function isSource(filePath: string): boolean {
  return filePath !== '' && !isOfPackage(filePath);
}
