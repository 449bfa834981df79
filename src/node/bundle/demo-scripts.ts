import { build } from 'esbuild';
import type { Cache } from '../cache/cache.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { bundleKey, demoTexts } from './bundle-key.ts';
import { createGraph, type DemoGraph, demoGraphPlugin, filesOf, type GraphFile, modulesOf } from './demo-graph.ts';
import { demoEntry } from './entries.ts';
import { allInputFiles } from './input-files.ts';
import { appFile, commonOptions } from './options.ts';
import { isReact, reactFolders } from './resolve-plugin.ts';
import { createScript } from './server.ts';
import type { ServerScript } from './types.ts';

/** The demos for the renderer at build, and their packages for it and for the frame of the live editor. */
export interface DemoScripts {
  /** `globalThis.demos` has a function by demo id that renders it to HTML; packages are asked for through `require`. */
  server: ServerScript;
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
}

/** Modules as a script that sets `globalThis.cascaderModules`. */
interface ModuleTable {
  code: string;
  /** Modules of React that they import. */
  react: string[];
}

/**
 * Bundles the demos apart from their packages; null without demos. Throws esbuild's BuildFailure.
 *
 * @param early React for the frame, when that has begun
 */
export async function bundleDemoScripts(
  site: Site,
  demos: EmbeddedDemo[],
  cache: Cache,
  early?: Promise<string>,
): Promise<DemoScripts | null> {
  if (demos.length === 0) return null;
  const contents = [
    `import { renderDemo } from ${JSON.stringify(appFile('demo-server-entry.tsx'))};`,
    'globalThis.demos = {',
    ...demos.map(
      (demo) =>
        `  ${JSON.stringify(demo.id)}: () => renderDemo(${JSON.stringify(demo.id)}, () => import(${JSON.stringify(demoEntry(demo))})),`,
    ),
    '};',
  ].join('\n');
  const create = (graph: DemoGraph) =>
    createScript({ site, pages: [], demos, externalReact: 'name' }, contents, {
      platform: 'browser',
      format: 'iife',
      plugins: [demoGraphPlugin(site, demos, graph)],
    });
  const key = bundleKey(site, demoTexts(demos));
  const { code, graph } = await cache.remember<BundledDemos>('demos', key, async () => {
    const graph = createGraph();
    const { code, files } = await create(graph).bundle();
    return { result: { code, graph }, files: [...files, ...modulesOf(graph).values()].filter(Boolean) };
  });
  const packages = await bundleTable(site, [...graph.scripts], { cache, name: 'packages', externalReact: 'name' });
  const further = [...new Set([...reactModules(graph), ...packages.react])].filter(
    (name) => !FRAME_REACT.includes(name),
  );
  return {
    server: { code, map: () => create(createGraph()).map() },
    packages: packages.code,
    react: () => (early && further.length === 0 ? early : bundleFrameReact(site, cache, further)),
    reactFolders: reactFolders(site.projectRoot),
    files: new Map(demos.map((demo) => [demo.id, filesOf(graph, demo)])),
    modules: modulesOf(graph),
  };
}

/** React for the frame: what the frame itself needs, and `further` modules. */
export async function bundleFrameReact(site: Site, cache: Cache, further: string[] = []): Promise<string> {
  const modules = [...FRAME_REACT, ...further].sort().map((name): [string, string] => [name, name]);
  return (await bundleTable(site, modules, { cache, name: 'react' })).code;
}

async function bundleTable(
  site: Site,
  modules: [name: string, target: string][],
  { cache, name, externalReact }: { cache: Cache; name: string; externalReact?: 'name' },
): Promise<ModuleTable> {
  const entries = modules.map(([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`);
  return await cache.remember<ModuleTable>(name, bundleKey(site, modules), async () => {
    const { outputFiles, metafile } = await build({
      ...commonOptions({ site, pages: [], demos: [], externalReact }),
      stdin: {
        contents: `globalThis.cascaderModules = { ...globalThis.cascaderModules, ${entries.join(', ')} };`,
        resolveDir: site.root,
        loader: 'js',
      },
      platform: 'browser',
      format: 'iife',
      minify: true,
      outdir: site.root,
    });
    const code = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map((entry) => entry.path));
    return {
      result: { code, react: [...new Set(imported.filter(isReact))] },
      files: allInputFiles([metafile], site.root),
    };
  });
}

/** Modules of React that demos import. */
function reactModules(graph: DemoGraph): string[] {
  return [...graph.imports.values()].flatMap((targets) =>
    [...targets.values()].flatMap((target) => ('module' in target && isReact(target.module) ? [target.module] : [])),
  );
}
