import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OnLoadResult, PartialMessage, Plugin } from 'esbuild';
import type { Site } from '../config/types.ts';
import { isHeld, mayUse } from '../file-scope.ts';
import { refusal } from './scope-plugin.ts';

/** Compiles Less for the bundler, each sheet once. */
export interface LessCompiler {
  /** Begins with a sheet, so that its CSS is there when the bundler asks for it. */
  start(filePath: string): void;
  /** What a sheet that was compiled imports, directly or not; paths are absolute. */
  importsOf(filePath: string): Promise<LessImport[]>;
  /** Absolute paths of all files that compiled sheets import; undefined when a sheet reads files in other ways. */
  files(): Promise<string[] | undefined>;
  plugin: Plugin;
}

/** One import of a Less sheet. Paths are absolute. */
export interface LessImport {
  /** Folder of the importing sheet. */
  folder: string;
  request: string;
  filePath: string;
  text: string;
}

interface CompiledSheet extends OnLoadResult {
  lessImports: LessImport[];
  /** It reads files that are not told, as `data-uri()` and plugins do. */
  readsFiles: boolean;
}

const READS_FILES = /data-uri\(|image-(?:size|width|height)\(|@plugin\b/;

/**
 * Less, with `~package/path` imports. The compiler is loaded for the first sheet only. Sheets of the site read no file
 * outside of it, neither by imports nor by functions.
 */
export function createLessCompiler(site: Site): LessCompiler {
  const results = new Map<string, Promise<CompiledSheet>>();
  const compile = (filePath: string): Promise<CompiledSheet> => {
    const result = results.get(filePath) ?? compileLess(filePath, site);
    results.set(filePath, result);
    return result;
  };
  return {
    start(filePath) {
      // A failure is told when the bundler asks.
      if (filePath.endsWith('.less')) compile(filePath).catch(() => undefined);
    },
    importsOf: async (filePath) => (await compile(filePath)).lessImports,
    async files() {
      const sheets = await Promise.all(results.values());
      if (sheets.some(({ readsFiles }) => readsFiles)) return undefined;
      return sheets.flatMap(({ lessImports }) => lessImports.map(({ filePath }) => filePath));
    },
    plugin: {
      name: 'less',
      setup(build) {
        build.onLoad({ filter: /\.less$/ }, async ({ path: filePath }) => {
          const { lessImports: _lessImports, readsFiles: _readsFiles, ...result } = await compile(filePath);
          return result;
        });
      },
    },
  };
}

async function compileLess(filePath: string, site: Site): Promise<CompiledSheet> {
  const lessImports: LessImport[] = [];
  const refused: PartialMessage[] = [];
  const [{ default: less }, source] = await Promise.all([import('less'), fs.promises.readFile(filePath, 'utf8')]);
  try {
    const plugins = [readFiles(less, { from: filePath, site, imports: lessImports, refused })];
    const { css, imports } = await less.render(source, { filename: filePath, plugins });
    const readsFiles = [source, ...lessImports.map(({ text }) => text)].some((text) => READS_FILES.test(text));
    const resolveDir = path.dirname(filePath);
    return { contents: css, loader: 'css', resolveDir, watchFiles: imports, lessImports, readsFiles };
  } catch (error) {
    const { message, filename, line, column, extract } = error as Less.RenderError;
    const location = { file: filename || filePath, line, column, lineText: extract?.[1] ?? '' };
    return {
      errors: [{ text: message, ...refused[0], location }],
      watchFiles: [filePath],
      lessImports,
      readsFiles: true,
    };
  }
}

interface SheetReader {
  /** The sheet that is compiled. */
  from: string;
  site: Site;
  /** Receives every import. */
  imports: LessImport[];
  /** Receives what may not be read: Less keeps nothing of an error but its text. */
  refused: PartialMessage[];
}

/**
 * Reads the files that a sheet names: `@import '~package/path'` is resolved as Node would from the importing sheet, every
 * import is written down, and files outside of the site are refused.
 */
function readFiles(less: LessStatic, { from, site, imports, refused }: SheetReader): Less.Plugin {
  const folderOf = (directory: string): string => path.resolve(directory || path.dirname(from));
  const check = (specifier: string, folder: string, filePath: string): void => {
    const request = { specifier: specifier.replace(/^~/, ''), folder, filePath: fs.realpathSync(filePath) };
    if (!isHeld(path.join(folder, 'x.less'), site) || mayUse(request, site)) return;
    const message = refusal(specifier, path.resolve(folder, specifier), site);
    refused.push(message);
    throw { type: 'File', message: message.text };
  };
  class SheetFileManager extends less.FileManager {
    override supports(filename: string): boolean {
      return !/^(?:https?:)?\/\//i.test(filename);
    }
    override supportsSync(filename: string): boolean {
      return this.supports(filename);
    }
    override async loadFile(
      filename: string,
      directory: string,
      ...rest: [Less.LoadFileOptions, Less.Environment]
    ): Promise<Less.FileLoadResult> {
      const folder = folderOf(directory);
      const loaded = (await (filename.startsWith('~')
        ? super.loadFile(resolvePackage(filename.slice(1), folder), '', ...rest)
        : super.loadFile(filename, directory, ...rest))) as Less.FileLoadResult;
      const filePath = path.resolve(folder, loaded.filename);
      check(filename, folder, filePath);
      imports.push({ folder, request: filename, filePath, text: loaded.contents });
      return loaded;
    }
    /** For functions, as `data-uri()` and `image-size()`. */
    override loadFileSync(
      filename: string,
      directory: string,
      options: Less.LoadFileOptions,
      environment: Less.Environment,
    ): Less.FileLoadResult | Less.FileLoadError {
      const reader = new less.FileManager();
      const loaded = reader.loadFileSync(filename, directory, options, environment);
      const folder = folderOf(directory);
      if ('filename' in loaded) check(filename, folder, path.resolve(folder, loaded.filename));
      return loaded;
    }
  }
  return { install: (_less, manager) => manager.addFileManager(new SheetFileManager()) };
}

function resolvePackage(wanted: string, folder: string): string {
  const { resolve } = createRequire(path.join(folder, 'x.js'));
  for (const candidate of [wanted, `${wanted}.less`]) {
    try {
      return resolve(candidate);
    } catch {
      // The other spelling is tried; when none is found Less reports the import with its own words.
    }
  }
  return wanted;
}
