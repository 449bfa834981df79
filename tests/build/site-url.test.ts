import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { readFont } from '../helpers/font.ts';

const repository = path.resolve(import.meta.dirname, '../..');

afterEach(() => vi.unstubAllEnvs());

describe("this project's configuration", () => {
  /** A small site with the configuration of this repository. */
  const site = async () =>
    createSite({
      'docs/index.md': '# Home\n',
      'docs/guide/first.md': '---\nnav: Guide\n---\n\n# First\n',
      'docs/guide/second.md': '# Second\n',
      'docs/public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'node_modules/@expo-google-fonts/geist/700Bold/Geist_700Bold.ttf': await readFont(),
      'cascader-docs.config.ts': (await fs.readFile(path.join(repository, 'cascader-docs.config.ts'), 'utf8')).replace(
        / *apiParser:.*\n/,
        '',
      ),
    });

  it('knows the address of a deployed site by SITE_URL', async () => {
    const { build } = await site();
    const plain = await build({ cache: false });
    expect(plain.text).toBe('');
    expect(plain.files.filter((file) => /sitemap|share-/.test(file))).toEqual([]);
    expect(await plain.read('guide/second/index.html')).not.toMatch(/rel="canonical"|og:image|BreadcrumbList/);
    vi.stubEnv('SITE_URL', 'https://fork.example.org/docs');
    const { read, files, text } = await build({ cache: false });
    expect(text).toBe('');
    expect(await read('sitemap.xml')).toContain('<loc>https://fork.example.org/docs/guide/second</loc>');
    expect(files.some((file) => /^assets\/share-\w+\.png$/.test(file))).toBe(true);
    const html = await read('guide/second/index.html');
    expect(html).toContain('<link rel="canonical" href="https://fork.example.org/docs/guide/second">');
    expect(html).toMatch(/og:image" content="https:\/\/fork\.example\.org\/docs\/assets\/share-/);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)[1]).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Cascader', item: 'https://fork.example.org/docs/' },
        { '@type': 'ListItem', position: 2, name: 'Guide', item: 'https://fork.example.org/docs/guide/first' },
        { '@type': 'ListItem', position: 3, name: 'Second', item: 'https://fork.example.org/docs/guide/second' },
      ],
    });
  });
});
