import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestBuild } from '../helpers/build-site.ts';
import { KIT, packText } from '../helpers/packed-library.ts';

const FILES = {
  'docs/index.md': `---
title: Home
hero:
  title: My *library*
  description: |
    Components for forms,
    and <Tabs>.
  actions:
    - text: Get started
      link: /guide#first
    - text: GitHub
      link: https://github.com/me/my-library
  install: npm install my-library
features:
  - title: Small
    description: No dependencies.
  - title: Fast
    link: /guide
  - description: Without a title.
---
`,
  'docs/guide.md': '# Guide\n\n## First\n\nHow to begin.\n',
  'docs/other.md':
    '---\ndescription: Own.\nhero:\n  title: Other\n  description: Of the hero.\nfeatures: []\n---\n\n# Heading\n\nText.\n',
};

let built: TestBuild;

beforeAll(async () => {
  built = await buildSite(FILES, { base: '/lib/' });
  expect(built.text).toBe('');
});

describe('a home page', () => {
  it('has its hero and features in the Markdown twin', async () => {
    expect(await built.read('index.md')).toMatchInlineSnapshot(`
      "# My \\*library\\*

      Components for forms, and \\<Tabs>.

      - [Get started](/lib/guide.md#first)
      - [GitHub](https://github.com/me/my-library)

      \`\`\`sh
      npm install my-library
      \`\`\`

      - **Small**: No dependencies.
      - [**Fast**](/lib/guide.md)
      - Without a title.
      "
    `);
    expect(await built.read('other.md')).toMatchInlineSnapshot(`
      "**Other**

      Of the hero.

      # Heading

      Text.
      "
    `);
  });

  it('is described by its hero, unless it has a description', async () => {
    expect(await built.read('index.html')).toContain(
      '<meta name="description" content="Components for forms, and &lt;Tabs&gt;.">',
    );
    expect(await built.read('llms.txt')).toContain('- [Home](/lib/index.md): Components for forms, and <Tabs>.');
    expect(await built.read('other/index.html')).toContain('<meta name="description" content="Own.">');
  });

  it('links to packed pages in a pack', async () => {
    const site = await createSite({ ...KIT, ...FILES });
    expect(await packText(site)).toEqual({ text: '', exitCode: 0 });
    const text = await fs.readFile(path.join(site.root, 'skills/acme-kit/references/index.md'), 'utf8');
    expect(text).toContain('- [Get started](guide.md#first)\n- [GitHub](https://github.com/me/my-library)\n');
    expect(text).toContain('- [**Fast**](guide.md)\n');
  });

  it('links from the home page of another language to twins of its pages', async () => {
    const { text, read } = await buildSite({
      'cascader-docs.config.js':
        "export default { locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }] };\n",
      'docs/index.md': '# Home\n',
      'docs/de/index.md':
        '---\ntitle: Start\nhero:\n  title: Start\n  actions:\n    - text: Los\n      link: ./guide.md#a\n---\n',
      'docs/guide.md': '# Guide\n',
      'docs/de/guide.md': '# Handbuch\n\n## A\n',
    });
    expect(text).toBe('');
    expect(await read('de.md')).toContain('- [Los](/de/guide.md#a)\n');
    expect(await read('de/index.html')).toContain('href="/de/guide#a"');
  });
});
