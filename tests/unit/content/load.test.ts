import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../../src/node/content/read-page.ts';
import type { SourcePage } from '../../../src/node/content/types.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';
import { createSite, loadSite, siteAt, summary } from './temporary-site.ts';

describe('pages', () => {
  it('have routes, titles and formats, and are sorted by route', async () => {
    const site = await createSite({
      'docs/index.md': 'text',
      'docs/CHANGELOG.md': '# History\n',
      'docs/demo/simple.md': '---\ntitle: Simple\n---\n# Other\n',
      'docs/demo/defaultValue.mdx': '# `defaultValue` *now*\n',
      'docs/demo/no-heading.md': 'text',
      'docs/demo/image.png': '',
      'docs/guide/index.md': 'text',
    });
    const { loaded, diagnostics } = await loadSite(site);
    expect(diagnostics).toEqual([]);
    expect(
      loaded.pages.map(({ sourcePath, routePath, title, format }) => [sourcePath, routePath, title, format]),
    ).toEqual([
      ['docs/index.md', '/', 'pkg', 'md'],
      ['docs/CHANGELOG.md', '/Changelog', 'History', 'md'],
      ['docs/demo/defaultValue.mdx', '/demo/default-value', 'defaultValue now', 'mdx'],
      ['docs/demo/no-heading.md', '/demo/no-heading', 'No Heading', 'md'],
      ['docs/demo/simple.md', '/demo/simple', 'Simple', 'md'],
      ['docs/guide/index.md', '/guide', 'Guide', 'md'],
    ]);
    const [, , , , simple] = loaded.pages as [...SourcePage[]];
    expect(simple && loaded.texts.of(simple).slice(simple.bodyOffset)).toBe('# Other\n');
  });

  it('are the Markdown files in the folders of pages and of components', async () => {
    const site = await createSite(
      {
        'guides/a.md': '',
        'guides/b/c.mdx': '',
        'guides/picture.png': '',
        'src/button/index.md': '',
        'src/button/b.ts': '',
      },
      { resolve: { docDirs: [{ type: 'guide', dir: 'guides' }], atomDirs: [{ type: 'component', dir: 'src' }] } },
    );
    const { loaded } = await loadSite(site);
    expect(loaded.pages.map(({ sourcePath }) => sourcePath).sort()).toEqual([
      'guides/a.md',
      'guides/b/c.mdx',
      'src/button/index.md',
    ]);
  });

  it('exclude names that start with _ or ., the public folder and node_modules', async () => {
    const site = await createSite({
      'docs/index.md': '',
      'docs/_draft.md': '',
      'docs/_handbook/docs/index.md': '',
      'docs/.hidden/a.md': '',
      'docs/public/readme.md': '',
      'docs/node_modules/a/readme.md': '',
    });
    const { loaded } = await loadSite(site);
    expect(loaded.pages.map(({ sourcePath }) => sourcePath)).toEqual(['docs/index.md']);
    expect(loaded.publicFiles).toEqual([{ filePath: join(site.root, 'docs/public/readme.md'), output: 'readme.md' }]);
  });

  it('may be in a folder that starts with _ if the site is in it', async () => {
    const outer = await createSite({ 'docs/_handbook/docs/index.md': '# Manual' });
    const { loaded } = await loadSite(siteAt(join(outer.root, 'docs/_handbook')));
    expect(loaded.pages.map(({ sourcePath, title }) => [sourcePath, title])).toEqual([['docs/index.md', 'Manual']]);
  });

  it('are found in typed folders and next to components', async () => {
    const site = await createSite(
      {
        'guides/start.md': '',
        'src/Button/index.md': '',
        'src/Button/index.en-US.md': '',
        'src/Button/index.tsx': '',
        'src/Button/demo/notes.md': '',
        'src/Tree/README.md': '',
        'src/hooks.md': '',
        'src/Button/other.md': '',
      },
      {
        resolve: { docDirs: [{ type: 'guide', dir: 'guides' }], atomDirs: [{ type: 'component', dir: 'src' }] },
        locales: [
          { id: 'zh-CN', name: '中文' },
          { id: 'en-US', name: 'English' },
        ],
      },
    );
    const { loaded } = await loadSite(site);
    expect(loaded.pages.map(({ routePath, locale, atom }) => [routePath, locale, atom])).toEqual([
      ['/components/button', 'zh-CN', true],
      ['/components/hooks', 'zh-CN', true],
      ['/components/tree', 'zh-CN', true],
      ['/en-US/components/button', 'en-US', true],
      ['/guides/start', 'zh-CN', false],
    ]);
    // A page next to a component documents that component.
    expect(loaded.pages.map(({ frontmatter }) => frontmatter.atomId)).toEqual([
      'Button',
      undefined,
      undefined,
      'Button',
      undefined,
    ]);
  });

  it('have the title of the site at the root of a locale', async () => {
    const site = await createSite(
      { 'docs/index.md': '', 'docs/index.en.md': '' },
      {
        locales: [
          { id: 'zh', name: 'Z' },
          { id: 'en', name: 'E' },
        ],
        title: 'Site',
      },
    );
    const { loaded } = await loadSite(site);
    expect(loaded.pages.map(({ routePath, title }) => [routePath, title])).toEqual([
      ['/', 'Site'],
      ['/en', 'Site'],
    ]);
  });

  it('cause an error that says what to write if there are none', async () => {
    const { diagnostics } = await loadSite(await createSite({ 'README.md': '' }));
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'CD201', text: 'No pages found in `docs`' }]);
    expect(diagnostics[0]?.location).toEqual({ file: 'docs/index.md', line: 1, column: 1 });
    expect(diagnostics[0]?.notes?.[0]).toContain('docs/index.md');
  });

  it('are excluded if they are for debugging, unless requested', async () => {
    const site = await createSite({
      'docs/index.md': '',
      'docs/demo/debug.md': '# Debug',
      'docs/demo/draft.md': '---\ndebug: true\n---\n',
      'docs/demo/draft.$tab-api.md': '',
      'docs/demo/debug.$tab-api.md': '---\ndebug: true\n---\n',
    });
    const routes = async (includeDebug: boolean) => {
      const { loaded, diagnostics } = await loadSite(site, { includeDebug });
      expect(diagnostics).toEqual([]);
      return loaded.pages.map(({ routePath, tabs }) => [routePath, tabs.length]);
    };
    expect(await routes(false)).toEqual([
      ['/', 0],
      ['/demo/debug', 0],
    ]);
    expect(await routes(true)).toEqual([
      ['/', 0],
      ['/demo/debug', 1],
      ['/demo/draft', 1],
    ]);
    const { loaded } = await loadSite(site);
    expect(JSON.stringify(loaded.navigation)).not.toContain('draft');
  });

  it('report errors of several pages with their locations', async () => {
    const site = await createSite({
      'docs/a.md': '---\norder: abc\n---\n',
      'docs/b.md': '---\nhero:\n  title: @scope/name\n---\n',
      'docs/c.md': Buffer.from([0x61, 0x0a, 0x62, 0xff, 0x0a]),
      'docs/d.md': 'a\0b',
    });
    const { diagnostics } = await loadSite(site);
    expect(summary(diagnostics)).toEqual([
      'docs/a.md:2:8 error CD212 Invalid front matter `order`: expected a number, got string "abc"',
      'docs/b.md:3:10 warning CD211 Plain value cannot start with reserved character @',
      'docs/c.md:2:2 error CD204 The page contains bytes that are not valid UTF-8',
      'docs/d.md:1:2 error CD204 The page contains a NUL character, so it is not text',
    ]);
  });

  it.each([
    ['a byte-order mark', '\ufeff---\ntitle: A\n---\n# B\n'],
    ['CRLF', '---\r\ntitle: A\r\n---\r\n# B\r\n'],
    ['CR', '---\rtitle: A\r---\r# B\r'],
  ])('with %s are read as without', async (_, text) => {
    const { loaded, diagnostics } = await loadSite(await createSite({ 'docs/index.md': text }));
    expect(diagnostics).toEqual([]);
    const [page] = loaded.pages;
    expect(page?.title).toBe('A');
    expect(page && loaded.texts.of(page)).toBe('---\ntitle: A\n---\n# B\n');
  });

  it('are reported if they were removed meanwhile', async () => {
    const { diagnostics } = await readPage(join(import.meta.dirname, 'gone.md'), 'docs/gone.md');
    expect(summary(diagnostics)).toEqual(['docs/gone.md:1:1 error CD202 Cannot read the page: ENOENT']);
  });

  it('are refused in UTF-16', async () => {
    const { diagnostics } = await loadSite(await createSite({ 'docs/index.md': Buffer.from('\ufeff# A', 'utf16le') }));
    expect(summary(diagnostics)).toEqual(['docs/index.md:1:1 error CD204 The page is UTF-16, not UTF-8']);
  });
});

