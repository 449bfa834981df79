import path from 'node:path';
import type { Plugin } from 'esbuild';
import { appFile } from '../../base/package-dir.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { answerOf, hashOf } from '../../store/observe-reads.ts';
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

/** Demos for the renderer. */
export interface RenderedScripts {
  /**
   * To be run in turn. After them `globalThis.demos` has a function by demo id that renders it to HTML; packages are asked
   * for through `require`.
   */
  scripts: DemoScript[];
  /** Folders from which the build's own Node loads `react` and `react-dom`. */
  reactFolders: Map<string, string>;
}

/** The demos for the renderer at build, and their packages for it and for the frame of the live editor. */
export interface DemoScripts extends RenderedScripts, FrameScripts {
  /** All that is run to render a demo, by digests: its own code, packages, React. Of what nobody knows the code, undefined. */
  keyOf: (demo: EmbeddedDemo) => unknown;
}

/** What the frame of the live editor runs demos with. */
export interface FrameScripts {
  /**
   * `globalThis.cascaderModules` has a function by name that gives a module of a package. Each is evaluated when it is
   * asked for, so that a fresh context shares nothing but React, which is asked for through `require` too.
   */
  packages: string;
  /** The same for React, for the frame. */
  react: () => Promise<string>;
  /** Folders from which the build's own Node loads `react` and `react-dom`. */
  reactFolders: Map<string, string>;
  /** Files of each demo by id, the entry first. */
  files: Map<string, GraphFile[]>;
  /** Files of the modules of packages, by the name that demos import; empty for React. */
  modules: Map<string, string>;
}

/** What the frame itself needs of React. */
const FRAME_REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/** What is bundled of the demos, and kept. */
interface BundledDemos {
  code: string;
  graph: DemoGraph;
  /** Of what each demo runs of it, by its entry. */
  hashes: Map<string, string>;
}

/** How demos are bundled. */
export interface DemoScriptsOptions {
  cache: Cache;
  /** React for the frame, when that has begun. */
  react?: Promise<string>;
  /** Packages of the renderer are in development mode, where it has its own: some name classes by it. */
  development?: boolean;
  /** Told when the demos are bundled, since they are not those that are kept. */
  onBundle?: () => void;
}

/** Bundles the demos apart from their packages; null without demos. Throws esbuild's BuildFailure. */
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
      // Packages are left out of this bundle, whichever way leads to them: its report does not tell it.
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
  // They were found in no certain order.
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
  const shared = [
    ...others.map((script) => hashOf(script.code)),
    // It is Node that loads React, as it is in its folder.
    ...Array.from(folders.values(), (folder) => answerOf('content', path.join(folder, 'package.json'))),
  ];
  return {
    scripts: [
      ...others,
      {
        name: 'demos.js',
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
    files: new Map(demos.map((demo) => [demo.id, filesOf(graph, demo, site.config.demo)])),
    modules: modulesOf(graph),
  };
}

/** The packages for the renderer: those of the frame, unless it needs something that these have not. */
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

/** React for the frame: what the frame itself needs, and `further` modules. Its development build has words for codes. */
export async function bundleFrameReact(
  site: Site,
  { cache, further = [], development }: { cache: Cache; further?: string[]; development?: boolean },
): Promise<string> {
  const modules = [...FRAME_REACT, ...further].sort().map((name): [string, string] => [name, name]);
  // Both are asked for in one build: before it is known whether the demos need more, and then.
  const name = further.length > 0 ? 'react-further' : 'react';
  return (await bundleTable(site, modules, { cache, name, development })).code;
}

async function bundled(script: BuildScript): Promise<ServerScript> {
  return { code: (await script.bundle()).code, map: script.map };
}

/** Modules of React that demos import. */
function reactModules(graph: DemoGraph): string[] {
  return [...graph.imports.values()].flatMap((targets) =>
    [...targets.values()].flatMap((target) => ('module' in target && isReact(target.module) ? [target.module] : [])),
  );
}
