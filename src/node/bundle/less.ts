import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

/** Compiles Less for the bundler, each sheet once. */
export interface LessCompiler {
  /** Begins with a sheet, so that its CSS is there when the bundler asks for it. */
  start(filePath: string): void;
  plugin: Plugin;
}

/** Less, with `~package/path` imports. The compiler is loaded for the first sheet only. */
export function createLessCompiler(): LessCompiler {
  const results = new Map<string, Promise<OnLoadResult>>();
  const compile = (filePath: string): Promise<OnLoadResult> => {
    const result = results.get(filePath) ?? compileLess(filePath);
    results.set(filePath, result);
    return result;
  };
  return {
    start(filePath) {
      // A failure is told when the bundler asks.
      if (filePath.endsWith('.less')) compile(filePath).catch(() => undefined);
    },
    plugin: {
      name: 'less',
      setup(build) {
        build.onLoad({ filter: /\.less$/ }, ({ path: filePath }) => compile(filePath));
      },
    },
  };
}

async function compileLess(filePath: string): Promise<OnLoadResult> {
  const [{ default: less }, source] = await Promise.all([import('less'), fs.readFile(filePath, 'utf8')]);
  try {
    const plugins = [tildeImports(less, filePath)];
    const { css, imports } = await less.render(source, { filename: filePath, plugins });
    return { contents: css, loader: 'css', resolveDir: path.dirname(filePath), watchFiles: imports };
  } catch (error) {
    const { message, filename, line, column, extract } = error as Less.RenderError;
    const location = { file: filename || filePath, line, column, lineText: extract?.[1] ?? '' };
    return { errors: [{ text: message, location }], watchFiles: [filePath] };
  }
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
