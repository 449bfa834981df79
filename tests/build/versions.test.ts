import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { versionsFolder } from '../helpers/sealed-version.ts';

const OLD = {
  'index.html': '<!doctype html><h1>Home of 1.x</h1>',
  'components/button/index.html': '<!doctype html><h1>Button of 1.x</h1>',
  'assets/a.js': 'console.log(1)',
  'assets/b.js': 'console.log(1)',
};
const VERSIONS = versionsFolder({
  '1.x': {
    files: OLD,
    aliases: ['1'],
    tree: {
      headers: [{ path: '/v/1.x/assets/*', headers: [['Cache-Control', 'immutable']] }],
      redirects: [{ from: '/v/1.x/old', to: '/v/1.x/components/button', status: 301 }],
    },
  },
  '0.x': { files: { 'index.html': '<h1>Home of 0.x</h1>' } },
});

const stat = (site: TestSite, file: string) => fs.statSync(path.join(site.root, file), { bigint: true });
const objectOf = (site: TestSite, file: string): string => {
  const tree = JSON.parse(fs.readFileSync(path.join(site.root, 'versions/1.x.json'), 'utf8'));
  const hash: string = tree.files[file][0];
  return `versions/objects/${hash.slice(0, 2)}/${hash.slice(2)}`;
};

describe('patterns in redirects of sealed versions', () => {
  const redirects = [
    { from: '/v/1.x/old/*', to: '/v/1.x/new/:splat', status: 301 },
    { from: '/v/1.x/by/:name', to: '/v/1.x/components/:name', status: 301 },
    { from: '/v/1.x/old', to: '/v/1.x/components/button', status: 301 },
  ];
  it.each(['netlify', 's3', 'vercel'])('are written only in the format of the host %s', async (target) => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': `export default { target: '${target}' };\n`,
      'node_modules/.keep': '',
      ...versionsFolder({ '1.x': { files: OLD, tree: { redirects } } }),
    });
    const { read, exitCode } = await site.build();
    expect(exitCode).toBe(0);
    const text = await read(target === 'vercel' ? 'vercel.json' : '_redirects');
    expect(text).toContain('/v/1.x/components/button');
    expect(text.includes('/v/1.x/new/:splat')).toBe(target === 'netlify');
    expect(text.includes('/v/1.x/components/:name')).toBe(target === 'netlify');
  });
});

