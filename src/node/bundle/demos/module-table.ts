import type { Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import { type BuildScript, createScript } from '../server.ts';
import { findServerNeeds, type ServerNeeds } from './package-differences.ts';
import { FOR_SERVER, serverPackagesPlugin } from './server-packages.ts';

/** Modules as a script that sets `globalThis.cascaderModules`. */
export interface ModuleTable {
  code: string;
  /** Modules of React that they import. */
  react: string[];
  needs: ServerNeeds;
}

/** How a table is bundled. */
export interface TableOptions {
  externalReact?: 'name';
  development?: boolean;
  /** Packages are those that Node would take. */
  forServer?: boolean;
  plugins?: Plugin[];
}

/** Bundles a table of modules, or takes the one that was kept as `name`. Throws esbuild's BuildFailure. */
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

/** Prepares the bundling of a table: `globalThis.cascaderModules` has a function by name that gives a module. */
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

/** A script that adds modules, by functions that require each, to those that others have brought. */
export function tableText(modules: Iterable<[name: string, target: string]>): string {
  const entries = Array.from(
    modules,
    ([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`,
  );
  return `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`;
}
