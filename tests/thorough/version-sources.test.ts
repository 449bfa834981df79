import fs from 'node:fs';
import path from 'node:path';
import { addVersion } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { filesIn, textOf, write } from '../helpers/version-sites.ts';

describe('sites of other tools', () => {
  const PAGE =
    '<!doctype html><html><head><script src="/lib/v/1.x/a.js"></script></head><body><h1>Old</h1></body></html>';
  let site: TestSite;
  const add = (files: Record<string, string>, folder: string) =>
    addVersion({ root: site.root, id: '1.x', from: write(site, folder, files), replace: true });

  beforeAll(async () => {
    site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { base: '/lib/' };\n",
      'node_modules/.keep': '',
    });
  });

  it('are archived, with warnings about what has no effect', async () => {
    const text = await textOf(
      add(
        {
          'index.html': PAGE.replace('</body>', '<a href="/lib/guide">x</a></body>'),
          'a.js': '',
          'part.html': '<p>Part</p>',
          _headers: '/*\n  A: b\n',
          CNAME: 'example.org',
          '.nojekyll': '',
        },
        'foreign',
      ),
    );
    expect(text).toMatchInlineSnapshot(`
      "warning CD868: A URL leads out of version 1.x, because it does not begin with /lib/v/1.x/
        → /lib/guide in index.html
      warning CD873: Search engines may list a file of version 1.x, because it is encoded as UTF-16, or without a doctype and \`html\`, \`head\` and \`body\` tags: part.html
      info CD876: Hosting providers read these files only at the root of a site, so version 1.x is archived without them: CNAME, /*"
    `);
    expect(filesIn(site, 'versions/1.x').sort()).toEqual(
      ['.cascader-docs', 'a.js', 'index.html', 'part.html'].map((name) => `versions/1.x/${name}`),
    );
    const { read, exitCode } = await site.build();
    expect(exitCode).toBe(0);
    expect(await read('v/1.x/index.html')).toContain('<script src="/lib/versions.js" defer></script></head>');
  });

  it.each<[string, (folder: string) => void, string]>([
    [
      'a symbolic link',
      (folder) => fs.symlinkSync('/etc/passwd', path.join(folder, 'a')),
      'contains a symbolic link, a,',
    ],
    ['a link to a folder', (folder) => fs.symlinkSync('/etc', path.join(folder, 'a')), 'contains a symbolic link, a,'],
    [
      'a private file',
      (folder) => fs.writeFileSync(path.join(folder, '.env'), ''),
      'may contain secrets, so it is not published',
    ],
    [
      'the name of a device',
      (folder) => fs.writeFileSync(path.join(folder, 'aux.js'), ''),
      'a name that Windows reserves',
    ],
    [
      'names that differ by case',
      (folder) => {
        fs.writeFileSync(path.join(folder, 'A.js'), '');
        fs.writeFileSync(path.join(folder, 'a.js'), '');
      },
      'are the same file on case-insensitive',
    ],
    ['no home page', (folder) => fs.rmSync(path.join(folder, 'index.html')), 'nor a built site (index.html)'],
    [
      'another base',
      (folder) => fs.writeFileSync(path.join(folder, 'index.html'), PAGE.replace('/lib/v/1.x', '/lib')),
      'built for another base: /lib/a.js in index.html does not begin with /lib/v/1.x/',
    ],
  ])('are refused with %s', async (name, change, message) => {
    const folder = write(site, name.replaceAll(' ', '-'), { 'index.html': PAGE, 'a.js': '' });
    fs.rmSync(path.join(folder, 'a.js'));
    fs.writeFileSync(path.join(folder, 'b.js'), '');
    fs.writeFileSync(path.join(folder, 'index.html'), PAGE.replace('a.js', 'b.js'));
    if (name === 'another base') fs.writeFileSync(path.join(folder, 'a.js'), '');
    change(folder);
    const before = filesIn(site, 'versions');
    expect(await textOf(addVersion({ root: site.root, id: '1.x', from: folder, replace: true }))).toContain(message);
    expect(filesIn(site, 'versions')).toEqual(before);
  });

  it('are refused without a folder', async () => {
    const from = (text: string) => textOf(addVersion({ root: site.root, id: '1.x', from: text, replace: true }));
    expect(await from('./nothing')).toContain('CD186: ./nothing is neither a git ref nor the folder of a built site');
    expect(await from(path.join(site.root, 'versions'))).toContain('nor a built site (index.html)');
  });
});
