import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

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
      'cascader-docs.config.ts': (await fs.readFile(path.join(repository, 'cascader-docs.config.ts'), 'utf8')).replace(
        / *apiParser:.*\n/,
        '',
      ),
    });

  it('knows the address of a deployed site by SITE_URL', async () => {
    const { build } = await site();
    const plain = await build({ cache: false });
    expect(plain.text).toBe('');
    expect(plain.files.filter((file) => /sitemap/.test(file))).toEqual([]);
    expect(await plain.read('guide/second/index.html')).not.toMatch(/rel="canonical"/);
    vi.stubEnv('SITE_URL', 'https://fork.example.org/docs');
    const { read, text } = await build({ cache: false });
    expect(text).toBe('');
    expect(await read('sitemap.xml')).toContain('<loc>https://fork.example.org/docs/guide/second</loc>');
    const html = await read('guide/second/index.html');
    expect(html).toContain('<link rel="canonical" href="https://fork.example.org/docs/guide/second">');
  });
});
