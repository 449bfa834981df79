import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Metafile, Plugin } from 'esbuild';
import type { ApiComponent } from '../../shared/api.ts';
import type { Site } from '../project/config/types.ts';
import { documentedLibrary, type Library, packageOf } from '../project/libraries.ts';
import { createTypeScriptProjects } from '../project/tsconfig.ts';
import type { Cache } from '../store/cache.ts';
import { makersOf } from '../store/tool-files.ts';
import { bundleKey } from './bundle-key.ts';
import { APPLICATION } from './bundle-project.ts';
import { describeFailure } from './describe-failure.ts';
import { build } from './esbuild/bundler.ts';
import { fileImportsPlugin } from './esbuild/file-imports.ts';
import { allInputFiles } from './esbuild/input-files.ts';
import { assetLoaders, createPublisher } from './plugins/assets-plugin.ts';
import { projectPlugins } from './plugins/project-plugins.ts';
import { resolvePlugin } from './plugins/resolve-plugin.ts';
import { typescriptPlugin } from './plugins/typescript-plugin.ts';
import { createSheetCompiler } from './sheets/sheet-compiler.ts';

/** Sizes of minified JavaScript in bytes. */
export interface CompressedSize {
  gzip: number;
  brotli: number;
}

/** Size of the code that an application loads for an export: its module and all imports except peer dependencies. */
export interface ImportCost {
  /** Size if the application imports no other export. */
  alone: CompressedSize;
  /** Additional size if the application already imports all other exports. */
  added: CompressedSize;
}

/** Brotli quality for whole libraries. The slowest level takes three times as long, but saves only 2% of the bytes. */
const QUICK = 10;

/**
 * Number of bundles of almost the whole library that share the modules they read. Minified names depend on all of these
 * bundles, which changes a few bytes. Published costs are therefore measured in separate bundles.
 */
const AT_ONCE = 32;

