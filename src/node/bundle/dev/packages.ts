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
  /** JavaScript bundled from the installed packages, and JavaScript bundled from the source of the documented library. */
  scripts: Record<'installed' | 'library', PackageScript>;
  /** Installed packages for rendering demos. `isOther`: in the browser they may name classes by the mode. */
  server: PackageScript & { isOther: boolean };
  /** Returns the style sheets that a module imports, directly or not, in import order. */
  sheetsOf(key: string): string[];
  /** Absolute paths of files that do not belong to installed packages. */
  inputs: string[];
}

export const NO_PACKAGES: PackagesBundle = {
  scripts: { installed: NO_SCRIPT, library: NO_SCRIPT },
  server: { ...NO_SCRIPT, isOther: false },
  sheetsOf: () => [],
  inputs: [],
};

/**
 * Each page has scripts of its own, so that no page loads what only other pages use. Bundlers are shared, for the files
 * that they have read.
 */
export type SitePackages = ReturnType<typeof createSitePackages>;

/** Two scripts, because the library's source changes often, and installed packages do not. */
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
  return {
    ofPage: (): Packages => createPackages({ library, installed, server }),
    async dispose(): Promise<void> {
      await Promise.all([library, installed, server].map((tables) => tables.dispose()));
    },
  };
}

export type Packages = ReturnType<typeof createPackages>;

/** Packages that the units of a page request, as scripts that extend `globalThis.cascaderModules`. */
function createPackages(tables: Record<'library' | 'installed' | 'server', Tables>) {
  const library = createTable(tables.library);
  const installed = createTable(tables.installed);
  const server = createTable(tables.server);
  let wanted: Modules = new Map();
  let ofPrerender: Modules = new Map();
  return {
    /** Modules that are already bundled cost nothing. */
    want(modules: Modules, further: Modules = new Map()): void {
      wanted = modules;
      ofPrerender = further;
    },
    /** Throws esbuild's `BuildFailure`. */
    async build(): Promise<PackagesBundle> {
      const source = await library.build(byKind(wanted, true), wanted);
      const modules = new Map([...byKind(source.needs, false), ...byKind(wanted, false)]);
      const found = await installed.build(modules, wanted);
      const isShared = ofPrerender.size === 0 && !found.hasBrowserCode;
      const onServer = isShared ? found : await server.build(new Map([...ofPrerender, ...modules]), wanted);
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

/** Superfluous modules in it do no harm. */
function createTable(tables: Tables) {
  const cached = createKept<BundledTable>();
  let known = new Map<string, string>();
  return {
    build(modules: Modules, requested: Modules): Promise<BundledTable> {
      const specifiers = new Map(specifiersOf(modules));
      if ([...specifiers].some(([key, specifier]) => known.get(key) !== specifier)) {
        cached.drop();
        known = specifiers;
      }
      return cached.get(() => {
        known = specifiers;
        return tables.bundle(modules, requested);
      });
    },
    touch: cached.touch,
  };
}
