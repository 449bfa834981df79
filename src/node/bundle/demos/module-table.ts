import type { Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import { type BuildScript, createScript } from '../server.ts';
import { findServerNeeds, type ServerNeeds } from './package-differences.ts';
import { FOR_SERVER, serverPackagesPlugin } from './server-packages.ts';

/** Script that sets `globalThis.cascaderModules`. */
export interface ModuleTable {
  code: string;
  /** React modules that the table's modules import. */
  react: string[];
  needs: ServerNeeds;
}

/** Options for bundling a table. */
export interface TableOptions {
  externalReact?: 'name';
  development?: boolean;
  /** Resolve packages as Node does, not as browsers do. */
  forServer?: boolean;
  plugins?: Plugin[];
}

/** Bundles a table of modules, or returns the cached one of the task `name`. Throws esbuild's `BuildFailure`. */
export async function bundleTable(
  site: Site,
  modules: [name: string, target: string][],
  { cache, name, ...options }: { cache: Cache; name: string } & Omit<TableOptions, 'plugins'>,
): Promise<ModuleTable> {
  return await cache.remember<ModuleTable>(name, bundleKey(site, modules, options), async () => {
    const { code, files, isWhole, imports } = await createTable(site, modules, options).bundle();
    const react = [...new Set(imports.filter(isReact))];
    return { result: { code, react, needs: findServerNeeds(files) }, files: isWhole ? files : undefined };
  });
}

/** Prepares bundling a table: `globalThis.cascaderModules` maps each name to a function that returns a module. */
export function createTable(
  site: Site,
  modules: [name: string, target: string][],
  { plugins = [], forServer, ...options }: TableOptions,
): BuildScript {
  return createScript({ site: siteForBundles(site), pages: [], demos: [], ...options }, tableText(modules), {
    ...(forServer ? FOR_SERVER : { platform: 'browser', format: 'iife' }),
    minify: true,
    plugins: forServer ? [...plugins, serverPackagesPlugin()] : plugins,
  });
}

/** Returns a script that adds modules to the global table, as functions that require them. Earlier entries are kept. */
export function tableText(modules: Iterable<[name: string, target: string]>): string {
  const entries = Array.from(
    modules,
    ([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`,
  );
  return `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`;
}
