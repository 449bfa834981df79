import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentOf, createProject, messagesOf, type ProjectOptions, withoutSettings } from '../project.ts';

const FILES = {
  'docs/index.md': '# Home\n',
  'docs/guide/start.md': '# Start\n\n## Install it\n',
  'docs/guide/index.md': '# Guide\n',
  'docs/guide/Some Page.md': 'x\n',
  'docs/guide/files/data.zip': 'zip',
  'docs/public/robots.txt': 'x',
  'docs/tab.md': '## Main\n',
  'docs/tab.$api.md': '## Props\n',
  'README.md': '# Readme\n',
  LICENSE: 'MIT',
  'src/index.ts': 'export {};',
  '.env': 'SECRET=1',
};

const link = async (href: string, options?: ProjectOptions, format = 'md') => {
  const source = `Text\n\n[x](${href})\n`;
  const page = await createProject({ ...FILES, [`docs/guide/page.${format}`]: source }, options).compile(
    `docs/guide/page.${format}`,
  );
  return { page, href: /href="([^"]*)"/.exec(contentOf(page))?.[1], messages: messagesOf(page.diagnostics) };
};

describe.each(['md', 'mdx'] as const)('links in .%s', (format) => {
  it.each([
    ['./start.md', '/guide/start'],
    ['start.md#install-it', '/guide/start#install-it'],
    ['../guide/start.md?a=b#c', '/guide/start?a=b#c'],
    ['./start', '/guide/start'],
    ['./start.mdx', undefined],
    ['.', '/guide'],
    ['./index.md', '/guide'],
    ['../', '/'],
    ['../index.md', '/'],
    ['/guide/start/', '/guide/start'],
    ['/guide/start#x', '/guide/start#x'],
    ['/', '/'],
    ['<Some Page.md>', '/guide/Some Page'],
    ['Some%20Page.md', '/guide/Some Page'],
    ['../tab.$api.md#props', '/tab?tab=api#api-props'],
    ['#here', '#here'],
    ['?tab=api', '?tab=api'],
    ['/robots.txt', '/robots.txt'],
    ['/~demos/x', '/~demos/x'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
  ])('resolve %s to %s', async (written, expected) => {
    const { href, messages } = await link(written, {}, format);
    if (expected) {
      expect(messages).toEqual([]);
      expect(href).toBe(expected);
    } else expect(messages).toHaveLength(1);
  });

  it('include the base', async () => {
    const options = { config: { base: '/docs/' } };
    expect((await link('./start.md#a', options, format)).href).toBe('/docs/guide/start#a');
    expect((await link('/guide/start', options, format)).href).toBe('/docs/guide/start');
    expect((await link('/docs/guide/start', options, format)).href).toBe('/docs/guide/start');
    expect((await link('/robots.txt', options, format)).href).toBe('/docs/robots.txt');
  });

  it('to other sites open a new tab', async () => {
    const { page } = await link('https://a.b/c', {}, format);
    expect(contentOf(page)).toContain('<a target="_blank" rel="noreferrer" href="https://a.b/c" class="external">');
  });

  it('to files copy the file to a name with a hash', async () => {
    const { href, page } = await link('./files/data.zip', {}, format);
    expect(href).toBe('/assets/data.4a70fe9a.zip');
    expect(page.assets).toMatchObject([{ output: 'assets/data.4a70fe9a.zip' }]);
  });

  it.each([
    ['./strat.md', '3:5 error CD315: Linked page `./strat.md` does not exist. Did you mean `./start.md`?'],
    [
      './files/dat.zip',
      '3:5 error CD315: Linked file `./files/dat.zip` does not exist. Did you mean `./files/data.zip`?',
    ],
    ['../../README.md', '3:5 warning CD323: `../../README.md` is not a page of this site'],
    [
      '../../../../etc/passwd.txt',
      '3:5 error CD308: Linked file `../../../../etc/passwd.txt` lies outside of the project',
    ],
    ['../../.env', '3:5 error CD324: Linked file `../../.env` may contain secrets, so it is not published'],
  ])('report %s', async (href, message) => expect((await link(href, {}, format)).messages).toEqual([message]));
});

describe('links to files of the repository that are not pages', () => {
  const repository = 'https://github.com/example/library';

  it.each([
    ['../../README.md#usage', 'https://github.com/example/library/blob/HEAD/README.md#usage'],
    ['../../LICENSE', 'https://github.com/example/library/blob/HEAD/LICENSE'],
    ['../../src/index.ts', 'https://github.com/example/library/blob/HEAD/src/index.ts'],
    ['../../src', 'https://github.com/example/library/tree/HEAD/src'],
  ])('resolve %s to a URL of its host', async (written, expected) => {
    const { href, messages, page } = await link(written, { repository });
    expect(messages).toEqual([]);
    expect(href).toBe(expected);
    expect(contentOf(page)).toContain('target="_blank"');
    expect(page.assets).toEqual([]);
  });

  it('copy the file if it is in a docs folder', async () => {
    expect((await link('./files/data.zip', { repository })).href).toBe('/assets/data.4a70fe9a.zip');
  });

  it('are plain text if the repository is unknown', async () => {
    const { page, messages } = await link('../../README.md');
    expect(messages).toEqual(['3:5 warning CD323: `../../README.md` is not a page of this site']);
    expect(contentOf(page)).toContain('<a>x</a>');
  });

  it('are errors if the file does not exist', async () => {
    const { messages } = await link('../../READM.md', { repository });
    expect(messages).toEqual([
      '3:5 error CD315: Linked page `../../READM.md` does not exist. Did you mean `../../README.md`?',
    ]);
  });
});

describe('dead links', () => {
  const files = {
    ...FILES,
    'docs/page.md': '[a](./gone.md) [b](/gone) [c](/guide/start#gone)\n\n![d](./gone.png)\n',
    'README.md': '[a](./gone.md) [b](./gone.zip)\n\n![d](./gone.png)\n',
    'docs/readme.md': '<embed src="../README.md"></embed>\n',
  };
  const severities = async (page: string, config: ProjectOptions['config'] = {}) => {
    const project = createProject(files, { config });
    const found = [...(await project.compile(page)).diagnostics, ...(await project.check())];
    return found.filter(({ code }) => code !== 'CD327').map(({ code, severity }) => `${severity} ${code}`);
  };

  it('are errors', async () => {
    expect(await severities('docs/page.md')).toEqual(['error CD315', 'error CD316', 'error CD320', 'error CD321']);
  });

  it('are warnings on request', async () => {
    expect(await severities('docs/page.md', { deadLinks: 'warn' })).toEqual([
      'warning CD315',
      'warning CD316',
      'warning CD320',
      'warning CD321',
    ]);
  });

  it('are warnings in a file that is embedded from outside of the docs folders', async () => {
    expect((await severities('docs/readme.md')).slice(0, 3)).toEqual([
      'warning CD315',
      'warning CD315',
      'warning CD316',
    ]);
  });
});

describe('links in raw HTML and embedded files', () => {
  it('are resolved relative to the file that contains them', async () => {
    const project = createProject({
      ...FILES,
      'docs/guide/part.md': '<a href="./start.md">raw</a> [md](./start.md#install-it)\n',
      'docs/page.md': '<embed src="./guide/part.md"></embed>\n\n<p><a href="guide/start.md">x</a></p>\n',
    });
    const page = await project.compile('docs/page.md');
    expect(contentOf(page).match(/href="[^"]*"/g)).toEqual([
      'href="/guide/start"',
      'href="/guide/start#install-it"',
      'href="/guide/start"',
    ]);
    expect(page.links.map(({ location }) => `${location.file}:${location.line}`)).toEqual([
      'docs/guide/part.md:1',
      'docs/guide/part.md:1',
      'docs/page.md:3',
    ]);
  });

  it('are checked in front matter', async () => {
    const frontmatter = {
      hero: {
        actions: [
          { text: 'a', link: '/nope' },
          { text: 'b', link: 'javascript:x' },
        ],
      },
      features: [{ link: 'https://a.b' }, {}],
    };
    const project = createProject(
      { 'docs/a.md': `---\n${JSON.stringify(frontmatter, null, 2)}\n---\nx\n` },
      { pages: { 'docs/a.md': { frontmatter } } },
    );
    const page = await project.compile('docs/a.md');
    expect(messagesOf(page.diagnostics)).toEqual(['11:17 error CD304: URL `javascript:x` is not allowed']);
    expect(page.links).toMatchObject([{ routePath: '/nope', location: { line: 7 } }]);
  });
});

