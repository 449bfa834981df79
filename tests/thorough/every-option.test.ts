/**
 * Changes each option of `build` and each key of the configuration after a build, one at a time. The next build must
 * write what a build without a cache writes.
 *
 * The tables are records over all keys, so that a new key does not compile until it has a row.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { BuildOptions, UserConfig } from 'cascader-docs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { versionsFolder } from '../helpers/archived-version.ts';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { expectClean, readOutput } from '../helpers/clean-build.ts';
import { readFont } from '../helpers/font.ts';
import { growOld } from '../helpers/grow-old.ts';
import { isWhole } from '../helpers/is-whole.ts';

/** The keys that a type names, without its index signature. */
type Named<Type> = keyof { [Key in keyof Type as string extends Key ? never : Key]: Type[Key] };

interface Row<Value> {
  /** Two other values, as written in the configuration. */
  values: [Value, Value];
  /** More configuration keys, before and after the change. */
  with?: string;
  /** More files, before and after the change. */
  files?: Record<string, string>;
  /** Output and messages stay the same for these values, so they are compared with those before the change only. */
  isSame?: true;
}

/** A page that needs the types of the library. */
const TABLE = { 'docs/api.md': '# API\n\n<API id="Button"></API>\n' };

/** Values as written in the configuration. */
const CONFIG: Record<keyof UserConfig, Row<string>> = {
  title: { values: ["'Kit'", "'Other kit'"] },
  titleTemplate: { values: ["'{title} of {site}'", "'{site}: {title}'"] },
  description: { values: ["'About it'", "'All about it'"] },
  base: { values: ["'/lib/'", "'/other/'"] },
  outputPath: { values: ["'site'", "'built/site'"], isSame: true },
  publicDir: { values: ["'./assets'", "'./docs'"] },
  stories: {
    values: ["'src/*.stories.tsx'", "'src/*.story.tsx'"],
    files: {
      'src/A.stories.tsx': "export default { component: 'a' };\nexport const One = {};\n",
      'src/B.story.tsx': "export default { component: 'b' };\nexport const Two = {};\n",
    },
  },
  resolve: { values: ["{ docDirs: ['docs', 'more'] }", "{ docDirs: [{ type: 'guide', dir: 'docs' }] }"] },
  locales: {
    values: [
      "[{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }]",
      "[{ id: 'en', name: 'English' }, { id: 'de', name: 'German', suffix: '-de' }]",
    ],
  },
  defaultLocale: { values: ["'fr'", "'it'"] },
  language: { values: ["'zh-CN'", "'en-US'"] },
  languages: { values: ["['en-US']", "['zh-CN', 'en-US']"] },
  messages: {
    values: [
      "{ 'en-US': { messages: { 'toc.title': 'In this file' } } }",
      "{ de: { name: 'Deutsch', messages: { 'toc.title': 'Inhalt' } } }",
    ],
  },
  favicons: { values: ["['/a.ico']", "['/b.ico', '/c.png']"] },
  theme: { values: ["'./themes/first.tsx'", "'./themes/second.tsx'"] },
  components: { values: ["{ Extra: './parts/b.tsx' }", "{ Extra: './parts/c.tsx' }"] },
  slots: { values: ["{ FooterTop: './parts/b.tsx' }", "{ FooterBottom: './parts/b.tsx' }"] },
  plugins: { values: ["[{ name: 'own', title: 'First' }]", "[{ name: 'own', title: 'Second' }]"] },
  themeConfig: { values: ["{ name: 'First', own: [1] }", "{ name: 'First', own: [2] }"] },
  nav: { values: ['{ levels: 1 }', '{ levels: 2 }'] },
  routePrefetch: {
    values: ["{ defaultPrefetch: 'intent' }", "{ defaultPrefetch: 'intent', defaultPrefetchTimeout: 10 }"],
  },
  search: { values: ['false', "{ groupOrder: 'score', synonyms: [['form', 'field']] }"] },
  headScripts: { values: ["['console.log(1)']", "[{ src: '/a.js' }]"] },
  scripts: { values: ["['console.log(1)']", "[{ src: '/a.js' }]"] },
  styles: { values: ["['b { color: red }']", "['/b.css']"] },
  metas: { values: ["[{ name: 'a', content: '1' }]", "[{ name: 'a', content: '2' }]"] },
  links: { values: ["[{ rel: 'a', href: '/1' }]", "[{ rel: 'a', href: '/2' }]"] },
  alias: { values: ["{ '@parts': './parts/b' }", "{ '@parts': './parts/c' }"] },
  sitemap: {
    values: ["{ hostname: 'https://a.test' }", "{ hostname: 'https://b.test', exclude: ['/guide'] }"],
  },
  feed: {
    values: ["{ '/guide': { title: 'First' } }", "{ '/guide': { title: 'Second' } }"],
    with: "sitemap: { hostname: 'https://a.test' }",
  },
  shareImages: {
    values: ["{ font: './fonts/first.ttf' }", "{ font: './fonts/second.ttf' }"],
    with: "sitemap: { hostname: 'https://a.test' }",
  },
  deadLinks: { values: ["'warn'", "'error'"], isSame: true },
  fallback: {
    values: ['false', 'true'],
    with: "locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }]",
  },
  csp: { values: ['false', "{ 'img-src': ['https://a.test'] }"] },
  llms: { values: ['false', '{ twins: false }'] },
  target: { values: ["'vercel'", "'s3'"] },
  pack: { values: ['{ maxSize: 100 }', "{ exclude: ['/blog*'] }"], isSame: true },
  server: { values: ["{ allowedHosts: ['a.test'] }", "{ allowedHosts: ['.b.test'] }"], isSame: true },
  demoTimeout: { values: ['20_000', '30_000'], isSame: true },
  pageTimeout: { values: ['20_000', '30_000'], isSame: true },
  screenshots: { values: ['{ widths: [800] }', "{ colors: ['dark'] }"], isSame: true },
  budgets: { values: ['{ firstView: { demo: 150 } }', "{ imports: { Button: 5, '*': 20 } }"], isSame: true },
  accept: {
    values: ["[{ code: 'crash', demo: 'a', reason: 'Theirs' }]", "[{ code: 'step', match: 'No', reason: 'Ours' }]"],
    isSame: true,
  },
  cacheDir: { values: ["'./kept'", "'./node_modules/kept'"], isSame: true },
  cache: { values: ['{ rendered: false }', '{ rendered: true }'], isSame: true },
  prerender: { values: ["'./collect/first.tsx'", "'./collect/second.tsx'"] },
  demo: { values: ["{ setup: './setups/first.tsx' }", "{ setup: './setups/second.tsx' }"] },
  export: { values: ["{ dependencies: { typescript: '^5' } }", "{ dependencies: { typescript: '^6' } }"] },
  sandbox: { values: ["{ template: 'create-react-app' }", "{ template: 'vite' }"] },
  projectRoot: { values: ["'.'", "'..'"], isSame: true },
  apiParser: { values: ['false', "{ entry: './other/index.tsx' }"], files: TABLE },
  library: {
    values: ["{ name: 'kit', entry: './other/index.tsx' }", "{ name: 'kit', entry: './source/index.tsx' }"],
    files: TABLE,
  },
  esbuild: { values: ['{ define: { WORD: "\'first\'" } }', '{ define: { WORD: "\'second\'" } }'] },
  postcss: {
    values: ['false', '{ plugins: [] }'],
    files: {
      'postcss.config.cjs':
        "module.exports = { plugins: [{ postcssPlugin: 'own', Declaration(node) { if (node.prop === 'order') node.value = '2'; } }] };\n",
    },
  },
  versions: {
    values: ["'./kept'", "'./archive'"],
    files: {
      ...versionsFolder({ '1.x': { files: { 'index.html': 'kept' } } }, { folder: 'kept' }),
      ...versionsFolder({ '1.x': { files: { 'index.html': 'archived' } } }, { folder: 'archive' }),
    },
  },
  markdown: {
    values: [
      "{ remarkPlugins: [() => (tree) => void tree.children.push({ type: 'html', value: '<i>1</i>' })] }",
      "{ remarkPlugins: [() => (tree) => void tree.children.push({ type: 'html', value: '<i>2</i>' })] }",
    ],
  },
  serverLoaderPath: { values: ["'/data/'", "'/other/'"] },
};

