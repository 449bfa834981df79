import fs from 'node:fs';
import path from 'node:path';
import type { DemoFile } from '../../shared/page-data.ts';
import type { GraphFile } from '../bundle/demo-graph.ts';
import type { EmbeddedDemo } from '../compile/types.ts';

/** Highlights code: takes text and language, gives HTML. */
export type Highlight = (code: string, language: string) => string;

/** Endings of files that a code panel can show. */
const SHOWN = /\.(tsx?|jsx?|mjs|css|less|scss|sass|json)$/;

/**
 * Reads and highlights the files of every demo's code panel, by demo id.
 *
 * @param files files of each demo by id, the entry first
 * @param toJavaScript for demos that are shown in JavaScript too
 */
export async function readDemoFiles(
  demos: EmbeddedDemo[],
  files: Map<string, GraphFile[]>,
  highlight: Highlight,
  toJavaScript?: (code: string) => string,
): Promise<Map<string, DemoFile[]>> {
  const cache = new Map<string, Promise<DemoFile>>();
  const entries = demos.map(async (demo): Promise<[string, DemoFile[]]> => {
    const shown = (files.get(demo.id) ?? []).filter(({ name, wanted }) => SHOWN.test(name) && !wanted);
    const read = shown.map(({ name, filePath }, index) => {
      if (index === 0) return readFile(name, filePath, highlight, demo);
      // A file that several demos use is read once.
      const key = `${name}\n${filePath}`;
      const file = cache.get(key) ?? readFile(name, filePath, highlight);
      cache.set(key, file);
      return file;
    });
    const own = await Promise.all(read);
    const withScript = (file: DemoFile): DemoFile => ({ ...file, script: scriptOf(file, highlight, toJavaScript) });
    return [demo.id, demo.ts2js ? own.map(withScript) : own];
  });
  return new Map(await Promise.all(entries));
}

/** What JavaScript a file is; none for what is JavaScript already, or another language. */
function scriptOf(
  { name, code }: DemoFile,
  highlight: Highlight,
  toJavaScript: ((code: string) => string) | undefined,
): DemoFile['script'] {
  if (!toJavaScript || !/\.tsx?$/.test(name)) return undefined;
  try {
    return {
      name: name.replace(/ts(x?)$/, 'js$1'),
      html: highlight(toJavaScript(code), name.endsWith('x') ? 'jsx' : 'js'),
    };
  } catch {
    // What the bundler takes and this does not is shown as it is written.
    return undefined;
  }
}

/** @param demo the demo whose entry the file is: the leading comment that holds its title is not shown */
async function readFile(name: string, filePath: string, highlight: Highlight, demo?: EmbeddedDemo): Promise<DemoFile> {
  const text = demo?.code ? demo.code.text : fs.readFileSync(filePath, 'utf8');
  // The length of the header counts the file's own line ends.
  const shown = demo ? text.slice(demo.headerLength) : text;
  const code = shown
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  return { name, code, html: highlight(code, path.extname(name).slice(1)) };
}