describe('special files', () => {
  it('are skipped with a warning and never opened', async () => {
    const site = await createSite({ 'docs/index.md': '', 'outside/secret.md': '# Secret' });
    await symlink('../outside', join(site.root, 'docs/linked'));
    await symlink('../outside/secret.md', join(site.root, 'docs/link.md'));
    await symlink('.', join(site.root, 'docs/loop'));
    await symlink('nowhere.md', join(site.root, 'docs/dangling.md'));
    execFileSync('mkfifo', [join(site.root, 'docs/pipe.md')]);
    const { loaded, diagnostics } = await loadSite(site);
    expect(loaded.pages.map(({ sourcePath }) => sourcePath)).toEqual(['docs/index.md']);
    expect(summary(diagnostics)).toEqual(
      [
        ['dangling.md', 'symbolic link'],
        ['link.md', 'symbolic link'],
        ['linked', 'symbolic link'],
        ['loop', 'symbolic link'],
        ['pipe.md', 'named pipe'],
      ].map(
        ([name, kind]) => `docs/${name}:1:1 warning CD203 Skipped a ${kind}: only regular files and folders are read`,
      ),
    );
  });

  it('cause an error if the docs folder is a link to a folder outside of the project', async () => {
    const outside = await createSite({ 'secret.md': '# Secret' });
    const site = await createSite({});
    await symlink(outside.root, join(site.root, 'docs'));
    const { loaded, diagnostics } = await loadSite(site);
    expect(loaded.pages).toEqual([]);
    expect(diagnostics[0]).toMatchObject({
      severity: 'error',
      code: 'CD207',
      text: 'Folder `docs` is a link to a folder outside of the project',
    });
  });
});

