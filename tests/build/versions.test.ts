import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { versionsFolder } from '../helpers/archived-version.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';

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
    about: {
      headers: [{ path: '/v/1.x/assets/*', headers: [['Cache-Control', 'immutable']] }],
      redirects: [{ from: '/v/1.x/old', to: '/v/1.x/components/button', status: 301 }],
    },
  },
  '0.x': { files: { 'index.html': '<h1>Home of 0.x</h1>' } },
});

describe('patterns in redirects of archived versions', () => {
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
      ...versionsFolder({ '1.x': { files: OLD, about: { redirects } } }),
    });
    const { read, exitCode } = await site.build();
    expect(exitCode).toBe(0);
    const text = await read(target === 'vercel' ? 'vercel.json' : '_redirects');
    expect(text).toContain('/v/1.x/components/button');
    expect(text.includes('/v/1.x/new/:splat')).toBe(target === 'netlify');
    expect(text.includes('/v/1.x/components/:name')).toBe(target === 'netlify');
  });
});

describe('a site with archived versions', () => {
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

  it('publishes copies of their files', async () => {
    expect(output.text).toBe('');
    for (const [file, text] of Object.entries(OLD)) {
      expect(await output.read(`v/1.x/${file}`)).toBe(text);
      fs.appendFileSync(path.join(site.root, 'dist/v/1.x', file), 'edited');
      expect(fs.readFileSync(path.join(site.root, 'versions/1.x', file), 'utf8')).toBe(text);
    }
    const manifest = JSON.parse(await output.read('.cascader-docs')) as { files: string[] };
    expect(manifest.files).toContain('v/0.x/index.html');
    output = await site.build();
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

  it('is unchanged in the next build, until a file of a version changes', async () => {
    await growOld();
    await site.build();
    const again = await site.build();
    expect([again.text, again.result?.isUnchanged]).toEqual(['', true]);
    fs.rmSync(path.join(site.root, 'dist/v/1.x'), { recursive: true });
    const restored = await site.build();
    expect(restored.result?.isUnchanged).toBeUndefined();
    expect(restored.files).toEqual(output.files);
    expect(await restored.read('v/1.x/assets/a.js')).toBe('console.log(1)');
    await site.write({ 'versions/1.x/assets/a.js': 'console.log(2)', 'versions/1.x/assets/c.js': 'console.log(3)' });
    const changed = await site.build();
    expect(changed.result?.isUnchanged).toBeUndefined();
    expect(await changed.read('v/1.x/assets/a.js')).toBe('console.log(2)');
    expect(changed.files).toContain('v/1.x/assets/c.js');
    fs.rmSync(path.join(site.root, 'versions/1.x/assets/c.js'));
    expect((await site.build()).files).not.toContain('v/1.x/assets/c.js');
  });

  it('publishes nothing of a folder with a link or a private file, or without the folder', async () => {
    const folder = path.join(site.root, 'versions/1.x');
    const textOf = async (): Promise<string> => {
      const { exitCode, text } = await site.build();
      expect(exitCode).toBe(1);
      return text;
    };
    fs.symlinkSync('../../package.json', path.join(folder, 'link.json'));
    expect(await textOf()).toContain('CD862: Version 1.x cannot be published: versions/1.x contains a symbolic link');
    fs.rmSync(path.join(folder, 'link.json'));
    fs.writeFileSync(path.join(folder, '.env'), 'A=b');
    expect(await textOf()).toContain('.env in versions/1.x may contain secrets');
    fs.rmSync(path.join(folder, '.env'));
    fs.renameSync(folder, `${folder}-away`);
    expect(await textOf()).toContain('versions/1.x is missing, or is not a folder');
    fs.renameSync(`${folder}-away`, folder);
    expect((await site.build()).exitCode).toBe(0);
  });

  it('reports a page or public file below the route of a version', async () => {
    await site.write({ 'docs/public/v/1.X/extra.txt': 'x' });
    const { exitCode, text } = await site.build();
    expect(exitCode).toBe(1);
    expect(text).toContain('CD864: `v/1.X/extra.txt` is under the route of a version (1.x, 0.x)');
    fs.rmSync(path.join(site.root, 'docs/public'), { recursive: true });
  });

  it('warns if a file of the author replaces the rules of versions', async () => {
    const rules = { headers: [{ path: '/v/1.x/*', headers: [['A', 'b']] }] };
    const own = await createSite({
      'docs/index.md': '# Home\n',
      'docs/public/_headers': '/*\n  B: c\n',
      'docs/public/_redirects': '/a /b 301\n',
      'node_modules/.keep': '',
      ...versionsFolder({ '1.x': { files: OLD, about: rules } }),
    });
    const { exitCode, text } = await own.build();
    expect(exitCode).toBe(0);
    expect(text).toContain('CD871: Your public file `_headers` replaces the generated one');
    // The version has no redirects.
    expect(text).not.toContain('`_redirects`');
  });

  it('removes the files of a version that was deleted', async () => {
    for (const name of ['1.x', '1.x.json']) fs.rmSync(path.join(site.root, 'versions', name), { recursive: true });
    const { exitCode, files } = await site.build();
    expect(exitCode).toBe(0);
    expect(files.some((file) => file.startsWith('v/1.x/'))).toBe(false);
    expect(files).toContain('v/0.x/index.html');
  });
});