describe('a site with sealed versions', () => {
  let site: TestSite;
  let output: Awaited<ReturnType<TestSite['build']>>;

  beforeAll(async () => {
    site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/guide.md': '# Guide\n',
      'node_modules/.keep': '',
      ...VERSIONS,
    });
    await growOld();
    output = await site.build();
  });

  it('publishes their files byte for byte, by hard links that are read-only', async () => {
    expect(output.text).toBe('');
    for (const [file, text] of Object.entries(OLD)) {
      expect(await output.read(`v/1.x/${file}`)).toBe(text);
      expect(stat(site, `dist/v/1.x/${file}`).ino).toBe(stat(site, objectOf(site, file)).ino);
      expect(stat(site, `dist/v/1.x/${file}`).mode & 0o777n).toBe(0o444n);
    }
    const manifest = JSON.parse(await output.read('.cascader-docs')) as { files: string[] };
    expect(manifest.files).toContain('v/0.x/index.html');
  });

  it('writes redirects for aliases and for the latest version', async () => {
    expect(output.files.filter((file) => /^v\/(?:1|latest)\//.test(file))).toEqual([
      'v/1/components/button/index.html',
      'v/1/index.html',
      'v/latest/guide/index.html',
      'v/latest/index.html',
    ]);
    const alias = await output.read('v/1/components/button/index.html');
    expect(alias).toContain('content="0; url=/v/1.x/components/button"');
    expect(alias).toContain('<meta name="robots" content="noindex">');
    expect(await output.read('v/latest/guide/index.html')).toContain('<link rel="canonical" href="/guide">');
    expect(await output.read('v/1/index.html')).toContain('url=/v/1.x/"');
    expect((await output.read('_redirects')).split('\n')).toEqual([
      '/v/1.x/old /v/1.x/components/button 301',
      '/v/latest/* /:splat 302',
      '/v/1/* /v/1.x/:splat 302',
      '',
    ]);
    expect(await output.read('_headers')).toMatch(/^\/v\/1\.x\/assets\/\*\n {2}Cache-Control: immutable$/m);
    expect(await output.read('llms.txt')).not.toContain('v/1');
  });

  it('is unchanged in the next build, and does not read sealed files', async () => {
    const object = path.join(site.root, objectOf(site, 'index.html'));
    const atime = (): bigint => fs.statSync(object, { bigint: true }).atimeNs;
    // Both times are set together, and whole seconds are exact.
    const setTimes = (): void => fs.utimesSync(object, new Date('2020-01-01'), new Date('2021-01-01'));
    setTimes();
    await site.build();
    setTimes();
    const start = atime();
    const again = await site.build();
    expect([again.text, again.result?.isUnchanged]).toEqual(['', true]);
    fs.rmSync(path.join(site.root, 'dist/v/1.x'), { recursive: true });
    const restored = await site.build();
    expect(restored.result?.isUnchanged).toBe(true);
    expect(restored.files).toEqual(output.files);
    await site.write({ 'docs/guide.md': '# Guide\n\nChanged.\n' });
    expect((await site.build()).text).toBe('');
    expect(atime()).toBe(start);
    expect(stat(site, 'dist/v/1.x/index.html').ino).toBe(stat(site, objectOf(site, 'index.html')).ino);
  });

  it('publishes nothing if a sealed file is damaged or missing', async () => {
    const object = path.join(site.root, objectOf(site, 'assets/a.js'));
    fs.renameSync(object, `${object}.away`);
    const missing = await site.build();
    expect(missing.exitCode).toBe(1);
    expect(missing.text).toMatch(/CD862: The file assets\/a\.js of version 1\.x is missing/);
    fs.writeFileSync(object, 'console.log(12)');
    expect((await site.build()).text).toContain('has 15 bytes instead of 14');
    fs.writeFileSync(object, 'console.log(2)');
    // Nothing was verified on this machine so far.
    expect((await site.build({ strict: true })).text).toContain('was changed: its content does not match its hash');
    fs.renameSync(`${object}.away`, object);
    expect((await site.build({ strict: true })).exitCode).toBe(0);
    const { mtime } = fs.statSync(object);
    fs.rmSync(object);
    fs.writeFileSync(object, 'console.log(2)');
    expect((await site.build()).text).toContain('was changed');
    fs.writeFileSync(object, 'console.log(1)');
    fs.utimesSync(object, mtime, mtime);
    expect((await site.build()).exitCode).toBe(0);
  });

  it('reads a file that changed since a build published it, although it was never verified', async () => {
    const text = '<h1>New in 0.x</h1>';
    const fresh = await createSite({
      'docs/index.md': '# Home\n',
      'node_modules/.keep': '',
      ...versionsFolder({ '1.x': { files: { 'index.html': text } } }),
    });
    expect((await fresh.build()).exitCode).toBe(0);
    const object = path.join(fresh.root, objectOf(fresh, 'index.html'));
    fs.rmSync(object);
    fs.writeFileSync(object, text.replace('New', 'Bad'));
    expect((await fresh.build()).text).toContain('was changed: its content does not match its hash');
  });

  it('reports a page or public file below the address of a version', async () => {
    await site.write({ 'docs/public/v/1.X/extra.txt': 'x' });
    const { exitCode, text } = await site.build();
    expect(exitCode).toBe(1);
    expect(text).toContain('CD864: `v/1.X/extra.txt` is below the address of a version (1.x, 0.x)');
    fs.rmSync(path.join(site.root, 'docs/public'), { recursive: true });
  });

  it('warns if a file of the author replaces the rules of versions', async () => {
    const rules = { headers: [{ path: '/v/1.x/*', headers: [['A', 'b']] }] };
    const own = await createSite({
      'docs/index.md': '# Home\n',
      'docs/public/_headers': '/*\n  B: c\n',
      'docs/public/_redirects': '/a /b 301\n',
      'node_modules/.keep': '',
      ...versionsFolder({ '1.x': { files: OLD, tree: rules } }),
    });
    const { exitCode, text } = await own.build();
    expect(exitCode).toBe(0);
    expect(text).toContain('CD871: Your public file `_headers` replaces the generated one');
    // The version has no redirects.
    expect(text).not.toContain('`_redirects`');
  });

  it('reports a moved site, and has no versions if it is built for the base of a version', async () => {
    expect((await site.build({ base: '/docs/' })).text).toContain('CD863: The site moved from / to /docs/');
    const version = await site.build({ base: '/v/2.x/' });
    expect(version.exitCode).toBe(0);
    expect(version.files.some((file) => file.startsWith('v/'))).toBe(false);
  });

  it('removes the files of a version that is no longer listed', async () => {
    await site.write(versionsFolder({ '0.x': { files: { 'index.html': '<h1>Home of 0.x</h1>' } } }));
    const { exitCode, files } = await site.build();
    expect(exitCode).toBe(0);
    expect(files.some((file) => file.startsWith('v/1.x/'))).toBe(false);
    expect(files).toContain('v/0.x/index.html');
  });
});
