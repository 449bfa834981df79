import fs from 'node:fs';
import path from 'node:path';
import type { PartialMessage } from 'esbuild';
import postcss, { type CssSyntaxError, type Message } from 'postcss';
import { relativePath } from '../../base/files/paths.ts';
import type { Site } from '../../project/config/types.ts';
import { refusalOfRead } from '../../project/file-scope.ts';
import { locateText } from '../esbuild/find-import.ts';
import { refusalMessage } from '../plugins/scope-plugin.ts';
import { findPostCssConfig, loadPostCssConfig, withoutOutputs } from './postcss-config.ts';
import { SheetFault } from './types.ts';

export interface PostCss {
  /** Runs PostCSS on a style sheet. Throws a `SheetFault` if PostCSS fails. */
  run(css: string, filePath: string): Promise<PostCssResult>;
  files: string[];
}

/** Style sheet after the plugins have run. All paths are absolute. */
export interface PostCssResult {
  css: string;
  files: string[];
  /** Folders in which the plugins search for files. */
  folders: string[];
}

/** Loads PostCSS. Returns undefined without a configuration. Throws a `SheetFault`. */
export async function loadPostCss(site: Site): Promise<PostCss | undefined> {
  const filePath = findPostCssConfig(site);
  if (filePath === undefined) return undefined;
  const { plugins, options, files, names } = await loadPostCssConfig(filePath, site);
  const isTailwind = names.includes('@tailwindcss/postcss');
  const processor = postcss(plugins);
  return {
    files,
    async run(css, from) {
      try {
        const source = isTailwind ? withoutOutputs(css, from, site) : css;
        const result = await processor.process(source, { ...options, from, map: false });
        const { messages } = result;
        checkReads(inlinedFiles(messages, css, from), { css, from, site });
        return {
          css: result.css,
          files: messages.flatMap(filesIn),
          folders: messages.flatMap((message) =>
            /^(?:dir|context)-dependency$/.test(message.type) ? pathIn(message, 'dir') : [],
          ),
        };
      } catch (error) {
        if (error instanceof SheetFault) throw error;
        const { file = from } = error as Partial<CssSyntaxError>;
        checkReads([file], { css, from, site });
        throw new SheetFault(describeCssError(error, css, from));
      }
    },
  };
}

/** Plugins that search any file for class names. Only files that the style sheet imports affect its text. */
const SCANNERS = ['@tailwindcss/postcss', 'tailwindcss', '@unocss/postcss'];

/** Returns the files whose content is in the style sheet, as far as the plugins report them. */
function inlinedFiles(messages: Message[], css: string, from: string): string[] {
  const inlined = messages.filter(({ plugin = '' }) => !SCANNERS.includes(plugin));
  const isScanned = inlined.length < messages.length;
  return [...inlined.flatMap(filesIn), ...(isScanned ? importedSheets(css, from) : [])];
}

/** Returns the absolute paths of the style sheets that a style sheet imports by path, directly or indirectly. */
function importedSheets(css: string, from: string, found: Set<string> = new Set()): Set<string> {
  for (const [, specifier = ''] of css.matchAll(/@(?:import|reference)\s+(?:url\(\s*)?["']?([^"')\s;]+)/g)) {
    const target = path.resolve(path.dirname(from), specifier);
    const file = [target, `${target}.css`].find((name) => fs.statSync(name, { throwIfNoEntry: false })?.isFile());
    if (file === undefined || found.has(file)) continue;
    found.add(file);
    importedSheets(fs.readFileSync(file, 'utf8'), file, found);
  }
  return found;
}

function filesIn(message: Message): string[] {
  return message.type === 'dependency' ? pathIn(message, 'file') : [];
}

/** Throws a `SheetFault` if the plugins have included a file that the site must not publish. */
function checkReads(files: Iterable<string>, { css, from, site }: { css: string; from: string; site: Site }): void {
  const folder = path.dirname(from);
  for (const filePath of files) {
    const refusal = refusalOfRead({ filePath, folder }, site);
    if (!refusal) continue;
    const message = refusalMessage(refusal, { specifier: relativePath(folder, filePath), filePath }, site);
    throw new SheetFault({ ...message, location: locateText(from, css, path.basename(filePath)) });
  }
}

function pathIn(message: Message, key: string): string[] {
  return typeof message[key] === 'string' ? [path.resolve(message[key])] : [];
}

export function describeCssError(error: unknown, css: string, filePath: string): PartialMessage {
  const { name, reason, message, line, column, plugin, file } = error as Partial<CssSyntaxError>;
  // Plugins that do not know the location report line 1, column 1.
  const isPlaced =
    name === 'CssSyntaxError' && line !== undefined && column !== undefined && !(plugin && line * column === 1);
  if (isPlaced) {
    const isOther = file !== undefined && file !== filePath;
    const lineText = (isOther ? '' : css).split('\n')[line - 1] ?? '';
    const place = { file: file ?? filePath, line, column: Buffer.byteLength(lineText.slice(0, column - 1)), lineText };
    return { text: `${reason}${plugin ? ` (${plugin})` : ''}`, location: place };
  }
  const text = String(reason ?? message ?? error);
  // The message quotes the unknown text, which occurs somewhere in the style sheet.
  const [, named = ''] = /[`'"]([^`'"\n]+)[`'"]/.exec(text) ?? [];
  return { text, location: locateText(filePath, css, named) };
}