const THEME_CONFIG: Record<Named<NonNullable<UserConfig['themeConfig']>>, Row<string>> = {
  name: { values: ["'First'", "'Second'"] },
  logo: { values: ["'/logo.svg'", "'/c.png'"] },
  nav: { values: ["[{ title: 'One', link: '/guide' }]", "[{ title: 'Two', link: '/guide' }]"] },
  sidebar: {
    values: [
      "{ '/guide': [{ title: 'One', children: [{ title: 'Guide', link: '/guide' }] }] }",
      "{ '/guide': [{ title: 'Two', children: [{ title: 'Guide', link: '/guide' }] }] }",
    ],
  },
  footer: { values: ['false', "'The *footer*'"] },
  socialLinks: { values: ["{ github: 'https://github.com/me/a' }", "{ github: 'https://github.com/me/b' }"] },
  editLink: { values: ['false', "'https://a.test/{filename}'"] },
  branch: { values: ["'next'", "'trunk'"] },
  sourceLink: {
    values: ["'https://a.test/{fileName}#{line}'", "'https://b.test/{fileName}'"],
    files: TABLE,
    isSame: true,
  },
  disabledActions: { values: ["['CSB']", "['EDIT', 'STACKBLITZ']"] },
  lastUpdated: { values: ['false', 'true'], isSame: true },
  rtl: { values: ['true', 'false'] },
  versionLabel: { values: ["'First'", "'Second'"], isSame: true },
  prefersColor: { values: ["{ default: 'dark' }", "{ default: 'dark', switch: false }"] },
  showLineNum: { values: ['true', 'false'] },
  wrapCode: { values: ['true', 'false'] },
  foldCode: { values: ['10', '20'] },
  brand: { values: ["'#a21caf'", "'#0b6b57'"] },
  font: {
    values: ["{ sans: { family: 'First', src: './fonts/first.ttf' } }", "{ mono: { family: 'Second' } }"],
  },
  toc: { values: ["'menu'", "'content'"] },
};

