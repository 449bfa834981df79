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
  /** Set if the imports in source files are collected before bundling. */
  sources?: SourceImports | undefined;
  /** Reduces barrels. This plugin must come before the plugins that resolve packages. */
  plugin: Plugin;
  /**
   * Returns the imported names, in the order of the barrel. Returns undefined if the barrel cannot be reduced to these
   * names, or if the importing file belongs to a package.
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
  /** The bundle contains only installed packages, whose imports are not reduced. Default: false. */
  ofPackages?: boolean;
  /** Collects the imports in source files first. Not for a bundler that is reused after changes. Default: false. */
  scansSources?: boolean;
  /** Resolved imports that bundles with the same rules share. The owner clears the map after a change. Default: nothing is shared. */
  resolved?: ResolvedImports | undefined;
}

export type ResolvedImports = Map<string, Promise<ResolveResult>>;

export function createBarrels(input: BarrelsInput): Barrels {
  const { site, pages = [], demos = [], ofPackages = false, resolved: shared } = input;
  const { root } = site;
  const sources = input.scansSources ? createSourceImports(site) : undefined;
  // The compiler is loaded here, because esbuild wraps errors that a plugin throws in its own messages.
  loadCompiler();
  const files = new Set<string>();
  /** Imports in sources that are not files, such as code blocks. */
  const ofSources = new Map<string, ModuleRecord['imports'] | undefined>();
  /** Extension for each file. The extension selects the bundler's rule for `default`. */
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
    // An import of only `default` does not count: in some libraries, each icon is the default export of a module.
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
        // The bundler resolves any other import itself: for a path from a plugin, it would not read the package.json.
        return found.errors.length > 0 ? undefined : await reduce(build, found, names);
      };
      // Packages have thousands of imports, and each call of a plugin takes time in both processes.
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
 * esbuild reads whole folders for each request of a plugin. To avoid that, imports of one package are resolved once per
 * nearest folder with a `tsconfig.json` or with the package in `node_modules`.
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

/** Imports in source files. Plugins need not be called for the thousands of imports inside packages. */
interface SourceImports {
  /** Collects the imports before anything is bundled. This plugin must come before the plugins that use the filter. */
  plugin: Plugin;
  /** Returns a filter that matches the specifiers of these imports, or every specifier if they are unknown. */
  filter(): RegExp;
}

/** Returns undefined if the project has its own esbuild plugins: they may be slow, so they run only once. */
function createSourceImports({ root, config }: Pick<Site, 'root' | 'config'>): SourceImports | undefined {
  if (config.esbuild.plugins.length > 0) return undefined;
  let specifiers: ReadonlySet<string> | undefined;
  const plugin: Plugin = {
    name: 'source-imports',
    async setup({ esbuild, initialOptions }) {
      specifiers = undefined;
      // The plugin that reduces barrels is left out, so that all files of a barrel are found.
      const others = (initialOptions.plugins ?? []).filter(({ name }) => name !== plugin.name && name !== 'barrels');
      const plugins = [withoutPackages(root), ...others];
      const options = { ...initialOptions, plugins, minify: false, sourcemap: false, metafile: true } as const;
      // The bundle itself reports the errors.
      const found = await esbuild.build(options).catch(() => undefined);
      const imports = found && Object.values(found.metafile.inputs).flatMap((input) => input.imports);
      specifiers = imports && new Set(imports.map(({ original, path }) => original ?? path));
    },
  };
  const filter = (): RegExp => (specifiers ? new RegExp(`^(?:${[...specifiers].map(escapeRegExp).join('|')})$`) : /.*/);
  return { plugin, filter };
}

/** Excludes packages and files that are not scripts. */
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
