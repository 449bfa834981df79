import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { relativePath } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { Barrels } from '../barrels/barrel-plugin.ts';
import { FENCE_NAMESPACE, PAGE_NAMESPACE } from '../esbuild/entries.ts';
import { FILE_IMPORTS, FILE_QUERY, type FileImport } from '../esbuild/file-imports.ts';
import { bridgeToName, readShape } from '../esbuild/module-bridge.ts';
import { STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import { createBoundary } from './package-boundary.ts';

export type ImportTarget =
  /** A file of the demo: a script, style sheet or picture, by absolute path. `wanted` is set if the import has a query. */
  { file: string; wanted?: FileImport } | { module: string; filePath: string };

export interface DemoGraph {
  /** Targets of imports, by importing file (`fence:<id>` for a fenced demo) and specifier, in source order. */
  imports: Map<string, Map<string, ImportTarget>>;
  scripts: Map<string, string>;
  packages: Map<string, PackageModule>;
  /** Keys of the package modules that each file imports. */
  requests: Map<string, Set<string>>;
}

export interface PackageModule {
  name: string;
  filePath: string;
  /** False if the module's package.json declares that it has no side effects. */
  hasSideEffects: boolean;
  names?: string[] | undefined;
}

function graphEntry(demo: EmbeddedDemo): string {
  return demo.code ? `${FENCE_NAMESPACE}:${demo.id}` : demo.filePath;
}

export function entryFiles(demos: EmbeddedDemo[]): string[] {
  return demos.flatMap(({ code, filePath }) => (code ? [] : [filePath]));
}

export function createGraph(): DemoGraph {
  return { imports: new Map(), scripts: new Map(), packages: new Map(), requests: new Map() };
}

/** Excludes packages from the bundle; scripts load them by their keys through `require`. This plugin must come first. */
export function demoGraphPlugin(site: Site, entries: string[], graph: DemoGraph, barrels: Barrels): Plugin {
  const boundary = createBoundary(site, entries);
  const importerOf = ({ importer, namespace }: OnResolveArgs): string =>
    namespace === FENCE_NAMESPACE ? `${FENCE_NAMESPACE}:${importer}` : importer;
  const note = (args: OnResolveArgs, target: ImportTarget): void => {
    const from = importerOf(args);
    const targets = graph.imports.get(from) ?? new Map<string, ImportTarget>();
    graph.imports.set(from, targets.set(args.path, target));
  };
  const noteModule = async (build: PluginBuild, args: OnResolveArgs, found: ResolveResult, name: string) => {
    const names = await barrels.reducedNames(build, found, args);
    const key = names ? `${name}?${names.join()}` : name;
    const from = importerOf(args);
    graph.packages.set(key, { name, filePath: found.path, hasSideEffects: found.sideEffects, names });
    graph.requests.set(from, (graph.requests.get(from) ?? new Set()).add(key));
    return key;
  };
  return {
    name: 'demo-graph',
    setup(build) {
      // Demos in one folder mostly import the same modules.
      const resolved = new Map<string, Promise<ResolveResult>>();
      // If the bundler is reused, files may have changed.
      build.onStart(() => {
        resolved.clear();
        for (const map of Object.values(graph)) map.clear();
      });
      build.onResolve({ filter: /.*/ }, async (args): Promise<OnResolveResult | undefined> => {
        const { importer, namespace, kind, resolveDir, path: specifier } = args;
        if (args.pluginData !== undefined || kind === 'entry-point') return;
        if (namespace !== FENCE_NAMESPACE && namespace !== PAGE_NAMESPACE && !boundary.isOwn(importer))
          // Without this, esbuild would apply the `default` rule of packages to imports of the bundle's entry.
          return path.isAbsolute(specifier) && boundary.isOwn(specifier) ? { path: specifier } : undefined;
        const key = JSON.stringify([resolveDir, kind, specifier]);
        const resolving =
          resolved.get(key) ??
          build.resolve(specifier, { importer, namespace, kind, resolveDir, pluginData: demoGraphPlugin });
        resolved.set(key, resolving);
        const found = await resolving;
        if (found.path === specifier && isReact(specifier)) note(args, { module: specifier, filePath: '' });
        if (found.errors.length > 0 || found.external || found.namespace === FENCE_NAMESPACE) return found;
        // A module that a package's `browser` field disables has no file to record.
        if (!path.isAbsolute(found.path)) return found;
        const filePath = found.path;
        if (FILE_IMPORTS.includes(found.namespace)) {
          note(args, { file: filePath, wanted: found.namespace as FileImport });
          return found;
        }
        if (boundary.isOwn(filePath)) {
          note(args, { file: filePath });
          return found;
        }
        const module = boundary.nameOf(specifier, filePath);
        note(args, { module, filePath });
        if (found.namespace === STYLE_NAMESPACE) return found;
        graph.scripts.set(module, filePath);
        const moduleKey = await noteModule(build, args, found, module);
        // esbuild leaves `import()` of external modules to the browser, and applies the rule for packages to `.mjs`
        // files.
        const isBridged = kind === 'dynamic-import' || (kind === 'import-statement' && importer.endsWith('.mjs'));
        if (!isBridged) return { path: moduleKey, external: true };
        const shape = await readShape(build, filePath);
        return bridgeToName(moduleKey, shape.isEsm ? shape : { isEsm: true, hasDefault: true });
      });
    },
  };
}

export interface GraphFile {
  /** Path relative to the entry's folder, such as `index.tsx` or `../shared/regions.ts`. */
  name: string;
  /** Absolute path. The entry of a fenced demo has the path of its page. */
  filePath: string;
  /** Resolved imports: `./name` for a file, or the name of a module. */
  imports: Record<string, string>;
  /** Kind of import, if the file is imported with a query. The file's name then ends with that query. */
  wanted?: FileImport;
  /** True for a file of the demos' setup, which is not shown to readers. */
  isSetup?: true;
}

/** Returns the files of a demo in import order: the entry first, additional files of the setup last. */
export function filesOf(graph: DemoGraph, demo: EmbeddedDemo, { setup }: { setup?: string } = {}): GraphFile[] {
  const folder = path.dirname(demo.filePath);
  const entry = graphEntry(demo);
  const extension = demo.code ? `.${demo.code.lang}` : path.extname(demo.filePath);
  // The entry is named `index`, unless the demo imports a file with that name.
  const isTaken = [...graph.imports.values()].some((targets) =>
    [...targets.values()].some((target) => 'file' in target && target.file === path.join(folder, `index${extension}`)),
  );
  const entryName = !isTaken || isIndex(demo) ? `index${extension}` : `demo-${demo.id}${extension}`;
  const nameOf = (key: string, wanted?: FileImport): string =>
    key === entry && !wanted ? entryName : relativePath(folder, key) + (wanted ? FILE_QUERY[wanted] : '');
  const files: GraphFile[] = [];
  const seen = new Set<string>();
  const addWanted = (filePath: string, wanted: FileImport): void => {
    const name = nameOf(filePath, wanted);
    if (!files.some((file) => file.name === name)) files.push({ name, filePath, imports: {}, wanted });
  };
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const targets = [...(graph.imports.get(key) ?? [])];
    const imports = Object.fromEntries(
      targets.map(([specifier, target]) => [
        specifier,
        'file' in target ? `./${nameOf(target.file, target.wanted)}` : target.module,
      ]),
    );
    files.push({ name: nameOf(key), filePath: key === entry ? demo.filePath : key, imports });
    for (const [, target] of targets) {
      if (!('file' in target)) continue;
      if (target.wanted) addWanted(target.file, target.wanted);
      else visit(target.file);
    }
  };
  visit(entry);
  if (setup === undefined) return files;
  const own = files.length;
  visit(setup);
  return files.map((file, index) => (index < own ? file : { ...file, isSetup: true }));
}

function isIndex({ code, filePath }: EmbeddedDemo): boolean {
  return !code && /^index\./.test(path.basename(filePath));
}

export function requestsOf(graph: DemoGraph, demo: EmbeddedDemo, { setup }: { setup?: string } = {}): string[] {
  const files = new Set([...(setup === undefined ? [] : [setup]), graphEntry(demo)]);
  for (const file of files) {
    for (const target of graph.imports.get(file)?.values() ?? [])
      if ('file' in target && !target.wanted) files.add(target.file);
  }
  return [...new Set([...files].flatMap((file) => [...(graph.requests.get(file) ?? [])]))];
}

/** Returns the files of package modules, by the name that demos import. The file is empty for React. */
export function modulesOf(graph: DemoGraph): Map<string, string> {
  return new Map(
    [...graph.imports.values()].flatMap((targets) =>
      [...targets.values()].flatMap((target) =>
        'module' in target ? [[target.module, target.filePath] as const] : [],
      ),
    ),
  );
}