interface MeasureOptions {
  names: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Returns the costs of those named exports that exist. Throws a `DiagnosticError` if the library cannot be bundled. */
export async function measureImports(
  site: Site,
  library: Library,
  { names, signal }: MeasureOptions,
): Promise<Map<string, ImportCost>> {
  const meter = await createMeter(site, library, signal);
  const { exports, script } = await meter.whole();
  const own = names.filter((name) => exports.includes(name));
  const alone = await meter.sizesOf(own, (name) => [name]);
  const withoutIt = (name: string): string[] => exports.filter((other) => other !== name);
  const rests = await meter.sizesOf(own, withoutIt, { atOnce: AT_ONCE, quality: QUICK });
  const whole = await compress(script, QUICK);
  const beyond = (rest: CompressedSize = whole): CompressedSize => ({
    gzip: Math.max(0, whole.gzip - rest.gzip),
    brotli: Math.max(0, whole.brotli - rest.brotli),
  });
  return new Map(Array.from(alone, ([name, size]) => [name, { alone: size, added: beyond(rests.get(name)) }]));
}

/** Returns the cost of each named export alone, if the configuration enables costs. Throws like {@link measureImports}. */
export async function shownCosts(
  site: Site,
  { names, cache, signal }: MeasureOptions & { cache: Cache },
): Promise<Map<string, CompressedSize>> {
  const library = documentedLibrary(site);
  if (!library || site.config.apiParser === false || !site.config.apiParser.importCost) return new Map();
  const key = [bundleKey(site, library, names), makersOf(site)];
  return await cache.remember('import-costs', key, async () => {
    const meter = await createMeter(site, library, signal);
    const { exports } = await meter.whole();
    const own = names.filter((name) => exports.includes(name));
    const costs = await meter.sizesOf(own, (name) => [name]);
    // The output of a plugin may depend on anything.
    return { result: costs, ...(site.config.esbuild.plugins.length === 0 && { files: meter.files() }) };
  });
}

/** Returns the exports that an application can import by name. */
export function importedNames(components: readonly ApiComponent[]): string[] {
  return components
    .filter(({ id, kind, isDefault }) => kind !== 'type' && !isDefault && /^\w+$/.test(id))
    .map(({ id }) => id);
}

async function createMeter(site: Site, library: Library, signal: AbortSignal | undefined) {
  const { define, loader, conditions } = site.config.esbuild;
  const projects = createTypeScriptProjects(site);
  const plugins = [
    externalPlugin(await readPeers(library)),
    ...projectPlugins(site),
    typescriptPlugin(projects, []),
    fileImportsPlugin({ site, pages: [], demos: [], publish: createPublisher('') }),
    createSheetCompiler(site).plugin('local'),
    resolvePlugin(site, { projects }),
  ];
  const from = JSON.stringify(library.entry);
  const metafiles: Metafile[] = [];
  const bundle = async (modules: readonly string[]) => {
    signal?.throwIfAborted();
    const { outputFiles, metafile } = await build({
      ...APPLICATION,
      entryPoints: modules.map((_, index) => ({ in: ENTRY + index, out: String(index) })),
      absWorkingDir: library.dir,
      outdir: path.join(library.dir, 'out'),
      metafile: true,
      define: { ...define, 'process.env.NODE_ENV': '"production"' },
      ...(conditions.length > 0 && { conditions: ['module', ...conditions] }),
      // Applications load these files separately.
      loader: { ...assetLoaders('empty'), ...loader },
      plugins: [entriesPlugin(modules, library.dir), ...plugins],
    }).catch(describeFailure(site, [], []));
    metafiles.push(metafile);
    const scripts = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
    return { scripts: modules.map((_, index) => scripts.get(`${index}.js`) ?? new Uint8Array()), metafile };
  };
  return {
    async whole(): Promise<{ exports: string[]; script: Uint8Array }> {
      const { scripts, metafile } = await bundle([`export * from ${from};`]);
      const output = Object.entries(metafile.outputs).find(([file]) => file.endsWith('.js'))?.[1];
      return { exports: output?.exports ?? [], script: scripts[0] ?? new Uint8Array() };
    },
    /** Returns, for each name, the size of a bundle with the exports in `setOf`. `quality` is the Brotli quality. */
    async sizesOf(
      names: readonly string[],
      setOf: (name: string) => readonly string[],
      { atOnce = 1, quality = 11 }: { atOnce?: number; quality?: number } = {},
    ): Promise<Map<string, CompressedSize>> {
      const sizes = new Map<string, CompressedSize>();
      for (let at = 0; at < names.length; at += atOnce) {
        const some = names.slice(at, at + atOnce);
        const { scripts } = await bundle(some.map((name) => `export { ${setOf(name).join(', ')} } from ${from};`));
        const compressed = await Promise.all(scripts.map((script) => compress(script, quality)));
        for (const [index, size] of compressed.entries()) sizes.set(some[index] ?? '', size);
      }
      return sizes;
    },
    /** Returns the files that were read. */
    files: () => allInputFiles(metafiles, library.dir),
  };
}

const ENTRY = 'import-cost:';

/** Provides modules that have no file and import from a folder. */
function entriesPlugin(modules: readonly string[], resolveDir: string): Plugin {
  return {
    name: 'import-cost-entries',
    setup({ onResolve, onLoad }) {
      const filter = new RegExp(`^${ENTRY}`);
      onResolve({ filter }, ({ path: entry }) => ({ path: entry.slice(ENTRY.length), namespace: 'import-cost' }));
      onLoad({ filter: /.*/, namespace: 'import-cost' }, ({ path: index }) => ({
        contents: modules[Number(index)] ?? '',
        resolveDir,
      }));
    },
  };
}

/** Returns React and the peer dependencies of the library, which may have no package.json. */
async function readPeers({ dir }: Library): Promise<Set<string>> {
  const text = await fs.readFile(path.join(dir, 'package.json'), 'utf8').catch(() => '{}');
  const { peerDependencies = {} } = JSON.parse(text) as { peerDependencies?: Record<string, string> };
  return new Set(['react', 'react-dom', ...Object.keys(peerDependencies)]);
}

function externalPlugin(names: ReadonlySet<string>): Plugin {
  return {
    name: 'peers',
    setup({ onResolve }) {
      onResolve({ filter: /^[@\w]/ }, ({ path: specifier }) =>
        names.has(packageOf(specifier)) ? { path: specifier, external: true } : undefined,
      );
    },
  };
}

const gzip = promisify<Uint8Array, Buffer>(zlib.gzip);
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

async function compress(code: Uint8Array, quality: number): Promise<CompressedSize> {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: quality };
  const [ofGzip, ofBrotli] = await Promise.all([gzip(code), brotli(code, { params })]);
  return { gzip: ofGzip.length, brotli: ofBrotli.length };
}
