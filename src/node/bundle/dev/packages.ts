import { partsOf } from '../../../shared/module-table.ts';
import type { Site } from '../../project/config/types.ts';
import { createTypeScriptProjects } from '../../project/tsconfig.ts';
import { installedPlugin, isSource } from '../demos/frame-modules.ts';
import {
  collectorsPlugin,
  packageModulesPlugin,
  serverModulesPlugin,
  serverOutput,
  specifiersOf,
} from '../demos/package-modules.ts';
import { scopePlugin } from '../plugins/scope-plugin.ts';
import type { SheetTools } from '../sheets/sheet-tools.ts';
import { createKept } from './kept.ts';
import {
  type BundledTable,
  createTables,
  type Modules,
  NO_SCRIPT,
  type PackageScript,
  type Tables,
} from './package-tables.ts';
import { refreshPlugin } from './refresh-plugin.ts';

export interface PackagesBundle {
  /** Scripts bundled from the installed packages, and from the source of the documented library. */
  scripts: Record<'installed' | 'library', PackageScript>;
  /** Packages for rendering demos. `isOther`: the class names in the browser may depend on the mode. */
  server: PackageScript & { isOther: boolean };
  /** Returns the style sheets that a module imports directly or indirectly, in import order. */
  sheetsOf(key: string): string[];
  /** Absolute paths of files outside installed packages. */
  inputs: string[];
}

export const NO_PACKAGES: PackagesBundle = {
  scripts: { installed: NO_SCRIPT, library: NO_SCRIPT },
  server: { ...NO_SCRIPT, isOther: false },
  sheetsOf: () => [],
  inputs: [],
};

export type SitePackages = ReturnType<typeof createSitePackages>;

/** Creates two scripts, because the library's source changes often, but installed packages do not. */
export function createSitePackages(site: Site, tools: SheetTools) {
  const projects = createTypeScriptProjects(site);
  const installed = createTables(site, {
    tools,
    sourcemap: false,
    plugins: ({ barrels }) => [packageModulesPlugin(barrels), collectorsPlugin()],
  });
  const server = createTables(site, {
    tools,
    sourcemap: false,
    output: serverOutput(site),
    plugins: ({ barrels }) => [serverModulesPlugin(barrels), collectorsPlugin()],
  });
  const library = createTables(site, {
    tools,
    sourcemap: 'external',
    projects,
    loading: [refreshPlugin({ root: site.root, scope: 'library', isOwn: isSource, projects })],
    plugins: ({ barrels, requested, needs }) => [
      packageModulesPlugin(barrels),
      installedPlugin(requested, needs, barrels),
      scopePlugin({ site }),
    ],
  });
  const shared = { installed: createSharedTable(installed), server: createSharedTable(server) };
  return {
    ofPage: (): Packages => createPackages(library, { installed: shared.installed(), server: shared.server() }),
    async dispose(): Promise<void> {
      await Promise.all([library, installed, server].map((tables) => tables.dispose()));
    },
  };
}

export type Packages = ReturnType<typeof createPackages>;

/** Creates the packages that the units of a page request, as scripts that extend `globalThis.cascaderModules`. */
function createPackages(tables: Tables, { installed, server }: Record<'installed' | 'server', PageTable>) {
  let library = createTable(tables, new Map(), new Map());
  return {
    /** Bundles modules. Modules that are already bundled take no time. Throws esbuild's `BuildFailure`. */
    async build(wanted: Modules, ofPrerender: Modules = new Map()): Promise<PackagesBundle> {
      const ofSource = byKind(wanted, true);
      if (!library.has(ofSource)) library = createTable(tables, ofSource, wanted);
      const source = await library.bundle();
      const modules = new Map([...byKind(source.needs, false), ...byKind(wanted, false)]);
      const found = await installed.bundle(modules);
      const isShared = ofPrerender.size === 0 && !found.hasBrowserCode;
      const onServer = isShared ? found : await server.bundle(new Map([...ofPrerender, ...modules]));
      return {
        scripts: { installed: found.script, library: source.script },
        server: { ...onServer.script, isOther: !isShared || found.hasCollector },
        sheetsOf: (key) => [source, found].flatMap((table) => table.sheetsOf(key)),
        inputs: [...source.inputs, ...found.inputs],
      };
    },
    /** Reports changed files. Returns true if a script must be bundled again. */
    touch: (changed: ReadonlySet<string>): boolean =>
      [library, installed, server].map((table) => table.touch(changed)).some(Boolean),
  };
}

function byKind(modules: Modules, ofSource: boolean): Modules {
  return new Map([...modules].filter(([, { filePath }]) => isSource(filePath) === ofSource));
}

/** Creates a table. A table may contain more modules than requested. */
function createTable(tables: Tables, modules: Modules, requested: Modules) {
  const cached = createKept<BundledTable>();
  const known = new Map(specifiersOf(modules));
  return {
    modules,
    has: (wanted: Modules): boolean => specifiersOf(wanted).every(([key, specifier]) => known.get(key) === specifier),
    bundle: (): Promise<BundledTable> => cached.get(() => tables.bundle(modules, requested)),
    touch: cached.touch,
  };
}

type PageTable = ReturnType<ReturnType<typeof createSharedTable>>;

/**
 * Creates a table with the modules of all pages so far. Most other pages then need no additional script, which both
 * server and browser would need to evaluate. A page keeps its script until it needs a module that the script lacks.
 */
function createSharedTable(tables: Tables) {
  let latest = createTable(tables, new Map(), new Map());
  return () => {
    let own = latest;
    return {
      async bundle(wanted: Modules): Promise<BundledTable> {
        if (wanted.size === 0) return await tables.bundle(wanted, wanted);
        const modules = nameByName(wanted);
        if (own.has(modules)) return await own.bundle();
        if (!latest.has(modules)) {
          const all = new Map([...latest.modules, ...modules]);
          latest = createTable(tables, all, all);
        }
        own = latest;
        try {
          return await own.bundle();
        } catch (failure) {
          if (own.modules.size === modules.size) throw failure;
          // A module of another page may cause the failure.
          own = createTable(tables, modules, modules);
          latest = own;
          return await own.bundle();
        }
      },
      touch: (changed: ReadonlySet<string>): boolean => own.touch(changed),
    };
  };
}

/** Splits modules into modules with one name each, so that pages importing other names share them; see `findModule()`. */
function nameByName(modules: Modules): Modules {
  return new Map(
    [...modules].flatMap(([key, module]) =>
      module.names
        ? partsOf(key).map(([name, part]) => [part, { ...module, names: [name] }] as const)
        : [[key, module] as const],
    ),
  );
}
