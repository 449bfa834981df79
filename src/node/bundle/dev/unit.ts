import path from 'node:path';
import type { BuildContext, BuildOptions, Metafile, Plugin } from 'esbuild';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects } from '../../project/tsconfig.ts';
import { awaitingDemosPlugin } from '../demos/awaiting-demos.ts';
import { createGraph, demoGraphPlugin, entryFiles, filesOf, type GraphFile, modulesOf } from '../demos/demo-graph.ts';
import { createBoundary } from '../demos/package-boundary.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { build, context } from '../esbuild/bundler.ts';
import { demoModule, FENCE_NAMESPACE, type InteractivePage, moduleEntry } from '../esbuild/entries.ts';
import { inputFiles, withoutPackages } from '../esbuild/input-files.ts';
import { outputText } from '../esbuild/output-text.ts';
import { STYLE_NAMESPACE } from '../esbuild/style-namespace.ts';
import { commonOptions } from '../options.ts';
import { type AllPages, hasCurrentPages, pagesDigest } from '../pages-module.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { RUNTIME_MODULES } from '../plugins/virtual-plugin.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import type { ServerScript } from '../types.ts';
import { failAsWritten } from './as-written.ts';
import { createKept } from './kept.ts';
import { refreshPlugin, type VirtualSource } from './refresh-plugin.ts';

/** What a unit is made of: a demo, or the module of an interactive page. */
export type UnitInput = { demo: EmbeddedDemo } | { page: InteractivePage };

/** A demo or page module that is bundled on its own, without packages: those are asked for through `require`. */
export interface Unit {
  /** Bundles it, or gives what it was, when nothing has changed. Throws esbuild's BuildFailure. */
  build(source: UnitInput): Promise<UnitBundle>;
  /** Tells that files have changed; true when it must be bundled anew. */
  touch(changed: ReadonlySet<string>): boolean;
  /** Lets go of the bundler and its memory of the files; what was bundled stays. */
  release(): Promise<void>;
}

/** A bundled unit. */
export interface UnitBundle {
  /** Script that sets the property `module` of the variable `cascaderUnit`. */
  code: string;
  /** Its source map, as JSON. */
  map: string;
  /** Makes the same of modules that the engine compiles; see {@link DemoScript}. */
  compilable: () => Promise<ServerScript>;
  /** Files of the packages' modules that it asks for, by name; empty for React. */
  modules: Map<string, string>;
  /** Style sheets (absolute paths) and names of modules of packages, in the order of the imports. */
  order: string[];
  /** Own files, the entry first; empty for a page. */
  files: GraphFile[];
  /** Absolute paths of all files that it was made of. */
  inputs: string[];
  /** Folders in which any file may go in. */
  folders: string[];
  /** Files that scripts import for their URL, by name. */
  assets: Map<string, Uint8Array>;
  /** Digest of the list of all pages, if a module imports it. */
  pages: string | undefined;
}

/** What all units of a site are bundled with. */
export interface UnitOptions {
  tools: SheetTools;
  /** The list of all pages, for pages that import it. */
  allPages: AllPages;
}

/** The name of the variable of {@link UnitBundle.code}, and of the one that says whether React checks its use. */
export const UNIT = 'cascaderUnit';
export const ENVIRONMENT = 'cascaderDocsEnvironment';

/** Begins a script that is the same at build and in the browser: there, the environment is set before. */
export const ENVIRONMENT_BANNER = `var ${ENVIRONMENT} = globalThis.${ENVIRONMENT} ?? "production";`;

