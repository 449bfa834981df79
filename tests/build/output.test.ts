import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, createSite, listFiles, type TestBuild } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { createRepository } from '../helpers/git.ts';

const site = {
  'docs/index.md': '---\ntitle: Home\nhero:\n  title: Library\n---\n\nText.\n',
  'docs/guide/intro.md': '# Intro\n\nSee [home](../index.md) and [more](./more.md#part).\n\n![a dot](../dot.svg)\n',
  'docs/guide/more.md': '# More\n\n## Part\n\n<code src="../../demos/d.tsx"></code>\n',
  'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><circle cx="2" cy="2" r="2"/></svg>',
  'docs/public/robots.txt': 'User-agent: *\n',
  'demos/d.tsx': 'import \'./d.css\';\nexport default () => <p className="d">demo</p>;\n',
  'demos/d.css': '.d { background: url(./pixel.png) }',
  'demos/pixel.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

it('resolves links of a home page like those of its text', async () => {
  const links = [
    './guide.md',
    'guide.md#part',
    '/guide',
    '/docs/guide?a=b#part',
    './note.txt',
    'https://example.com/a',
  ];
  const frontmatter = {
    hero: { title: 'Library', actions: links.map((link) => ({ text: link, link })) },
    features: [{ title: 'Guide', link: './guide.md' }, { title: 'None' }],
  };
  const { text, read } = await buildSite({
    'cascader-docs.config.js': "export default { base: '/docs/' };\n",
    'docs/index.md': `---\n${JSON.stringify(frontmatter)}\n---\n`,
    'docs/guide.md': '# Guide\n\n## Part\n',
    'docs/note.txt': 'A note.',
  });
  expect(text).toBe('');
  const html = await read('index.html');
  expect(Array.from(html.matchAll(/<a [^>]*?class="button"[^>]*?href="([^"]*)"/g), ([, href]) => href)).toEqual([
    '/docs/guide',
    '/docs/guide#part',
    '/docs/guide',
    '/docs/guide?a=b#part',
    expect.stringMatching(/^\/docs\/assets\/note\.\w+\.txt$/),
    'https://example.com/a',
  ]);
  expect(html).toContain('<p class="feature-title"><a href="/docs/guide">Guide</a></p>');
});

