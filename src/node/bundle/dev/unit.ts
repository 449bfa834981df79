import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects } from '../../project/tsconfig.ts';
import { createGraph, demoGraphPlugin, entryFiles, filesOf, type GraphFile, modulesOf } from '../demos/demo-graph.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { inputFiles, withoutPackages } from '../esbuild/input-files.ts';
import { outputText } from '../esbuild/output-text.ts';
import { STYLE_NAMESPACE } from '../esbuild/style-namespace.ts';
import { type AllPages, hasCurrentPages, pagesDigest } from '../pages-module.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import type { ServerScript } from '../types.ts';
import { createKept } from './kept.ts';
import { createKeptBundler } from './kept-bundler.ts';
import { type UnitParts, unitOptions } from './unit-options.ts';
import { createVersion, type UnitInput } from './unit-version.ts';

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

/** Creates a unit of a demo or page; the bundler's work for it is kept between builds. */
export function createUnit(site: Site, initial: UnitInput, { tools, allPages }: UnitOptions): Unit {
  const graph = createGraph();
  /** What plugins of the project read. */
  const watched = new Set<string>();
  const version = createVersion(initial);
  const sheets = createSheetCompiler(site, tools);
  const assets = new Map<string, Uint8Array>();
  const projects = createTypeScriptProjects(site);
  const onFiles = (files: string[]): void => files.forEach((file) => void watched.add(file));
  const parts: UnitParts = { initial, version, sheets, assets, projects, allPages, onFiles };
  const bundler = createKeptBundler((purpose) => {
    const noted = demoGraphPlugin(site, entryFiles(version.demos), purpose === 'browser' ? graph : createGraph());
    const plugins = purpose === 'server' ? [refusedModulesPlugin(version.demos), noted] : [noted];
    return unitOptions(site, parts, { plugins, registers: purpose !== 'errors' });
  });
  const bundle = async (source: UnitInput): Promise<UnitBundle> => {
    version.take(source);
    assets.clear();
    sheets.forget();
    const { outputFiles, metafile } = await bundler.rebuild();
    const files = 'demo' in source ? filesOf(graph, source.demo, site.config.demo) : [];
    const reads = await sheets.reads();
    const own = files.map(({ filePath }) => filePath);
    const inputs = [...inputFiles([metafile], site.root), ...own, ...watched, ...withoutPackages(reads.files)];
    const folder = path.dirname('demo' in source ? source.demo.filePath : source.page.page.filePath);
    return {
      code: outputText(outputFiles, '.js'),
      map: outputText(outputFiles, '.js.map'),
      compilable: bundler.bundleForServer,
      modules: modulesOf(graph),
      order: importOrder(metafile),
      files,
      inputs: [...new Set([...inputs, ...projects.watchedOf([folder, ...inputs.map((file) => path.dirname(file))])])],
      folders: reads.folders,
      assets: new Map(assets),
      pages: pagesDigest(metafile),
    };
  };
  const kept = createKept<UnitBundle>();
  let text = textOf(initial);
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
      await bundler.release();
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
