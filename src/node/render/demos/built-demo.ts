import fs from 'node:fs';
import path from 'node:path';
import type { DemoFile } from '../../../shared/page-data.ts';
import { hashOf } from '../../base/hash.ts';
import { listDemoFiles } from '../../bundle/bundle-site.ts';
import type { GraphFile } from '../../bundle/demos/demo-graph.ts';
import type { DemoModule, SiteBundle } from '../../bundle/types.ts';
import { highlight } from '../../markdown/compile-site.ts';
import type { EmbeddedDemo } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { type Cache, noCache } from '../../store/cache.ts';
import { entryOf, type PartData } from './demo-parts.ts';

export interface DescribedDemo extends Partial<PartData> {
  demo: EmbeddedDemo;
  /** The author's source files with resolved imports, the entry first. */
  files: GraphFile[];
  shown: DemoFile[];
  /** Shown files that search indexes: the entry, and files that no other demo shows. A shared file does not distinguish demos. */
  searched: DemoFile[];
  /** Browser module and style sheets. Absent if bundling failed (in `dev`). */
  module?: DemoModule;
}

export interface BuiltDemo extends DescribedDemo {
  /** Initial HTML. Absent for a demo that renders only in the browser. */
  html?: string;
  /** Elements with the styles of the demo, for the head of its page. */
  styles: string[];
  /** True if rendering timed out: browsers then start the demo only on request. */
  held: boolean;
  /** True if rendering failed; the error is reported. */
  failed: boolean;
  /** Absent for an inline demo. */
  source?: string;
}

export interface RenderedDemos {
  /** HTML. A demo without HTML renders only in the browser. */
  html: Map<string, string>;
  styles: Map<string, string[]>;
  endless: Set<string>;
  /** Demos whose rendering failed, in the order of the reports. */
  problems: { id: string }[];
}

export async function describeDemos(
  site: Site,
  demos: EmbeddedDemo[],
  {
    scripts,
    bundle,
    parts = new Map(),
    cache = noCache,
  }: {
    scripts: { files: Map<string, GraphFile[]> };
    bundle: Pick<SiteBundle, 'demos' | 'sheetImports'>;
    /** Parts by id of the demo. */
    parts?: ReadonlyMap<string, Partial<PartData>>;
    /** Caches highlighted code. Default: no cache. */
    cache?: Cache;
  },
): Promise<DescribedDemo[]> {
  const files = listDemoFiles(site, demos, scripts, bundle);
  const isScript = demos.some(({ ts2js }) => ts2js);
  // Loaded only if needed, because loading is slow and few sites need it.
  const toJavaScript = isScript ? (await import('../../markdown/parse/to-javascript.ts')).toJavaScript : undefined;
  const entries = new Map(Array.from(parts, ([id, own]) => [id, entryOf(own)]));
  const textOf = ({ id }: EmbeddedDemo): string | undefined => entries.get(id)?.shown;
  const shown = await readDemoFiles(demos, files, { highlight: cachedHighlight(cache), toJavaScript, textOf });
  const searched = searchedFiles(shown);
  return demos.map((demo) => ({
    demo,
    files: withImportsOf(files.get(demo.id) ?? [], entries.get(demo.id)?.code),
    shown: shown.get(demo.id) ?? [],
    searched: searched.get(demo.id) ?? [],
    module: bundle.demos.get(demo.id),
    ...parts.get(demo.id),
  }));
}

/**
 * Only the steps or the declaration of presets use these imports. Files that only these imports need are removed too.
 */
function withImportsOf(files: GraphFile[], text: string | undefined): GraphFile[] {
  const [entry, ...others] = files;
  if (!entry || text === undefined) return files;
  const isLeft = (specifier: string): boolean =>
    /\/jsx-(?:dev-)?runtime$/.test(specifier) || text.includes(`'${specifier}'`) || text.includes(`"${specifier}"`);
  const imports = Object.entries(entry.imports).filter(([specifier]) => isLeft(specifier));
  return [{ ...entry, imports: Object.fromEntries(imports) }, ...others];
}

function cachedHighlight(cache: Cache): Highlight {
  return async (texts) => {
    const keys = texts.map(({ code, language }) => hashOf(`${language}\n${code}`));
    const byKey = new Map(keys.map((key, index) => [key, texts[index] as CodeText]));
    const html = await cache.rememberEach('highlighted', new Map(keys.map((key) => [key, key])), async (wanted) => {
      const made = wanted.map((key): [string, string] => {
        const { code, language } = byKey.get(key) as CodeText;
        return [key, highlight(code, language)];
      });
      return new Map(made);
    });
    return keys.map((key) => html.get(key) ?? '');
  };
}

function searchedFiles(shown: Map<string, DemoFile[]>): Map<string, DemoFile[]> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { code } of [...shown.values()].flat()) (seen.has(code) ? shared : seen).add(code);
  const isOwn = ({ code }: DemoFile, index: number): boolean => index === 0 || !shared.has(code);
  return new Map([...shown].map(([id, files]) => [id, files.filter(isOwn)]));
}

export function completeDemos(
  described: DescribedDemo[],
  { rendered, sourceUrl }: { rendered: RenderedDemos; sourceUrl: (id: string) => string | undefined },
): Map<string, BuiltDemo> {
  const failed = new Set(rendered.problems.map(({ id }) => id));
  return new Map(
    described.map((known) => {
      const { id, inline } = known.demo;
      const built = {
        html: rendered.html.get(id),
        styles: rendered.styles.get(id) ?? [],
        held: rendered.endless.has(id),
        failed: failed.has(id),
        source: inline ? undefined : sourceUrl(id),
      };
      return [id, { ...known, ...built }];
    }),
  );
}

interface CodeText {
  code: string;
  language: string;
}

type Highlight = (texts: CodeText[]) => Promise<string[]>;

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
