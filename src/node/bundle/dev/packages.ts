import path from 'node:path';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects, type TypeScriptProjects } from '../../project/tsconfig.ts';
import { type Barrels, createBarrels } from '../barrels/barrel-plugin.ts';
import type { PackageModule } from '../demos/demo-graph.ts';
import { installedPlugin, isSource } from '../demos/installed-plugin.ts';
import { tableText } from '../demos/module-table.ts';
import { packageModulesPlugin, serverModulesPlugin, serverOutput, specifiersOf } from '../demos/package-modules.ts';
import { refusedModulesPlugin } from '../demos/refused-modules.ts';
import { inputFiles, withoutPackages } from '../esbuild/input-files.ts';
import { outputText } from '../esbuild/output-text.ts';
import { commonOptions } from '../options.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import { createSheetCompiler } from '../sheets/sheet-compiler.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import { styleSheetsOf } from '../sheets/styles.ts';
import type { ServerScript } from '../types.ts';
import { createKeptBundler } from './cached-bundler.ts';
import { createKept } from './kept.ts';
import { refreshPlugin } from './refresh-plugin.ts';
import { ENVIRONMENT, ENVIRONMENT_BANNER } from './script-variables.ts';

/** Modules by the keys with which scripts request them. */
type Modules = ReadonlyMap<string, PackageModule>;

