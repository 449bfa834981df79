import path from 'node:path';
import type { Metafile, OutputFile, Plugin, ResolveResult } from 'esbuild';
import type { Site } from '../config/types.ts';
import { build } from './bundler.ts';
import type { LessCompiler } from './less.ts';
import { scopePlugin } from './scope-plugin.ts';

/** Namespace of imported style sheets: each is one output of its own, linked from the HTML. */
export const STYLE_NAMESPACE = 'style';

/** Loaders of files that style sheets refer to by URL. */
const ASSET_LOADERS = Object.fromEntries(
  [
    'png',
    'jpg',
    'jpeg',
    'gif',
    'webp',
    'avif',
    'svg',
    'ico',
    'woff',
    'woff2',
    'ttf',
    'eot',
    'otf',
    'mp4',
    'webm',
    'mp3',
  ].map((extension) => [`.${extension}`, 'file' as const]),
);

/**
 * Turns `import './x.css'` in a script into a note that the module wants the sheet; the script itself gets nothing.
 *
 * @param onStyle told of every sheet that is found
 */
export function stylePlugin(onStyle?: (filePath: string) => void): Plugin {
  return {
    name: 'style',
    setup(build) {
      const resolved = new Map<string, Promise<ResolveResult>>();
      build.onStart(() => resolved.clear());
      build.onResolve({ filter: /\.(css|less)$/ }, async (args) => {
        if (args.kind === 'entry-point' || args.pluginData === stylePlugin) return;
        if (/\.module\.(css|less)$/.test(args.path)) {
          return {
            errors: [{ text: 'CSS modules are not supported: import a plain style sheet, and use its class names' }],
          };
        }
        const target = args.path.startsWith('~') ? args.path.slice(1) : args.path;
        const { kind, importer, resolveDir } = args;
        const key = JSON.stringify([resolveDir, kind, target]);
        const resolving =
          resolved.get(key) ?? build.resolve(target, { kind, importer, resolveDir, pluginData: stylePlugin });
        resolved.set(key, resolving);
        const found = await resolving;
        return found.errors.length > 0 ? found : { path: found.path, namespace: STYLE_NAMESPACE, sideEffects: true };
      });
      build.onLoad({ filter: /.*/, namespace: STYLE_NAMESPACE }, ({ path: filePath }) => {
        onStyle?.(filePath);
        return { contents: 'module.exports = {}', loader: 'js' };
      });
    },
  };
}

/** Absolute paths of the style sheets that `entry` imports, directly or not, in import order. `entry` is a metafile key. */
export function styleSheetsOf(metafile: Metafile, entry: string): string[] {
  const sheets: string[] = [];
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    if (key.startsWith(`${STYLE_NAMESPACE}:`)) sheets.push(key.slice(STYLE_NAMESPACE.length + 1));
    for (const { path: target } of metafile.inputs[key]?.imports ?? []) visit(target);
  };
  visit(entry);
  return sheets;
}

/** Compiled style sheets: esbuild's outputs, and the output path of each sheet. */
export interface CompiledStyles {
  outputs: OutputFile[];
  metafile: Metafile;
  /** Absolute output path by absolute source path. */
  byFile: Map<string, string>;
}

/**
 * Compiles style sheets to CSS that is complete in itself and can be read: pictures and fonts are in it as `data:` URLs.
 *
 * @returns CSS by absolute path of the sheet
 */
export async function compilePlainStyles(
  files: string[],
  { site, less }: { site: Site; less: LessCompiler },
): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  const { root } = site;
  const result = await build({
    entryPoints: files,
    absWorkingDir: root,
    outdir: root,
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    charset: 'utf8',
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    loader: { ...Object.fromEntries(Object.keys(ASSET_LOADERS).map((name) => [name, 'dataurl'])), '.less': 'css' },
    external: ['http://*', 'https://*'],
    plugins: [scopePlugin({ site }), less.plugin],
  });
  const texts = new Map(result.outputFiles.map((output) => [output.path, output.text]));
  return new Map(
    Object.entries(result.metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint ? [[path.resolve(root, entryPoint), withoutOrigins(texts.get(path.resolve(root, output)) ?? '')]] : [],
    ),
  );
}

/** The bundler writes before each part where it came from; comments of authors it has dropped. */
function withoutOrigins(css: string): string {
  return css.replace(/^\/\* .* \*\/\n/gm, '');
}

/** Compiles style sheets, CSS or Less, one output each. */
export async function compileStyles(
  files: string[],
  options: { site: Site; outdir: string; publicPath: string; minify: boolean; less: LessCompiler },
): Promise<CompiledStyles> {
  const { site, outdir, publicPath, minify, less } = options;
  const { root } = site;
  const result = await build({
    entryPoints: files,
    absWorkingDir: root,
    outdir,
    publicPath,
    bundle: true,
    minify,
    write: false,
    metafile: true,
    logLevel: 'silent',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { ...ASSET_LOADERS, '.less': 'css' },
    external: ['http://*', 'https://*'],
    plugins: [scopePlugin({ site }), less.plugin],
  });
  const byFile = new Map<string, string>();
  for (const [output, { entryPoint }] of Object.entries(result.metafile.outputs)) {
    if (entryPoint) byFile.set(path.resolve(root, entryPoint), path.resolve(root, output));
  }
  return { outputs: result.outputFiles, metafile: result.metafile, byFile };
}
