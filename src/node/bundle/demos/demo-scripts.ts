import path from 'node:path';
import type { Plugin } from 'esbuild';
import { STATEFUL_PACKAGES } from '../../../shared/style-collectors.ts';
import { hashOf } from '../../base/hash.ts';
import { appFile } from '../../base/package-dir.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { answerOf } from '../../store/observe-reads.ts';
import { bundleKey, demoTexts, siteForBundles } from '../bundle-key.ts';
import { demoModule } from '../esbuild/entries.ts';
import { isReact, reactFolders } from '../plugins/resolve-plugin.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { type BuildScript, createScript } from '../server.ts';
import type { DemoScript, ServerScript } from '../types.ts';
import { awaitingDemosPlugin } from './awaiting-demos.ts';
import { hashesOfDemos } from './demo-code.ts';
import {
  createGraph,
  type DemoGraph,
  demoGraphPlugin,
  entryFiles,
  filesOf,
  type GraphFile,
  modulesOf,
} from './demo-graph.ts';
import { bundleTable, createTable, type ModuleTable } from './module-table.ts';
import { bundlePrerender, type PrerenderModule } from './prerender-module.ts';
import { refusedModulesPlugin } from './refused-modules.ts';
import { serverModules } from './server-packages.ts';

/** Scripts of the demos, for the renderer. */
export interface RenderedScripts {
  /**
   * Scripts to run in this order. They set `globalThis.demos`, which maps each demo id to a function that renders the
   * demo to HTML. Packages are loaded through `require`.
   */
  scripts: DemoScript[];
  /** Folders from which Node loads `react` and `react-dom` at build. */
  reactFolders: Map<string, string>;
  /** Returns how a demo is rendered. */
  requestOf: (demo: EmbeddedDemo) => { id: string; modules: string[]; isAlone: boolean };
}

/** Demos for the renderer at build, and their packages for the renderer and the frame of the live editor. */
export interface DemoScripts extends RenderedScripts, FrameScripts {
  /**
   * Returns digests of all code that renders a demo: its modules, packages and React. Undefined if the demo's code is
   * unknown.
   */
  keyOf: (demo: EmbeddedDemo) => unknown;
}

/** Modules and files with which the frame of the live editor runs demos. */
export interface FrameScripts {
  /**
   * Script that sets `globalThis.cascaderModules`, which maps each name to a function that returns a package's module.
   * Modules are evaluated when they are first requested, so a new context shares only React. React is loaded through
   * `require` too.
   */
  packages: string;
  /** Returns the same script for React, for the frame. */
  react: () => Promise<string>;
  /** Folders from which Node loads `react` and `react-dom` at build. */
  reactFolders: Map<string, string>;
  /** Files of each demo by id, the entry first. */
  files: Map<string, GraphFile[]>;
  /** Files of package modules, by the name that demos import. Empty for React. */
  modules: Map<string, string>;
}

/** React modules that the frame itself uses. */
const FRAME_REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/** Cached result of bundling the demos. */
interface BundledDemos {
  code: string;
  graph: DemoGraph;
  /** Hash of the code that each demo runs, by its entry. */
  hashes: Map<string, string>;
}

/** Options for bundling demos. */
export interface DemoScriptsOptions {
  cache: Cache;
  /** React for the frame, if bundling it has already started. */
  react?: Promise<string>;
  /**
   * Bundle the renderer's packages in development mode if they are a separate script. Some packages name classes by the
   * mode.
   */
  development?: boolean;
  /** Called if the demos are bundled because they are not in the cache. */
  onBundle?: () => void;
}

