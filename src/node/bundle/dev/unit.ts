import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects } from '../../project/tsconfig.ts';
import { createBarrels, type ResolvedImports } from '../barrels/barrel-plugin.ts';
import {
  createGraph,
  entryFiles,
  filesOf,
  type GraphFile,
  modulesOf,
  type PackageModule,
} from '../demos/demo-graph.ts';
import { ownModules } from '../demos/own-script.ts';
import { createBoundary } from '../demos/package-boundary.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { areCurrent, digestsOf, type SiteDigests } from '../digests.ts';
import { inputsOfData } from '../esbuild/data-module.ts';
import { entryPoints } from '../esbuild/entries.ts';
import { inputFiles, outputText, withoutPackages } from '../esbuild/input-files.ts';
import { STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { type BundleInput, commonOptions } from '../options.ts';
import type { AllPages } from '../pages-module.ts';
import { RUNTIME_MODULES } from '../plugins/virtual-plugin.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import type { ServerScript } from '../types.ts';
import { createKept, createKeptBundler } from './kept.ts';
import { refreshPlugin } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER, UNIT } from './script-variables.ts';

/** A demo or an interactive page. Only one of the lists has an entry. */
export type UnitInput = Pick<BundleInput, 'demos' | 'pages'>;

export function keyOf({ demos: [demo], pages: [page] }: UnitInput): string {
  return demo ? `demo:${demo.id}` : `page:${page?.page.sourcePath}`;
}

export interface UnitBundle {
  /** Script that sets the property `module` of the variable `cascaderUnit`. */
  code: string;
  map: string;
  /** Bundles the script again with replacements for modules that the engine rejects; see {@link DemoScript}. */
  compilable: () => Promise<ServerScript>;
  /** Files of the imported package modules, by name. The file is empty for React. */
  modules: Map<string, string>;
  packages: Map<string, PackageModule>;
  /** Style sheets (absolute paths) and names of package modules, in import order. */
  order: string[];
  /** Source files of a demo, the entry first. Empty for a page. */
  files: GraphFile[];
  /** Absolute paths of all files that the bundle depends on. */
  inputs: string[];
  /** Folders in which any new or changed file may affect the bundle. */
  folders: string[];
  assets: Map<string, Uint8Array>;
  digests: SiteDigests;
}

export interface UnitOptions {
  tools: SheetTools;
  allPages: AllPages;
  /** Imports of the library that units have resolved. The map is cleared after a change. */
  resolved: ResolvedImports;
}

/** Demo or page module that is bundled separately. Packages are not included, but loaded through `require`. */
export type Unit = ReturnType<typeof createUnit>;

