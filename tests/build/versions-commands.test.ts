import fs from 'node:fs';
import path from 'node:path';
import { addVersion, listVersions, removeVersion, verifyVersions } from 'cascader-docs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';
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

describe('the folder of versions', () => {
  let site: TestSite;
  const inRoot = (...names: string[]): string => path.join(site.root, ...names);
  const readJson = (name: string) => JSON.parse(fs.readFileSync(inRoot('versions', name), 'utf8'));
  const add = (id: string, options: Partial<Parameters<typeof addVersion>[0]> = {}) =>
    addVersion({ root: site.root, id, from: inRoot('old', id), ...options });
  const page = (text: string, head = ''): Record<string, string> => ({
    'index.html': `<!doctype html><head>${head}</head><h1>${text}</h1>`,
  });
  const all = (): string[] => filesIn(site, 'versions').sort();

  beforeEach(async () => {
    site = await createSite({ 'package.json': '{"name": "kit", "version": "3.0.0"}', 'docs/index.md': '# Home\n' });
    for (const id of ['1.x', '2.x']) {
      write(site, `old/${id}`, page(`Home of ${id}`));
      await add(id);
    }
  });

  it('is not changed through symbolic links, and files of the author stay', async () => {
    write(site, 'versions/objects/aa/folder', { 'a.txt': 'own' });
    write(site, 'versions/objects/own', { 'a.txt': 'own' });
    write(site, 'versions/objects/bb', { 'a.txt': 'own', ['0'.repeat(62)]: 'unused' });
    await add('1.x', { replace: true });
    for (const name of ['aa/folder/a.txt', 'own/a.txt', 'bb/a.txt'])
      expect(fs.existsSync(inRoot('versions/objects', name)), name).toBe(true);
    expect(fs.existsSync(inRoot('versions/objects/bb', '0'.repeat(62)))).toBe(false);
    const outside = write(site, 'outside', { ['1'.repeat(62)]: 'own' });
    fs.symlinkSync(outside, inRoot('versions/objects/cc'));
    const before = all();
    expect(await textOf(removeVersion({ root: site.root, id: '1.x' }))).toContain(
      'CD870: versions/objects/cc is a symbolic link, so the contents of versions cannot be stored there',
    );
    expect(await textOf(add('1.x', { replace: true }))).toContain('CD870');
    expect(await textOf(verifyVersions({ root: site.root }))).toContain('CD870');
    fs.rmSync(inRoot('versions/objects/cc'));
    fs.renameSync(inRoot('versions/objects'), inRoot('objects'));
    fs.symlinkSync('../objects', inRoot('versions/objects'));
    expect(await textOf(add('1.x', { replace: true }))).toContain('CD870: versions/objects is a symbolic link');
    fs.rmSync(inRoot('versions/objects'));
    fs.renameSync(inRoot('objects'), inRoot('versions/objects'));
    expect(all()).toEqual(before.filter((file) => !file.endsWith('/cc')));
    expect(fs.readdirSync(outside)).toHaveLength(1);
  });

  it('keeps all files if the list is missing or incomplete', async () => {
    const list = fs.readFileSync(inRoot('versions/versions.json'), 'utf8');
    fs.rmSync(inRoot('versions/versions.json'));
    const before = all();
    const lost =
      'error CD870: versions has files of sealed versions, but their list is missing: versions/versions.json';
    expect(await textOf(add('3.x', { from: inRoot('old/1.x') }))).toContain(lost);
    expect(await textOf(removeVersion({ root: site.root, id: '1.x' }))).toContain('git checkout HEAD --');
    expect(await textOf(verifyVersions({ root: site.root }))).toContain(lost);
    expect(all()).toEqual(before);
    const { versions, ...others } = JSON.parse(list);
    fs.writeFileSync(inRoot('versions/versions.json'), JSON.stringify({ ...others, versions: [versions[0]] }));
    const incomplete = all();
    expect(await textOf(removeVersion({ root: site.root, id: '4.x' }))).toContain('There is no version 4.x');
    await addVersion({ root: site.root, id: '0.x', href: 'https://a.b' });
    expect(await textOf(add('1.x'))).toContain('is the tree of a version 1.x that the list does not mention');
    expect(all()).toEqual(incomplete);
    expect((await verifyVersions({ root: site.root })).diagnostics).toEqual([]);
    await removeVersion({ root: site.root, id: '1.x' });
    expect(all()).toHaveLength(before.length - 1);
    expect(all()).not.toContain('versions/1.x.json');
  });

  it('is unchanged if the new tree would not be valid', async () => {
    write(site, 'old/3.x', { ...page('3'), _headers: `/v/3.x/*\n  A: ${'b'.repeat(20_000)}\n` });
    const before = all();
    expect(await textOf(add('3.x'))).toMatch(/CD866: The site cannot be sealed as version 3\.x.*the headers of/);
    expect(all()).toEqual(before);
    write(site, 'old/3.x', { ...page('3', '<meta name="generator" content="">'), _headers: '' });
    await add('3.x');
    expect((await verifyVersions({ root: site.root })).diagnostics).toEqual([]);
    expect(readJson('3.x.json').generator).toBeUndefined();
  });

  it('has the aliases and the label of a replaced version, unless others are given', async () => {
    const entry = () => readJson('versions.json').versions.find(({ id }: { id: string }) => id === '1.x');
    await add('1.x', { replace: true, label: 'One', aliases: ['1'] });
    await add('1.x', { replace: true });
    expect(entry()).toMatchObject({ label: 'One', aliases: ['1'] });
    await run(['versions', 'add', '1.x', '--from', 'old/1.x', '--replace', '--label', '1.x'], { cwd: site.root });
    expect([entry().label, entry().aliases]).toEqual([undefined, ['1']]);
    await run(['versions', 'add', '1.x', '--from', 'old/1.x', '--replace', '--no-alias'], { cwd: site.root });
    expect(entry().aliases).toBeUndefined();
    await add('1.x', { replace: true, from: undefined, href: 'https://a.b' });
    expect(fs.existsSync(inRoot('versions/1.x.json'))).toBe(false);
    expect(await textOf(verifyVersions({ root: site.root, id: '1.x' }))).toContain(
      'Version 1.x is published elsewhere',
    );
  });

  it('names the version of the library that the sealed site documents', async () => {
    const components = { $schema: './components.schema.json', packageVersion: '1.4.0' };
    write(site, 'old/1.x', { 'components.json': JSON.stringify(components) });
    await add('1.x', { replace: true });
    expect(readJson('1.x.json').library).toBe('1.4.0');
    write(site, 'old/3.x', page('3'));
    await add('3.x');
    expect(readJson('3.x.json').library).toBeUndefined();
  });

  it('fails to verify if it may not be read, and reports only errors of the wanted version', async () => {
    fs.writeFileSync(inRoot('versions/2.x.json'), '{}');
    expect((await verifyVersions({ root: site.root, id: '1.x' })).diagnostics).toEqual([]);
    expect((await verifyVersions({ root: site.root, id: '2.x' })).diagnostics).toMatchObject([{ code: 'CD861' }]);
    const outside = makeFolder('outside');
    fs.renameSync(inRoot('versions'), path.join(outside, 'versions'));
    fs.symlinkSync(path.join(outside, 'versions'), inRoot('versions'));
    expect(await textOf(verifyVersions({ root: site.root, id: '1.x' }))).toContain('The folder of the versions');
    expect(await textOf(add('1.x', { replace: true }))).toContain('The folder of the versions');
  });
});
