import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, ResolveResult } from 'esbuild';
import { relativePath } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { FENCE_NAMESPACE, PAGE_NAMESPACE } from '../esbuild/entries.ts';
import { FILE_IMPORTS, FILE_QUERY, type FileImport } from '../esbuild/file-imports.ts';
import { bridgeToName, readShape } from '../esbuild/module-bridge.ts';
import { STYLE_NAMESPACE } from '../esbuild/style-namespace.ts';
import { isReact } from '../plugins/resolve-plugin.ts';
import { createBoundary } from './package-boundary.ts';

/** What an import of a demo's file leads to. */
export type ImportTarget =
  /** A file that belongs to the demo: a script, a style sheet, a picture. Absolute. It may be imported for something else. */
  | { file: string; wanted?: FileImport }
  /** A module or style sheet of a package, by the name that reaches it, and the file that it is here (empty for React). */
  | { module: string; filePath: string };

/** Who imports what, and where packages begin. */
export interface DemoGraph {
  /** Targets by importing file (`fence:<id>` for a fenced demo) and specifier, in the order in which they stand. */
  imports: Map<string, Map<string, ImportTarget>>;
  /** Files of the scripts of packages, by name. */
  scripts: Map<string, string>;
}

/** Name of a demo's entry in a {@link DemoGraph}. */
function graphEntry(demo: EmbeddedDemo): string {
  return demo.code ? `${FENCE_NAMESPACE}:${demo.id}` : demo.filePath;
}

/** Files of the demos that have one of their own. */
export function entryFiles(demos: EmbeddedDemo[]): string[] {
  return demos.flatMap(({ code, filePath }) => (code ? [] : [filePath]));
}

/** Creates a graph without imports. */
export function createGraph(): DemoGraph {
  return { imports: new Map(), scripts: new Map() };
}

/**
 * Writes down what the files of demos import, and leaves packages out of the bundle: they are asked for by name, through
 * `require`. It must be the first plugin.
 *
 * @param entries absolute paths of the entries that are files
 */
export function demoGraphPlugin(site: Site, entries: string[], graph: DemoGraph): Plugin {
  const boundary = createBoundary(site, entries);
  const note = ({ importer, namespace, path: specifier }: OnResolveArgs, target: ImportTarget): void => {
    const from = namespace === FENCE_NAMESPACE ? `${FENCE_NAMESPACE}:${importer}` : importer;
    const targets = graph.imports.get(from) ?? new Map<string, ImportTarget>();
    graph.imports.set(from, targets.set(specifier, target));
  };
  return {
    name: 'demo-graph',
    setup(build) {
      // Demos lie side by side and import much the same.
      const resolved = new Map<string, Promise<ResolveResult>>();
      // A bundler that is kept looks at the files again.
      build.onStart(() => {
        resolved.clear();
        graph.imports.clear();
        graph.scripts.clear();
      });
      build.onResolve({ filter: /.*/ }, async (args): Promise<OnResolveResult | undefined> => {
        const { importer, namespace, kind, resolveDir, path: specifier } = args;
        if (args.pluginData !== undefined || kind === 'entry-point') return;
        if (namespace !== FENCE_NAMESPACE && namespace !== PAGE_NAMESPACE && !boundary.isOwn(importer))
          // The bundler would give the rule of a package to what is imported by the bundle itself.
          return path.isAbsolute(specifier) && boundary.isOwn(specifier) ? { path: specifier } : undefined;
        const key = JSON.stringify([resolveDir, kind, specifier]);
        const resolving =
          resolved.get(key) ??
          build.resolve(specifier, { importer, namespace, kind, resolveDir, pluginData: demoGraphPlugin });
        resolved.set(key, resolving);
        const found = await resolving;
        if (found.path === specifier && isReact(specifier)) note(args, { module: specifier, filePath: '' });
        if (found.errors.length > 0 || found.external || found.namespace === FENCE_NAMESPACE) return found;
        // A disabled module of a package's browser field has no file to be told of.
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
        // The bundler leaves `import()` of what is outside to the browser, and an `.mjs` has the rule of a package.
        const isBridged = kind === 'dynamic-import' || (kind === 'import-statement' && importer.endsWith('.mjs'));
        if (!isBridged) return { path: module, external: true };
        const shape = await readShape(build, filePath);
        return bridgeToName(module, shape.isEsm ? shape : { isEsm: true, hasDefault: true });
      });
    },
  };
}

/** A source file of a demo. */
export interface GraphFile {
  /** As in `./name`: relative to the entry's folder, such as `index.tsx` or `../shared/regions.ts`. */
  name: string;
  /** Absolute; a fenced demo's entry has the path of its page. */
  filePath: string;
  /** Meaning of its imports: `./name` of a file, or a module's name. */
  imports: Record<string, string>;
  /** What it is imported for, when that is not what it is; the name ends with that. */
  wanted?: FileImport;
  /** It belongs to the setup of all demos. Readers do not see it. */
  isSetup?: true;
}

/**
 * Returns the files of a demo in import order, the entry first: the files that its author wrote, then further files of the
 * setup.
 *
 * @param options.setup absolute path of the module that runs before every demo
 */
export function filesOf(graph: DemoGraph, demo: EmbeddedDemo, { setup }: { setup?: string } = {}): GraphFile[] {
  const folder = path.dirname(demo.filePath);
  const entry = graphEntry(demo);
  const extension = demo.code ? `.${demo.code.lang}` : path.extname(demo.filePath);
  // The entry is the index, unless the demo imports a file of that name.
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

/** Files of all modules and style sheets of packages that demos import, by name; empty for React. */
export function modulesOf(graph: DemoGraph): Map<string, string> {
  return new Map(
    [...graph.imports.values()].flatMap((targets) =>
      [...targets.values()].flatMap((target) =>
        'module' in target ? [[target.module, target.filePath] as const] : [],
      ),
    ),
  );
}
