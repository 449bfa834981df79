import fs from 'node:fs';
import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';
import { isOfPackage, relativePath } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { FENCE_NAMESPACE, type InteractivePage, PAGE_NAMESPACE, sourceOfEntry } from '../esbuild/entries.ts';
import { BRIDGE_TO_FILE, isModule, SCRIPT } from '../esbuild/module-bridge.ts';
import { BARREL_NAMESPACE, barrelFile, STYLE_NAMESPACE } from '../esbuild/namespaces.ts';
import { ASSET } from '../plugins/assets-plugin.ts';
import { loadCompiler, type ModuleRecord, type ModuleRecords, moduleRecords, readModule } from './read-module.ts';
import { type BarrelReader, type ReducedBarrel, type ResolvedModule, reduceBarrel } from './reduce-barrel.ts';

export interface Barrels {
  /** Set if the imports in source files are found first. */
  sources?: SourceImports | undefined;
  /** Must come before the plugins that resolve packages. */
  plugin: Plugin;
  /**
   * Imported names, in the order of the barrel. Undefined if the barrel cannot be reduced to them, or the importing file
   * belongs to a package.
   */
  reducedNames(build: PluginBuild, found: OnResolveResult, args: OnResolveArgs): Promise<string[] | undefined>;
  reduce(build: PluginBuild, found: OnResolveResult, names: string[]): Promise<OnResolveResult | undefined>;
  /** Absolute paths of the source files that were read. */
  files(): string[];
}

export const WHOLE_BARRELS: Barrels = {
  plugin: { name: 'barrels', setup: () => undefined },
  reducedNames: async () => undefined,
  reduce: async () => undefined,
  files: () => [],
};

interface BarrelsInput {
  site: Site;
  pages?: InteractivePage[];
  demos?: EmbeddedDemo[];
  /** Only installed packages are bundled, whose imports are followed unchanged. Default: false. */
  ofPackages?: boolean;
  /** Finds the imports in source files first. Not for a bundler that is reused after changes. Default: false. */
  scansSources?: boolean;
  /** Resolved imports, which bundles with the same rules share. The owner clears it after a change. Default: none are shared. */
  resolved?: ResolvedImports | undefined;
}

export type ResolvedImports = Map<string, Promise<ResolveResult>>;

