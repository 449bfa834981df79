import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { ask, findDifferences } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const config = (extra = ''): string => `export default { title: 'Site', theme: './theme/index.tsx'${extra} };\n`;

/** The site before any edit. */
const FILES: Record<string, string | Uint8Array> = {
  'package.json': '{"name": "edited-lib", "version": "1.0.0"}',
  'README.md': '# Readme\n\nRead me.\n',
  'src/index.tsx': "export { Button } from './button';\n",
  'src/button.tsx': 'export const Button = () => <button type="button">library one</button>;\n',
  'docs/index.md': '# Home\n\n![dot](./dot.gif)\n',
  'docs/dot.gif': PIXEL,
  'docs/public/notes.txt': 'public one\n',
  'docs/guide/a.md': '---\nnav: Guide\n---\n\n# A\n\nText one.\n\n[B](./b.md)\n',
  'docs/guide/b.md': '# B\n\n<embed src="../../README.md"></embed>\n',
  'docs/guide/b.$tab-more.md': '# More\n\nTab one.\n',
  'docs/live.mdx': "import { Meter } from '../parts/meter.tsx';\n\n# Live\n\n<Meter />\n",
  'parts/meter.tsx': 'export const Meter = () => <b>meter one</b>;\n',
  'docs/demos.md':
    '# Demos\n\n<code src="../demos/plain.tsx"></code>\n\n<code src="../demos/library.tsx"></code>\n\n```tsx\nexport default () => <p>fence one</p>;\n```\n',
  'demos/plain.tsx':
    "import { text } from './text';\nimport './plain.less';\nexport default () => <p>plain {text}</p>;\n",
  'demos/text.ts': "export const text = 'one';\n",
  'demos/plain.less': "@import './colors.less';\np { color: @color; }\n",
  'demos/colors.less': '@color: #100001;\n',
  'demos/library.tsx': "import { Button } from 'edited-lib';\nexport default () => <Button />;\n",
  'theme/index.tsx':
    "import theme from 'cascader-docs/theme';\nimport './theme.css';\nimport { Footer } from './Footer';\nexport default { ...theme, Footer };\n",
  'theme/Footer.tsx': 'export const Footer = () => <footer>footer one</footer>;\n',
  'theme/theme.css': ':root { --own: one; }\n',
  'cascader-docs.config.ts': config(),
};

let site: TestSite;
let dev: RunningDev;

beforeAll(async () => {
  site = await createSite(FILES);
  dev = await startDev(site.root);
});

const remove = (file: string): Promise<void> => fs.rm(path.join(site.root, file), { recursive: true });
const rename = (from: string, to: string): Promise<void> =>
  fs.rename(path.join(site.root, from), path.join(site.root, to));
const text = async (address: string): Promise<string> => (await ask(dev, address)).text;
/** Waits until a page contains a text, or no longer contains it. */
const shows = (address: string, words: string): Promise<boolean> =>
  waitFor(async () => (await text(address)).includes(words));
const hides = (address: string, words: string): Promise<boolean> =>
  waitFor(async () => !(await text(address)).includes(words));

/** Reverts edits, so that no test depends on another. */
const restore = (...files: string[]): Promise<void> =>
  site.write(Object.fromEntries(files.map((file) => [file, FILES[file] ?? ''])));

