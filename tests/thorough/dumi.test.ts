import { describe, expect, it } from 'vitest';
import { loadSite } from '../../src/node/build/site.ts';
import { load } from '../../src/node/content/load.ts';
import { headingText } from '../../src/node/markdown/compile-site.ts';
import { createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { copyLibrary } from '../helpers/libraries.ts';

/** A component library like other repositories that use dumi, with nothing for this tool. */
const REPOSITORY = {
  'package.json': JSON.stringify({
    name: 'rc-field',
    version: '1.2.0',
    repository: 'https://github.com/example/field',
    devDependencies: { dumi: '^2.4.0' },
  }),
  '.dumirc.ts': `import path from 'path';
import { defineConfig } from 'dumi';

const basePath = process.env.GH_PAGES ? '/field/' : '/';

export default defineConfig({
  alias: { 'rc-field$': path.resolve('src'), 'rc-field/es': path.resolve(__dirname, './src') },
  favicons: ['https://example.org/favicon.png'],
  themeConfig: { name: 'Field', logo: 'https://example.org/logo.png' },
  mfsu: false,
  base: basePath,
  publicPath: basePath,
  exportStatic: {},
});
`,
  'docs/index.md': '# Field\n\n<code src="./examples/basic.tsx"></code>\n',
  'docs/examples/basic.tsx':
    "import React from 'react';\nimport Field from 'rc-field';\nimport { label } from 'rc-field/es/label';\nexport default () => <Field>{label}</Field>;\n",
  'src/index.tsx':
    'import React from \'react\';\nexport default ({ children }) => <b className="field">{children}</b>;\n',
  'src/label.ts': "export const label = 'A label';\n",
  'src/Extra/index.md': '# Extra\n',
  'public/robots-too.txt': 'hello',
};

describe('a repository that uses dumi', () => {
  it('builds strictly without changes, and reports the file that was read and the keys that have no effect', async () => {
    const site = await createSite(REPOSITORY);
    const built = await site.build({ strict: true, cache: false });
    expect(built.text).toMatchInlineSnapshot(`
      "info CD117: The configuration is read from .dumirc.ts, a dumi configuration file
        → If there is a cascader-docs.config.ts next to it, that file is read instead.
      .dumirc.ts:10:3 - info CD118: \`mfsu\` is ignored: it has no effect here
      .dumirc.ts:13:3 - info CD118: \`exportStatic\` is ignored: it has no effect here"
    `);
    expect(built.exitCode).toBe(0);
    expect(await built.read('index.html')).toContain('<b class="field">A label</b>');
    // Pages beside the sources of components, and the public folder, are where dumi expects them.
    expect(built.files).toEqual(expect.arrayContaining(['components/extra/index.html', 'robots-too.txt']));
    expect(await built.read('index.html')).toContain('<html lang="zh-CN"');
  });

  it('is served by dev without a restart until somebody edits its configuration', async () => {
    const site = await createSite(REPOSITORY);
    await growOld();
    const dev = await startDev(site.root);
    expect((await ask(dev, '/')).text).toContain('A label');
    await site.write({ 'docs/index.md': '# Edited\n' });
    await waitFor(async () => (await ask(dev, '/')).text.includes('Edited'));
    await site.write({ '.dumirc.ts': REPOSITORY['.dumirc.ts'].replace("name: 'Field'", "name: 'Meadow'") });
    await waitFor(async () => (await ask(dev, '/')).text.includes('Meadow'));
    await waitFor(() => dev.updates.length > 1);
    expect(dev.updates.map(({ kind, files }) => [kind, ...files])).toEqual([
      ['update', 'docs/index.md'],
      ['restart', '.dumirc.ts'],
    ]);
    expect(dev.errors).toEqual([]);
  });

  it('uses a cascader-docs configuration instead if there is one', async () => {
    const site = await createSite({ ...REPOSITORY, 'cascader-docs.config.mjs': "export default { title: 'Ours' };" });
    const built = await site.build({ cache: false });
    expect(built.text).not.toContain('.dumirc.ts');
    expect(built.files).not.toContain('components/extra/index.html');
  });

  it('warns about dead links in pages, anchors, images and the navigation, because dumi accepts them', async () => {
    const pages = {
      ...REPOSITORY,
      '.dumirc.ts':
        "export default {\n  themeConfig: { nav: [{ title: 'Gone', link: '/gone' }] },\n  title: 'Field',\n};\n",
      'docs/index.md': '# Field\n\n[a](./gone.md) [b](/gone) [c](#gone) ![d](./gone.png)\n',
    };
    const site = await createSite(pages);
    const built = await site.build({ cache: false });
    expect(built.diagnostics.map(({ severity, code, location }) => `${severity} ${code} ${location?.line}`)).toEqual([
      'info CD117 undefined',
      'warning CD221 2',
      'warning CD315 3',
      'warning CD316 3',
      'warning CD320 3',
      'warning CD321 3',
    ]);
    expect(built.exitCode).toBe(0);
    await site.write({
      'cascader-docs.config.mjs': "export default { themeConfig: { nav: [{ title: 'Gone', link: '/gone' }] } };",
    });
    const strict = await site.build({ cache: false });
    expect(strict.diagnostics.filter(({ code }) => code === 'CD221')).toMatchObject([{ severity: 'error' }]);
    expect(strict.exitCode).toBe(1);
  });

  it('has one demo for a page and its translation that embed the same file', async () => {
    const site = await createSite({
      'package.json': '{"name": "lib", "version": "1.0.0", "devDependencies": {"dumi": "^2"}}',
      '.dumirc.ts':
        "export default { locales: [{ id: 'en-US', name: 'English' }, { id: 'zh-CN', name: '中文', base: '/cn' }] };",
      'src/button/demo/_basic.tsx':
        '/**\n * title: Basic\n * title.zh-CN: 基本\n */\nexport default () => <button type="button">Press</button>;\n',
      'src/button/index.en-US.md': '# Button\n\n<code src="./demo/_basic.tsx"></code>\n',
      'src/button/index.zh-CN.md': '# 按钮\n\n<code src="./demo/_basic.tsx"></code>\n',
    });
    const built = await site.build({ strict: true, cache: false });
    expect(built.text.split('\n')[0]).toContain('CD117');
    expect(built.exitCode).toBe(0);
    expect(built.result?.demos).toBe(1);
    const [english, chinese] = [
      await built.read('components/button/index.html'),
      await built.read('cn/components/button/index.html'),
    ];
    for (const html of [english, chinese]) {
      expect(html).toContain('id="src-button-demo-_basic"');
      expect(html).toContain('<button type="button">Press</button>');
    }
    expect(english).toContain('Basic');
    expect(chinese).toContain('基本');
    expect(built.files.filter((file) => file.startsWith('~demos/'))).toEqual([
      '~demos/src-button-demo-_basic/index.html',
    ]);
  });

  it('uses components from .dumi, and reports once what it ignores in pages', async () => {
    const site = await createSite({
      'package.json': '{"name": "lib", "version": "1.0.0", "devDependencies": {"dumi": "^1"}}',
      '.umirc.ts': "import { defineConfig } from 'umi';\nexport default defineConfig({ mode: 'site' });\n",
      '.dumi/theme/builtins/Shout.tsx': 'export default ({ children }) => <em className="shout">{children}!</em>;',
      '.dumi/theme/builtins/Counter/index.jsx': 'export default ({ to }) => <b>{to}</b>;',
      '.dumi/theme/builtins/Locale.tsx': "import { useIntl } from 'dumi';\nexport default () => useIntl().locale;",
      'docs/index.md':
        '---\ntitle: Home\nhero:\n  title: Lib\n  desc: A library\n  image: { url: ./a.png }\nfooter: MIT\n---\n\n<Shout>Hello</Shout>\n\n<Counter to="9"></Counter>\n\n<Locale>en</Locale>\n',
      'docs/a.md': '---\ntitle: A\nnav:\n  title: Docs\n  path: /docs\n---\n\nText.\n',
      'docs/b.md': '---\ntitle: B\nnav:\n  title: Docs\n  path: /docs\ngroup:\n  path: /g\n---\n\nText.\n',
    });
    const built = await site.build({ strict: true, cache: false });
    expect(built.text.split('\n')).toEqual([
      '.umirc.ts:1:1 - info CD122: The site uses dumi 1, which is not supported: only features that also exist in dumi 2 work',
      '  → Upgrade to dumi 2 first: `npm install --save-dev dumi@2`, rename .umirc.ts to .dumirc.ts, and follow https://d.umijs.org/guide/upgrading.',
      // A dumi theme may read it.
      'docs/index.md:6:12 - info CD218: Unknown key `url` in `hero.image`',
      '',
      '  6 │   image: { url: ./a.png }',
      '    ╵            ^^^',
      '',
      '  → Known keys: light, dark, alt.',
      'docs/a.md:5:9 - info CD216: The front matter key `nav.path` on 2 pages is ignored: URLs come from folders and file names',
      'docs/b.md:7:9 - info CD216: The front matter key `group.path` on one page is ignored: URLs come from folders and file names',
      'docs/index.md:5:9 - info CD216: The front matter key `hero.desc` on one page is ignored: write `hero.description` instead',
      'docs/index.md:7:9 - info CD216: The front matter key `footer` on one page is ignored: set `themeConfig.footer` instead',
      '.dumi/theme/builtins/Locale.tsx:1:1 - info CD217: <Locale> imports from dumi, so only the content between its tags is shown',
    ]);
    const html = await built.read('index.html');
    expect(html).toContain('<em class="shout">Hello!</em>');
    expect(html).toContain('<b>9</b>');
  });

  it('reports an unknown component once, with its other uses', async () => {
    const site = await createSite({
      'docs/index.md': '# A\n\n<Nope />\n\n<Nope />\n',
      'docs/b.md': '# B\n\n<Nope />\n',
    });
    const { diagnostics } = await site.build({ cache: false });
    expect(diagnostics).toMatchObject([
      {
        code: 'CD503',
        location: { file: 'docs/index.md', line: 3 },
        notes: [expect.any(String), expect.any(String), 'Other uses: docs/index.md:5:1, docs/b.md:3:1.'],
      },
    ]);
  });
});

/**
 * The pages of the libraries in `tests/fixtures` that follow the conventions of dumi, each with the URL path that dumi
 * gives it.
 */
const ADDRESSES: Record<string, Record<string, string>> = {
  'dumi-2': {
    'docs/index.md': '/',
    // The id of each locale except the first precedes the path.
    'docs/index.zh-CN.md': '/zh-CN',
    // Of several capitals at the start of a path, only the first is kept.
    'docs/CHANGELOG.md': '/Changelog',
    'docs/demo/basic.md': '/demo/basic',
    'docs/demo/withSteps.md': '/demo/with-steps',
    'docs/guide/FAQ.md': '/guide/faq',
    // A dot separates segments as a slash does.
    'docs/guide/theme.tokens.md': '/guide/theme/tokens',
    // Beside the source, the first level and the index of a folder are pages. Files that begin with `_` are not.
    'src/Scale/index.md': '/components/scale',
    'src/Scale/index.zh-CN.md': '/zh-CN/components/scale',
  },
  'dumi-1': {
    'docs/index.md': '/',
    'docs/index.zh-CN.md': '/zh-CN',
    'docs/guide/index.md': '/guide',
    'docs/guide/index.zh-CN.md': '/zh-CN/guide',
    'docs/guide/upgrade.md': '/guide/upgrade',
    // Other folders of pages begin at the root.
    'packages/hooks/src/useCounter/index.en-US.md': '/use-counter',
    'packages/hooks/src/useCounter/index.zh-CN.md': '/zh-CN/use-counter',
    'packages/hooks/src/useToggle/index.md': '/use-toggle',
  },
  // Stories and pages of Storybook beside the source are ignored.
  storybook: { 'docs/index.md': '/' },
};

it.each(Object.keys(ADDRESSES))('pages of the library %s have the URL paths that dumi gives them', async (name) => {
  const { root } = await copyLibrary({ name });
  const { site } = await loadSite(root);
  const runPaths = (): never => {
    throw new Error('the library has no paths files');
  };
  const { loaded } = await load(site, {
    includeDebug: false,
    headingText,
    runPaths,
    storyReader: { stories: runPaths, docs: runPaths },
  });
  const found = loaded.pages.map(({ sourcePath, routePath }) => [sourcePath, routePath]);
  expect(Object.fromEntries(found)).toEqual(ADDRESSES[name]);
});