const RESOLVE: Record<keyof NonNullable<UserConfig['resolve']>, Row<string>> = {
  docDirs: { values: ["['docs', 'more']", "['more', 'docs']"] },
  atomDirs: { values: ["[{ type: 'component', dir: 'other' }]", "[{ type: 'part', dir: 'other' }]"] },
  codeBlockMode: { values: ["'passive'", "'active'"] },
  entryFile: { values: ["'./other/index.tsx'", "'./source/index.tsx'"], files: TABLE },
  forceKebabCaseRouting: { values: ['false', 'true'] },
  allow: { values: ["['./parts']", "['./other']"], isSame: true },
};

const ESBUILD: Record<keyof NonNullable<UserConfig['esbuild']>, Row<string>> = {
  plugins: { values: ["[plugin('first')]", "[plugin('second')]"] },
  define: { values: ['{ WORD: "\'first\'" }', '{ WORD: "\'second\'" }'] },
  loader: {
    values: ["{ '.words': 'text' }", "{ '.words': 'base64' }"],
    with: "esbuild: { ...before.esbuild, loader: { '.words': 'dataurl' } }",
    files: {
      'demos/words.tsx': "import text from './text.words';\nexport default () => <p>{text}</p>;\n",
      'demos/text.words': 'words',
      'docs/words.md': '# Words\n\n<code src="../demos/words.tsx"></code>\n',
    },
  },
  conditions: { values: ["['first']", "['second']"] },
  timeout: { values: ['1000', '2000'], isSame: true },
};

