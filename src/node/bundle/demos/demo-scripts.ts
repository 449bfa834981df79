import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { STATEFUL_PACKAGES } from '../../../shared/style-collectors.ts';
import { hashOf } from '../../base/hash.ts';
import { appFile } from '../../base/package-dir.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { type Barrels, createBarrels, WHOLE_BARRELS } from '../barrels/barrel-plugin.ts';
import { bundleKey, demoTexts, siteForBundles } from '../bundle-key.ts';
import { type DataDigests, dataDigests, hasCurrentData } from '../esbuild/data-module.ts';
import { demoModule, sourceOfEntry } from '../esbuild/entries.ts';
import { withoutFolder } from '../esbuild/input-files.ts';
import { reactFolders } from '../plugins/resolve-plugin.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { type BuildScript, createScript } from '../server.ts';
import { type DemoScript, PACKAGES_SCRIPT, type ServerScript } from '../types.ts';
import { awaitingDemosPlugin } from './awaiting-demos.ts';
import { entriesOf } from './demo-code.ts';
import {
  createGraph,
  type DemoGraph,
  demoGraphPlugin,
  entryFiles,
  filesOf,
  type GraphFile,
  modulesOf,
  type PackageModule,
  requestsOf,
} from './demo-graph.ts';
import { bundleFrame, type FrameModules, tableText } from './frame-modules.ts';
import { needNodeCode } from './package-code.ts';
import { collectorsPlugin, serverModulesPlugin, serverOutput, specifiersOf } from './package-modules.ts';
import { bundlePrerender } from './prerender-module.ts';
import { refusedModulesPlugin } from './refused-modules.ts';

export interface RenderedScripts {
  /** Run in this order; set `globalThis.demos`, a render function by demo id. Packages are loaded through `require`. */
  scripts: DemoScript[];
  /** Folders from which Node loads `react` and `react-dom` at build. */
  reactFolders: Map<string, string>;
  requestOf: (demo: EmbeddedDemo) => { id: string; modules: string[]; isAlone: boolean };
}

export interface DemoScripts extends RenderedScripts, FrameScripts {
  /** Digests of all code that renders a demo. Undefined if the demo's code is unknown. */
  keyOf: (demo: EmbeddedDemo) => unknown;
}

export interface FrameScripts {
  /** Returns the scripts with the packages of demos and with React. They are bundled on the first call. */
  frame: () => Promise<FrameModules>;
  /** Folders from which Node loads `react` and `react-dom` at build. */
  reactFolders: Map<string, string>;
  files: Map<string, GraphFile[]>;
  /** Files of package modules, by the name that demos import. Empty for React. */
  modules: Map<string, string>;
}

interface BundledDemos {
  code: string;
  graph: DemoGraph;
  /** Hash of the code that each demo runs, by its entry. */
  hashes: Map<string, string>;
  /** Digests of the data that demos import. */
  data: DataDigests | undefined;
}

export interface DemoScriptsOptions {
  cache: Cache;
  react?: Promise<string>;
  /** Some packages name classes by the mode. */
  development?: boolean;
  /** Do not reduce packages to what demos use. Default: false. */
  isWhole?: boolean;
  /** Called if the demos are bundled because they are not in the cache. */
  onBundle?: () => void;
}

/** Returns null without demos. Throws esbuild's `BuildFailure`. */
export async function bundleDemoScripts(
  site: Site,
  demos: EmbeddedDemo[],
  { cache, react, development, isWhole: hasWhole = false, onBundle }: DemoScriptsOptions,
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
  const barrelsOf = (): Barrels =>
    hasWhole ? WHOLE_BARRELS : createBarrels({ root: site.root, sourceOf: (entry) => sourceOfEntry(entry, [], demos) });
  const create = (graph: DemoGraph, plugins: Plugin[] = [], barrels = barrelsOf()) =>
    createScript({ site: seen, pages: [], demos, externalReact: 'name', everyTsconfig: true, barrels }, contents, {
      platform: 'browser',
      format: 'iife',
      // Packages are external here, so the metafile does not show by which path they are imported. `scopePlugin` checks
      // it.
      plugins: [
        awaitingDemosPlugin(demos),
        ...plugins,
        demoGraphPlugin(seen, entryFiles(demos), graph, barrels),
        scopePlugin({ site: seen, demos }),
      ],
    });
  const key = bundleKey(site, demoTexts(demos));
  const makeDemos = async () => {
    onBundle?.();
    const graph = createGraph();
    const barrels = barrelsOf();
    const { code, files, isWhole, metafile } = await create(graph, [], barrels).bundle();
    const all = [...files, ...barrels.files(), ...modulesOf(graph).values()].filter(Boolean);
    const entries = entriesOf(code, metafile, {
      kind: 'dynamic-import',
      nameOf: (input) => withoutFolder(input, site),
    });
    const hashes = new Map(Array.from(entries, ([name, { hash }]) => [name, hash]));
    const data = dataDigests(metafile, site.root);
    return { result: { code, graph, hashes, data }, files: isWhole ? all : undefined };
  };
  const isCurrent = (known: BundledDemos): Promise<boolean> => hasCurrentData(known, site);
  const { code, graph, hashes } = await cache.remember<BundledDemos>('demos', key, makeDemos, isCurrent);
  const prerender = await bundlePrerender(site, cache);
  const requested = new Map([...(prerender?.packages ?? []), ...graph.packages]);
  const packages = await bundleServerPackages(site, requested, {
    cache,
    development,
    isWhole: hasWhole,
  });
  const folders = reactFolders(site);
  const shared = [
    prerender && hashOf(prerender.script.code),
    [...(prerender?.packages.keys() ?? [])].map((name) => packages.hashes.get(name)),
    // Node loads React from its folder, unbundled.
    Array.from(folders, ([name, folder]) => hashOf(readFileSync(manifestFrom(name, folder)))),
  ];
  const requestsBy = new Map(demos.map((demo) => [demo.id, requestsOf(graph, demo, site.config.demo)]));
  const modulesFor = ({ id }: EmbeddedDemo): string[] => requestsBy.get(id) ?? [];
  let frame: Promise<FrameModules> | undefined;
  return {
    scripts: [
      packages.script,
      ...(prerender ? [prerender.script] : []),
      {
        name: 'demos.js',
        isOwn: true,
        code,
        map: () => create(createGraph()).map(),
        compilable: () => bundled(create(createGraph(), [refusedModulesPlugin(demos)])),
      },
    ],
    frame() {
      frame ??= bundleFrame(site, new Map([...modulesOf(graph), ...graph.scripts]), { cache, react });
      return frame;
    },
    reactFolders: folders,
    keyOf(demo) {
      const own = hashes.get(demoModule(site, demo));
      return own && [demo.id, own, modulesFor(demo).map((name) => packages.hashes.get(name)), shared];
    },
    requestOf: (demo) => ({
      id: demo.id,
      modules: modulesFor(demo),
      isAlone: demo.volatile === true || modulesFor(demo).some((name) => packages.stateful.has(name)),
    }),
    files: new Map(demos.map((demo) => [demo.id, filesOf(graph, demo, site.config.demo)])),
    modules: modulesOf(graph),
  };
}

