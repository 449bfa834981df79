import fs from 'node:fs';
import path from 'node:path';
import { addVersion } from 'cascader-docs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';
import { createRepository } from '../helpers/git.ts';
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
    const text = await textOf(add({ from: path.join(site.root, 'dist') }));
    expect(text.replace(/\/assets\/\S+/, '/assets/…')).toMatchInlineSnapshot(`
      "error CD867: The site was built for another base: /assets/… in 404.html does not begin with /v/1.x/
        → Build the site again in the checkout of version 1.x: \`npx cascader-docs build --base /v/1.x/ --out versions-build\`.
        → Then add the version: \`npx cascader-docs versions add 1.x --from versions-build\`."
    `);
    expect(fs.existsSync(path.join(site.root, 'versions'))).toBe(false);
  });

  it('are published as they were archived', async () => {
    const { files, pages, diagnostics } = await add({ aliases: ['1'] });
    expect(diagnostics).toEqual([]);
    expect(pages).toBe(2);
    const { read, ...built } = await site.build();
    expect(built.text).toBe('');
    expect(built.files.filter((file) => file.startsWith('v/1.x/'))).toHaveLength(files);
    expect(JSON.parse(fs.readFileSync(path.join(site.root, 'versions/1.x.json'), 'utf8'))).toMatchObject({
      pages: [
        { path: '', heading: 'Home' },
        { path: 'button', heading: 'Button' },
      ],
    });
    // Everything but HTML is byte for byte what was built.
    const others = filesIn(site, 'versions/1.x').filter((name) => !/\.html$|cascader-docs$/.test(name));
    expect(others.length).toBeGreaterThan(10);
    for (const file of others.map((name) => path.relative('versions/1.x', name)))
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

  it('are the same files if they are added again', async () => {
    const textsOf = () => filesIn(site, 'versions').map((file) => [file, fs.readFileSync(path.join(site.root, file))]);
    const before = textsOf();
    expect(await textOf(add())).toContain('CD865: Version 1.x already exists');
    await add({ replace: true, aliases: ['1'] });
    expect(textsOf()).toEqual(before);
    const names = fs.readdirSync(path.join(site.root, 'versions')).sort();
    expect(names).toEqual(['.gitattributes', '.gitignore', '1.x', '1.x.json']);
  });

  it('are committed by Git, whatever other rules ignore', async () => {
    const { git } = createRepository(site.root);
    fs.writeFileSync(path.join(site.root, '.gitignore'), 'button\nassets/\n*.txt\n');
    git('add', '--all', 'versions');
    const committed = git('ls-files', 'versions').split('\n').filter(Boolean);
    expect(committed.sort()).toEqual(filesIn(site, 'versions').sort());
  });

  it('have names of their own', async () => {
    await addVersion({ root: site.root, id: '0.9', href: 'https://old.example.org/' });
    const href = 'https://a.b';
    const other = (id: string, options = {}) => textOf(addVersion({ root: site.root, id, ...options }));
    expect(await other('1', { href })).toContain('`1` is an id or alias of version 1.x');
    expect(await other('1.y')).toContain('specify --from or --href');
    expect(await other('latest', { href })).toContain('is reserved');
    expect(await other('../x', { href })).toContain('`../x` cannot be the id of a version');
    expect(await other('0.9', { href })).toContain('Version 0.9 already exists');
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

  it('is not changed through symbolic links', async () => {
    const outside = makeFolder('outside');
    fs.rmSync(inRoot('versions/1.x'), { recursive: true });
    fs.symlinkSync(outside, inRoot('versions/1.x'));
    expect(await textOf(add('1.x', { replace: true }))).toContain('lies outside of the project');
    fs.renameSync(inRoot('versions'), path.join(outside, 'versions'));
    fs.symlinkSync(path.join(outside, 'versions'), inRoot('versions'));
    expect(await textOf(add('3.x', { from: inRoot('old/2.x') }))).toContain('lies outside of the project');
    expect(fs.readdirSync(outside)).toEqual(['versions']);
    expect(fs.readdirSync(path.join(outside, 'versions'))).not.toContain('3.x');
  });

  it('is unchanged if the new version would not be valid', async () => {
    write(site, 'old/3.x', { ...page('3'), _headers: `/v/3.x/*\n  A: ${'b'.repeat(20_000)}\n` });
    const before = all();
    expect(await textOf(add('3.x'))).toMatch(/CD866: The site cannot be archived as version 3\.x.*the headers of/);
    expect(all()).toEqual(before);
  });

  it('has the aliases and the label of a replaced version, unless others are given', async () => {
    const entry = () => readJson('1.x.json');
    await add('1.x', { replace: true, label: 'One', aliases: ['1'] });
    await add('1.x', { replace: true });
    expect(entry()).toMatchObject({ label: 'One', aliases: ['1'] });
    await run(['versions', 'add', '1.x', '--from', 'old/1.x', '--replace', '--label', '1.x'], { cwd: site.root });
    expect([entry().label, entry().aliases]).toEqual([undefined, ['1']]);
    await run(['versions', 'add', '1.x', '--from', 'old/1.x', '--replace', '--no-alias'], { cwd: site.root });
    expect(entry().aliases).toBeUndefined();
    await add('1.x', { replace: true, from: undefined, href: 'https://a.b' });
    expect(entry()).toEqual({ base: '/', href: 'https://a.b' });
    expect(fs.existsSync(inRoot('versions/1.x'))).toBe(false);
  });

  it('names the version of the library that the archived site documents', async () => {
    const components = { $schema: './components.schema.json', packageVersion: '1.4.0' };
    write(site, 'old/1.x', { 'components.json': JSON.stringify(components) });
    await add('1.x', { replace: true });
    expect(readJson('1.x.json').library).toBe('1.4.0');
    write(site, 'old/3.x', page('3'));
    await add('3.x');
    expect(readJson('3.x.json').library).toBeUndefined();
  });
});
