import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { isOfPackage } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { DataFiles } from '../../project/code-files.ts';
import type { Site } from '../../project/config/types.ts';
import { DATA_IMPORT, DATA_NAMESPACE } from './data-module.ts';
import { type InteractivePage, sourceOfEntry } from './entries.ts';
import { toLocatedMessage } from './message-code.ts';

/** Value of an imported file: its text, its URL, an SVG image as a component (alone or with its URL), or its data. */
export type FileImport = 'raw' | 'url' | 'svg-component' | 'svg-both' | 'site-data';

/** Namespaces of file imports. The path of a module in these namespaces is the path of its file. */
export const FILE_IMPORTS: readonly string[] = [
  'raw',
  'url',
  'svg-component',
  'svg-both',
  'site-data',
] satisfies FileImport[];

/** Suffixes for the names of imported files in the graph of a demo. */
export const FILE_QUERY: Record<FileImport, string> = {
  raw: '?raw',
  url: '?url',
  'svg-component': '?react.jsx',
  'svg-both': '?both.jsx',
  'site-data': '?data.js',
};

const WORKER =
  'A worker is not bundled. Import the URL of a finished script, `import url from "./worker.js?url"`, and write `new Worker(url)`.';
const KNOWN = '`?raw` imports the text of a file, `?url` its URL, `?react` an SVG picture as a component.';

interface FileImportsInput {
  site: Site;
  pages: InteractivePage[];
  demos: EmbeddedDemo[];
  publish: (filePath: string) => Promise<string>;
}