async function bundled(script: BuildScript): Promise<ServerScript> {
  return { code: (await script.bundle()).code, map: script.map };
}

/** Returns the `package.json` of a package, as it is resolved from a folder. */
function manifestFrom(name: string, folder: string): string {
  return createRequire(path.join(folder, 'x.js')).resolve(`${name}/package.json`);
}

interface ServerPackages {
  script: DemoScript;
  /** Hash of the code that a module runs, by key. */
  hashes: Map<string, string>;
  /** Keys of modules that use a package of `STATEFUL_PACKAGES`. */
  stateful: Set<string>;
}

interface Bundled extends Omit<ServerPackages, 'script'> {
  code: string;
  /** Packages are resolved with the condition `node`. */
  forNode: boolean;
}

/** Throws esbuild's `BuildFailure`. */
async function bundleServerPackages(
  site: Site,
  modules: ReadonlyMap<string, PackageModule>,
  options: {
    cache: Cache;
    development?: boolean | undefined;
    /** Do not reduce barrels, also those that the library imports. */
    isWhole?: boolean;
  },
): Promise<ServerPackages> {
  const { cache, development = false, isWhole: hasWhole = false } = options;
  const specifiers = specifiersOf(modules);
  const create = (forNode: boolean, plugins: Plugin[] = []) => {
    const barrels = hasWhole ? WHOLE_BARRELS : createBarrels({ root: site.root });
    const input = { site: siteForBundles(site), pages: [], demos: [], development, barrels };
    const all = {
      ...serverOutput(site, { forNode }),
      plugins: [...plugins, serverModulesPlugin(barrels), collectorsPlugin()],
    };
    return { script: createScript({ ...input, externalReact: 'name' }, tableText(specifiers), all), barrels };
  };
  const bundle = async (forNode = false): Promise<{ result: Bundled; files: string[] | undefined }> => {
    const { script, barrels } = create(forNode);
    const { code, files, isWhole, metafile } = await script.bundle();
    if (!forNode && needNodeCode(files)) return await bundle(true);
    const entries = entriesOf(code, metafile, { kind: 'require-call', nameOf: (input) => withoutFolder(input, site) });
    const hashes = new Map<string, string>();
    const stateful = new Set<string>();
    for (const [key, specifier] of specifiers) {
      const entry = entries.get(specifier);
      if (entry) hashes.set(key, entry.hash);
      if ([...(entry?.modules ?? [])].some(isStateful)) stateful.add(key);
    }
    const result = { code, forNode, hashes, stateful };
    return { result, files: isWhole ? [...files, ...barrels.files()] : undefined };
  };
  // Modules as data, whose paths are relative in the cache.
  const sorted = specifiers.map(([key]) => [key, modules.get(key)]);
  const key = bundleKey(site, sorted, development);
  const { code, forNode, ...found } = await cache.remember('server-packages', key, () => bundle());
  const script: DemoScript = {
    name: PACKAGES_SCRIPT,
    code,
    map: () => create(forNode).script.map(),
    async compilable() {
      const { script } = create(forNode, [refusedModulesPlugin([])]);
      return { code: (await script.bundle()).code, map: script.map };
    },
  };
  return { script, ...found };
}

function isStateful(input: string): boolean {
  return STATEFUL_PACKAGES.some((name) => input.includes(`node_modules/${name}/`));
}
