import { describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestBuild } from '../helpers/build-site.ts';

const pageData = async (built: TestBuild, file: string) => {
  const html = await built.read(file);
  return JSON.parse(/<script type="application\/json" id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
};

const indexOf = async (built: TestBuild, file: string) => {
  const { search } = await pageData(built, file);
  return JSON.parse(await built.read(search.index.slice(1)));
};

describe('search in a built site', () => {
  it('has the URLs of its scripts and its index on every page, and a dialog', async () => {
    const built = await buildSite({ 'docs/index.md': '# Home\n\ntext\n' });
    for (const file of ['index.html', '404.html', '~pages/index.html']) {
      const { search } = await pageData(built, file);
      for (const url of Object.values<string>(search)) expect(built.files).toContain(url.slice(1));
      expect(await built.read(file)).toContain('placeholder="Type keywords..."');
    }
  });

  it('indexes hero, features, tabs, code and demos', async () => {
    const built = await (
      await createSite({
        'docs/index.md': '# Home\n',
        'docs/a.md':
          '---\nhero:\n  title: Heroic\n  description: <b>bold</b> words\nfeatures:\n  - title: Featured\n---\n\n# A\n\n```js\nconst coded = 1;\n```\n\n```tsx\n/**\n * title: Shown\n * description: Some *help*\n * keywords: [keyed]\n */\nexport default () => <b>rendered &amp; {1 + 1}</b>;\n```\n\n<code src="../styled.tsx"></code>\n',
        'styled.tsx':
          "import { scripted } from './scripted';\nimport './styled.css';\n\nexport default () => <i>{scripted}</i>;\n",
        'scripted.ts': 'export const scripted = 3;\n',
        'styled.css': '.sheeted { color: red }\n',
        'docs/a.$tab-api.md': '# Tabbed\n\ninside\n',
      })
    ).build({ cache: false });
    expect(built.text).toBe('');
    const { pages } = await indexOf(built, 'index.html');
    const text = JSON.stringify(pages);
    for (const word of [
      'Heroic',
      'Featured',
      'const coded = 1;',
      'Shown',
      'Some help',
      'keyed',
      'rendered & 2',
      'Tabbed',
      'inside',
      '?tab=api',
      'scripted = 3',
    ])
      expect(text).toContain(word);
    // The styles of a demo are not part of its content.
    expect(text).not.toContain('sheeted');
  });

  it('has one index per content locale, without debug pages', async () => {
    const built = await (
      await createSite({
        'cascader-docs.config.ts': `export default { base: '/lib/', locales: [{ id: 'en', name: 'English' }, { id: 'zh-CN', name: '中文' }] };`,
        'docs/index.md': '# Home\n',
        'docs/index.zh-CN.md': '# 首页\n',
        'docs/secret.md': '---\ndebug: true\n---\n\n# Secret\n',
      })
    ).build({ cache: false });
    const titles = async (file: string) => {
      const { search } = await pageData(built, file);
      const index = JSON.parse(await built.read(search.index.replace('/lib/', '')));
      expect(index.base).toBe('/lib/');
      return index.pages.map(([title]: [string]) => title);
    };
    expect(await titles('index.html')).toEqual(['Home']);
    expect(await titles('zh-CN/index.html')).toEqual(['首页']);
    // The note for readers without JavaScript is in the language of the page, whatever the interface language is.
    expect(await built.read('zh-CN/index.html')).toContain('<p class="noscript">请启用 JavaScript');
  });

  it('is divided into files when the site is large, and a search loads few of them', async () => {
    const text = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(150);
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [`docs/page-${number}.md`, `# Page ${number}\n\n${text}\n`]),
    );
    const built = await buildSite({ 'docs/index.md': '# Home\n', ...pages });
    const index = await indexOf(built, 'index.html');
    expect(index.pages).toBeUndefined();
    const counts: number[] = index.pageFolders.flatMap(([, ...counts]: [string, ...number[]]) => counts);
    expect(counts.reduce((sum, count) => sum + count)).toBe(31);
    const files = built.files.filter((file) => /^~search\/[^/]+\//.test(file));
    expect(files).toHaveLength(counts.length + index.termFiles.length);
    for (const file of files) expect((await built.read(file)).length).toBeLessThan(30_000);
  });

  it('is updated after an edit of a large site, with the same files as if it was created again', async () => {
    const wordsOf = (page: number): string =>
      Array.from({ length: 900 }, (_, at) => `word${((at + page) * 37) % 4000}`).join(' ');
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, number) => [`docs/page-${number}.md`, `# Page ${number}\n\n${wordsOf(number)}\n`]),
    );
    const site = await createSite({ 'docs/index.md': '# Home\n', ...pages });
    const searchFiles = async (built: TestBuild): Promise<Record<string, string>> => {
      const names = built.files.filter((file) => file.startsWith('~search/'));
      return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await built.read(name)])));
    };
    const before = await searchFiles(await site.build());
    await site.write({ 'docs/page-7.md': `# Page 7\n\n${wordsOf(7)} unusualterm\n` });
    const updated = await searchFiles(await site.build());
    expect(updated).not.toEqual(before);
    expect(JSON.stringify(updated)).toContain('unusualterm');
    const changed = Object.keys(updated).filter((name) => updated[name] !== before[name]);
    expect(changed.length).toBeLessThan(Object.keys(updated).length / 2);
    expect(await searchFiles(await site.build({ cache: false }))).toEqual(updated);
  });

  it('has a URL that does not depend on the text', async () => {
    const build = async (text: string) => {
      const built = await buildSite({ 'docs/index.md': `# Home\n\n${text}\n` });
      return { html: await built.read('index.html'), index: JSON.stringify(await indexOf(built, 'index.html')) };
    };
    const [one, two] = [await build('one'), await build('two')];
    expect(two.index).not.toBe(one.index);
    expect(two.html.replaceAll('two', 'one')).toBe(one.html);
  });

  it('can be turned off', async () => {
    const built = await (
      await createSite({
        'cascader-docs.config.ts': `export default { search: false, languages: ['zh-CN'] };`,
        'docs/index.md': '# Home\n',
      })
    ).build({ cache: false });
    expect(built.files.filter((file) => /search/.test(file))).toEqual([]);
    const html = await built.read('index.html');
    expect(html).not.toContain('输入关键字搜索...');
    // A single interface language leaves nothing to choose.
    expect(html).toContain('aria-label="链接到 Home"');
    expect(html).not.toContain('>English<');
    expect(await built.read('404.html')).toContain('<title>页面未找到</title>');
  });

  it('has synonyms, keywords and descriptions of pages', async () => {
    const built = await (
      await createSite({
        'cascader-docs.config.ts': `export default { search: { synonyms: [['ts', 'typescript']] } };`,
        'docs/index.md': '---\ndescription: All of it\nkeywords: [lazy, async]\n---\n\n# Home\n',
        'docs/a.md': '# A\n\nfirst paragraph\n',
      })
    ).build({ cache: false });
    expect(built.text).toBe('');
    const { synonyms, pages } = await indexOf(built, 'index.html');
    expect(synonyms).toEqual([['ts', 'typescript']]);
    const texts = pages.map((page: unknown[]) => JSON.stringify(page.slice(4)));
    expect(texts).toContain('[[],"All of it",["lazy","async"]]');
    // The first paragraph is in the index already.
    expect(texts).toContain('[]');
  });
});
