import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects, type TypeScriptProjects } from '../../project/tsconfig.ts';
import { type Barrels, createBarrels, type ResolvedImports } from '../barrels/barrel-plugin.ts';
import { awaitingDemosPlugin } from '../demos/awaiting-demos.ts';
import {
  createGraph,
  demoGraphPlugin,
  entryFiles,
  filesOf,
  type GraphFile,
  modulesOf,
  type PackageModule,
} from '../demos/demo-graph.ts';
import { createBoundary } from '../demos/package-boundary.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { type DataDigests, dataDigests, hasCurrentData, inputsOfData } from '../esbuild/data-module.ts';
import { demoModule, FENCE_NAMESPACE, type InteractivePage, moduleEntry, sourceOfEntry } from '../esbuild/entries.ts';
import { inputFiles, outputText, withoutPackages } from '../esbuild/input-files.ts';
import { STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { commonOptions } from '../options.ts';
import { type AllPages, hasCurrentPages, pagesDigest } from '../pages-module.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { RUNTIME_MODULES } from '../plugins/virtual-plugin.ts';
import { createSheetCompiler, type SheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import type { ServerScript } from '../types.ts';
import { createKept, createKeptBundler, type MemoryOptions } from './kept.ts';
import { refreshPlugin, type VirtualSource } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER, UNIT } from './script-variables.ts';
import { createVersion, type UnitInput, type UnitVersion } from './unit-version.ts';

export interface UnitBundle {
  /** Script that sets the property `module` of the variable `cascaderUnit`. */
  code: string;
  map: string;
  /** Bundles the script again with replacements for modules that the engine rejects; see {@link DemoScript}. */
  compilable: () => Promise<ServerScript>;
  /** Files of the package modules that it imports, by name. Empty for React. */
  modules: Map<string, string>;
  packages: Map<string, PackageModule>;
  /** Style sheets (absolute paths) and names of package modules, in import order. */
  order: string[];
  /** Source files, the entry first. Empty for a page. */
  files: GraphFile[];
  /** Absolute paths of all files that the bundle depends on. */
  inputs: string[];
  /** Folders in which any new or changed file may affect the bundle. */
  folders: string[];
  assets: Map<string, Uint8Array>;
  /** Digest of the list of all pages, if a module imports it. */
  pages: string | undefined;
  /** Digests of the data that its modules import. */
  data: DataDigests | undefined;
}

export interface UnitOptions {
  tools: SheetTools;
  allPages: AllPages;
  /** Imports of the library that units have resolved. Cleared after a change. */
  resolved: ResolvedImports;
}

/** Demo or page module that is bundled separately. Packages are excluded, and loaded through `require`. */
export type Unit = ReturnType<typeof createUnit>;

/** The bundler is reused between builds. */
export function createUnit(site: Site, initial: UnitInput, { tools, allPages, resolved }: UnitOptions) {
  const graph = createGraph();
  const watched = new Set<string>();
  const version = createVersion(initial);
  const sheets = createSheetCompiler(site, tools);
  const assets = new Map<string, Uint8Array>();
  const projects = createTypeScriptProjects(site);
  const onFiles = (files: string[]): void => files.forEach((file) => void watched.add(file));
  const sources = {
    root: site.root,
    sourceOf: (entry: string) => sourceOfEntry(entry, version.pages, version.demos),
    resolved,
  };
  const barrels = createBarrels(sources);
  const parts = { initial, version, sheets, assets, projects, allPages, onFiles };
  const bundler = createKeptBundler((purpose) => {
    const isTrial = purpose !== 'browser';
    const own = isTrial ? createBarrels(sources) : barrels;
    const noted = demoGraphPlugin(site, entryFiles(version.demos), isTrial ? createGraph() : graph, own);
    const plugins = purpose === 'server' ? [refusedModulesPlugin(version.demos), noted] : [noted];
    return unitOptions(site, { ...parts, barrels: own }, { plugins, registers: purpose !== 'errors' });
  });
  const bundle = async (source: UnitInput): Promise<UnitBundle> => {
    version.take(source);
    assets.clear();
    sheets.forget();
    const { outputFiles, metafile } = await bundler.rebuild();
    const files = 'demo' in source ? filesOf(graph, source.demo, site.config.demo) : [];
    const reads = await sheets.reads();
    const data = inputsOfData([metafile], site);
    const own = files.map(({ filePath }) => filePath);
    const inputs = [
      ...inputFiles([metafile], site.root),
      ...barrels.files(),
      ...own,
      ...watched,
      ...withoutPackages(reads.files),
      ...data.files,
    ];
    const folder = path.dirname('demo' in source ? source.demo.filePath : source.page.page.filePath);
    return {
      code: outputText(outputFiles, '.js'),
      map: outputText(outputFiles, '.js.map'),
      compilable: bundler.bundleForServer,
      modules: modulesOf(graph),
      packages: new Map(graph.packages),
      order: importOrder(metafile),
      files,
      inputs: [...new Set([...inputs, ...projects.watchedOf([folder, ...inputs.map((file) => path.dirname(file))])])],
      folders: [...reads.folders, ...data.folders],
      assets: new Map(assets),
      pages: pagesDigest(metafile),
      data: dataDigests(metafile, site.root),
    };
  };
  const cached = createKept<UnitBundle>();
  let text = unitText(initial);
  return {
    /** Throws esbuild's `BuildFailure`. */
    async build(source: UnitInput): Promise<UnitBundle> {
      if (unitText(source) !== text) cached.drop();
      text = unitText(source);
      const built = await cached.get(() => bundle(source));
      if ((await hasCurrentPages(built, allPages)) && (await hasCurrentData(built, site))) return built;
      cached.drop();
      return await cached.get(() => bundle(source));
    },
    /** Reports changed files. Returns true if the unit must be bundled again. */
    touch: cached.touch,
    /** The last bundle remains cached. */
    async release(): Promise<void> {
      await cached.settled();
      await bundler.release();
    },
  };
}

function unitText(source: UnitInput): string {
  return 'demo' in source ? `${source.demo.code?.lang} ${source.demo.code?.text}` : source.page.code;
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

interface UnitParts {
  initial: UnitInput;
  version: UnitVersion;
  sheets: SheetCompiler;
  barrels: Barrels;
  /** Receives the files that scripts import as URLs, by name. */
  assets: Map<string, Uint8Array>;
  projects: TypeScriptProjects;
  allPages: AllPages;
  /** Receives the files that the project's own plugins read. */
  onFiles: (files: string[]) => void;
}

function unitOptions(
  site: Site,
  { initial, version: { demos, pages }, sheets, barrels, assets, projects, allPages, onFiles }: UnitParts,
  { plugins, registers }: { plugins: Plugin[]; registers: boolean },
): MemoryOptions {
  const entry = 'demo' in initial ? demoModule(site, initial.demo) : moduleEntry(initial.page.page);
  // Two demos may share an entry.
  const scope = 'demo' in initial ? `demo:${initial.demo.id}` : `page:${initial.page.page.sourcePath}`;
  const { isOwn } = createBoundary(site, entryFiles(demos));
  const virtual = virtualSource(demos, pages);
  const common = commonOptions({
    site,
    pages,
    demos,
    allPages: 'page' in initial ? allPages : undefined,
    environment: ENVIRONMENT,
    externalReact: 'name',
    sheets,
    barrels,
    assets,
    everyTsconfig: true,
    loading: registers ? [refreshPlugin({ root: site.root, scope, isOwn, virtual, projects })] : [],
    onFiles,
  });
  return {
    ...common,
    // Imported, as in the build. As an entry point, its `default` rule would depend on its package.json.
    stdin: { contents: `export * as module from ${JSON.stringify(entry)};`, resolveDir: site.root, loader: 'js' },
    outdir: site.root,
    platform: 'browser',
    format: 'iife',
    globalName: UNIT,
    banner: { js: ENVIRONMENT_BANNER },
    sourcemap: 'external',
    plugins: [
      SHARED_MODULES,
      awaitingDemosPlugin(demos),
      ...plugins,
      scopePlugin({ site, pages, demos }),
      ...common.plugins,
    ],
  };
}

/** Excludes the runtime modules that all units share. They are loaded by name through `require`. */
const SHARED_MODULES: Plugin = {
  name: 'shared-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^(cascader-docs\/|react-router-dom$)/ }, ({ path: name }) =>
      RUNTIME_MODULES.includes(name) ? { path: name, external: true } : undefined,
    );
  },
};

/** Returns a function that returns the current text: a fenced demo, or the compiled module of a page. */
function virtualSource(demos: EmbeddedDemo[], pages: InteractivePage[]): VirtualSource {
  return (namespace) => {
    if (namespace !== FENCE_NAMESPACE) {
      const [page] = pages;
      return page && { code: page.code, lang: 'js', folder: path.dirname(page.page.filePath) };
    }
    const [demo] = demos;
    return demo?.code && { code: demo.code.text, lang: demo.code.lang, folder: path.dirname(demo.filePath) };
  };
}
