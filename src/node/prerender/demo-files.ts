import fs from 'node:fs/promises';
import path from 'node:path';
import type { DemoFile } from '../../shared/page-data.ts';
import type { DemoSource } from '../bundle/types.ts';
import type { EmbeddedDemo } from '../compile/types.ts';

/** Highlights code: takes text and language, gives HTML. */
export type Highlight = (code: string, language: string) => string;

/**
 * Reads and highlights the files of a code panel. The leading comment that holds a demo's title is not shown.
 *
 * @param sources files of the demo, the entry first
 */
export async function readDemoFiles(
  demo: EmbeddedDemo,
  sources: DemoSource[],
  highlight: Highlight,
): Promise<DemoFile[]> {
  return await Promise.all(
    sources.map(async ({ name, filePath }, index) => {
      const text = index === 0 && demo.code ? demo.code.text : await fs.readFile(filePath, 'utf8');
      // The length of the header counts the file's own line ends.
      const shown = index === 0 ? text.slice(demo.headerLength) : text;
      const code = shown
        .replace(/^\uFEFF/, '')
        .replaceAll('\r\n', '\n')
        .trim();
      return { name, code, html: highlight(code, path.extname(name).slice(1)) };
    }),
  );
}
