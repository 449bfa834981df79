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

/** Bytes of minified JavaScript. */
export interface CompressedSize {
  gzip: number;
  brotli: number;
}

/** What an application loads for an export: its module and all that this imports, without React and other peers. */
export interface ImportCost {
  /** Without other exports. */
  alone: CompressedSize;
  /** In addition to all other exports. */
  added: CompressedSize;
}

interface MeasureOptions {
  names: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Returns the costs of the named exports that exist. Throws a `DiagnosticError` if the library cannot be bundled. */
export async function measureImports(
  site: Site,
  library: Library,
  { names, signal }: MeasureOptions,
): Promise<Map<string, ImportCost>> {
  const meter = await createMeter(site, library, signal);
  const whole = await meter.whole();
  const costs = new Map<string, ImportCost>();
  for (const name of names.filter((name) => whole.exports.includes(name))) {
    const [rest, alone] = await Promise.all([
      meter.sizeOf(whole.exports.filter((other) => other !== name)),
      meter.sizeOf([name]),
    ]);
    const added = {
      gzip: Math.max(0, whole.size.gzip - rest.gzip),
      brotli: Math.max(0, whole.size.brotli - rest.brotli),
    };
    costs.set(name, { alone, added });
  }
  return costs;
}

/** The costs of the named exports alone, if the configuration enables them. Throws like {@link measureImports}. */
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
    const costs = new Map<string, CompressedSize>();
    for (const name of names.filter((name) => exports.includes(name))) costs.set(name, await meter.sizeOf([name]));
    // The output of a plugin may depend on anything.
    return { result: costs, ...(site.config.esbuild.plugins.length === 0 && { files: meter.files() }) };
  });
}

/** Names of exports that an application can import by name. */
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
  const bundle = async (code: string) => {
    signal?.throwIfAborted();
    const { outputFiles, metafile } = await build({
      ...APPLICATION,
      stdin: { contents: code, resolveDir: library.dir, loader: 'js' },
      absWorkingDir: library.dir,
      outdir: path.join(library.dir, 'out'),
      metafile: true,
      define: { ...define, 'process.env.NODE_ENV': '"production"' },
      ...(conditions.length > 0 && { conditions: ['module', ...conditions] }),
      // Applications load these files separately.
      loader: { ...assetLoaders('empty'), ...loader },
      plugins,
    }).catch(describeFailure(site, [], []));
    metafiles.push(metafile);
    const [, output] = Object.entries(metafile.outputs).find(([file]) => file.endsWith('.js')) ?? [];
    const script = outputFiles.find((file) => file.path.endsWith('.js'));
    return { size: await compress(script?.contents ?? new Uint8Array()), exports: output?.exports ?? [] };
  };
  return {
    whole: () => bundle(`export * from ${from};`),
    sizeOf: async (own: readonly string[]): Promise<CompressedSize> =>
      (await bundle(`export { ${own.join(', ')} } from ${from};`)).size,
    /** The files that were read. */
    files: () => allInputFiles(metafiles, library.dir),
  };
}

/** React, and the peer dependencies of the library, which may have no package.json. */
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

const [gzip, brotli] = [promisify<Uint8Array, Buffer>(zlib.gzip), promisify<Uint8Array, Buffer>(zlib.brotliCompress)];

async function compress(code: Uint8Array): Promise<CompressedSize> {
  const [ofGzip, ofBrotli] = await Promise.all([gzip(code), brotli(code)]);
  return { gzip: ofGzip.length, brotli: ofBrotli.length };
}