/** Packages that the units of a page request, as scripts that extend `globalThis.cascaderModules`. */
export interface Packages {
  /**
   * Sets all requested modules. Modules that are already bundled cost nothing.
   *
   * @param ofPrerender modules that the module `prerender` requests
   */
  want(modules: Modules, ofPrerender?: Modules): void;
  /** Bundles new and changed modules. Throws esbuild's `BuildFailure`. */
  build(): Promise<PackagesBundle>;
  /** Reports changed files. Returns true if a script must be bundled again. */
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

export interface PackagesBundle {
  /** JavaScript bundled from the installed packages, and JavaScript bundled from the source of the documented library. */
  scripts: Record<'installed' | 'library', PackageScript>;
  /** Installed packages for rendering demos. `isOther`: it has modules that the script for browsers does not have. */
  server: PackageScript & { isOther: boolean };
  /** Returns the style sheets that a module imports, directly or not, in import order. */
  sheetsOf(key: string): string[];
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
  want(modules: Modules): void;
  build(): Promise<BundledTable>;
  touch(changed: ReadonlySet<string>): boolean;
  dispose(): Promise<void>;
}

interface BundledTable {
  script: PackageScript;
  sheetsOf(key: string): string[];
  /** Names of the modules in the metafile. */
  modules: ReadonlySet<string>;
  inputs: string[];
  folders?: string[];
}

/** Result for pages without packages. */
export const NO_PACKAGES: PackagesBundle = {
  scripts: { installed: { code: '', map: '' }, library: { code: '', map: '' } },
  server: { code: '', map: '', isOther: false },
  sheetsOf: () => [],
  inputs: [],
};

/**
 * Creates the packages as two scripts, because the documented library's source changes often, and installed packages do
 * not. The library's script requests installed modules by name.
 */
export function createPackages(site: Site, tools: SheetTools): Packages {
  /** Modules that units request, that the library needs, and that the module `prerender` requests. */
  const wanted = new Map<string, PackageModule>();
  const needs = new Map<string, PackageModule>();
  let ofPrerender: Modules = new Map();
  const projects = createTypeScriptProjects(site);
  const installed = createTable(site, {
    tools,
    sourcemap: false,
    plugins: (barrels) => [packageModulesPlugin(barrels)],
  });
  const server = createTable(site, {
    tools,
    sourcemap: false,
    output: serverOutput(site),
    plugins: (barrels) => [serverModulesPlugin(barrels)],
  });
  const library = createTable(site, {
    tools,
    sourcemap: 'external',
    projects,
    loading: [refreshPlugin({ root: site.root, scope: 'library', isOwn: isSource, projects })],
    plugins: (barrels, isTrial) => [
      packageModulesPlugin(barrels),
      installedPlugin(wanted, isTrial ? new Map() : needs, barrels),
      scopePlugin({ site }),
    ],
  });
  return {
    want(modules, further = new Map()) {
      wanted.clear();
      for (const [key, module] of modules) wanted.set(key, module);
      ofPrerender = further;
      library.want(new Map([...modules].filter(([, { filePath }]) => isSource(filePath))));
    },
    async build() {
      const source = await library.build();
      const modules = [...needs, ...wanted].filter(([, { filePath }]) => !isSource(filePath));
      installed.want(new Map(modules));
      server.want(new Map([...ofPrerender, ...modules]));
      const [found, onServer] = await Promise.all([installed.build(), server.build()]);
      const isOther = [...onServer.modules].some((module) => !found.modules.has(module));
      return {
        scripts: { installed: found.script, library: source.script },
        server: { ...onServer.script, isOther },
        sheetsOf: (key) => [source, found].flatMap((table) => table.sheetsOf(key)),
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
  plugins: (barrels: Barrels, isTrial: boolean) => Plugin[];
  /** Default: for the browser. */
  output?: Pick<BuildOptions, 'platform' | 'format' | 'mainFields' | 'conditions' | 'external'>;
  /** Plugins that load scripts. */
  loading?: Plugin[];
  /** Reads `tsconfig.json`. Only for a script with source code. */
  projects?: TypeScriptProjects;
}

function createTable(
  site: Site,
  { tools, sourcemap, plugins, output = { platform: 'browser', format: 'iife' }, projects, loading }: TableOptions,
): Table {
  /** Files that the project's own plugins read. */
  const watched = new Set<string>();
  let modules: Modules = new Map();
  const cached = createKept<BundledTable>();
  const sheets = createSheetCompiler(site, tools);
  const barrels = createBarrels({ root: site.root });
  const bundler = createKeptBundler((purpose) => {
    const isTrial = purpose !== 'browser';
    const own = isTrial ? createBarrels({ root: site.root }) : barrels;
    const common = commonOptions({
      site,
      pages: [],
      demos: [],
      barrels: own,
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
      ...output,
      banner: { js: ENVIRONMENT_BANNER },
      plugins: [
        tablePlugin(site.root, () => specifiersOf(modules)),
        ...refused,
        ...plugins(own, isTrial),
        ...common.plugins,
      ],
      sourcemap: purpose === 'server' ? 'external' : sourcemap,
    };
  });
  const bundle = async (): Promise<BundledTable> => {
    if (modules.size === 0)
      return { script: { code: '', map: '' }, sheetsOf: () => [], modules: new Set(), inputs: [] };
    sheets.forget();
    const { outputFiles, metafile } = await bundler.rebuild();
    const reads = await sheets.reads();
    let compilable: Promise<ServerScript> | undefined;
    const inputs = [...inputFiles([metafile], site.root), ...barrels.files(), ...watched];
    const entries = entryInputs(metafile);
    const specifiers = new Map(specifiersOf(modules));
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
      modules: new Set(Object.keys(metafile.inputs)),
      sheetsOf: (key) => styleSheetsOf(metafile, entries.get(specifiers.get(key) ?? '') ?? ''),
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
      const known = new Map(specifiersOf(modules));
      if (specifiersOf(wanted).some(([key, specifier]) => known.get(key) !== specifier)) cached.drop();
      modules = wanted;
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
function tablePlugin(root: string, specifiers: () => [key: string, specifier: string][]): Plugin {
  return {
    name: 'table',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^cascader-docs-table$/ }, ({ path: name }) => ({ path: name, namespace: 'table' }));
      onLoad({ filter: /.*/, namespace: 'table' }, () => ({ contents: tableText(specifiers()), resolveDir: root }));
    },
  };
}

/** Returns the modules of a table, as named in the metafile, by their specifiers. */
function entryInputs({ inputs }: Metafile): Map<string, string> {
  const table = Object.entries(inputs).find(([name]) => name.startsWith('table:'))?.[1];
  return new Map((table?.imports ?? []).map(({ path, original = path }) => [original, path]));
}