/** Creates a unit of a demo or page; the bundler's work for it is kept between builds. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one bundler over its life, with what it was made of last
export function createUnit(site: Site, initial: UnitInput, { tools, allPages }: UnitOptions): Unit {
  const demos: EmbeddedDemo[] = [];
  const pages: InteractivePage[] = [];
  const graph = createGraph();
  const sheets = createSheetCompiler(site, tools);
  const assets = new Map<string, Uint8Array>();
  const projects = createTypeScriptProjects(site);
  /** What plugins of the project read. */
  const watched = new Set<string>();
  const kept = createKept<UnitBundle>();
  let text = textOf(initial);
  let bundler: Promise<BuildContext> | undefined;

  /** Has the bundler's plugins read this version. */
  const take = (source: UnitInput): void => {
    demos.splice(0, 1, ...('demo' in source ? [source.demo] : []));
    pages.splice(0, 1, ...('page' in source ? [source.page] : []));
  };
  take(initial);
  const entry = 'demo' in initial ? demoModule(site, initial.demo) : moduleEntry(initial.page.page);
  // Two demos may have one entry.
  const scope = 'demo' in initial ? `demo:${initial.demo.id}` : `page:${initial.page.page.sourcePath}`;
  const virtual: VirtualSource = (namespace) => {
    if (namespace !== FENCE_NAMESPACE) {
      const [page] = pages;
      return page && { code: page.code, lang: 'js', folder: path.dirname(page.page.filePath) };
    }
    const [demo] = demos;
    return demo?.code && { code: demo.code.text, lang: demo.code.lang, folder: path.dirname(demo.filePath) };
  };
  const optionsOf = (plugins: Plugin[], { isAsWritten = false } = {}) => {
    const { isOwn } = createBoundary(site, entryFiles(demos));
    const common = commonOptions({
      site,
      pages,
      demos,
      allPages: 'page' in initial ? allPages : undefined,
      environment: ENVIRONMENT,
      externalReact: 'name',
      sheets,
      assets,
      everyTsconfig: true,
      loading: isAsWritten ? [] : [refreshPlugin({ root: site.root, scope, isOwn, virtual, projects })],
      onFiles: (files) => files.forEach((file) => void watched.add(file)),
    });
    return {
      ...common,
      // Imported, as the build does it: an entry point would get the module rules of its package.json.
      stdin: { contents: `export * as module from ${JSON.stringify(entry)};`, resolveDir: site.root, loader: 'js' },
      outdir: site.root,
      platform: 'browser',
      format: 'iife',
      globalName: UNIT,
      banner: { js: ENVIRONMENT_BANNER },
      sourcemap: 'external',
      plugins: [
        {
          name: 'shared-modules',
          setup({ onResolve }) {
            onResolve({ filter: /^(cascader-docs\/|react-router-dom$)/ }, ({ path: name }) =>
              RUNTIME_MODULES.includes(name) ? { path: name, external: true } : undefined,
            );
          },
        },
        awaitingDemosPlugin(demos),
        ...plugins,
        scopePlugin({ site, pages, demos }),
        ...common.plugins,
      ],
    } satisfies BuildOptions;
  };
  const create = (): Promise<BuildContext> => context(optionsOf([demoGraphPlugin(site, entryFiles(demos), graph)]));
  /** The bundler that is kept works on: this one has nothing in common with it. */
  const bundleCompilable = async (): Promise<ServerScript> => {
    const plugins = [refusedModulesPlugin(demos), demoGraphPlugin(site, entryFiles(demos), createGraph())];
    const { outputFiles } = await build(optionsOf(plugins));
    return { code: outputText(outputFiles, '.js'), map: async () => outputText(outputFiles, '.js.map') };
  };
  const bundleAsWritten = (failure: unknown): Promise<never> => {
    const plugins = [demoGraphPlugin(site, entryFiles(demos), createGraph())];
    return failAsWritten(failure, optionsOf(plugins, { isAsWritten: true }));
  };
  const bundle = async (source: UnitInput): Promise<UnitBundle> => {
    take(source);
    assets.clear();
    sheets.forget();
    bundler ??= create();
    const { outputFiles = [], metafile } = await (await bundler).rebuild().catch(bundleAsWritten);
    const files = 'demo' in source ? filesOf(graph, source.demo, site.config.demo) : [];
    const reads = await sheets.reads();
    const own = files.map(({ filePath }) => filePath);
    const inputs = [
      ...inputFiles([metafile as Metafile], site.root),
      ...own,
      ...watched,
      ...withoutPackages(reads.files),
    ];
    const folder = path.dirname('demo' in source ? source.demo.filePath : source.page.page.filePath);
    return {
      code: outputText(outputFiles, '.js'),
      map: outputText(outputFiles, '.js.map'),
      compilable: bundleCompilable,
      modules: modulesOf(graph),
      order: importOrder(metafile as Metafile),
      files,
      inputs: [...new Set([...inputs, ...projects.watchedOf([folder, ...inputs.map((file) => path.dirname(file))])])],
      folders: reads.folders,
      assets: new Map(assets),
      pages: pagesDigest(metafile as Metafile),
    };
  };
  return {
    async build(source) {
      if (textOf(source) !== text) kept.drop();
      text = textOf(source);
      const built = await kept.get(() => bundle(source));
      if (await hasCurrentPages(built, allPages)) return built;
      kept.drop();
      return await kept.get(() => bundle(source));
    },
    touch: kept.touch,
    async release() {
      await kept.settled();
      const released = bundler;
      bundler = undefined;
      await (await released)?.dispose();
    },
  };
}

function textOf(source: UnitInput): string {
  return 'demo' in source ? `${source.demo.code?.lang} ${source.demo.code?.text}` : source.page.code;
}

/** Sheets and modules of packages in the order in which the entry's imports reach them. */
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
