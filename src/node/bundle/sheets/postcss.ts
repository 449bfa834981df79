import path from 'node:path';
import type { PartialMessage } from 'esbuild';
import postcss, { type CssSyntaxError, type Message } from 'postcss';
import type { Site } from '../../config/types.ts';
import { locateText } from './find-import.ts';
import { findPostCssConfig, loadPostCssConfig } from './postcss-config.ts';
import { withoutOutputs } from './tailwind.ts';
import { SheetFault } from './types.ts';

/** PostCSS with the plugins of the project. */
export interface PostCss {
  /** Runs the plugins on a sheet. Throws a SheetFault. */
  run(css: string, filePath: string): Promise<PostCssResult>;
  /** Absolute paths of the files of its configuration. */
  files: string[];
}

/** A sheet that plugins have run on. Paths are absolute. */
export interface PostCssResult {
  css: string;
  /** What the plugins have read, as far as they tell. */
  files: string[];
  /** Folders in which they look for files. */
  folders: string[];
}

/** Loads PostCSS with the configuration of a site; undefined where there is none. Throws a SheetFault. */
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
        return {
          css: result.css,
          files: result.messages.flatMap((message) => (message.type === 'dependency' ? pathIn(message, 'file') : [])),
          folders: result.messages.flatMap((message) =>
            /^(?:dir|context)-dependency$/.test(message.type) ? pathIn(message, 'dir') : [],
          ),
        };
      } catch (error) {
        throw new SheetFault(describeCssError(error, css, from));
      }
    },
  };
}

function pathIn(message: Message, key: string): string[] {
  return typeof message[key] === 'string' ? [path.resolve(message[key])] : [];
}

/** What PostCSS or a plugin of it threw about a sheet, as a message of the bundler. */
export function describeCssError(error: unknown, css: string, filePath: string): PartialMessage {
  const { name, reason, message, line, column, plugin, file } = error as Partial<CssSyntaxError>;
  // Plugins that know no place say the beginning.
  const isPlaced =
    name === 'CssSyntaxError' && line !== undefined && column !== undefined && !(plugin && line * column === 1);
  if (isPlaced) {
    const isOther = file !== undefined && file !== filePath;
    const lineText = (isOther ? '' : css).split('\n')[line - 1] ?? '';
    const place = { file: file ?? filePath, line, column: Buffer.byteLength(lineText.slice(0, column - 1)), lineText };
    return { text: `${reason}${plugin ? ` (${plugin})` : ''}`, location: place };
  }
  const text = String(reason ?? message ?? error);
  // They name what they do not know: it stands somewhere in the sheet.
  const [, named = ''] = /[`'"]([^`'"\n]+)[`'"]/.exec(text) ?? [];
  return { text, location: locateText(filePath, css, named) };
}