/** Returns the style sheets of a page, concatenated. */
async function styles(address: string): Promise<string> {
  const hrefs = [...(await text(address)).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  return (await Promise.all(hrefs.map((href) => text(String(href))))).join('\n');
}

/** Waits for an update that contains `file`, after the first `reported` updates. */
const isReported = (file: string, reported: number): Promise<boolean> =>
  waitFor(() => dev.updates.slice(reported).some(({ files }) => files.includes(file)));

/** Edits a file after its page was shown, and waits for the new text. */
async function follows(address: string, { file, change, words }: { file: string; change: string; words: string }) {
  expect((await ask(dev, address)).text).not.toContain(words);
  const reported = dev.updates.length;
  await site.write({ [file]: change });
  await shows(address, words);
  await isReported(file, reported);
}

describe('an edit', () => {
  it('of a text appears on its page, and is one update', async () => {
    await text('/guide/a');
    const reported = dev.updates.length;
    await follows('/guide/a', {
      file: 'docs/guide/a.md',
      change: '---\nnav: Guide\n---\n\n# A\n\nText two.\n\n[B](./b.md)\n',
      words: 'Text two',
    });
    expect(dev.updates.slice(reported)).toEqual([
      { kind: 'update', files: ['docs/guide/a.md'], time: expect.any(Number) },
    ]);
  });

  it('of a title changes navigation and sidebar of other pages', () =>
    follows('/guide/a', {
      file: 'docs/guide/b.md',
      change: '---\ntitle: Bee\nnav: Manual\n---\n\n# Bee\n\n<embed src="../../README.md"></embed>\n',
      words: '>Bee<',
    }));

  it('of a description and of the sidebar option appears', async () => {
    const change = '---\nnav: Guide\ndescription: About it.\nsidebar: false\n---\n\n# A\n\nText.\n\n[B](./b.md)\n';
    await follows('/guide/a', { file: 'docs/guide/a.md', change, words: 'content="About it."' });
    expect(await text('/guide/a')).not.toContain('data-static="sidebar"');
    await restore('docs/guide/a.md');
    await shows('/guide/a', 'data-static="sidebar"');
  });

  it('of a tab appears on the page that contains it', () =>
    follows('/guide/b', { file: 'docs/guide/b.$tab-more.md', change: '# More\n\nTab two.\n', words: 'Tab two' }));

  it('of an embedded file appears on the page', () =>
    follows('/guide/b', { file: 'README.md', change: '# Readme\n\nRead me twice.\n', words: 'Read me twice' }));

  it('of an image gives it a new name, under which its new content is served', async () => {
    const nameOf = (html: string): string => /src="(\/assets\/dot\.[^"]+)"/.exec(html)?.[1] ?? '';
    const before = nameOf(await text('/'));
    expect((await ask(dev, before)).status).toBe(200);
    await site.write({ 'docs/dot.gif': Buffer.concat([PIXEL, Buffer.from('x')]) });
    await hides('/', before);
    const after = nameOf(await text('/'));
    expect((await ask(dev, after)).text).toMatch(/x$/);
    expect(await ask(dev, before)).toMatchObject({ status: 404 });
  });

  it('of a public file is served', () =>
    follows('/notes.txt', { file: 'docs/public/notes.txt', change: 'public two\n', words: 'public two' }));

  it('of a demo appears on its page and in its code', async () => {
    const change =
      "import { text } from './text';\nimport './plain.less';\nexport default () => <p>plainer {text}</p>;\n";
    await follows('/demos', { file: 'demos/plain.tsx', change, words: '<p>plainer ' });
  });

  it('of a file that a demo imports appears in the demo', () =>
    follows('/demos', { file: 'demos/text.ts', change: "export const text = 'two';\n", words: '<!-- -->two</p>' }));

  it('of a fenced demo appears', () =>
    follows('/demos', {
      file: 'docs/demos.md',
      change:
        '# Demos\n\n<code src="../demos/plain.tsx"></code>\n\n<code src="../demos/library.tsx"></code>\n\n```tsx\nexport default () => <p>fence two</p>;\n```\n',
      words: '<p>fence two</p>',
    }));

  it('of the library appears in the demos that import it by its package name', () =>
    follows('/demos', {
      file: 'src/button.tsx',
      change: 'export const Button = () => <button type="button">library two</button>;\n',
      words: 'library two',
    }));

  it('of a component of an interactive page appears', () =>
    follows('/live', {
      file: 'parts/meter.tsx',
      change: 'export const Meter = () => <b>meter two</b>;\n',
      words: 'meter two',
    }));

  it('of an interactive page appears', () =>
    follows('/live', {
      file: 'docs/live.mdx',
      change: "import { Meter } from '../parts/meter.tsx';\n\n# Live\n\nMore words.\n\n<Meter />\n",
      words: 'More words',
    }));

  it('of a Less style sheet, or of one that it imports, appears in the styles of the page', async () => {
    await text('/demos');
    await site.write({ 'demos/colors.less': '@color: #200002;\n' });
    await waitFor(async () => (await styles('/demos')).includes('#200002'));
    await site.write({ 'demos/plain.less': "@import './colors.less';\np { background: @color; }\n" });
    await waitFor(async () => (await styles('/demos')).includes('background: #200002'));
    await site.write({ 'demos/colors.less': '@color: #300003;\n' });
    await waitFor(async () => (await styles('/demos')).includes('background: #300003'));
  });

  it('that adds, changes or removes a PostCSS configuration appears in all styles', async () => {
    const shown = (background: string, own: string): Promise<boolean> =>
      waitFor(async () => {
        const css = await styles('/demos');
        return css.includes(`background: ${background}`) && css.includes(`--own: ${own}`);
      });
    const paint = (color: string): Promise<void> =>
      site.write({
        '.postcssrc.cjs': `const paint = (declaration) => { if (/^(background|--own)$/.test(declaration.prop)) declaration.value = '${color}'; };\nmodule.exports = { plugins: [{ postcssPlugin: 'paint', Once: (root) => root.walkDecls(paint) }] };\n`,
      });
    await site.write({
      'demos/colors.less': '@color: #500005;\n',
      'demos/plain.less': "@import './colors.less';\np { background: @color; }\n",
    });
    await restore('theme/theme.css');
    await shown('#500005', 'one');
    await paint('#400001');
    await shown('#400001', '#400001');
    await paint('#400002');
    await shown('#400002', '#400002');
    await remove('.postcssrc.cjs');
    await shown('#500005', 'one');
  });

  it('of a component of the theme appears on every page', () =>
    follows('/guide/a', {
      file: 'theme/Footer.tsx',
      change: 'export const Footer = () => <footer>footer two</footer>;\n',
      words: 'footer two',
    }));

  it("of the theme's CSS appears", async () => {
    await site.write({ 'theme/theme.css': ':root { --own: two; }\n' });
    await waitFor(async () => (await styles('/guide/a')).includes('--own: two'));
  });

  it('of the configuration reloads everything on the same port', async () => {
    const { port } = dev.server;
    const reported = dev.updates.length;
    await follows('/guide/a', {
      file: 'cascader-docs.config.ts',
      change: config(", themeConfig: { name: 'Named' }"),
      words: 'Named',
    });
    expect(dev.updates.slice(reported).map(({ kind }) => kind)).toContain('restart');
    expect(dev.server.port).toBe(port);
    await restore('cascader-docs.config.ts');
    await hides('/guide/a', 'Named');
  });

  it('of package.json appears', async () => {
    await site.write({
      'package.json': '{"name": "edited-lib", "version": "1.0.0", "repository": "https://github.com/x/edited"}',
    });
    await shows('/guide/a', 'https://github.com/x/edited');
  });

  it('of the base path moves the site, on the same port', async () => {
    const { port } = dev.server;
    await site.write({ 'cascader-docs.config.ts': config(", base: '/moved/'") });
    await waitFor(() => dev.server.urls[0]?.endsWith('/moved/'));
    expect(dev.server.port).toBe(port);
    await shows('/guide/a', 'href="/moved/guide/b"');
    await site.write({ 'cascader-docs.config.ts': config() });
    await waitFor(() => !dev.server.urls[0]?.endsWith('/moved/'));
    await shows('/guide/a', 'href="/guide/b"');
  });
});

