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
import { createKeptBundler } from './cached-bundler.ts';
import { installedPlugin, isSource } from './installed-plugin.ts';
import { createKept } from './kept.ts';
import { refreshPlugin } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER } from './script-variables.ts';

/** Packages that units request, as scripts that extend `globalThis.cascaderModules`. */
export interface Packages {
  /**
   * Sets all requested modules, with their files. Modules that are already bundled cost nothing.
   *
   * @param ofPrerender modules that the module `prerender` requests; undefined without that option
   */
  want(modules: ReadonlyMap<string, string>, ofPrerender?: ReadonlyMap<string, string>): void;
  /** Bundles new and changed modules. Throws esbuild's `BuildFailure`. */
  build(): Promise<PackagesBundle>;
  /** Reports changed files. Returns true if a script must be bundled again. */
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

export interface PackagesBundle {
  /** JavaScript bundled from the installed packages, and JavaScript bundled from the source of the documented library. */
  scripts: Record<'installed' | 'library', PackageScript>;
  /** Installed packages as Node resolves them, for rendering demos. Undefined if they are the same. */
  server?: PackageScript;
  /** Returns the style sheets that a module imports, directly or not, in import order. */
  sheetsOf(name: string): string[];
  /** Absolute paths of files that do not belong to installed packages. */
  inputs: string[];
}

/**
 * Script with modules, and its source map as JSON. Both are empty without modules. The map of installed packages is
 * empty.
 */
export interface PackageScript {
  code: string;
  map: string;
  /**
   * Bundles the script again with replacements for modules that the engine rejects. Runs once; see {@link DemoScript}.
   */
  compilable?: () => Promise<ServerScript>;
}

/** Script with a table of modules. It is bundled again if a requested module is missing. */
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

/** Result for pages without packages. */
export const NO_PACKAGES: PackagesBundle = {
  scripts: { installed: { code: '', map: '' }, library: { code: '', map: '' } },
  sheetsOf: () => [],
  inputs: [],
};

/**
 * Creates the packages as two scripts, because the documented library's source changes often, and installed packages do
 * not. The library's script requests installed modules by name.
 */
export function createPackages(site: Site, tools: SheetTools): Packages {
  /** Files of the modules that units (`files`) and the library (`needs`) request, by name. */
  const files = new Map<string, string>();
  const needs = new Map<string, string>();
  /** Modules that the module `prerender` requests. They are not sent to browsers. */
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
  /** Returns the plugins for the reused bundler, or for a separate one (`isTrial`). */
  plugins: (isTrial: boolean) => Plugin[];
  /** Resolve packages as Node does. Default: false. */
  forServer?: boolean;
  /** Plugins that load scripts. */
  loading?: Plugin[];
  /** Reads `tsconfig.json`. Only for a script with source code. */
  projects?: TypeScriptProjects;
}

function createTable(
  site: Site,
  { tools, sourcemap, plugins, forServer = false, projects, loading }: TableOptions,
): Table {
  /** Files that the project's own plugins read. */
  const watched = new Set<string>();
  const modules = new Map<string, string>();
  const cached = createKept<BundledTable>();
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
          // Cached, because each demo of a page may request it.
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
      // Only new or different modules require a new bundle. Superfluous ones do no harm.
      if ([...wanted].some(([name, filePath]) => modules.get(name) !== filePath)) cached.drop();
      modules.clear();
      for (const [name, filePath] of wanted) modules.set(name, filePath);
    },
    build: () => cached.get(bundle),
    touch: cached.touch,
    async dispose() {
      await cached.settled();
      await bundler.release();
    },
  };
}

/** Provides the table as a virtual module. Its list is read at each request. */
function tablePlugin(root: string, modules: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'table',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^cascader-docs-table$/ }, ({ path: name }) => ({ path: name, namespace: 'table' }));
      onLoad({ filter: /.*/, namespace: 'table' }, () => ({ contents: tableText(modules), resolveDir: root }));
    },
  };
}