/** For an option whose value cannot be repeated, such as a signal, the value does not matter. */
const OPTIONS: Record<Exclude<keyof BuildOptions, 'root'>, Row<unknown>> = {
  outDir: { values: ['first', 'second'], isSame: true },
  base: { values: ['/lib/', '/other/'] },
  target: { values: ['vercel', 's3'] },
  strict: { values: [true, false], isSame: true },
  development: { values: [true, false] },
  stats: { values: [true, false], isSame: true },
  onStage: { values: [() => undefined, undefined], isSame: true },
  onTask: { values: [() => undefined, undefined], isSame: true },
  cache: { values: [false, true], isSame: true },
  verifyCache: { values: [true, false], isSame: true },
  against: { values: ['published.txt', 'published-too.txt'], isSame: true },
  signal: { values: [new AbortController().signal, undefined], isSame: true },
};

const theme = (footer: string): string =>
  `import theme from 'cascader-docs/theme';\nexport default { ...theme, Footer: () => <footer>${footer}</footer> };\n`;
const collector = (word: string): string =>
  `export const wrap = (element: unknown) => <div title="${word}">{element as never}</div>;\n`;
const setup = (word: string): string =>
  `export const Wrapper = ({ children }: { children?: React.ReactNode }) => <div title="${word}">{children}</div>;\n`;
const library = (tone: string): string =>
  `/** Press it. */\nexport const Button = (_: { tone?: '${tone}' }) => <button type="button">${tone}</button>;\n`;

/** Configuration keys before each change. */
const BEFORE = "alias: { '@parts': './parts/a' }, esbuild: { define: { WORD: \"'before'\" } }";
/** A plugin is code, so a table of texts cannot contain it. */
const PLUGIN = `const plugin = (word) => ({
  name: word,
  setup(build) {
    const contents = 'export const part = ' + JSON.stringify(word);
    build.onLoad({ filter: /parts.a.word\\.ts$/ }, () => ({ contents, loader: 'ts' }));
  },
});
`;

const FILES = {
  'package.json': '{"name": "kit", "version": "1.0.0", "repository": "github:me/kit", "files": ["src"]}',
  'tsconfig.json':
    '{"compilerOptions": {"jsx": "react-jsx", "strict": true, "module": "esnext", "moduleResolution": "bundler"}}',
  'docs/index.md': '# Home\n\n[Guide](./guide.md) and [old](./old.txt)\n',
  'docs/old.txt': 'old',
  'docs/guide.md': `# Guide

Text.

## First

\`\`\`js
${'one();\n'.repeat(30)}\`\`\`

## Second

<code src="../demos/box.tsx"></code>

\`\`\`tsx
export default () => <i>fenced</i>;
\`\`\`
`,
  'docs/guide.de.md': '# Anleitung\n',
  'docs/live.mdx':
    "import { useState } from 'react';\n\nexport const Count = () => <b>{useState(1)[0]}</b>;\n\n# Live\n\n<Count />\n",
  'docs/loads.mdx': '---\nserverLoader: true\n---\n\n# Loads\n\n{1 + 1}\n',
  'docs/parts/deep/CamelCase.md': '# Deep\n',
  'docs/public/a.ico': 'a',
  'docs/public/a.js': '',
  'docs/public/b.css': '',
  'docs/public/b.ico': 'b',
  'docs/public/c.png': 'c',
  'docs/public/logo.svg': '<svg/>',
  'docs/public/robots.txt': 'User-agent: *\n',
  'assets/asset.txt': 'asset',
  'more/extra.md': '# Extra\n',
  'demos/box.tsx': `import { Button } from 'kit';
import { part } from '@parts/word';
import { word } from 'words';
import './box.css';
declare const WORD: string;
export default () => <p className="box">{WORD} {part} {word}<Button /></p>;
`,
  'demos/box.css': '.box { order: 1; }\n',
  'parts/b.tsx': 'export default () => <i>b</i>;\n',
  'parts/c.tsx': 'export default () => <i>c</i>;\n',
  'parts/a/word.ts': "export const part = 'a';\n",
  'parts/b/word.ts': "export const part = 'b';\n",
  'parts/c/word.ts': "export const part = 'c';\n",
  'src/index.tsx': library('src'),
  'other/index.tsx': library('other'),
  'other/Button.md': '# Button\n',
  'source/index.tsx': library('source'),
  'themes/first.tsx': theme('first'),
  'themes/second.tsx': theme('second'),
  'collect/first.tsx': collector('first'),
  'collect/second.tsx': collector('second'),
  'setups/first.tsx': setup('first'),
  'setups/second.tsx': setup('second'),
  'published.txt': '/guide\n',
  'published-too.txt': '/guide\n/live\n',
  'node_modules/words/package.json':
    '{"name": "words", "version": "1.0.0", "exports": {"types": "./index.d.ts", "first": "./first.js", "second": "./second.js", "default": "./index.js"}}',
  'node_modules/words/index.d.ts': 'export const word: string;\n',
  'node_modules/words/index.js': "export const word = 'index';\n",
  'node_modules/words/first.js': "export const word = 'first';\n",
  'node_modules/words/second.js': "export const word = 'second';\n",
};

