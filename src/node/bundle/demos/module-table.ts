import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import { type BuildScript, createScript } from '../server.ts';

/** Script that sets `globalThis.cascaderModules`. */
export interface ModuleTable {
  code: string;
  /** React modules that the table's modules import. */
  react: string[];
}

/** Options for bundling a table. */
export interface TableOptions {
  externalReact?: 'name';
  development?: boolean;
}

/** Bundles a table of modules, or returns the cached one of the task `name`. Throws esbuild's `BuildFailure`. */
export async function bundleTable(
  site: Site,
  modules: [name: string, target: string][],
  { cache, name, ...options }: { cache: Cache; name: string } & TableOptions,
): Promise<ModuleTable> {
  return await cache.remember<ModuleTable>(name, bundleKey(site, modules, options), async () => {
    const { code, files, isWhole, imports } = await createTable(site, modules, options).bundle();
    const react = [...new Set(imports.filter(isReact))];
    return { result: { code, react }, files: isWhole ? files : undefined };
  });
}

/** Prepares bundling a table: `globalThis.cascaderModules` maps each name to a function that returns a module. */
function createTable(site: Site, modules: [name: string, target: string][], options: TableOptions): BuildScript {
  const input = { site: siteForBundles(site), pages: [], demos: [], ...options };
  return createScript(input, tableText(modules), { platform: 'browser', format: 'iife', minify: true });
}

/** Returns a script that adds modules to the global table, as functions that require them. Earlier entries are kept. */
export function tableText(modules: Iterable<[name: string, target: string]>): string {
  const entries = Array.from(
    modules,
    ([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`,
  );
  return `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`;
}
