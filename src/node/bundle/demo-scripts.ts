import { build, type Metafile } from 'esbuild';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { createGraph, type DemoGraph, demoGraphPlugin, filesOf, type GraphFile, modulesOf } from './demo-graph.ts';
import { demoEntry } from './entries.ts';
import { appFile, commonOptions } from './options.ts';
import { isReact, reactFolders } from './resolve-plugin.ts';
import { bundleScript } from './server.ts';
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

/**
 * Bundles the demos apart from their packages; null without demos. Throws esbuild's BuildFailure.
 *
 * @param early React for the frame, when that has begun
 */
export async function bundleDemoScripts(
  site: Site,
  demos: EmbeddedDemo[],
  early?: Promise<string>,
): Promise<DemoScripts | null> {
  if (demos.length === 0) return null;
  const graph = createGraph();
  const contents = [
    `import { renderDemo } from ${JSON.stringify(appFile('demo-server-entry.tsx'))};`,
    'globalThis.demos = {',
    ...demos.map(
      (demo) =>
        `  ${JSON.stringify(demo.id)}: () => renderDemo(${JSON.stringify(demo.id)}, () => import(${JSON.stringify(demoEntry(demo))})),`,
    ),
    '};',
  ].join('\n');
  const input = { site, pages: [], demos };
  const server = await bundleScript({ ...input, externalReact: 'name' }, contents, {
    platform: 'browser',
    format: 'iife',
    plugins: [demoGraphPlugin(site, demos, graph)],
  });
  const packages = await bundleTable(site, [...graph.scripts], 'name');
  const further = [...new Set(importsOfReact(graph, packages.metafile))].filter((name) => !FRAME_REACT.includes(name));
  return {
    server,
    packages: packages.code,
    react: () => (early && further.length === 0 ? early : bundleFrameReact(site, further)),
    reactFolders: reactFolders(site.projectRoot),
    files: new Map(demos.map((demo) => [demo.id, filesOf(graph, demo)])),
    modules: modulesOf(graph),
  };
}

/** React for the frame: what the frame itself needs, and `further` modules. */
export async function bundleFrameReact(site: Site, further: string[] = []): Promise<string> {
  const modules = [...FRAME_REACT, ...further].sort().map((name): [string, string] => [name, name]);
  return (await bundleTable(site, modules)).code;
}

async function bundleTable(
  site: Site,
  modules: [name: string, target: string][],
  externalReact?: 'name',
): Promise<{ code: string; metafile: Metafile }> {
  const entries = modules.map(([name, target]) => `${JSON.stringify(name)}: () => require(${JSON.stringify(target)})`);
  const result = await build({
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
  return { code: result.outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '', metafile: result.metafile };
}

/** Modules of React that demos and their packages import. */
function importsOfReact(graph: DemoGraph, packages: Metafile): string[] {
  const ofDemos = [...graph.imports.values()].flatMap((targets) =>
    [...targets.values()].flatMap((target) => ('module' in target ? [target.module] : [])),
  );
  const ofPackages = Object.values(packages.inputs).flatMap(({ imports }) => imports.map((entry) => entry.path));
  return [...ofDemos, ...ofPackages].filter(isReact);
}
