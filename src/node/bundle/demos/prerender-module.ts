import type { Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { createScript } from '../server.ts';
import type { DemoScript } from '../types.ts';
import { createGraph, type DemoGraph, demoGraphPlugin, modulesOf } from './demo-graph.ts';
import { refusedModulesPlugin } from './refused-modules.ts';

/** The module that the option `prerender` names, for the renderer of demos. */
export interface PrerenderModule {
  /** Sets `globalThis.cascaderPrerender`. It loads packages through `require`. */
  script: DemoScript;
  /** Files of the package modules that it requires, by name. */
  modules: Map<string, string>;
  /** Absolute paths of the bundled files. */
  inputs: string[];
}

/**
 * Bundles the module separately from its packages. Undefined if the option is not set. Throws esbuild's `BuildFailure`
 * or a `DiagnosticError`.
 */
export async function bundlePrerender(site: Site, cache: Cache): Promise<PrerenderModule | undefined> {
  const { prerender } = site.config;
  if (prerender === undefined) return undefined;
  const contents = `import * as module from ${JSON.stringify(prerender)}; globalThis.cascaderPrerender = module;`;
  const seen = siteForBundles(site);
  const create = (graph: DemoGraph, plugins: Plugin[] = []) =>
    createScript({ site: seen, pages: [], demos: [], externalReact: 'name', everyTsconfig: true }, contents, {
      platform: 'browser',
      format: 'iife',
      plugins: [...plugins, demoGraphPlugin(seen, [prerender], graph), scopePlugin({ site: seen })],
    });
  const { code, modules, inputs } = await cache.remember('prerender', bundleKey(site), async () => {
    const graph = createGraph();
    const { code, files, isWhole } = await create(graph).bundle();
    const result = { code, modules: new Map(graph.scripts), inputs: files };
    return { result, files: isWhole ? [...files, ...modulesOf(graph).values()].filter(Boolean) : undefined };
  });
  const script: DemoScript = {
    name: 'prerender.js',
    isOwn: true,
    code,
    map: () => create(createGraph()).map(),
    async compilable() {
      const trial = create(createGraph(), [refusedModulesPlugin([])]);
      return { code: (await trial.bundle()).code, map: trial.map };
    },
  };
  return { script, modules, inputs };
}
