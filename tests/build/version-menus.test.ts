import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { FILES, OLD_PAGES, versionsFiles } from '../helpers/versions-site.ts';

/** Text of the picker in a page. */
const pickerOf = (html: string): string => /<details class="menu version-switch".*?<\/details>/s.exec(html)?.[0] ?? '';

describe('a site with other versions', () => {
  it('has the script and the lists, and its pages link to the same page in each version', async () => {
    const site = await createSite({ ...FILES, ...versionsFiles('/lib/') });
    const { text, files, read } = await site.build({ base: '/lib/' });
    expect(text).toBe('');
    expect(files.filter((file) => /versions/.test(file) && !file.startsWith('v/'))).toEqual([
      'versions.js',
      '~versions/0.x.json',
      '~versions/1.x.json',
      '~versions/current.json',
    ]);
    expect(JSON.parse(await read('~versions/1.x.json'))).toEqual(OLD_PAGES);
    expect(JSON.parse(await read('~versions/current.json'))).toContainEqual({
      path: 'zh/components/data/cascader',
      heading: 'Cascader',
      lang: 'zh',
    });
    const picker = pickerOf(await read('components/data/cascader/index.html'));
    expect(picker).toContain('<summary class="nav-link" aria-label="Version: 2.x">');
    expect(picker).toContain('<a class="nav-link" href="/lib/components/data/cascader" aria-current="true">2.x</a>');
    expect(picker).toContain('<a class="nav-link" href="/lib/v/1.x/components/cascader">1.x</a>');
    expect(picker).toContain('<a class="nav-link" href="https://legacy.example.org/">Legacy</a>');
    expect(pickerOf(await read('components/new/index.html'))).toContain(
      '<a class="nav-link" href="/lib/v/1.x/components">1.x<span class="version-note">Nearest page: Components</span></a>',
    );
    expect(pickerOf(await read('404.html'))).toContain('<a class="nav-link" href="/lib/v/1.x/">1.x</a>');
  });

  it('lists only its own pages for search engines and assistants, and forbids no address', async () => {
    const site = await createSite({
      ...FILES,
      ...versionsFiles(),
      'cascader-docs.config.ts':
        "export default { sitemap: { hostname: 'https://kit.test' }, themeConfig: { versionLabel: 'Next' } };\n",
    });
    const { read } = await site.build({ cache: false });
    for (const list of ['sitemap.xml', 'llms.txt', 'llms-full.txt']) expect(await read(list)).not.toContain('/v/');
    expect(await read('robots.txt')).not.toContain('Disallow');
    expect(pickerOf(await read('index.html'))).toContain('aria-label="Version: Next"');
  });

  it('checks links into its versions', async () => {
    const site = await createSite({
      ...FILES,
      ...versionsFiles(),
      'docs/components/new.md': `# New\n\n${['/v/1.x/', '/v/1.x/index.html', '/v/latest/components', '/v/1.x/gone', '/v/latest/gone', '/v/2.x/'].map((href) => `[a](${href})`).join('\n')}\n`,
      'cascader-docs.config.ts':
        "export default { themeConfig: { nav: [{ title: 'Old', link: '/v/1.x/' }, { title: 'Older', link: '/v/0.1.x/' }] } };\n",
    });
    const { text } = await site.build({ cache: false });
    const dead = [...text.matchAll(/error CD\d+: .*/g)].map(([line]) => line);
    expect(dead.sort()).toMatchInlineSnapshot(`
      [
        "error CD221: Dead link /v/0.1.x/ in the configuration",
        "error CD320: Dead link: there is no page \`/v/1.x/gone\`",
        "error CD320: Dead link: there is no page \`/v/2.x\`",
        "error CD320: Dead link: there is no page \`/v/latest/gone\`",
      ]
    `);
  });

  it('updates cached pages, and is the same site without them afterwards', async () => {
    const site = await createSite({ ...FILES, 'node_modules/.keep': '' });
    await growOld();
    const before = await site.build();
    const page = await before.read('components/data/cascader/index.html');
    expect(before.files.filter((file) => /versions/.test(file) && !file.startsWith('v/'))).toEqual([]);
    expect(page).not.toMatch(/version-switch|"versions"/);
    await site.write(versionsFiles());
    await growOld();
    const { read, result } = await site.build();
    expect(result?.isUnchanged).toBeUndefined();
    expect(pickerOf(await read('components/data/cascader/index.html'))).toContain('href="/v/1.x/components/cascader"');
    const pages = OLD_PAGES.map((page) => ({ ...page, path: page.path.replace('components/', 'forms/') }));
    await site.write(versionsFiles('/', pages));
    await growOld();
    const moved = await site.build();
    expect(pickerOf(await moved.read('components/data/cascader/index.html'))).toContain('href="/v/1.x/forms/cascader"');
    const made = moved.result?.made.map(({ route }) => route);
    expect(made).toContain('/zh/components/data/cascader');
    // This page is not in the version, and its nearest page did not move.
    expect(made).not.toContain('/components/new');
    await fs.rm(path.join(site.root, 'versions'), { recursive: true });
    const after = await site.build();
    expect(after.files).toEqual(before.files);
    expect(await after.read('components/data/cascader/index.html')).toBe(page);
  });
});
