import fs from 'node:fs';
import path from 'node:path';
import type { DemoFile } from '../../shared/page-data.ts';
import type { GraphFile } from '../bundle/demos/demo-graph.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';

export interface CodeText {
  code: string;
  language: string;
}

export type Highlight = (texts: CodeText[]) => Promise<string[]>;

const SHOWN = /\.(tsx?|jsx?|mjs|css|less|scss|sass|json)$/;

interface PlainFile {
  name: string;
  code: string;
  script?: { name: string; code: string } | undefined;
}

/**
 * The entry comes first. Without `highlight`, the HTML is empty; `toJavaScript` is for demos that are also shown in
 * JavaScript.
 */
export async function readDemoFiles(
  demos: EmbeddedDemo[],
  files: Map<string, GraphFile[]>,
  {
    highlight = async () => [],
    toJavaScript,
    textOf = () => undefined,
  }: {
    highlight?: Highlight;
    toJavaScript?: ((code: string) => string) | undefined;
    textOf?: (demo: EmbeddedDemo) => string | undefined;
  } = {},
): Promise<Map<string, DemoFile[]>> {
  const read = new Map<string, Promise<PlainFile>>();
  const entries = demos.map(async (demo): Promise<[string, PlainFile[]]> => {
    const shown = (files.get(demo.id) ?? []).filter(
      ({ name, wanted, isSetup }) => SHOWN.test(name) && !wanted && !isSetup,
    );
    const reading = shown.map(({ name, filePath }, index) => {
      if (index === 0) {
        const code = textOf(demo);
        return code === undefined ? readFile(name, filePath, demo) : Promise.resolve({ name, code });
      }
      // A file that several demos use is read once.
      const key = `${name}\n${filePath}`;
      const file = read.get(key) ?? readFile(name, filePath);
      read.set(key, file);
      return file;
    });
    const own = await Promise.all(reading);
    return [demo.id, demo.ts2js ? own.map((file) => ({ ...file, script: scriptOf(file, toJavaScript) })) : own];
  });
  return await withHtml(new Map(await Promise.all(entries)), highlight);
}

/** Code that several demos show is highlighted once. */
async function withHtml(files: Map<string, PlainFile[]>, highlight: Highlight): Promise<Map<string, DemoFile[]>> {
  const texts = new Map<string, CodeText>();
  const note = ({ name, code }: PlainFile): string => {
    const language = path.extname(name).slice(1);
    const key = `${language}\n${code}`;
    texts.set(key, { code, language });
    return key;
  };
  const noted = Array.from(files, ([id, own]) => {
    return [
      id,
      own.map((file) => ({ file, key: note(file), script: file.script && { ...file.script, key: note(file.script) } })),
    ] as const;
  });
  const coloured = await highlight([...texts.values()]);
  const html = new Map([...texts.keys()].map((key, index) => [key, coloured[index] ?? '']));
  const htmlOf = (key: string): string => html.get(key) ?? '';
  return new Map(
    noted.map(([id, own]) => [
      id,
      own.map(({ file: { name, code }, key, script }) => ({
        name,
        code,
        html: htmlOf(key),
        ...(script && { script: { name: script.name, html: htmlOf(script.key) } }),
      })),
    ]),
  );
}

/** Undefined for JavaScript and for other languages. */
function scriptOf(
  { name, code }: PlainFile,
  toJavaScript: ((code: string) => string) | undefined,
): PlainFile['script'] {
  if (!toJavaScript || !/\.tsx?$/.test(name)) return undefined;
  try {
    return { name: name.replace(/ts(x?)$/, 'js$1'), code: toJavaScript(code) };
  } catch {
    // If the conversion fails on code that the bundler accepts, only the original is shown.
    return undefined;
  }
}

/** `demo` is set for its entry: the leading comment with the title is then removed. */
async function readFile(name: string, filePath: string, demo?: EmbeddedDemo): Promise<PlainFile> {
  const text = demo?.code ? demo.code.text : fs.readFileSync(filePath, 'utf8');
  // The header length counts the line breaks as in the file.
  const shown = demo ? text.slice(demo.headerLength) : text;
  const code = shown
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  return { name, code };
}