describe('duplicate routes', () => {
  it.each([
    ['a.md', 'a.mdx'],
    ['a.md', 'a/index.md'],
    ['a.md', 'a/README.md'],
    ['a/README.md', 'a/index.md'],
    ['a.b.md', 'a/b.md'],
    ['a/FAQ.md', 'a/faq.md'],
    ['defaultValue.md', 'default-value.md'],
    ['CHANGELOG.md', 'Changelog.md'],
    ['FAQ.md', 'faq.md'],
    ['index.md', 'README.md'],
    ['a/HelloWorld.md', 'a/hello-world/index.md'],
  ])('%s and %s are one error that names both', async (first, second) => {
    const { diagnostics } = await loadSite(await createSite({ [`docs/${first}`]: '', [`docs/${second}`]: '' }));
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', code: 'CD206', location: { line: 1, column: 1 } });
    expect(diagnostics[0]?.text).toContain(`docs/${first}`);
    expect(diagnostics[0]?.text).toContain(`docs/${second}`);
  });

  it('may differ only by case if kebab-case is disabled', async () => {
    const site = await createSite(
      { 'docs/Foo.md': '', 'docs/foo.md': '' },
      { resolve: { forceKebabCaseRouting: false } },
    );
    expect(summary((await loadSite(site)).diagnostics)).toEqual([
      'docs/foo.md:1:1 error CD206 Duplicate route: docs/Foo.md (/Foo) and docs/foo.md (/foo) differ only in case',
    ]);
  });
});

describe('file names', () => {
  it.each([
    'a b.md',
    'ü.md',
    '😀.md',
    'a#b.md',
    'a?b.md',
    '100%.md',
    'a%2fb.md',
    '"a".md',
    'a`b`.md',
    '$id.md',
    'a\nb.md',
    '$(touch pwn).md',
  ])('%j is an error, because it is not valid in a route', async (name) => {
    const { diagnostics } = await loadSite(await createSite({ [`docs/${name}`]: '' }));
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'CD205',
        text: expect.stringMatching(/^Invalid route path \/.*: use only letters, digits, dashes and slashes$/),
      },
    ]);
  });
  it.each([
    ['constructor.md', '/constructor'],
    ['con.md', '/con'],
    ['-a.md', '/-a'],
    [`${'a'.repeat(200)}.md`, `/${'a'.repeat(200)}`],
    ["it's.md", "/it's"],
  ])('%s is an ordinary page', async (name, routePath) => {
    const { loaded, diagnostics } = await loadSite(await createSite({ [`docs/${name}`]: '' }));
    expect(diagnostics).toEqual([]);
    expect(loaded.pages[0]?.routePath).toBe(routePath);
  });
  it('are reserved if they start with ~', async () => {
    const { diagnostics } = await loadSite(await createSite({ 'docs/~demos/a.md': '' }));
    expect(diagnostics[0]?.text).toContain('`~` are reserved for');
  });
});