export function createBarrels(input: BarrelsInput): Barrels {
  const { site, pages = [], demos = [], ofPackages = false, resolved: shared } = input;
  const { root } = site;
  const sources = input.scansSources ? createSourceImports(site) : undefined;
  // Loaded here, because esbuild wraps errors that a plugin throws in its own messages.
  loadCompiler();
  const files = new Set<string>();
  /** Imports in sources that are not files. */
  const ofSources = new Map<string, ModuleRecord['imports'] | undefined>();
  /** Extensions that select the bundler's rule for `default`, by file. */
  const extensions = new Map<string, '.js' | '.mjs'>();
  const running: BarrelReader['running'] = new Map();
  const reduced = new Map<string, Promise<ReducedBarrel | undefined>>();
  const imports = new Map<string, ReducedBarrel['imports']>();
  const resolved: ResolvedImports = shared ?? new Map();
  const resolve = createResolver(resolved);
  const noted: ModuleRecords = {
    of(filePath) {
      if (!isOfPackage(filePath)) files.add(filePath);
      return moduleRecords.of(filePath);
    },
  };
  const importsOf = ({ importer, namespace }: OnResolveArgs): ModuleRecord['imports'] | undefined => {
    if (namespace === BARREL_NAMESPACE) return imports.get(importer);
    if (namespace === 'file') return isOfPackage(importer) ? undefined : noted.of(importer)?.imports;
    const isSource = namespace === FENCE_NAMESPACE || namespace === PAGE_NAMESPACE;
    const entry = `${namespace}:${importer}`;
    if (!isSource || ofSources.has(entry)) return ofSources.get(entry);
    const source = sourceOfEntry(entry, pages, demos);
    const found = source && readModule(source.text, namespace === FENCE_NAMESPACE ? '.tsx' : '.js')?.imports;
    ofSources.set(entry, found);
    return found;
  };
  const importedNames = (args: OnResolveArgs): string[] | undefined => {
    const names = args.kind === 'import-statement' ? importsOf(args)?.get(args.path) : undefined;
    // A barrel has many names. Each icon of some libraries is the default export of a module.
    const isOfBarrel = names && names.size > 0 && !names.has('*') && !(names.size === 1 && names.has('default'));
    return isOfBarrel ? [...names] : undefined;
  };
  const make = async (build: PluginBuild, found: OnResolveResult, names: string[]) => {
    const barrel = moduleOf(found);
    if (barrel?.kind !== 'script') return undefined;
    const extension = extensions.get(barrel.filePath) ?? (isModule(barrel.filePath) ? '.mjs' : '.js');
    extensions.set(barrel.filePath, extension);
    const id = `${relativePath(root, barrel.filePath)}?${[...names].sort().join()}${extension}`;
    const resolveIn = async (specifier: string, importer: string): Promise<ResolvedModule | undefined> =>
      moduleOf(await resolve(build, specifier, { importer, namespace: 'file', resolveDir: path.dirname(importer) }));
    const reducing =
      reduced.get(id) ?? reduceBarrel(barrel, new Set(names), { records: noted, resolve: resolveIn, running });
    reduced.set(id, reducing);
    const made = await reducing;
    if (!made) return undefined;
    imports.set(id, made.imports);
    return { id, names: made.names, sideEffects: barrel.hasSideEffects };
  };
  const reduce: Barrels['reduce'] = async (build, found, names) => {
    const made = await make(build, found, names);
    return made && { path: made.id, namespace: BARREL_NAMESPACE, sideEffects: made.sideEffects };
  };
  const plugin: Plugin = {
    name: 'barrels',
    setup(build) {
      build.onStart(() => {
        for (const known of [files, ofSources, extensions, running, reduced, imports]) known.clear();
        if (!shared) resolved.clear();
      });
      const reduceImport = async (args: OnResolveArgs): Promise<OnResolveResult | undefined> => {
        const names = args.pluginData === undefined ? importedNames(args) : undefined;
        if (!names || Object.keys(args.with).length > 0) return undefined;
        const { path: specifier, importer, namespace, resolveDir } = args;
        const found = await resolve(build, specifier, { importer, namespace, resolveDir });
        // Otherwise, the bundler resolves it again: for a path from a plugin, it does not read the package.json.
        return found.errors.length > 0 ? undefined : await reduce(build, found, names);
      };
      // Each call takes time in both processes, and packages have thousands of imports.
      if (ofPackages || sources) build.onResolve({ filter: /.*/, namespace: BARREL_NAMESPACE }, reduceImport);
      if (!ofPackages) build.onResolve({ filter: sources?.filter() ?? /.*/ }, reduceImport);
      build.onLoad({ filter: /.*/, namespace: BARREL_NAMESPACE }, async ({ path: id }) => ({
        contents: (await reduced.get(id))?.text ?? '',
        resolveDir: path.dirname(barrelFile(id, root)),
      }));
    },
  };
  return {
    sources,
    plugin,
    reduce,
    async reducedNames(build, found, args) {
      const names = importedNames(args);
      return names && (await make(build, found, names))?.names;
    },
    files: () => [...files],
  };
}

function createResolver(resolved: ResolvedImports) {
  const folderOf = createFolderLookup();
  return async (
    build: PluginBuild,
    specifier: string,
    importing: Pick<OnResolveArgs, 'importer' | 'namespace' | 'resolveDir'>,
  ): Promise<ResolveResult> => {
    const request = JSON.stringify([folderOf(specifier, importing.resolveDir), specifier]);
    const known = resolved.get(request);
    if (known) return await known;
    const options = { ...importing, kind: 'import-statement', pluginData: createBarrels } as const;
    const resolving = build.resolve(specifier, options);
    resolved.set(request, resolving);
    resolving.catch(() => resolved.delete(request));
    return await resolving;
  };
}

