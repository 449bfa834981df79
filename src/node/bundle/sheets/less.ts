import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PartialMessage } from 'esbuild';
import type lessModule from 'less';
import { toPosix } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { isHeld, refusalOf } from '../../project/file-scope.ts';
import { locateText, unresolved } from '../esbuild/find-import.ts';
import { refusalMessage } from '../plugins/scope-plugin.ts';
import { type CompiledCss, SheetFault, type SheetImport } from './types.ts';

const READS_MORE = /data-uri\(|image-(?:size|width|height)\(|@plugin\b/;

/**
 * Compiles Less. A style sheet cannot read files that the site must not publish, neither by imports nor by functions.
 * Throws a `SheetFault`.
 */
export async function compileLess(filePath: string, site: Site): Promise<CompiledCss> {
  const found: SheetImport[] = [];
  const refused: PartialMessage[] = [];
  // Less is loaded as a single file: its sixty ES modules take five times as long, and Node would open all of them at once.
  const less = createRequire(import.meta.url)('less') as typeof lessModule;
  const source = fs.readFileSync(filePath, 'utf8');
  try {
    const plugins = [readFiles(less, { from: filePath, site, imports: found, refused })];
    const { css } = await less.render(source, { filename: toPosix(filePath), plugins });
    // Less treats a rejected optional import as a missing file, and does not report an error.
    if (refused.length > 0) throw new SheetFault(...refused);
    const readsMore = [source, ...found.map(({ text }) => text)].some((text) => READS_MORE.test(text));
    return { css, imports: found, files: [], readsMore };
  } catch (error) {
    if (error instanceof SheetFault) throw error;
    const { message, filename, line, column, extract, type } = error as Less.RenderError;
    const file = filename ? path.resolve(filename) : filePath;
    // Less provides no location for its internal errors.
    if (!line) {
      const lineText = file === filePath ? source.split('\n', 1)[0] : '';
      const location = { file, line: 1, column: 0, lineText };
      throw new SheetFault({ text: `Less cannot read the style sheet: ${message}`, location, ...refused[0] });
    }
    const location = { file, line, column, lineText: extract?.[1] ?? '' };
    const missing = type === 'File' ? /^'(.+?)' wasn't found/.exec(message)?.[1] : undefined;
    const text = missing === undefined ? message : unresolved(missing, path.dirname(file));
    throw new SheetFault({ text, ...refused[0], location });
  }
}

interface SheetReader {
  from: string;
  site: Site;
  imports: SheetImport[];
  /** Collects the errors of rejected files, because Less preserves only the text of an error. */
  refused: PartialMessage[];
}

/** Resolves `@import '~package/path'` as Node does, from the importing style sheet. Rejects files that the site must not publish. */
function readFiles(less: LessStatic, { from, site, imports, refused }: SheetReader): Less.Plugin {
  const folderOf = (directory: string): string => path.resolve(directory || path.dirname(from));
  const check = (specifier: string, folder: string, filePath: string): void => {
    if (!isHeld(path.join(folder, 'x.less'), site)) return;
    const refusal = refusalOf({ specifier: specifier.replace(/^~/, ''), folder, filePath }, site);
    if (!refusal) return;
    const message = refusalMessage(refusal, { specifier, filePath: path.resolve(folder, specifier) }, site);
    refused.push({ ...message, location: locateText(from, fs.readFileSync(from, 'utf8'), specifier) });
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
      // Less compares names so that it imports each file only once, and joins paths with `/` on every system.
      return { ...loaded, filename: toPosix(loaded.filename) };
    }
    /** Called for Less functions such as `data-uri()` and `image-size()`. */
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
      // Try the other spelling. If neither file exists, Less reports the import.
    }
  }
  return wanted;
}
