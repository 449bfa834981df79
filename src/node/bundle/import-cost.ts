import fs from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BuildFailure, Plugin } from 'esbuild';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { Site } from '../project/config/types.ts';
import { type Library, packageOf } from '../project/libraries.ts';
import { createTypeScriptProjects } from '../project/tsconfig.ts';
import { APPLICATION, ASSETS } from './bundle-project.ts';
import { build } from './esbuild/bundler.ts';
import { convertMessage } from './esbuild/convert-message.ts';
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

/** Returns the costs of the named exports that exist. Throws a `DiagnosticError` if the library cannot be bundled. */
export async function measureImports(
  site: Site,
  library: Library,
  names: readonly string[],
): Promise<Map<string, ImportCost>> {
  const bundle = await openBundler(site, library);
  const from = JSON.stringify(library.entry);
  const whole = await bundle(`export * from ${from};`);
  const all = compress(whole.code);
  const listed = (own: string[]): string => `export { ${own.join(', ')} } from ${from};`;
  const costs = new Map<string, ImportCost>();
  for (const name of names.filter((name) => whole.exports.includes(name))) {
    const [alone, rest] = [
      compress((await bundle(listed([name]))).code),
      compress((await bundle(listed(whole.exports.filter((other) => other !== name)))).code),
    ];
    const added = { gzip: Math.max(0, all.gzip - rest.gzip), brotli: Math.max(0, all.brotli - rest.brotli) };
    costs.set(name, { alone, added });
  }
  return costs;
}

async function openBundler(site: Site, { dir }: Library) {
  const { peerDependencies = {} } = JSON.parse(await fs.readFile(path.join(dir, 'package.json'), 'utf8')) as {
    peerDependencies?: Record<string, string>;
  };
  const peers = new Set(['react', 'react-dom', ...Object.keys(peerDependencies)]);
  const projects = createTypeScriptProjects(site);
  const { define, loader, conditions } = site.config.esbuild;
  return async (contents: string): Promise<{ code: Uint8Array; exports: string[] }> => {
    try {
      const { outputFiles, metafile } = await build({
        stdin: { contents, resolveDir: dir, loader: 'js' },
        absWorkingDir: dir,
        outdir: path.join(dir, 'out'),
        ...APPLICATION,
        metafile: true,
        define: { ...define, 'process.env.NODE_ENV': '"production"' },
        ...(conditions.length > 0 && { conditions: ['module', ...conditions] }),
        loader: { ...Object.fromEntries(ASSETS.map((extension) => [`.${extension}`, 'empty' as const])), ...loader },
        plugins: [
          externalPlugin(peers),
          ...projectPlugins(site),
          typescriptPlugin(projects, []),
          createSheetCompiler(site).plugin('local'),
          resolvePlugin(site, { projects }),
        ],
      });
      const script = outputFiles.find((file) => file.path.endsWith('.js'));
      const output = Object.entries(metafile.outputs).find(([file]) => file.endsWith('.js'))?.[1];
      return { code: script?.contents ?? new Uint8Array(), exports: output?.exports ?? [] };
    } catch (failure) {
      const { errors } = failure as Partial<BuildFailure>;
      if (!Array.isArray(errors)) throw failure;
      throw new DiagnosticError(errors.map((message) => convertMessage(message, 'error', { site })));
    }
  };
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

function compress(code: Uint8Array): CompressedSize {
  return { gzip: gzipSync(code).length, brotli: brotliCompressSync(code).length };
}
