import fs from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from './build-site.ts';
import { createRandom } from './random.ts';
import { words } from './words.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** Time limits of pages and demos in a mutated site, in milliseconds. */
export const BUDGET = 2000;

/** A real site to mutate, with its text files by path. */
export interface Original {
  name: string;
  files: Record<string, string>;
  /** Folder of packages, which is linked and not mutated. */
  packages: string;
}

/** A change of one file of a site. Other pages are reduced to their headings, so that links still work. */
export interface Mutation {
  /** Seed of the random numbers. The same seed gives the same mutation. */
  seed: number;
  /** Description of the change. */
  what: string;
  /** The changed file. */
  file: string;
  files: Record<string, string | Uint8Array>;
}

/** Reads the sites whose pages, demos, style sheets and configurations are mutated. */
export async function readOriginals(): Promise<Original[]> {
  const own = await readTexts(
    repository,
    /^(?:docs\/(?!_handbook)|demos\/|cascader-docs\.config\.ts$|tsconfig\.json$)/,
  );
  const handbook = await readTexts(
    path.join(repository, 'docs/_handbook'),
    /^(?:docs|demos|components|library)\/|^[\w-]+\.config\.ts$/,
  );
  const packages = path.join(repository, 'node_modules');
  return [
    { name: 'own', files: { ...own, 'package.json': '{"name": "kit", "version": "1.0.0"}\n' }, packages },
    { name: 'handbook', files: { ...handbook, 'package.json': '{"name": "kit", "version": "1.0.0"}\n' }, packages },
  ];
}

async function readTexts(root: string, which: RegExp): Promise<Record<string, string>> {
  const folders = ['docs', 'demos', 'components', 'library'];
  const below = await Promise.all(
    folders.map(async (folder) => (await listFiles(path.join(root, folder))).map((file) => `${folder}/${file}`)),
  );
  const names = [...below.flat(), 'cascader-docs.config.ts', 'tsconfig.json'].filter((file) => which.test(file));
  const texts = names.map(async (file) => {
    const bytes = await fs.readFile(path.join(root, file)).catch(() => undefined);
    return bytes && ([file, bytes.toString()] as const);
  });
  return Object.fromEntries((await Promise.all(texts)).filter((entry) => entry !== undefined));
}

const PAGE = /^docs\/.*\.mdx?$/;

/** Texts to insert, by kind of file. */
const TOKENS = {
  any: [
    '\0',
    '\uFEFF',
    '\u2028',
    '\r',
    '\t',
    '`',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '\u202E',
    '😀',
  ],
  markdown: [
    '---\n',
    '```\n',
    '```tsx\n',
    '~~~',
    ':::',
    ':::info{',
    ':::code-group\n',
    '<code src="',
    '<code src="./none.tsx"></code>',
    '<embed src="',
    '<API id="None"></API>',
    '<API',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '<div',
    '</div>',
    '<Badge>',
    '![x](',
    '[x](./none.md)',
    '[x](#none)',
    '[x](javascript:alert(1))',
    '[^1]',
    '[^1]: ',
    '|---|',
    '\n> ',
    '\n    ',
    '\n- - - - ',
    '&#0;',
    '&lt',
    '{',
    '{process.exit(0)}',
    'import x from "./none"\n',
    'export const a = \n',
    '# ',
    '\n===\n',
    '***',
    '__',
    '<http://',
    'https://',
    '$`',
    '`$',
    '<iframe srcdoc="x">',
    '<svg><script>',
    '<![CDATA[',
    '<?php',
    '</',
    '\n\n<details>\n',
    '{#id}',
  ],
  yaml: [
    '\n  - ',
    ': ',
    ':',
    '&a [*a, *a]',
    '*b',
    '!!js/function x',
    '<<: ',
    '__proto__: 1\n',
    '{',
    '[',
    '|',
    '>',
    '%',
    '@',
    '\ttitle: x\n',
    'title: [\n',
    'order: abc\n',
    'nav: 3\n',
    'hero: x\n',
    'title: a\ntitle: b\n',
    'toc: 5\n',
    '"',
    "'",
    'features: {}\n',
    '? ',
    '#',
  ],
  script: [
    'while (true);',
    'throw null;',
    'throw { get message() { throw 1; } };',
    'process.exit(0);',
    'await new Promise(() => {});',
    "import './none';",
    "import 'node:fs';",
    "require('none');",
    'export default 5;',
    'export default null;',
    'debugger;',
    'return;',
    '</div>',
    '<div>',
    '<>',
    '{/*',
    '*/',
    '/*',
    '//',
    '`',
    '${',
    '=>',
    ';',
    'class',
    'async ',
    'yield',
    'enum ',
    '/[/',
    '/(?<a>)(?<a>)/u',
    'null.x',
    'process.kill(process.ppid);',
    'setInterval(() => {}, 1);',
    'Promise.reject(1);',
    'globalThis.x = window;',
    'Object.prototype.x = 1;',
    'import.meta.env',
    "new Worker('x');",
    'document.body.innerHTML;',
    'export * from ',
  ],
  style: [
    '{',
    '}',
    '@import "none";',
    '@plugin "none";',
    'url(./none.png)',
    'url(',
    '/*',
    '*/',
    '@none',
    '~`process.exit()`',
    ';',
    ':',
    '!',
    '\\',
  ],
} as const;

