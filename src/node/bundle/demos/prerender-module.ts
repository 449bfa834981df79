import type { Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import { type Cache, noCache } from '../../store/cache.ts';
import { createBarrels } from '../barrels/barrel-plugin.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { dataDigests, hasCurrentData } from '../esbuild/data-module.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { createScript } from '../server.ts';
import type { DemoScript } from '../types.ts';
import { createGraph, type DemoGraph, demoGraphPlugin, modulesOf, type PackageModule } from './demo-graph.ts';
import { refusedModulesPlugin } from './refused-modules.ts';

export interface PrerenderModule {
  /** Sets `globalThis.cascaderPrerender`. It loads packages through `require`. */
  script: DemoScript;
  packages: Map<string, PackageModule>;
  inputs: string[];
}

/** Undefined if the option is not set. Throws esbuild's `BuildFailure` or a `DiagnosticError`. */
export async function bundlePrerender(site: Site, cache: Cache = noCache): Promise<PrerenderModule | undefined> {
  const { prerender } = site.config;
  if (prerender === undefined) return undefined;
  const contents = `import * as module from ${JSON.stringify(prerender)}; globalThis.cascaderPrerender = module;`;
  const seen = siteForBundles(site);
  const create = (graph: DemoGraph, plugins: Plugin[] = []) => {
    const barrels = createBarrels({ root: site.root });
    return createScript(
      { site: seen, pages: [], demos: [], externalReact: 'name', everyTsconfig: true, barrels },
      contents,
      {
        platform: 'browser',
        format: 'iife',
        plugins: [...plugins, demoGraphPlugin(seen, [prerender], graph, barrels), scopePlugin({ site: seen })],
      },
    );
  };
  const { code, packages, inputs } = await cache.remember(
    'prerender',
    bundleKey(site),
    async () => {
      const graph = createGraph();
      const { code, files, isWhole, metafile } = await create(graph).bundle();
      const result = { code, packages: graph.packages, inputs: files, data: dataDigests(metafile, site.root) };
      return { result, files: isWhole ? [...files, ...modulesOf(graph).values()].filter(Boolean) : undefined };
    },
    (known) => hasCurrentData(known, site),
  );
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
  return { script, packages, inputs };
}
