import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

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

/** Less, with `~package/path` imports. The compiler is loaded for the first sheet only. */
export function createLessCompiler(): LessCompiler {
  const results = new Map<string, Promise<CompiledSheet>>();
  const compile = (filePath: string): Promise<CompiledSheet> => {
    const result = results.get(filePath) ?? compileLess(filePath);
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

async function compileLess(filePath: string): Promise<CompiledSheet> {
  const lessImports: LessImport[] = [];
  const [{ default: less }, source] = await Promise.all([import('less'), fs.readFile(filePath, 'utf8')]);
  try {
    const plugins = [recordImports(less, filePath, lessImports)];
    const { css, imports } = await less.render(source, { filename: filePath, plugins });
    const readsFiles = [source, ...lessImports.map(({ text }) => text)].some((text) => READS_FILES.test(text));
    const resolveDir = path.dirname(filePath);
    return { contents: css, loader: 'css', resolveDir, watchFiles: imports, lessImports, readsFiles };
  } catch (error) {
    const { message, filename, line, column, extract } = error as Less.RenderError;
    const location = { file: filename || filePath, line, column, lineText: extract?.[1] ?? '' };
    return { errors: [{ text: message, location }], watchFiles: [filePath], lessImports, readsFiles: true };
  }
}

/** Resolves `@import '~package/path'` as Node would from the importing sheet, and writes every import down. */
function recordImports(less: LessStatic, from: string, imports: LessImport[]): Less.Plugin {
  class RecordingFileManager extends less.FileManager {
    override supports(filename: string): boolean {
      return !/^(?:[a-z]+:)?\/\//i.test(filename);
    }
    override supportsSync(): boolean {
      return false;
    }
    override async loadFile(
      filename: string,
      directory: string,
      ...rest: [Less.LoadFileOptions, Less.Environment]
    ): Promise<Less.FileLoadResult> {
      const folder = directory || path.dirname(from);
      const loaded = (await (filename.startsWith('~')
        ? super.loadFile(resolvePackage(filename.slice(1), folder), '', ...rest)
        : super.loadFile(filename, directory, ...rest))) as Less.FileLoadResult;
      const filePath = path.resolve(folder, loaded.filename);
      imports.push({ folder: path.resolve(folder), request: filename, filePath, text: loaded.contents });
      return loaded;
    }
  }
  return { install: (_less, manager) => manager.addFileManager(new RecordingFileManager()) };
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
