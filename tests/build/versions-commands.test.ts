import fs from 'node:fs';
import path from 'node:path';
import { addVersion, listVersions, removeVersion, verifyVersions } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { startClient } from '../helpers/mcp-client.ts';
import { filesIn, textOf, write } from '../helpers/version-sites.ts';

describe('versions of our own sites', () => {
  let site: TestSite;
  const add = (options: Partial<Parameters<typeof addVersion>[0]> = {}) =>
    addVersion({ root: site.root, id: '1.x', from: path.join(site.root, 'old'), ...options });

  beforeAll(async () => {
    site = await createSite({
      'package.json': '{"name": "kit", "version": "1.7.0"}',
      'docs/index.md': '# Home\n',
      'docs/button.md': '---\nredirectFrom: [/knob]\n---\n\n# Button\n\n```tsx\nexport default () => <b>b</b>;\n```\n',
      'node_modules/.keep': '',
      '.gitignore': 'dist\nold\n',
    });
    await site.build({ base: '/v/1.x/', outDir: 'old' });
  });

  it('are refused if they were built for another base', async () => {
    await site.build();
    expect(await textOf(add({ from: path.join(site.root, 'dist') }))).toMatchInlineSnapshot(`
      "error CD867: The site was built for the base /, but version 1.x needs /v/1.x/
        → Build it again, in the folder of that version: \`npx cascader-docs build --base /v/1.x/ --out versions-build\`
        → Then add it: \`npx cascader-docs versions add 1.x --from versions-build\`"
    `);
    expect(fs.existsSync(path.join(site.root, 'versions'))).toBe(false);
  });

  it('are published as they were sealed', async () => {
    const { files, pages, bytes, newBytes, diagnostics } = await add({ aliases: ['1'] });
    expect(diagnostics).toEqual([]);
    expect([pages, bytes === newBytes]).toEqual([2, true]);
    const { read, ...built } = await site.build();
    expect(built.text).toBe('');
    expect(built.files.filter((file) => file.startsWith('v/1.x/'))).toHaveLength(files);
    const tree = JSON.parse(fs.readFileSync(path.join(site.root, 'versions/1.x.json'), 'utf8'));
    expect(tree).toMatchObject({
      library: '1.7.0',
      pages: [
        { path: '', heading: 'Home' },
        { path: 'button', heading: 'Button' },
      ],
    });
    // Everything but HTML is byte for byte what was built.
    for (const file of Object.keys(tree.files).filter((name) => !name.endsWith('.html')))
      expect((await read(`v/1.x/${file}`)) === fs.readFileSync(path.join(site.root, 'old', file), 'utf8'), file).toBe(
        true,
      );
    const page = await read('v/1.x/button/index.html');
    const note =
      '<aside data-version="1.x" aria-label="Version"><a href="/">This is 1.x. Go to the current version.</a></aside>';
    expect(
      page
        .replace('<meta name="robots" content="noindex"><script src="/versions.js" defer></script></head>', '</head>')
        .replace(note, ''),
    ).toBe(fs.readFileSync(path.join(site.root, 'old/button/index.html'), 'utf8'));
    const demo = built.files.find((file) => /^v\/1\.x\/~demos\/.*html$/.test(file)) ?? '';
    expect(await read(demo)).not.toContain('versions.js');
    expect(await read(demo)).toContain('noindex');
    expect(await read('_headers')).toContain('/v/1.x/assets/*\n  Cache-Control: public, max-age=31536000, immutable');
    expect(await read('_redirects')).toContain('/v/1.x/knob /v/1.x/button 301\n');
    expect(await read('v/1/button/index.html')).toContain('url=/v/1.x/button"');
  });

  it('answer an assistant', async () => {
    const { text, json, end } = startClient(['--version', '1.7', '--root', site.root]);
    expect(await text('read_page', { path: '/v/1.x/button' })).toContain('# Button');
    expect(JSON.stringify(await json('search', { query: 'Button' }))).toContain('button');
    expect(await text('check_snippet', { code: 'const a = 1;' })).toContain('Only code for the current version');
    await end();
  });

  it('are stored once if they are equal, and always have the same seal', async () => {
    const before = fs.readFileSync(path.join(site.root, 'versions/versions.json'), 'utf8');
    const stored = filesIn(site, 'versions');
    expect(await textOf(add())).toContain('CD865: Version 1.x exists');
    const { newBytes } = await add({ replace: true, aliases: ['1'] });
    expect(newBytes).toBe(0);
    expect(fs.readFileSync(path.join(site.root, 'versions/versions.json'), 'utf8')).toBe(before);
    expect(filesIn(site, 'versions')).toEqual(stored);
    expect(stored.filter((file) => !/versions\/objects\/[0-9a-f]{2}\/[0-9a-f]{62}$/.test(file)).sort()).toEqual([
      ...['versions/.gitattributes', 'versions/1.x.json', 'versions/versions.json'],
    ]);
  });

  it('are listed with linked versions, newest first', async () => {
    await addVersion({ root: site.root, id: '0.9', href: 'https://old.example.org/' });
    await addVersion({ root: site.root, id: '10.x', href: 'https://new.example.org/', label: '10.x (beta)' });
    const { versions } = await listVersions({ root: site.root });
    expect(versions.map(({ id, label, kind }) => [id, label, kind])).toEqual([
      ['10.x', '10.x (beta)', 'linked'],
      ['1.x', '1.x', 'sealed'],
      ['0.9', '0.9', 'linked'],
    ]);
    expect(await textOf(addVersion({ root: site.root, id: '1', href: 'https://a.b' }))).toContain(
      '"1" is an id or alias of version 1.x',
    );
    expect(await textOf(addVersion({ root: site.root, id: '1.y' }))).toContain('specify --from or --href');
    expect(await textOf(addVersion({ root: site.root, id: 'latest', href: 'https://a.b' }))).toContain('is reserved');
    expect(await textOf(removeVersion({ root: site.root, id: '3.x' }))).toContain('The versions are 10.x, 1.x, 0.9.');
  });

  it('are verified', async () => {
    expect(await verifyVersions({ root: site.root })).toMatchObject({ ids: ['1.x'], diagnostics: [] });
    const [object = ''] = filesIn(site, 'versions/objects');
    const file = path.join(site.root, object);
    const content = fs.readFileSync(file);
    fs.rmSync(file);
    fs.writeFileSync(file, Buffer.concat([content.subarray(1), Buffer.from('!')]));
    write(site, 'versions/objects/00', { ['0'.repeat(62)]: 'unused' });
    const { code, stdout, stderr } = await run(['versions', 'verify'], { cwd: site.root });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('was changed: its content does not match its hash');
    expect(stderr).toContain(object);
    expect(stderr).toContain('CD878: No version needs this file: versions/objects/00/0000');
    fs.rmSync(file);
    expect(await textOf(verifyVersions({ root: site.root, id: '1.x' }))).toContain('is missing');
    fs.writeFileSync(file, content);
    expect((await verifyVersions({ root: site.root, id: '1.x' })).diagnostics).toEqual([]);
  });

  it('are removed with their files, except those of other versions', async () => {
    const other = write(site, 'other', {
      'index.html': '<!doctype html><h1>2</h1>',
      'a.txt': fs.readFileSync(path.join(site.root, 'old/llms.txt'), 'utf8'),
    });
    await addVersion({ root: site.root, id: '2.x', from: other });
    await removeVersion({ root: site.root, id: '1.x' });
    expect(filesIn(site, 'versions/objects')).toHaveLength(2);
    expect((await verifyVersions({ root: site.root })).diagnostics).toEqual([]);
    for (const id of ['2.x', '0.9', '10.x']) await removeVersion({ root: site.root, id });
    expect(filesIn(site, 'versions')).toEqual(['versions/.gitattributes', 'versions/versions.json']);
  });
});