let site: TestSite;
/** Output of the last build if that had no value of a row and none of its keys and files: the next row starts from it. */
let plain: string | undefined;

/** Writes the configuration with these keys after the others. */
const writeConfig = (...keys: (string | undefined)[]): void => {
  const own = keys.filter(Boolean).join(', ');
  const text = `${PLUGIN}const before = { ${BEFORE} };\nexport default { ...before, ${own} };\n`;
  fs.writeFileSync(path.join(site.root, 'cascader-docs.config.mjs'), text);
};

/**
 * Builds once per value, compares each output with that of an uncached build, and finally builds with the original value.
 *
 * @param prepare writes the configuration with a value, and returns the options of the build
 */
async function expectEach<Value>(
  name: string,
  row: Row<Value>,
  prepare: (value?: Value) => BuildOptions,
): Promise<void> {
  const build = async (value?: Value): Promise<{ built: TestBuild; options: BuildOptions; output: string }> => {
    const options = prepare(value);
    // Files that changed within the clock's resolution are not cached.
    await growOld();
    const built = await site.build(options);
    expect(built.exitCode, `${name}: ${value}\n${built.text}`).toBe(0);
    return { built, options, output: JSON.stringify([built.text, ...(await readOutput(built.result?.outDir ?? ''))]) };
  };
  const { values, isSame } = row;
  const isPlain = !row.with && !row.files;
  const before = (isPlain && plain) || (await build()).output;
  plain = undefined;
  const outputs = new Set([before]);
  for (const value of isWhole ? values : values.slice(0, 1)) {
    const { built, options, output } = await build(value);
    if (!isSame) await expectClean(site, built, `${name}: ${value}`, options);
    outputs.add(output);
  }
  // A value that changes nothing proves nothing.
  if (isSame) expect(outputs.size, name).toBe(1);
  else expect(outputs.size, name).toBeGreaterThan(1);
  expect((await build()).output, name).toBe(before);
  if (isPlain) plain = before;
}

beforeAll(async () => {
  const font = await readFont();
  site = await createSite({ ...FILES, 'fonts/first.ttf': font, 'fonts/second.ttf': font.slice() }, 'project/site');
});

describe('a build after a change of one configuration key equals a clean build', () => {
  const rowsOf = (table: Record<string, Row<string>>, within?: string) =>
    Object.entries(table).map(([name, row]) => [within ? `${within}.${name}` : name, name, row, within] as const);
  const nested = [...rowsOf(THEME_CONFIG, 'themeConfig'), ...rowsOf(RESOLVE, 'resolve'), ...rowsOf(ESBUILD, 'esbuild')];
  it.each([...rowsOf(CONFIG), ...(isWhole ? nested : [])])('%s', async (label, name, row, within) => {
    await site.write(row.files ?? {});
    onTestFinished(() => {
      for (const file of Object.keys(row.files ?? {})) fs.rmSync(path.join(site.root, file));
    });
    await expectEach(label, row, (value) => {
      const own = value === undefined ? undefined : `${name}: ${value}`;
      writeConfig(row.with, within && own ? `${within}: { ...before.${within}, ${own} }` : own);
      return {};
    });
  });
});

describe('a build after a change of one option equals a clean build', () => {
  it.each(Object.entries(OPTIONS))('%s', async (name, row) => {
    writeConfig();
    await expectEach<unknown>(name, row, (value) => ({ [name]: value }));
  });
});