/** Creates a unit, which reuses its bundler between builds. */
export function createUnit(site: Site, initial: UnitInput, { tools, allPages, resolved }: UnitOptions) {
  const graph = createGraph();
  const watched = new Set<string>();
  // Plugins read these lists at each build.
  const [demos, pages] = [[...initial.demos], [...initial.pages]];
  const sheets = createSheetCompiler(site, tools);
  const assets = new Map<string, Uint8Array>();
  const projects = createTypeScriptProjects(site);
  const barrelsOf = () => createBarrels({ site, demos, pages, resolved });
  const barrels = barrelsOf();
  const { isOwn } = createBoundary(site, entryFiles(demos));
  const refresh = { root: site.root, scope: keyOf(initial), isOwn, pages, demos, projects };
  const bundler = createKeptBundler((purpose) => {
    const isTrial = purpose !== 'browser';
    const { input, output } = ownModules(
      {
        ...{ site, demos, pages, sheets, assets, environment: ENVIRONMENT },
        allPages: initial.pages.length > 0 ? allPages : undefined,
        barrels: isTrial ? barrelsOf() : barrels,
        loading: purpose === 'errors' ? [] : [refreshPlugin(refresh)],
        onFiles: (files) => files.forEach((file) => void watched.add(file)),
      },
      { graph: isTrial ? createGraph() : graph },
    );
    const common = commonOptions(input);
    const replacing = purpose === 'server' ? [refusedModulesPlugin(demos)] : [];
    const contents = `export * as module from ${JSON.stringify(entryPoints(site, initial)[0]?.in)};`;
    return {
      ...common,
      ...output,
      // The entry is imported, as in the build. As an entry point, its `default` rule would depend on its package.json.
      stdin: { contents, resolveDir: site.root, loader: 'js' },
      outdir: site.root,
      globalName: UNIT,
      banner: { js: ENVIRONMENT_BANNER },
      sourcemap: 'external',
      plugins: [SHARED_MODULES, ...replacing, ...output.plugins, ...common.plugins],
    };
  });
  const bundle = async (source: UnitInput): Promise<UnitBundle> => {
    demos.splice(0, 1, ...source.demos);
    pages.splice(0, 1, ...source.pages);
    assets.clear();
    sheets.forget();
    const { outputFiles, metafile } = await bundler.rebuild();
    const files = demos.flatMap((demo) => filesOf(graph, demo, site.config.demo));
    const reads = await sheets.reads();
    const data = inputsOfData([metafile], site);
    const inputs = [
      ...inputFiles([metafile], site.root),
      ...barrels.files(),
      ...files.map(({ filePath }) => filePath),
      ...watched,
      ...withoutPackages(reads.files),
      ...data.files,
    ];
    const sources = [...demos, ...pages.map(({ page }) => page)].map(({ filePath }) => filePath);
    return {
      code: outputText(outputFiles, '.js'),
      map: outputText(outputFiles, '.js.map'),
      compilable: bundler.bundleForServer,
      modules: modulesOf(graph),
      packages: new Map(graph.packages),
      order: importOrder(metafile),
      files,
      inputs: [
        ...new Set([...inputs, ...projects.watchedOf([...sources, ...inputs].map((file) => path.dirname(file)))]),
      ],
      folders: [...reads.folders, ...data.folders],
      assets: new Map(assets),
      digests: digestsOf(metafile, site.root),
    };
  };
  const cached = createKept<UnitBundle>();
  let text = unitText(initial);
  return {
    /** Bundles the unit. Throws esbuild's `BuildFailure`. */
    async build(source: UnitInput): Promise<UnitBundle> {
      if (unitText(source) !== text) cached.drop();
      text = unitText(source);
      const built = await cached.get(() => bundle(source));
      if (await areCurrent(built.digests, site, allPages)) return built;
      cached.drop();
      return await cached.get(() => bundle(source));
    },
    /** Reports changed files. Returns true if the unit must be bundled again. */
    touch: cached.touch,
    /** Releases the bundler, but keeps the last bundle in the cache. */
    async release(): Promise<void> {
      await cached.settled();
      await bundler.release();
    },
  };
}

function unitText({ demos, pages }: UnitInput): string {
  return JSON.stringify([demos.map(({ code }) => [code?.lang, code?.text]), pages.map(({ code }) => code)]);
}

/** Returns style sheets and package modules in the order in which the entry's imports reach them. */
function importOrder({ inputs, outputs }: Metafile): string[] {
  const entry = Object.values(outputs).find(({ entryPoint }) => entryPoint)?.entryPoint ?? '';
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const { path: target, external } of inputs[key]?.imports ?? []) {
      if (external) order.add(target);
      else visit(target);
    }
    if (key.startsWith(`${STYLE_NAMESPACE}:`)) order.add(key.slice(STYLE_NAMESPACE.length + 1));
  };
  visit(entry);
  return [...order];
}

/** Excludes the runtime modules that all units share. Scripts load these modules by name through `require`. */
const SHARED_MODULES: Plugin = {
  name: 'shared-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^(cascader-docs\/|react-router-dom$)/ }, ({ path: name }) =>
      RUNTIME_MODULES.includes(name) ? { path: name, external: true } : undefined,
    );
  },
};
