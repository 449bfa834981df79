import fs from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Loader, OnLoadResult, Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type Cache, noCache } from '../../store/cache.ts';
import { createBarrels, WHOLE_BARRELS } from '../barrels/barrel-plugin.ts';
import { bundleKey, demoTexts, siteForBundles } from '../bundle-key.ts';
import { areCurrent, digestsOf, type SiteDigests } from '../digests.ts';
import { FENCE_NAMESPACE } from '../esbuild/entries.ts';
import { withoutFolder } from '../esbuild/input-files.ts';
import type { BundleInput } from '../options.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { createScript } from '../server.ts';
import type { DemoScript } from '../types.ts';
import { entriesOf } from './demo-code.ts';
import {
  createGraph,
  type DemoGraph,
  demoGraphPlugin,
  entryFiles,
  modulesOf,
  type PackageModule,
} from './demo-graph.ts';

/**
 * Returns the options for bundling demos, for rendering and for the browser in `dev`. Packages and React are left out,
 * recorded in `graph`, and loaded by name through `require`. `entries` are demo files that may belong to a package.
 */
export function ownModules(
  input: BundleInput,
  { graph, entries = entryFiles(input.demos) }: { graph: DemoGraph; entries?: string[] | undefined },
) {
  const { site, demos } = input;
  const { barrels = createBarrels(input) } = input;
  return {
    input: { ...input, externalReact: 'name', everyTsconfig: true, barrels } satisfies BundleInput,
    output: {
      platform: 'browser',
      format: 'iife',
      // Packages are external here, so the metafile does not contain the paths of their imports. `scopePlugin` checks
      // these paths.
      plugins: [awaitingDemosPlugin(demos), demoGraphPlugin(site, entries, graph, barrels), scopePlugin(input)],
    } satisfies BuildOptions,
  };
}

/**
 * Converts demos with top-level `await` to lazy components, because scripts do not allow top-level `await`. Modules
 * that demos import are not changed, because their importers do not wait.
 */
function awaitingDemosPlugin(demos: EmbeddedDemo[]): Plugin {
  return {
    name: 'awaiting-demos',
    setup({ onLoad }) {
      onLoad({ filter: /\.[jt]sx?$/, namespace: 'file' }, async ({ path: filePath }) => {
        if (!entryFiles(demos).includes(filePath)) return undefined;
        const loader = path.extname(filePath).slice(1) as Loader;
        // Synchronous, because some systems allow only few open files.
        return await lazyModule(fs.readFileSync(filePath, 'utf8'), loader, filePath);
      });
      onLoad({ filter: /.*/, namespace: FENCE_NAMESPACE }, async ({ path: id }) => {
        const demo = demos.find((entry) => entry.id === id);
        return demo?.code && (await lazyModule(demo.code.text, demo.code.lang, demo.filePath));
      });
    },
  };
}

async function lazyModule(text: string, loader: Loader, filePath: string): Promise<OnLoadResult | undefined> {
  if (!/\bawait\b/.test(text)) return undefined;
  return (await import('./lazy-module.ts')).lazyModule(text, loader, filePath);
}

interface OwnModules {
  code: string;
  graph: DemoGraph;
  /** Hash of the code that each demo runs, by the demo's entry. */
  hashes: Map<string, string>;
  digests: SiteDigests;
  inputs: string[];
}

/** Bundles demos. Throws esbuild's `BuildFailure`. `task` is the name in the cache. `onBundle` is called unless there is a cache hit. */
export async function bundleOwnScript(
  site: Site,
  contents: string,
  {
    task,
    demos = [],
    entries,
    cache,
    isWhole,
    onBundle,
  }: {
    task: string;
    demos?: EmbeddedDemo[];
    entries?: string[];
    cache: Cache;
    isWhole?: boolean | undefined;
    onBundle?: (() => void) | undefined;
  },
): Promise<OwnModules & { script: DemoScript }> {
  const create = () => {
    const graph = createGraph();
    const { input, output } = ownModules(
      { site: siteForBundles(site), pages: [], demos, ...(isWhole && { barrels: WHOLE_BARRELS }) },
      { graph, entries },
    );
    return { script: createScript(input, contents, output), graph, barrels: input.barrels };
  };
  const make = async () => {
    onBundle?.();
    const { script, graph, barrels } = create();
    const { code, files, isWhole: isKnown, metafile } = await script.bundle();
    const nameOf = (input: string): string => withoutFolder(input, site);
    const runs = entriesOf(code, metafile, { kind: 'dynamic-import', nameOf });
    const hashes = new Map(Array.from(runs, ([name, { hash }]) => [name, hash]));
    const result = { code, graph, hashes, digests: digestsOf(metafile, site.root), inputs: files };
    const all = [...files, ...barrels.files(), ...modulesOf(graph).values()].filter(Boolean);
    return { result, files: isKnown ? all : undefined };
  };
  const key = bundleKey(site, demoTexts(demos));
  const made = await cache.remember<OwnModules>(task, key, make, ({ digests }) => areCurrent(digests, site));
  const script: DemoScript = {
    name: `${task}.js`,
    isOwn: true,
    code: made.code,
    map: () => create().script.map(),
    compilable: () => create().script.compilable(),
  };
  return { ...made, script };
}

export interface PrerenderModule {
  /** Script that sets `globalThis.cascaderPrerender`, and loads packages through `require`. */
  script: DemoScript;
  packages: Map<string, PackageModule>;
  inputs: string[];
}

/** Returns undefined if the option `prerender` is not set. Throws esbuild's `BuildFailure` or a `DiagnosticError`. */
export async function bundlePrerender(site: Site, cache: Cache = noCache): Promise<PrerenderModule | undefined> {
  const { prerender } = site.config;
  if (prerender === undefined) return undefined;
  const contents = `import * as module from ${JSON.stringify(prerender)}; globalThis.cascaderPrerender = module;`;
  const { script, graph, inputs } = await bundleOwnScript(site, contents, {
    task: 'prerender',
    entries: [prerender],
    cache,
  });
  return { script, packages: graph.packages, inputs };
}