const KEYS = words(`
  title titleTemplate description base outputPath publicDir resolve locales defaultLocale language languages
  messages favicons theme themeConfig nav routePrefetch search headScripts scripts styles metas links alias
  sitemap shareImages deadLinks csp llms server demoTimeout pageTimeout cacheDir cache prerender projectRoot
  apiParser library esbuild postcss serverLoaderPath none __proto__
`);

const VALUES = [
  'null',
  'undefined',
  '0',
  '-1',
  '1e309',
  'NaN',
  "''",
  "'x'",
  "'/'",
  "'../..'",
  "'docs'",
  "'./none'",
  "'\\0'",
  '[]',
  '[null]',
  "['x']",
  '{}',
  '{ x: 1 }',
  'true',
  'false',
  '() => 1',
  'Symbol()',
  '1n',
  'new Date(0)',
  'new Map()',
  '/x/',
  'new Proxy({}, { get() { throw 1; } })',
  'Promise.resolve(1)',
  "'x'.repeat(100_000)",
  "{ ['__proto__']: { x: 1 } }",
  '{ get a() { throw null; } }',
  "[['a']]",
  "{ name: 'x' }",
  "{ entry: './none.ts' }",
  "{ a: 'https://x.example' }",
  "'javascript:alert(1)'",
  "[{ id: 'en', name: 'x' }]",
  "[{ src: 'x' }]",
];

type Kind = keyof typeof TOKENS;

/**
 * Creates one mutation of a site: of a page, a demo, a style sheet or the configuration.
 *
 * @param isWanted selects the files that may be changed
 */
export function mutate(
  originals: Original[],
  seed: number,
  isWanted: (name: string, text: string) => boolean = () => true,
): Mutation & { packages: string } {
  const random = createRandom(seed * 7919 + 17);
  // The first random numbers are similar for similar seeds.
  for (let round = 0; round < 8; round++) random();
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const original = pick(originals);
  const names = Object.keys(original.files).filter((name) => isWanted(name, original.files[name] ?? ''));
  const groups = [/\.md$/, /\.md$/, /\.mdx$/, /\.(?:tsx|ts|jsx|js)$/, /\.(?:less|css)$/, /\.config\.ts$/, /\.json$/]
    .map((group) => names.filter((name) => group.test(name)))
    .filter((group) => group.length > 0);
  const file = pick(pick(groups));
  const text = original.files[file] ?? '';
  const files: Record<string, string | Uint8Array> = { ...headingsOnly(original.files, file) };
  const kindAt = (place: number): Kind => {
    if (random(6) === 0) return 'any';
    if (/\.(?:less|css)$/.test(file)) return 'style';
    if (!/\.mdx?$/.test(file)) return 'script';
    if (place < text.indexOf('\n---\n') || random(4) === 0) return 'yaml';
    return file.endsWith('.mdx') && random(3) === 0 ? 'script' : 'markdown';
  };
  // Half of the changes are in the first lines, which contain front matter and imports.
  const somewhere = (): number => random(random(2) === 0 ? Math.min(text.length, 300) + 1 : text.length + 1);
  const line = (): [start: number, end: number] => {
    const start = text.lastIndexOf('\n', somewhere()) + 1;
    const end = text.indexOf('\n', start);
    return [start, end < 0 ? text.length : end + 1];
  };
  const insert = (): [string, string] => {
    const place = somewhere();
    const token = pick(TOKENS[kindAt(place)]);
    return [`${JSON.stringify(token)} at ${place}`, text.slice(0, place) + token + text.slice(place)];
  };
  const operations: (() => [what: string, result: string | Uint8Array])[] = [
    insert,
    insert,
    insert,
    () => {
      const [start, end] = line();
      return [
        `a line of its own at ${start}`,
        `${text.slice(0, start)}${pick(TOKENS[kindAt(start)])}\n${text.slice(start)}`,
        end,
      ] as never;
    },
    () => {
      const [start, end] = line();
      return [`without ${start} to ${end}`, text.slice(0, start) + text.slice(end)];
    },
    () => {
      const [start, end] = line();
      return [`${start} to ${end} twice`, text.slice(0, end) + text.slice(start)];
    },
    () => {
      const place = somewhere();
      const length = 1 + random(12);
      return [`without ${length} characters at ${place}`, text.slice(0, place) + text.slice(place + length)];
    },
    () => {
      const place = somewhere();
      return [`cut at ${place}`, text.slice(0, place)];
    },
    () => {
      const place = somewhere();
      const token = pick(TOKENS[kindAt(place)]);
      const count = pick([10, 300, 5000]);
      return [
        `${count} times ${JSON.stringify(token)} at ${place}`,
        text.slice(0, place) + token.repeat(count) + text.slice(place),
      ];
    },
    () => {
      const other = original.files[pick(names)] ?? '';
      const [place, from] = [somewhere(), random(other.length + 1)];
      return [`spliced at ${place}`, text.slice(0, place) + other.slice(from)];
    },
    () => {
      const bytes = Buffer.from(text);
      const place = random(Math.max(1, bytes.length));
      bytes[place] = random(256);
      return [`byte ${place} is ${bytes[place]}`, bytes];
    },
    () => {
      const style = pick(['\r\n', '\r', '\n\n', '']);
      return [`lines end in ${JSON.stringify(style)}`, text.replaceAll('\n', style)];
    },
    () => {
      const words = [...text.matchAll(/[\w./-]{2,}/g)];
      const { 0: word = '', index = 0 } = words.length > 0 ? pick(words) : {};
      const other = pick([
        'constructor',
        '__proto__',
        'null',
        '../../../etc/passwd',
        '-1',
        '',
        'default',
        '☃',
        word.toUpperCase(),
      ]);
      return [`${other} for ${word} at ${index}`, text.slice(0, index) + other + text.slice(index + word.length)];
    },
  ];
  if (file.endsWith('.config.ts'))
    operations.push(
      ...Array.from({ length: 14 }, () => (): [string, string] => {
        const [key, value] = [pick(KEYS), pick(VALUES)];
        const nested = random(4) === 0 ? `{ ${pick(KEYS)}: ${value} }` : value;
        return [`${key}: ${nested}`, text.replace('defineConfig({', `defineConfig({\n  ${key}: ${nested} as never,`)];
      }),
    );
  const [what, result] = pick(operations)();
  files[file] = result;
  const config = files['cascader-docs.config.ts'];
  if (typeof config === 'string')
    files['cascader-docs.config.ts'] = config.replace(
      'defineConfig({',
      `defineConfig({ pageTimeout: ${BUDGET}, demoTimeout: ${BUDGET},`,
    );
  return { seed, what: `${original.name}/${file}: ${what}`, file, files, packages: original.packages };
}

