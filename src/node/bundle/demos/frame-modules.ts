import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';
import { isSheet } from '../../../shared/sheet-names.ts';
import { isOfPackage, relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { type Barrels, createBarrels } from '../barrels/barrel-plugin.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { bridgeToName, COMMONJS, type ModuleShape, readShape } from '../esbuild/module-bridge.ts';
import { STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import { createScript } from '../server.ts';
import type { PackageModule } from './demo-graph.ts';
import { packageModulesPlugin, specifiersOf } from './package-modules.ts';

/** Scripts that set `globalThis.cascaderModules`: functions by name, called on first request. React is loaded through `require`. */
export interface FrameModules {
  /** Whole packages, because readers may import names that the demos do not import. */
  packages: string;
  /** Source of the documented library, which changes more often than packages. Empty without a library. */
  library: string;
  react: string;
}

const FRAME_REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

interface FrameOptions {
  cache: Cache;
  /** If true, development builds are used. Default: false. */
  development?: boolean;
}

interface Table {
  code: string;
  react: string[];
  needs: Map<string, PackageModule>;
}

/** Throws esbuild's `BuildFailure`. `react`: React's script, which is valid if demos use no React modules except those of the frame. */
export async function bundleFrame(
  site: Site,
  modules: ReadonlyMap<string, string>,
  { react, ...options }: FrameOptions & { react?: Promise<string> | undefined },
): Promise<FrameModules> {
  // Sorted, because modules are found in no fixed order.
  const scripts = [...modules].filter(([, file]) => file !== '' && !isSheet(file)).sort(([a], [b]) => (a < b ? -1 : 1));
  const pick = (isWanted: (file: string) => boolean): Map<string, PackageModule> =>
    new Map(
      scripts.flatMap(([name, filePath]) =>
        isWanted(filePath) ? [[name, { name, filePath, hasSideEffects: true }] as const] : [],
      ),
    );
  const installed = pick((file) => !isSource(file));
  const library = await bundleTable(site, pick(isSource), { ...options, task: 'frame-library', installed });
  const packages = await bundleTable(site, new Map([...library.needs, ...installed]), { ...options, task: 'packages' });
  const all = [...modules.keys(), ...library.react, ...packages.react];
  const further = [...new Set(all)].filter((name) => isReact(name) && !FRAME_REACT.includes(name));
  return {
    packages: packages.code,
    library: library.code,
    react: await (react && further.length === 0 ? react : bundleFrameReact(site, { ...options, further })),
  };
}

/** Bundles React for the frame. Only the development build has error messages instead of error codes. */
export async function bundleFrameReact(
  site: Site,
  { cache, further = [], development }: FrameOptions & { further?: string[] },
): Promise<string> {
  const modules = [...FRAME_REACT, ...further].sort().map((name): [string, string] => [name, name]);
  // One build may request both: first without further modules, then with all modules that demos import.
  const task = further.length > 0 ? 'react-further' : 'react';
  return await cache.remember(task, bundleKey(site, modules, development), async () => {
    const input = { site: siteForBundles(site), pages: [], demos: [], development };
    const { code, files, isWhole } = await createScript(input, tableText(modules), FOR_FRAME).bundle();
    return { result: code, files: isWhole ? files : undefined };
  });
}

const FOR_FRAME = { platform: 'browser', format: 'iife', minify: true } as const;

/** `installed`: modules of installed packages, if another script contains them. By default, the table includes all modules. */
async function bundleTable(
  site: Site,
  modules: ReadonlyMap<string, PackageModule>,
  { cache, development, task, installed }: FrameOptions & { task: string; installed?: Map<string, PackageModule> },
): Promise<Table> {
  if (modules.size === 0) return { code: '', react: [], needs: new Map() };
  const specifiers = specifiersOf(modules);
  // The key contains modules as data, because the cache stores paths in data as relative paths.
  const sorted = specifiers.map(([key]) => [key, modules.get(key)]);
  return await cache.remember(task, bundleKey(site, sorted, installed && [...installed], development), async () => {
    const ofPackages = installed === undefined;
    const barrels = createBarrels({ site, ofPackages });
    const needs = new Map<string, PackageModule>();
    const input = { site: siteForBundles(site), pages: [], demos: [], development, barrels };
    const { code, files, isWhole, imports } = await createScript(
      { ...input, externalReact: 'name', ofPackages },
      tableText(specifiers),
      {
        ...FOR_FRAME,
        plugins: [packageModulesPlugin(barrels), ...(installed ? [installedPlugin(installed, needs, barrels)] : [])],
      },
    ).bundle();
    const react = [...new Set(imports.filter(isReact))];
    const all = [...files, ...barrels.files(), ...Array.from(needs.values(), ({ filePath }) => filePath)];
    return { result: { code, react, needs }, files: isWhole ? all : undefined };
  });
}

/** Records in `needs` which installed packages the library imports. */
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
        // If there are several versions of a package, the other versions are identified by their paths.
        const known = [...modules.values(), ...needs.values()].find(({ name }) => name === specifier)?.filePath;
        const isFirst = known === undefined || known === found.path;
        const module = isFirst ? specifier : relativePath(build.initialOptions.absWorkingDir ?? '', found.path);
        const names = await barrels.reducedNames(build, found, args);
        const name = names ? `${module}?${names.join()}` : module;
        needs.set(name, { name: module, filePath: found.path, hasSideEffects: found.sideEffects, names });
        const shape = kind === 'require-call' ? COMMONJS : await shapeOf(found.path);
        // Without a bridge, a file that follows Node's rule would treat any module that it imports through `require` as
        // CommonJS.
        return shape.isEsm || kind === 'dynamic-import' ? bridgeToName(name, shape) : { path: name, external: true };
      });
    },
  };
}

/** Creates a reader that reads a file again only if the file has changed. */
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

/** Returns true for a file outside `node_modules`, which its author edits. Returns false for React, whose path is empty. */
export function isSource(filePath: string): boolean {
  return filePath !== '' && !isOfPackage(filePath);
}

/** Returns the script that adds modules to the table. Existing entries are not replaced. */
export function tableText(modules: Iterable<[name: string, target: string]>): string {
  const entries = Array.from(
    modules,
    ([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`,
  );
  return `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`;
}