describe('tabs', () => {
  it('belong to the page next to them, sorted by file', async () => {
    const site = await createSite(
      {
        'docs/button.md': '',
        'docs/button.$tab-api.md': '---\ntitle: Interface\n---\n',
        'docs/button.$tab-designNotes.md': '# Heading',
        'docs/button.en.md': '',
        'docs/button.$tab-api.en.md': '',
        'docs/tree/index.md': '',
        'docs/tree/index.$tab-api.mdx': '',
      },
      {
        locales: [
          { id: 'zh-CN', name: '中文' },
          { id: 'en', name: 'English' },
        ],
      },
    );
    const { loaded, diagnostics } = await loadSite(site);
    expect(diagnostics).toEqual([]);
    expect(
      loaded.pages.map(({ routePath, tabs }) => [routePath, tabs.map(({ key, title }) => `${key}: ${title}`)]),
    ).toEqual([
      ['/button', ['api: Interface', 'designNotes: Design Notes']],
      ['/en/button', ['api: Api']],
      ['/tree', ['api: Api']],
    ]);
  });

  it('are errors without a page, as duplicates, and with the key `default`', async () => {
    const site = await createSite({
      'docs/a.md': '',
      'docs/a.$tab-api.md': '',
      'docs/a.$tab-api.mdx': '',
      'docs/a.$tab-default.md': '',
      'docs/lost.$tab-api.md': '',
    });
    expect(summary((await loadSite(site)).diagnostics)).toEqual([
      'docs/a.$tab-api.mdx:1:1 error CD208 Duplicate tab `api`: docs/a.$tab-api.md and docs/a.$tab-api.mdx',
      'docs/a.$tab-default.md:1:1 error CD208 Tab key `default` is reserved for the page itself',
      'docs/lost.$tab-api.md:1:1 error CD208 Tab `api` has no page: docs/lost.md does not exist',
    ]);
  });
});

describe('public files', () => {
  it('are all files of the public folder except .DS_Store', async () => {
    const site = await createSite({
      'docs/index.md': '',
      'docs/public/.nojekyll': '',
      'docs/public/.DS_Store': '',
      'docs/public/images/_a.svg': '',
    });
    const { loaded } = await loadSite(site);
    expect(loaded.publicFiles.map(({ output }) => output)).toEqual(['.nojekyll', 'images/_a.svg']);
  });
});

it('loads 300 pages quickly', async () => {
  const body = 'Some words about the component. '.repeat(220);
  const files: Record<string, string> = {};
  for (let i = 0; i < 300; i++)
    files[`docs/group-${i % 10}/page-${i}.md`] =
      `---\ntitle: Page ${i}\norder: ${i}\nnav: Group\n---\n\n# Page\n\n${body}`;
  const site = await createSite(files);
  await loadSite(site);
  const time = await cpuTime(async () => {
    const { loaded } = await loadSite(site);
    expect(loaded.pages).toHaveLength(300);
  });
  expect(time).toBeLessThan(1500);
});

it('reads a former address with or without a slash at its end', async () => {
  const site = await createSite({ 'docs/a.md': '---\nredirectFrom: [/old/, /older]\n---\n\n# A\n' });
  const { redirects } = (await loadSite(site)).loaded;
  expect(redirects).toEqual(['/old', '/older'].map((from) => ({ from, to: '/a' })));
});

it('ignores unreadable front matter, and does not change prototypes', async () => {
  const site = await createSite({ 'docs/a.md': '---\n__proto__:\n  polluted: 1\ntitle: A\n---\n' });
  await mkdir(join(site.root, 'docs/b'), { recursive: true });
  await writeFile(join(site.root, 'docs/b/c.md'), '---\n- a\n---\n# C');
  const { loaded } = await loadSite(site);
  expect(loaded.pages.map(({ title }) => title)).toEqual(['A', 'C']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
