import path from 'node:path';
import type { Plugin } from 'esbuild';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects, type TypeScriptProjects } from '../../project/tsconfig.ts';
import { tableText } from '../demos/module-table.ts';
import { findServerNeeds, NO_NEEDS, type ServerNeeds } from '../demos/package-differences.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { FOR_SERVER, serverModules, serverPackagesPlugin } from '../demos/server-packages.ts';
import { allInputFiles, inputFiles, withoutPackages } from '../esbuild/input-files.ts';
import { outputText } from '../esbuild/output-text.ts';
import { commonOptions } from '../options.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import { styleSheetsOf } from '../sheets/styles.ts';
import type { ServerScript } from '../types.ts';
import { installedPlugin, isSource } from './installed-plugin.ts';
import { createKept } from './kept.ts';
import { createKeptBundler } from './kept-bundler.ts';
import { refreshPlugin } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER } from './script-variables.ts';

/** The packages that units ask for, as scripts that add to `globalThis.cascaderModules`. */
export interface Packages {
  /**
   * Names all modules that are asked for, with their files. Those that are known cost nothing.
   *
   * @param ofPrerender what the module `prerender` asks for; absent where there is none
   */
  want(modules: ReadonlyMap<string, string>, ofPrerender?: ReadonlyMap<string, string>): void;
  /** Bundles what is new or has changed. Throws esbuild's BuildFailure. */
  build(): Promise<PackagesBundle>;
  /** Tells that files have changed; true when something must be bundled anew. */
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

/** Bundled packages. */
export interface PackagesBundle {
  /** What is installed, and the source of the documented library. */
  scripts: Record<'installed' | 'library', PackageScript>;
  /** What is installed, as Node takes it, for rendering demos; absent where that is the same. */
  server?: PackageScript;
  /** Style sheets that a module imports, directly or not, in order. */
  sheetsOf(name: string): string[];
  /** Absolute paths of the files that are no installed ones. */
  inputs: string[];
}

/** A script with modules, and its source map as JSON; both are empty without modules, the map for what nobody reads. */
export interface PackageScript {
  code: string;
  map: string;
  /** Makes the same of modules that the engine compiles, once; see {@link DemoScript}. */
  compilable?: () => Promise<ServerScript>;
}

/** A script with a table of modules, which is bundled again when it lacks one. */
interface Table {
  want(modules: ReadonlyMap<string, string>): void;
  build(): Promise<BundledTable>;
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

interface BundledTable {
  script: PackageScript;
  needs: ServerNeeds;
  sheetsOf(filePath: string): string[];
  inputs: string[];
  folders?: string[];
}

/** What pages without packages have. */
export const NO_PACKAGES: PackagesBundle = {
  scripts: { installed: { code: '', map: '' }, library: { code: '', map: '' } },
  sheetsOf: () => [],
  inputs: [],
};

/**
 * Packages are two scripts, since the source of the documented library changes while it is written, and what is installed
 * does not. The first asks for the modules of the second by name.
 */
export function createPackages(site: Site, tools: SheetTools): Packages {
  /** Files of the modules that units ask for, and of those that the library does. */
  const files = new Map<string, string>();
  const needs = new Map<string, string>();
  /** Those of the module `prerender`, which no browser has. */
  let ofPrerender: ReadonlyMap<string, string> | undefined;
  const projects = createTypeScriptProjects(site);
  const installed = createTable(site, { tools, sourcemap: false, plugins: () => [] });
  const server = createTable(site, {
    tools,
    sourcemap: false,
    forServer: true,
    plugins: () => [serverPackagesPlugin()],
  });
  const library = createTable(site, {
    tools,
    sourcemap: 'external',
    projects,
    loading: [refreshPlugin({ root: site.root, scope: 'library', isOwn: isSource, projects })],
    plugins: (isTrial) => [installedPlugin(files, isTrial ? new Map() : needs), scopePlugin({ site })],
  });
  const buildForServer = async (needs: ServerNeeds): Promise<PackageScript | undefined> => {
    if (!needs.isOther && needs.collected.length === 0 && !ofPrerender) return undefined;
    const modules = [...(ofPrerender ?? []), ...needsOfUnits()];
    server.want(new Map(serverModules(modules, needs)));
    return (await server.build()).script;
  };
  const needsOfUnits = (): [name: string, filePath: string][] =>
    [...needs, ...files].filter(([, filePath]) => !isSource(filePath));
  return {
    want(modules, further) {
      ofPrerender = further;
      files.clear();
      for (const [name, filePath] of modules) if (filePath) files.set(name, filePath);
      library.want(new Map([...files].filter(([, filePath]) => isSource(filePath))));
    },
    async build() {
      const source = await library.build();
      installed.want(new Map(needsOfUnits()));
      const found = await installed.build();
      return {
        scripts: { installed: found.script, library: source.script },
        server: await buildForServer(found.needs),
        sheetsOf(name) {
          const filePath = files.get(name) ?? '';
          return (isSource(filePath) ? source : found).sheetsOf(filePath);
        },
        inputs: [...source.inputs, ...found.inputs],
      };
    },
    touch: (changed) => [library, installed, server].map((table) => table.touch(changed)).some(Boolean),
    async dispose() {
      await Promise.all([library, installed, server].map((table) => table.dispose()));
    },
  };
}

interface TableOptions {
  tools: SheetTools;
  sourcemap: 'external' | false;
  /** Plugins for the bundler that is kept, or for one that is tried beside it. */
  plugins: (isTrial: boolean) => Plugin[];
  /** Packages are those that Node would take. Default false. */
  forServer?: boolean;
  /** Plugins that load scripts. */
  loading?: Plugin[];
  /** Reads `tsconfig.json`, where source is bundled. */
  projects?: TypeScriptProjects;
}

function createTable(
  site: Site,
  { tools, sourcemap, plugins, forServer = false, projects, loading }: TableOptions,
): Table {
  /** What plugins of the project read. */
  const watched = new Set<string>();
  const modules = new Map<string, string>();
  const kept = createKept<BundledTable>();
  const sheets = createSheetCompiler(site, tools);
  const bundler = createKeptBundler((purpose) => {
    const common = commonOptions({
      site,
      pages: [],
      demos: [],
      environment: ENVIRONMENT,
      externalReact: 'name',
      everyTsconfig: projects !== undefined,
      loading: purpose === 'errors' ? [] : loading,
      onFiles: (files) => files.forEach((file) => void watched.add(file)),
      sheets,
    });
    const refused = purpose === 'server' ? [refusedModulesPlugin([])] : [];
    return {
      ...common,
      entryPoints: ['cascader-docs-table'],
      outdir: site.root,
      ...(forServer ? FOR_SERVER : { platform: 'browser', format: 'iife' }),
      banner: { js: ENVIRONMENT_BANNER },
      plugins: [tablePlugin(site.root, modules), ...refused, ...plugins(purpose !== 'browser'), ...common.plugins],
      sourcemap: purpose === 'server' ? 'external' : sourcemap,
    };
  });
  const bundle = async (): Promise<BundledTable> => {
    if (modules.size === 0) return { script: { code: '', map: '' }, needs: NO_NEEDS, sheetsOf: () => [], inputs: [] };
    sheets.forget();
    const { outputFiles, metafile } = await bundler.rebuild();
    const reads = await sheets.reads();
    let compilable: Promise<ServerScript> | undefined;
    const inputs = [...inputFiles([metafile], site.root), ...watched];
    return {
      script: {
        code: outputText(outputFiles, '.js'),
        map: outputText(outputFiles, '.js.map'),
        compilable() {
          // Every demo of a page asks for it.
          compilable ??= bundler.bundleForServer();
          return compilable;
        },
      },
      needs: forServer ? NO_NEEDS : findServerNeeds(allInputFiles([metafile], site.root)),
      sheetsOf: (filePath) => styleSheetsOf(metafile, relativePath(site.root, filePath)),
      inputs: [
        ...inputs,
        ...(projects?.watchedOf(inputs.map((file) => path.dirname(file))) ?? []),
        ...withoutPackages(reads.files),
      ],
      folders: reads.folders,
    };
  };
  return {
    want(wanted) {
      // What is left over does no harm until it is bundled again.
      if ([...wanted].some(([name, filePath]) => modules.get(name) !== filePath)) kept.drop();
      modules.clear();
      for (const [name, filePath] of wanted) modules.set(name, filePath);
    },
    build: () => kept.get(bundle),
    touch: kept.touch,
    async dispose() {
      await kept.settled();
      await bundler.release();
    },
  };
}

/** The table as a module: what it lists is read whenever the bundler asks. */
function tablePlugin(root: string, modules: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'table',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^cascader-docs-table$/ }, ({ path: name }) => ({ path: name, namespace: 'table' }));
      onLoad({ filter: /.*/, namespace: 'table' }, () => ({ contents: tableText(modules), resolveDir: root }));
    },
  };
}