describe('output', () => {
  let root: string;
  let plain: TestBuild;

  beforeAll(async () => {
    const fixture = await createSite(site);
    root = fixture.root;
    plain = await fixture.build();
  });

  it('replaces a folder of the last build by a file of that name', async () => {
    const changing = await createSite({ 'docs/index.md': '# Home\n', 'docs/public/data/one.txt': 'one' });
    expect((await changing.build()).files).toContain('data/one.txt');
    await fs.rm(path.join(changing.root, 'docs/public/data'), { recursive: true });
    await changing.write({ 'docs/public/data': 'file' });
    const built = await changing.build();
    expect(built.exitCode, built.text).toBe(0);
    expect(await built.read('data')).toBe('file');
  });

  it('has one document per route, in the layout that static hosts expect', async () => {
    const { files } = plain;
    expect(files.filter((file) => !file.startsWith('assets/'))).toEqual([
      '.cascader-docs',
      '.nojekyll',
      '404.html',
      'THIRD-PARTY-NOTICES.txt',
      '_headers',
      'guide/intro.md',
      'guide/intro/index.html',
      'guide/more.md',
      'guide/more/index.html',
      'index.html',
      'index.md',
      'llms-full.txt',
      'llms.txt',
      'robots.txt',
      '~demos/docs-guide-more-demo-d/index.html',
      '~pages/index.html',
      '~sandbox.html',
      '~sandbox.json',
      '~search/en.json',
    ]);
  });

  it('works below a base path: every URL of a page starts with it and exists', async () => {
    const { files, read } = await buildSite(site, { base: '/lib/' });
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      const html = (await read(file)).replace(/<pre[\s\S]*?<\/pre>/g, '');
      for (const [, url = ''] of html.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)) {
        expect(url, file).toMatch(/^\/lib\//);
        const target = url.slice('/lib/'.length);
        expect(files, `${file} links ${url}`).toContain(
          /\.\w+$/.test(target) ? target : path.posix.join(target, 'index.html'),
        );
      }
    }
  });

  it('contains nothing specific to the machine', async () => {
    const { files, read } = plain;
    for (const file of files) {
      const text = await read(file);
      expect(text, file).not.toContain(root);
      expect(text, file).not.toContain(os.homedir() === '/root' ? '/root/' : os.homedir());
    }
  });

  it('has assets that are named by content, and their hashes in the HTML', async () => {
    const { files, read } = plain;
    const html = await read('guide/more/index.html');
    const linked = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+)" integrity="sha256-([^"]+)"/g)];
    expect(linked.length).toBeGreaterThan(2);
    for (const [, file = '', hash] of linked) {
      expect(files).toContain(file);
      expect(
        createHash('sha256')
          .update(await read(file))
          .digest('base64'),
      ).toBe(hash);
    }
  });

  it('escapes page data, and any title', async () => {
    const title = '</script><img src=x onerror=alert(1)>';
    const { read } = await buildSite({
      'docs/index.md': `---\ntitle: '${title}'\ndescription: '"><b>'\n---\n\nText.\n`,
    });
    const html = await read('index.html');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('content="&quot;&gt;&lt;b&gt;"');
    expect(JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '').title).toBe(title);
  });

  it('is byte-identical in another folder, time zone and locale', async () => {
    const hashes = await Promise.all(
      [
        { TZ: 'UTC', LANG: 'C' },
        { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8' },
      ].map(async (env, index) => {
        const { root } = await createSite(index === 0 ? site : Object.fromEntries(Object.entries(site).reverse()));
        const { code } = await run(['build', root], { env, cwd: index === 0 ? root : os.tmpdir() });
        expect(code).toBe(0);
        const files = await listFiles(path.join(root, 'dist'));
        const digest = createHash('sha256');
        for (const file of files) digest.update(file).update(await fs.readFile(path.join(root, 'dist', file)));
        return { files, digest: digest.digest('hex') };
      }),
    );
    expect(hashes[1]).toEqual(hashes[0]);
  });

  it('is byte-identical on another git branch, and its links lead to the configured branch', async () => {
    const fixture = await createSite({
      'package.json': '{"name": "lib", "version": "1.0.0", "repository": "example/lib"}',
      '.gitignore': 'dist\n',
      'cascader-docs.config.ts': "export default { themeConfig: { branch: 'stable' } };\n",
      'docs/index.md': '# Home\n\n<API id="Box"></API>\n',
      'src/index.tsx': 'export const Box = (_: { open?: boolean }) => <i />;\n',
    });
    const { git } = createRepository(fixture.root);
    const build = async () => {
      const { text, files, read } = await fixture.build({ cache: false });
      expect(text).toBe('');
      return await Promise.all(files.map(async (file) => [file, await read(file)]));
    };
    const first = await build();
    git('checkout', '--quiet', '-b', 'feature');
    expect(await build()).toEqual(first);
    git('checkout', '--quiet', '--detach');
    expect(await build()).toEqual(first);
    const html = Object.fromEntries(first)['index.html'];
    expect(html).toContain('https://github.com/example/lib/edit/stable/docs/index.md');
    expect(html).toContain('https://github.com/example/lib/blob/stable/src/index.tsx#L1');
  });

  it('loads only the boot script on a text page', async () => {
    const { read } = plain;
    const scripts = [...(await read('guide/intro/index.html')).matchAll(/<script[^>]*src="([^"]+)"/g)].map(
      ([, src]) => src,
    );
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/boot-/)]);
  });

  it('has documents whose size does not grow with the number of pages', async () => {
    const pages = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `docs/guide/page-${String(i).padStart(4, '0')}.md`,
          '# A page\n\nText.\n',
        ]),
      );
    const size = async (count: number) => {
      const { read } = await buildSite({ 'docs/index.md': '# Home\n', ...pages(count) });
      return (await read('guide/page-0010/index.html')).length;
    };
    const [few, many] = [await size(100), await size(200)];
    expect(many / few).toBeLessThan(1.02);
  });
});
