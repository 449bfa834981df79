import fs from 'node:fs/promises';
import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { isOfPackage } from '../../base/files/paths.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { PublishFile } from '../plugins/assets-plugin.ts';
import { type InteractivePage, sourceOfEntry } from './entries.ts';
import { SVGR_MISSING, svgComponent } from './svg-component.ts';

/** What of a file is imported: its text, its URL, or an SVG picture as a component, alone or beside its URL. */
export type FileImport = 'raw' | 'url' | 'svg-component' | 'svg-both';

/** Namespaces of what is imported of files; the path is the file's. */
export const FILE_IMPORTS: readonly string[] = ['raw', 'url', 'svg-component', 'svg-both'] satisfies FileImport[];

/** What was written where the import stands. */
export const FILE_QUERY: Record<FileImport, string> = {
  raw: '?raw',
  url: '?url',
  'svg-component': '?react.jsx',
  'svg-both': '?both.jsx',
};

const WORKER =
  'A worker is not bundled. Import the URL of a finished script, `import url from "./worker.js?url"`, and write `new Worker(url)`';
const KNOWN = '`?raw` gives the text of a file, `?url` its URL, `?react` an SVG picture as a component';

/** What the plugin needs to know of a bundle. */
export interface FileImportsInput {
  site: Site;
  pages: InteractivePage[];
  demos: EmbeddedDemo[];
  publish: PublishFile;
}

/** Imports that say by a query what they want of a file, and `import { ReactComponent } from './picture.svg'`. */
export function fileImportsPlugin(input: FileImportsInput): Plugin {
  return {
    name: 'file-imports',
    setup(build) {
      build.onResolve({ filter: /\?[^/]*$/ }, async (args) => {
        if (!isImport(args)) return;
        const [, specifier = '', query = ''] = /^(.*?)\?([^?]*)$/.exec(args.path) ?? [];
        const wanted = meaningOf(specifier, query);
        // What packages write for other bundlers, those drop as well.
        if (!wanted) return isInstalled(args.importer) ? undefined : { errors: [refusal(query)] };
        return asImport(await resolveFile(build, args, specifier), wanted);
      });
      build.onResolve({ filter: /\.svg$/ }, async (args) => {
        if (!isImport(args) || args.kind !== 'import-statement' || isInstalled(args.importer)) return;
        if (!/\bReactComponent\b/.test(await textOf(args, input))) return;
        return asImport(await resolveFile(build, args, args.path), 'svg-both');
      });
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

/** True for an import of a script that is not looked up by this plugin itself. */
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

/** Text of the importing module. */
async function textOf({ importer, namespace }: OnResolveArgs, { pages, demos }: FileImportsInput): Promise<string> {
  if (namespace === 'file') return await fs.readFile(importer, 'utf8');
  return sourceOfEntry(`${namespace}:${importer}`, pages, demos)?.text ?? '';
}