const PNG = Buffer.from(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x04`, 'latin1');

describe.each(['md', 'mdx'] as const)('images in .%s', (format) => {
  const image = async (source: string) => {
    const files = {
      'docs/img/a b.png': PNG,
      'docs/logo.svg': '<svg>',
      'docs/public/p.png': PNG,
      [`docs/page.${format}`]: source,
    };
    const page = await createProject(files, { config: { base: '/b/' } }).compile(`docs/page.${format}`);
    return { page, html: contentOf(page).trim(), messages: messagesOf(page.diagnostics) };
  };

  it('are copied, get their size, and are loaded lazily', async () => {
    const { html, page } = await image('![alt](<./img/a b.png>)\n');
    const [asset] = page.assets;
    expect(asset?.output).toMatch(/^assets\/a-b\.[0-9a-f]{8}\.png$/);
    expect(html).toBe(`<p><img src="/b/${asset?.output}" alt="alt" width="8" height="4" loading="lazy"></p>`);
    expect(withoutSettings(page.dependencies)).toEqual([asset?.filePath]);
  });

  it('in HTML keep the size that the author gave', async () => {
    const { html } = await image('<img src="img/a%20b.png" width="20" alt="x" />\n');
    expect(html).toMatch(/^<img src="\/b\/assets\/a-b\.\w+\.png" width="20" alt="x" loading="lazy">$/);
  });

  it('can be public files or on other sites', async () => {
    expect((await image('![](/p.png) ![](https://a.b/c.png)\n')).html).toBe(
      '<p><img src="/b/p.png" alt="" loading="lazy"> <img src="https://a.b/c.png" alt="" loading="lazy"></p>',
    );
  });

  it('resolve every candidate of a srcset', async () => {
    const { html, page } = await image('<picture><source srcset="logo.svg 1x, https://a.b/c.svg 2x" /></picture>\n');
    expect(html).toContain(`srcset="/b/${page.assets[0]?.output} 1x, https://a.b/c.svg 2x"`);
  });

  it('are reported if they are missing', async () => {
    const { messages } = await image('x\n\ny ![L](./logo.svgg) ![Q](/q.png)\n');
    expect(messages).toEqual([
      '3:8 error CD316: Image `./logo.svgg` does not exist. Did you mean `./logo.svg`?',
      '3:26 error CD316: Image `/q.png` does not exist in the public folder',
    ]);
  });

  it('are refused if they are outside of the project, also through a symbolic link', async () => {
    const project = createProject({ [`docs/page.${format}`]: '![X](../../x.png) ![L](./l.png)\n' });
    fs.symlinkSync('/etc/hostname', path.join(project.root, 'docs/l.png'));
    const page = await project.compile(`docs/page.${format}`);
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['CD308', 'CD308']);
    expect(page.assets).toEqual([]);
  });
});