/**
 * Esbuild reads whole folders for each request of a plugin, so imports of one package are resolved once: per nearest
 * folder with the package in `node_modules`, or with a `tsconfig.json`.
 */
function createFolderLookup(): (specifier: string, resolveDir: string) => string {
  const known = new Map<string, boolean>();
  const has = (folder: string, name: string): boolean => {
    const place = path.join(folder, name);
    const isThere = known.get(place) ?? fs.existsSync(place);
    known.set(place, isThere);
    return isThere;
  };
  return (specifier, resolveDir) => {
    const [name] = /^(?:@[^/]+\/)?[^./@#][^/]*/.exec(specifier) ?? [];
    for (let folder = resolveDir; name !== undefined; folder = path.dirname(folder)) {
      if (has(folder, 'tsconfig.json') || has(folder, `node_modules/${name}`)) return folder;
      if (folder === path.dirname(folder)) break;
    }
    return resolveDir;
  };
}

function moduleOf({
  path: filePath = '',
  namespace,
  external,
  sideEffects,
}: OnResolveResult): ResolvedModule | undefined {
  if (external || !path.isAbsolute(filePath)) return undefined;
  const hasSideEffects = sideEffects !== false;
  if (namespace === STYLE_NAMESPACE) return { filePath, kind: 'style', hasSideEffects };
  const isFile = namespace === 'file' || namespace === BRIDGE_TO_FILE;
  return isFile && SCRIPT.test(filePath) ? { filePath, kind: 'script', hasSideEffects } : undefined;
}

/** Imports in source files. Plugins need not be called for the thousands of other imports, which are in packages. */
interface SourceImports {
  /** Finds the imports before anything else is bundled. Must come before the plugins that use the filter. */
  plugin: Plugin;
  /** Returns a filter that matches the specifiers of these imports, or every specifier if they are unknown. */
  filter(): RegExp;
}

/** Undefined if the project has its own plugins: they may be slow, so they run only once. */
function createSourceImports({ root, config }: Pick<Site, 'root' | 'config'>): SourceImports | undefined {
  if (config.esbuild.plugins.length > 0) return undefined;
  let specifiers: ReadonlySet<string> | undefined;
  const plugin: Plugin = {
    name: 'source-imports',
    async setup({ esbuild, initialOptions }) {
      specifiers = undefined;
      // Without the plugin that reduces barrels, all files of a barrel are found.
      const others = (initialOptions.plugins ?? []).filter(({ name }) => name !== plugin.name && name !== 'barrels');
      const plugins = [withoutPackages(root), ...others];
      const options = { ...initialOptions, plugins, minify: false, sourcemap: false, metafile: true } as const;
      // Errors are reported by the bundle itself.
      const found = await esbuild.build(options).catch(() => undefined);
      const imports = found && Object.values(found.metafile.inputs).flatMap((input) => input.imports);
      specifiers = imports && new Set(imports.map(({ original, path }) => original ?? path));
    },
  };
  const filter = (): RegExp => (specifiers ? new RegExp(`^(?:${[...specifiers].map(escapeRegExp).join('|')})$`) : /.*/);
  return { plugin, filter };
}

/** Leaves out packages and files that are not scripts. */
function withoutPackages(root: string): Plugin {
  return {
    name: 'without-packages',
    setup({ onResolve, onLoad }) {
      for (const filter of [/\?[^/]*$/, /\.(?:css|less|scss|sass)$/, ASSET])
        onResolve({ filter }, ({ path: file }) => ({ path: file, external: true }));
      onLoad({ filter: /[\\/]node_modules[\\/]/ }, () => ({ contents: 'module.exports = {}' }));
      onLoad({ filter: /.*/, namespace: BARREL_NAMESPACE }, ({ path: id }) => {
        const file = barrelFile(id, root);
        return { contents: isOfPackage(file) ? '' : `import ${JSON.stringify(file)};`, resolveDir: root };
      });
    },
  };
}
