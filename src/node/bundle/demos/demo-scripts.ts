import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { STATEFUL_PACKAGES } from '../../../shared/style-collectors.ts';
import { hashOf } from '../../base/hash.ts';
import { appFile } from '../../base/package-dir.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { createBarrels, WHOLE_BARRELS } from '../barrels/barrel-plugin.ts';
import { bundleKey, siteForBundles } from '../bundle-key.ts';
import { demoModule } from '../esbuild/entries.ts';
import { withoutFolder } from '../esbuild/input-files.ts';
import { reactFolders } from '../plugins/resolve-plugin.ts';
import { createScript } from '../server.ts';
import { type DemoScript, PACKAGES_SCRIPT } from '../types.ts';
import { entriesOf } from './demo-code.ts';
import { filesOf, type GraphFile, modulesOf, type PackageModule, requestsOf } from './demo-graph.ts';
import { bundleFrame, type FrameModules, tableText } from './frame-modules.ts';
import { bundleOwnScript, bundlePrerender } from './own-script.ts';
import { needNodeCode } from './package-code.ts';
import { collectorsPlugin, serverModulesPlugin, serverOutput, specifiersOf } from './package-modules.ts';

export interface RenderedScripts {
  /** Scripts to run in this order. The scripts set `globalThis.demos` (render functions by demo id) and load packages through `require`. */
  scripts: DemoScript[];
  /** Folders from which Node loads `react` and `react-dom` at build time. */
  reactFolders: Map<string, string>;
  requestOf: (demo: EmbeddedDemo) => { id: string; modules: string[]; isAlone: boolean };
}

export interface DemoScripts extends RenderedScripts, FrameScripts {
  /** Returns digests of all code that renders a demo. Returns undefined if the demo's code is unknown. */
  keyOf: (demo: EmbeddedDemo) => unknown;
}

export interface FrameScripts {
  /** Returns the scripts with React and with the packages that demos use. The scripts are bundled on the first call. */
  frame: () => Promise<FrameModules>;
  /** Folders from which Node loads `react` and `react-dom` at build time. */
  reactFolders: Map<string, string>;
  files: Map<string, GraphFile[]>;
  /** Files of package modules, by the name that demos import. The file is empty for React. */
  modules: Map<string, string>;
}

export interface DemoScriptsOptions {
  cache: Cache;
  react?: Promise<string>;
  /** True for development builds. The class names of some packages depend on the mode. */
  development?: boolean;
  /** If true, packages are not reduced to what demos use. Default: false. */
  isWhole?: boolean;
  /** Called if the demos are bundled because they are not in the cache. */
  onBundle?: () => void;
}

/** Bundles demos. Returns null if there are none. Throws esbuild's `BuildFailure`. */
export async function bundleDemoScripts(
  site: Site,
  demos: EmbeddedDemo[],
  { cache, react, development, isWhole, onBundle }: DemoScriptsOptions,
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
  const own = await bundleOwnScript(site, contents, { task: 'demos', demos, cache, isWhole, onBundle });
  const { graph, hashes } = own;
  const prerender = await bundlePrerender(site, cache);
  const requested = new Map([...(prerender?.packages ?? []), ...graph.packages]);
  const packages = await bundleServerPackages(site, requested, { cache, development, isWhole });
  const folders = reactFolders(site);
  const shared = [
    prerender && hashOf(prerender.script.code),
    [...(prerender?.packages.keys() ?? [])].map((name) => packages.hashes.get(name)),
    // React is not bundled; Node loads it from its folder.
    Array.from(folders, ([name, folder]) => hashOf(readFileSync(manifestFrom(name, folder)))),
  ];
  const requestsBy = new Map(demos.map((demo) => [demo.id, requestsOf(graph, demo, site.config.demo)]));
  const modulesFor = ({ id }: EmbeddedDemo): string[] => requestsBy.get(id) ?? [];
  let frame: Promise<FrameModules> | undefined;
  return {
    scripts: [packages.script, ...(prerender ? [prerender.script] : []), own.script],
    frame() {
      frame ??= bundleFrame(site, new Map([...modulesOf(graph), ...graph.scripts]), { cache, react });
      return frame;
    },
    reactFolders: folders,
    keyOf(demo) {
      const hash = hashes.get(demoModule(site, demo));
      return hash && [demo.id, hash, modulesFor(demo).map((name) => packages.hashes.get(name)), shared];
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

/** Returns the path of a package's `package.json`, resolved from a folder. */
function manifestFrom(name: string, folder: string): string {
  return createRequire(path.join(folder, 'x.js')).resolve(`${name}/package.json`);
}

interface ServerPackages {
  script: DemoScript;
  /** Hash of the code that each module runs, by key. */
  hashes: Map<string, string>;
  /** Keys of modules that use one of the `STATEFUL_PACKAGES`. */
  stateful: Set<string>;
}

interface Bundled extends Omit<ServerPackages, 'script'> {
  code: string;
  /** True if packages were resolved with the condition `node`. */
  forNode: boolean;
}

/** Bundles packages for the server. Throws esbuild's `BuildFailure`. */
async function bundleServerPackages(
  site: Site,
  modules: ReadonlyMap<string, PackageModule>,
  { cache, development = false, isWhole = false }: Pick<DemoScriptsOptions, 'cache' | 'development' | 'isWhole'>,
): Promise<ServerPackages> {
  const specifiers = specifiersOf(modules);
  const create = (forNode: boolean) => {
    const barrels = isWhole ? WHOLE_BARRELS : createBarrels({ site, scansSources: true });
    const input = { site: siteForBundles(site), pages: [], demos: [], development, barrels };
    const all = {
      ...serverOutput(site, { forNode }),
      plugins: [serverModulesPlugin(barrels), collectorsPlugin()],
    };
    return { script: createScript({ ...input, externalReact: 'name' }, tableText(specifiers), all), barrels };
  };
  const bundle = async (forNode = false): Promise<{ result: Bundled; files: string[] | undefined }> => {
    const { script, barrels } = create(forNode);
    const { code, files, isWhole: isKnown, metafile } = await script.bundle();
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
    return { result, files: isKnown ? [...files, ...barrels.files()] : undefined };
  };
  // The key contains modules as data, because the cache stores paths in data as relative paths.
  const sorted = specifiers.map(([key]) => [key, modules.get(key)]);
  const key = bundleKey(site, sorted, development);
  const { code, forNode, ...found } = await cache.remember('server-packages', key, () => bundle());
  const script: DemoScript = {
    name: PACKAGES_SCRIPT,
    code,
    map: () => create(forNode).script.map(),
    compilable: () => create(forNode).script.compilable(),
  };
  return { script, ...found };
}

function isStateful(input: string): boolean {
  return STATEFUL_PACKAGES.some((name) => input.includes(`node_modules/${name}/`));
}