/** Bundles the demos separately from their packages. Returns null without demos. Throws esbuild's `BuildFailure`. */
export async function bundleDemoScripts(
  site: Site,
  demos: EmbeddedDemo[],
  { cache, react, development, onBundle }: DemoScriptsOptions,
): Promise<DemoScripts | null> {
  if (demos.length === 0) return null;
  const contents = [
    `import { renderDemo } from ${JSON.stringify(appFile('demo-server-entry.tsx'))};`,
    'globalThis.demos = {',
    ...demos.map(
      (demo) =>
        `  ${JSON.stringify(demo.id)}: () => renderDemo(${JSON.stringify(demo.id)}, () => import(${JSON.stringify(demoModule(site, demo))})),`,
    ),
    '};',
  ].join('\n');
  const seen = siteForBundles(site);
  const create = (graph: DemoGraph, plugins: Plugin[] = []) =>
    createScript({ site: seen, pages: [], demos, externalReact: 'name', everyTsconfig: true }, contents, {
      platform: 'browser',
      format: 'iife',
      // Packages are external here, so the metafile does not show by which path they are imported. `scopePlugin` checks
      // it.
      plugins: [
        awaitingDemosPlugin(demos),
        ...plugins,
        demoGraphPlugin(seen, entryFiles(demos), graph),
        scopePlugin({ site: seen, demos }),
      ],
    });
  const key = bundleKey(site, demoTexts(demos));
  const { code, graph, hashes } = await cache.remember<BundledDemos>('demos', key, async () => {
    onBundle?.();
    const graph = createGraph();
    const { code, files, isWhole, metafile } = await create(graph).bundle();
    const all = [...files, ...modulesOf(graph).values()].filter(Boolean);
    return { result: { code, graph, hashes: hashesOfDemos(code, metafile) }, files: isWhole ? all : undefined };
  });
  // Sorted, because they are found in no fixed order.
  const modules = [...graph.scripts].sort(([a], [b]) => (a < b ? -1 : 1));
  const [packages, prerender] = await Promise.all([
    bundleTable(site, modules, { cache, name: 'packages', externalReact: 'name' }),
    bundlePrerender(site, cache),
  ]);
  const further = [...new Set([...reactModules(graph), ...packages.react])].filter(
    (name) => !FRAME_REACT.includes(name),
  );
  const refused = [refusedModulesPlugin(demos)];
  const others = [
    ...(await packagesForServer(site, modules, { cache, packages, prerender, refused, development })),
    ...(prerender ? [prerender.script] : []),
  ];
  const folders = reactFolders(site);
  const files = new Map(demos.map((demo) => [demo.id, filesOf(graph, demo, site.config.demo)]));
  const keepsState = packages.needs.collected.some(([name]) => STATEFUL_PACKAGES.includes(name));
  const shared = [
    ...others.map((script) => hashOf(script.code)),
    // Node loads React from its folder, unbundled.
    ...Array.from(folders.values(), (folder) => answerOf('content', path.join(folder, 'package.json'))),
  ];
  return {
    scripts: [
      ...others,
      {
        name: 'demos.js',
        isOwn: true,
        code,
        map: () => create(createGraph()).map(),
        compilable: () => bundled(create(createGraph(), refused)),
      },
    ],
    packages: packages.code,
    react: () => (react && further.length === 0 ? react : bundleFrameReact(site, { cache, further })),
    reactFolders: folders,
    keyOf(demo) {
      const own = hashes.get(demoModule(site, demo));
      return own && [demo.id, own, shared];
    },
    requestOf: ({ id, volatile: isVolatile = false }) => ({
      id,
      modules: [...new Set((files.get(id) ?? []).flatMap(({ imports }) => Object.values(imports)))].filter((name) =>
        graph.scripts.has(name),
      ),
      isAlone: isVolatile || keepsState,
    }),
    files,
    modules: modulesOf(graph),
  };
}

/** Returns the packages for the renderer. They are those of the frame, unless Node needs others. */
async function packagesForServer(
  site: Site,
  modules: [name: string, target: string][],
  {
    cache,
    packages,
    prerender,
    refused,
    development,
  }: { cache: Cache; packages: ModuleTable; prerender?: PrerenderModule; refused: Plugin[]; development?: boolean },
): Promise<DemoScript[]> {
  const { needs } = packages;
  const isOwn = needs.isOther || needs.collected.length > 0 || prerender !== undefined;
  const entries = isOwn ? serverModules([...(prerender?.modules ?? []), ...modules], needs) : modules;
  const options = { externalReact: 'name', ...(isOwn && { forServer: true, development }) } as const;
  const { code } = isOwn ? await bundleTable(site, entries, { ...options, cache, name: 'server-packages' }) : packages;
  return [
    {
      name: 'packages.js',
      code,
      map: () => createTable(site, entries, options).map(),
      compilable: () => bundled(createTable(site, entries, { ...options, plugins: refused })),
    },
  ];
}

/**
 * Bundles React for the frame: the modules that the frame itself uses, and `further` modules. React's development build
 * has messages instead of error codes.
 */
export async function bundleFrameReact(
  site: Site,
  { cache, further = [], development }: { cache: Cache; further?: string[]; development?: boolean },
): Promise<string> {
  const modules = [...FRAME_REACT, ...further].sort().map((name): [string, string] => [name, name]);
  // One build may request both: first without further modules, and again once the imports of the demos are known.
  const name = further.length > 0 ? 'react-further' : 'react';
  return (await bundleTable(site, modules, { cache, name, development })).code;
}

async function bundled(script: BuildScript): Promise<ServerScript> {
  return { code: (await script.bundle()).code, map: script.map };
}

/** Returns the React modules that demos import. */
function reactModules(graph: DemoGraph): string[] {
  return [...graph.imports.values()].flatMap((targets) =>
    [...targets.values()].flatMap((target) => ('module' in target && isReact(target.module) ? [target.module] : [])),
  );
}