describe('a path that is added, moved or removed', () => {
  it('updates the navigation when it is a page', async () => {
    await site.write({ 'docs/guide/new.md': '# Brand new\n' });
    await shows('/guide/new', 'Brand new');
    await shows('/guide/b', 'href="/guide/new"');
    await rename('docs/guide/new.md', 'docs/guide/newer.md');
    await shows('/guide/newer', 'Brand new');
    await waitFor(async () => (await ask(dev, '/guide/new')).status === 404);
    await hides('/guide/b', 'href="/guide/new"');
    await remove('docs/guide/newer.md');
    await waitFor(async () => (await ask(dev, '/guide/newer')).status === 404);
    await hides('/guide/b', 'Brand new');
  });

  it('is followed when it is a folder of pages, also under another name', async () => {
    await site.write({ 'docs/more/one.md': '# First\n', 'docs/more/two.md': '# Second\n' });
    await shows('/more/two', 'href="/more/one"');
    await rename('docs/more', 'docs/others');
    await shows('/others/two', 'href="/others/one"');
    await waitFor(async () => (await ask(dev, '/more/two')).status === 404);
    await remove('docs/others');
    await waitFor(async () => (await ask(dev, '/others/one')).status === 404);
  });

  it('is reported as missing when it is a demo, until it exists', async () => {
    const embedding = '# Late\n\n<code src="../demos/late.tsx"></code>\n';
    await site.write({ 'docs/late.md': embedding });
    await waitFor(async () => (await ask(dev, '/late')).errors.includes('CD307'));
    await site.write({ 'demos/late.tsx': 'export default () => <p>better late</p>;\n' });
    await shows('/late', '<p>better late</p>');
    expect((await ask(dev, '/late')).errors).toEqual([]);
    await rename('demos/late.tsx', 'demos/later.tsx');
    await waitFor(async () => (await ask(dev, '/late')).errors.includes('CD307'));
    await site.write({ 'docs/late.md': embedding.replace('late.tsx', 'later.tsx') });
    await shows('/late', '<p>better late</p>');
    await remove('docs/late.md');
    await waitFor(async () => (await ask(dev, '/late')).status === 404);
  });

  it('leaves nothing behind when it is a module of the library', async () => {
    await rename('src/button.tsx', 'src/knob.tsx');
    await waitFor(async () => (await ask(dev, '/demos')).errors.includes('CD401'));
    await site.write({ 'src/index.tsx': "export { Button } from './knob';\n" });
    await waitFor(async () => (await ask(dev, '/demos')).errors.length === 0);
    await shows('/demos', '>library ');
    const reported = dev.updates.length;
    await rename('src/knob.tsx', 'src/button.tsx');
    await restore('src/index.tsx');
    await isReported('src/button.tsx', reported);
    await isReported('src/index.tsx', reported);
  });
});

describe('a log file of another tool', () => {
  it('causes no update, even while a page has errors that any file may fix', async () => {
    const reported = dev.updates.length;
    await site.write({ 'docs/wrong.md': '# Wrong\n\n<code src="../demos/none.tsx"></code>\n' });
    await isReported('docs/wrong.md', reported);
    await waitFor(async () => (await ask(dev, '/wrong')).errors.includes('CD307'));
    const before = dev.updates.length;
    await site.write({ 'debug.log': 'line\n', 'docs/build.log': 'line\n' });
    await site.write({ 'other.txt': 'any file\n' });
    await waitFor(() => dev.updates.length > before);
    expect(dev.updates.slice(before).flatMap(({ files }) => files)).toEqual(['other.txt']);
    await remove('docs/wrong.md');
    await waitFor(async () => (await ask(dev, '/wrong')).status === 404);
  });
});

describe('after all edits', () => {
  it('pages equal those that build writes from the same files', async () => {
    const built = await site.build({ cache: false });
    expect(built.exitCode, built.text).toBe(0);
    expect(await findDifferences(built, dev)).toEqual([]);
    expect(dev.errors).toEqual([]);
  });
});