/** Handles imports with a query, such as `./text.md?raw`, and `import { ReactComponent } from './picture.svg'`. */
export function fileImportsPlugin(input: FileImportsInput): Plugin {
  const { data } = input.site;
  return {
    name: 'file-imports',
    setup(build) {
      build.onResolve({ filter: /\?[^/]*$/ }, async (args) => {
        if (!isImport(args)) return;
        const [, specifier = '', query = ''] = /^(.*?)\?([^?]*)$/.exec(args.path) ?? [];
        const wanted = meaningOf(specifier, query);
        // Unknown queries are ignored in packages, as in other bundlers.
        if (!wanted) return isInstalled(args.importer) ? undefined : { errors: [refusal(query)] };
        return asImport(await resolveFile(build, args, specifier), wanted);
      });
      build.onResolve({ filter: /\.svg$/ }, async (args) => {
        if (!isImport(args) || args.kind !== 'import-statement' || isInstalled(args.importer)) return;
        if (!/\bReactComponent\b/.test(await importText(args, input))) return;
        return asImport(await resolveFile(build, args, args.path), 'svg-both');
      });
      build.onResolve({ filter: DATA_IMPORT }, async (args) => {
        if (!data || !isImport(args)) return;
        const found = await resolveFile(build, args, args.path);
        if (found.errors.length > 0 || found.namespace !== 'file' || !(await data.has(found.path))) return;
        return await readAsModule(found.path, data);
      });
      build.onLoad({ filter: /.*/, namespace: DATA_NAMESPACE }, async ({ path: filePath }) => ({
        contents: (await data?.read(filePath))?.code ?? '',
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'raw' }, async ({ path: filePath }) => ({
        contents: JSON.stringify(await fs.readFile(filePath, 'utf8')),
        loader: 'json',
      }));
      build.onLoad({ filter: /.*/, namespace: 'url' }, async ({ path: filePath }) => ({
        contents: JSON.stringify(await input.publish(filePath)),
        loader: 'json',
      }));
      for (const namespace of ['svg-component', 'svg-both'])
        build.onLoad({ filter: /.*/, namespace }, async ({ path: filePath }) => {
          const url = namespace === 'svg-both' ? await input.publish(filePath) : undefined;
          const contents = await svgComponent(input.site, filePath, { url });
          if (contents === undefined) return { errors: [{ text: SVGR_MISSING }] };
          return { contents, loader: 'jsx', resolveDir: path.dirname(filePath) };
        });
    },
  };
}

function isImport({ kind, pluginData }: OnResolveArgs): boolean {
  return ['import-statement', 'dynamic-import', 'require-call'].includes(kind) && pluginData !== fileImportsPlugin;
}

function isInstalled(importer: string): boolean {
  return isOfPackage(importer);
}

function meaningOf(specifier: string, query: string): FileImport | undefined {
  if (query === 'raw' || query === 'url') return query;
  return query === 'react' && specifier.endsWith('.svg') ? 'svg-component' : undefined;
}

function refusal(query: string): { text: string; notes: { text: string }[] } {
  const isWorker = /^(?:shared)?worker\b/i.test(query);
  return {
    text: isWorker ? `Imports with \`?${query}\` are not supported` : `Unknown query \`?${query}\` in an import`,
    notes: [{ text: isWorker ? WORKER : KNOWN }],
  };
}

async function resolveFile(build: PluginBuild, args: OnResolveArgs, specifier: string): Promise<ResolveResult> {
  const { importer, namespace, resolveDir, kind } = args;
  return await build.resolve(specifier, { importer, namespace, resolveDir, kind, pluginData: fileImportsPlugin });
}

function asImport(found: ResolveResult, namespace: FileImport): OnResolveResult {
  if (found.errors.length > 0) return { errors: found.errors };
  return { path: found.path.replace(/\?.*$/s, ''), namespace };
}

/** Returns the module of a data file. An error in the file is reported at the import, with its location in the file. */
async function readAsModule(filePath: string, data: DataFiles): Promise<OnResolveResult> {
  try {
    const { digest } = await data.read(filePath);
    return { path: filePath, namespace: DATA_NAMESPACE, suffix: `?${digest}` };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { errors: error.diagnostics.map(toLocatedMessage) };
  }
}

async function importText({ importer, namespace }: OnResolveArgs, { pages, demos }: FileImportsInput): Promise<string> {
  if (namespace === 'file') return await fs.readFile(importer, 'utf8');
  return sourceOfEntry(`${namespace}:${importer}`, pages, demos)?.text ?? '';
}

interface Svgr {
  transform(svg: string, options: object, state: object): Promise<string>;
}

const PACKAGES = ['@svgr/core', '@svgr/plugin-jsx'];
/** Error message for a project in which SVGR is not installed. */
const SVGR_MISSING =
  'An SVG picture as a component needs SVGR, which is not installed. Install it: `npm install --save-dev @svgr/core @svgr/plugin-jsx`';

/**
 * Converts an SVG image with the project's SVGR and its configuration. Returns undefined if SVGR is not installed. With
 * `url`, the component is exported as `ReactComponent`, and the default export is the URL.
 */
export async function svgComponent(
  site: Site,
  filePath: string,
  { url }: { url?: string } = {},
): Promise<string | undefined> {
  const [core, jsx] = PACKAGES.map((name) => resolveFrom([path.dirname(filePath), site.root, site.projectRoot], name));
  if (!core || !jsx) return undefined;
  const module = await import(pathToFileURL(core).href);
  const { transform } = (module.transform ? module : module.default) as Svgr;
  const plugin = await import(pathToFileURL(jsx).href);
  return await transform(
    await fs.readFile(filePath, 'utf8'),
    {
      jsxRuntime: 'automatic',
      plugins: [plugin.default?.default ?? plugin.default],
      exportType: url ? 'named' : 'default',
    },
    { filePath, caller: { name: 'cascader-docs', previousExport: url && `export default ${JSON.stringify(url)};` } },
  );
}

function resolveFrom(folders: string[], name: string): string | undefined {
  for (const folder of folders) {
    try {
      return createRequire(path.join(folder, 'package.json')).resolve(name);
    } catch {
      // SVGR is not installed there: try the next folder.
    }
  }
  return undefined;
}
