import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

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

/** Turns `import './x.css'` in a script into a note that the module wants the sheet; the script itself gets nothing. */
export function stylePlugin(): Plugin {
  return {
    name: 'style',
    setup(build) {
      build.onResolve({ filter: /\.(css|less)$/ }, async (args) => {
        if (args.kind === 'entry-point' || args.pluginData === stylePlugin) return;
        if (/\.module\.(css|less)$/.test(args.path)) {
          return {
            errors: [{ text: 'CSS modules are not supported: import a plain style sheet, and use its class names' }],
          };
        }
        const target = args.path.startsWith('~') ? args.path.slice(1) : args.path;
        const { kind, importer, resolveDir } = args;
        const found = await build.resolve(target, { kind, importer, resolveDir, pluginData: stylePlugin });
        return found.errors.length > 0 ? found : { path: found.path, namespace: STYLE_NAMESPACE, sideEffects: true };
      });
      build.onLoad({ filter: /.*/, namespace: STYLE_NAMESPACE }, () => ({
        contents: 'module.exports = {}',
        loader: 'js',
      }));
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

/** Compiles style sheets, CSS or Less, one output each. */
export async function compileStyles(
  files: string[],
  options: { root: string; outdir: string; publicPath: string; minify: boolean },
): Promise<CompiledStyles> {
  const { root, outdir, publicPath, minify } = options;
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
    plugins: [lessPlugin()],
  });
  const byFile = new Map<string, string>();
  for (const [output, { entryPoint }] of Object.entries(result.metafile.outputs)) {
    if (entryPoint) byFile.set(path.resolve(root, entryPoint), path.resolve(root, output));
  }
  return { outputs: result.outputFiles, metafile: result.metafile, byFile };
}

/** Less, with `~package/path` imports. The compiler is loaded for the first sheet only. */
function lessPlugin(): Plugin {
  return {
    name: 'less',
    setup(build) {
      build.onLoad({ filter: /\.less$/ }, async ({ path: filePath }) => {
        const [{ default: less }, source] = await Promise.all([import('less'), fs.readFile(filePath, 'utf8')]);
        try {
          const { css, imports } = await less.render(source, {
            filename: filePath,
            plugins: [tildeImports(less, filePath)],
          });
          return { contents: css, loader: 'css', resolveDir: path.dirname(filePath), watchFiles: imports };
        } catch (error) {
          const { message, filename, line, column, extract } = error as Less.RenderError;
          const location = { file: filename || filePath, line, column, lineText: extract?.[1] ?? '' };
          return { errors: [{ text: message, location }], watchFiles: [filePath] };
        }
      });
    },
  };
}

/** Resolves `@import '~package/path'` as Node would from the importing sheet. */
function tildeImports(less: LessStatic, from: string): Less.Plugin {
  class TildeFileManager extends less.FileManager {
    override supports(filename: string): boolean {
      return filename.startsWith('~');
    }
    override supportsSync(): boolean {
      return false;
    }
    override loadFile(
      filename: string,
      directory: string,
      ...rest: [Less.LoadFileOptions, Less.Environment]
    ): Promise<Less.FileLoadResult> {
      const wanted = filename.slice(1);
      const resolve = createRequire(directory ? path.join(directory, 'x.js') : from).resolve;
      let resolved = wanted;
      for (const candidate of [wanted, `${wanted}.less`]) {
        try {
          resolved = resolve(candidate);
          break;
        } catch {
          // The other spelling is tried; when none is found Less reports the import with its own words.
        }
      }
      return super.loadFile(resolved, '', ...rest) as Promise<Less.FileLoadResult>;
    }
  }
  return { install: (_less, manager) => manager.addFileManager(new TildeFileManager()) };
}