/** Finds the files that refer to a file, directly or through other files. Includes the file itself. */
function usersOf(file: string, files: Record<string, string>): Set<string> {
  const users = new Set([file]);
  for (const used of users) {
    // A link to a page does not include it.
    if (PAGE.test(used) && used !== file) continue;
    const base = path.basename(used);
    const word = base.replace(/\.tsx?$/, '');
    // Pages refer to demos with the file extension, scripts without it.
    const names = (name: string, text: string) => text.includes(`/${name.endsWith('.md') ? base : word}`);
    for (const [name, text] of Object.entries(files)) if (names(name, text)) users.add(name);
  }
  return users;
}

/** Reduces unrelated pages to their front matter and headings. */
function headingsOnly(files: Record<string, string>, file: string): Record<string, string> {
  const isPart = /^(?:demos|components)\//.test(file) || /\.(?:less|css)$/.test(file);
  const users = isPart ? usersOf(file, files) : new Set([file]);
  const isWhole = (name: string): boolean => users.has(name);
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      if (!PAGE.test(name) || isWhole(name)) return [name, text];
      let fence = '';
      const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').split('\n');
      const headings = body.filter((line) => {
        const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
        if (mark && (!fence || line.trim() === fence)) fence = fence ? '' : mark.trim();
        return !fence && /^#{1,6} /.test(line);
      });
      return [name, `${headings.join('\n\n')}\n`];
    }),
  );
}

/** Checks how a command ended. Returns its errors. */
export function faultsOf({
  code,
  stderr,
  files,
  file,
}: { code: unknown; stderr: string } & Pick<Mutation, 'files' | 'file'>): string[] {
  const problems: string[] = [];
  if (![0, 1, 2, 3].includes(code as number)) problems.push(`exit code ${code}`);
  // The author's stack frames refer only to the author's files.
  if (/\n\s+at .*(?:node:|file:|\/lib\/)|Internal error|\[object Object\]/.test(stderr))
    problems.push('an internal error');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for this character.
  if (/\u0000/.test(stderr)) problems.push('NUL on the terminal');
  const places = [...stderr.matchAll(/^(\S[^\n]*?):(\d+):(\d+) - (?:error|warning) CD\d{3}: /gm)];
  const bare = stderr.match(/^(?:error|warning) CD\d{3}: .*/gm) ?? [];
  if (code !== 0 && places.length === 0) problems.push('no location');
  if (places.length === 0) for (const line of bare) problems.push(`no location: ${line.slice(0, 120)}`);
  for (const [, name = '', line, column] of places) {
    const content = files[name];
    if (content === undefined) continue;
    const lines = Buffer.from(content as string)
      .toString()
      .split(/\r\n|\n|\r/);
    const text = lines[Number(line) - 1];
    if (text === undefined || Number(column) > text.length + 1)
      problems.push(`no such location: ${name}:${line}:${column}`);
  }
  const own = places.filter(([, name]) => name === file);
  if (code !== 0 && places.length > 0 && own.length === 0) problems.push(`none in ${file}: ${places[0]?.[0]}`);
  return problems;
}
