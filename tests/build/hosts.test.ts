import fs from 'node:fs/promises';
import path from 'node:path';
import { type DeployAction, deployPlan } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { findDifferences } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';

const site = {
  'docs/index.md': '# Home\n\n[First](./guide/first.md)\n',
  'docs/guide/first.md': '---\nredirectFrom: [/old, /was(1).html]\n---\n\n# First\n\n[Second](./second.md)\n',
  'docs/guide/second.md': '# Second\n\n![picture](./picture.svg)\n',
  'docs/guide/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
};

describe('a site for a host', () => {
  it('contains only those configuration files that the host reads', async () => {
    const { build } = await createSite(site);
    const read = ['.nojekyll', '_headers', '_redirects', 'vercel.json'];
    const filesFor = async (target?: 'github-pages') =>
      (await build({ target })).files.filter((file) => read.includes(file));
    expect(await filesFor()).toEqual(['.nojekyll', '_headers', '_redirects']);
    expect(await filesFor('github-pages')).toEqual(['.nojekyll']);
  });

  it('is configured for Vercel', async () => {
    const { build } = await createSite({
      ...site,
      'cascader-docs.config.ts': "export default { target: 'vercel', base: '/lib/' };",
    });
    const { files, read, text } = await build();
    expect(text).toBe('');
    expect(files).not.toContain('_headers');
    const { trailingSlash, redirects, headers } = JSON.parse(await read('vercel.json'));
    const has = [{ type: 'header', key: 'accept', value: '.*text/markdown.*' }];
    expect({ trailingSlash, redirects }).toEqual({
      trailingSlash: false,
      redirects: [
        { source: '/lib/old', destination: '/lib/guide/first', statusCode: 301 },
        { source: '/lib/was\\(1\\)\\.html', destination: '/lib/guide/first', statusCode: 301 },
        { source: '/lib', destination: '/lib/index.md', has, statusCode: 307 },
        { source: '/lib/:page((?!~|assets/)[^.]+)', destination: '/lib/:page.md', has, statusCode: 307 },
      ],
    });
    expect(headers).toContainEqual({
      source: '/lib/assets/(.*)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    });
  });

  it('has a file for each page if the host returns it without a redirect', async () => {
    const { build } = await createSite(site);
    const pagesFor = async (target?: 'github-pages' | 'netlify' | 's3') =>
      (await build({ target })).files.filter((file) => file.endsWith('.html') && !file.startsWith('~'));
    const folders = ['404.html', 'guide/first/index.html', 'guide/second/index.html', 'index.html', 'old/index.html'];
    expect(await pagesFor()).toEqual([...folders, 'was(1).html'].sort());
    expect(await pagesFor('s3')).toEqual(await pagesFor());
    const files = ['404.html', 'guide/first.html', 'guide/second.html', 'index.html', 'old.html', 'was(1).html'];
    expect(await pagesFor('netlify')).toEqual(files);
    // GitHub Pages returns 404 for an address with a slash if there is no folder.
    expect(await pagesFor('github-pages')).toEqual(
      [...files, 'guide/first/index.html', 'guide/second/index.html'].sort(),
    );
  });

  it.each(['github-pages', 's3'])('is the same in dev: %s', async (target) => {
    const { root, build } = await createSite({
      ...site,
      'docs/demo.md': '# Demo\n\n<code src="../demos/one.tsx"></code>\n',
      'demos/one.tsx': 'export default function One() {\n  return <b>one</b>;\n}\n',
      'cascader-docs.config.ts': `export default { target: '${target}' };`,
    });
    const dev = await startDev(root);
    const built = await build({ cache: false });
    const demo = '~demos/docs-demo-demo-one';
    expect(built.files).toContain(target === 's3' ? `${demo}/index.html` : `${demo}.html`);
    // In dev, the demo itself is at the address with a slash, too.
    const redirecting = [expect.stringContaining(`${demo}/index.html: `)];
    expect(await findDifferences(built, dev)).toEqual(target === 's3' ? [] : redirecting);
    await dev.close();
  });

  it('lists the pages that browsers may prefetch if the host reads headers', async () => {
    const { build } = await createSite(site);
    for (const target of ['netlify', 'cloudflare-pages'] as const) {
      const { read } = await build({ target });
      const headers = await read('_headers');
      expect(headers).toContain('  Speculation-Rules: "/speculation-rules.json"\n');
      expect(headers).toContain('/speculation-rules.json\n  Content-Type: application/speculationrules+json\n');
      const rules = JSON.parse(await read('speculation-rules.json'));
      expect(Object.keys(rules)).toEqual(['prefetch']);
      expect(rules.prefetch).toMatchObject([{ eagerness: 'conservative' }]);
    }
    for (const target of [undefined, 'github-pages', 's3'] as const)
      expect((await build({ target })).files).not.toContain('speculation-rules.json');
    expect(await (await build()).read('_headers')).not.toContain('Speculation-Rules');
  });

  it('warns about names that the host rejects, which fails a strict build', async () => {
    const { build } = await createSite({ ...site, 'docs/public/a#b.txt': 'x\n' });
    const { text, exitCode, files } = await build({ target: 'netlify' });
    expect(files.filter((file) => /^[._]/.test(file))).toEqual(['.cascader-docs', '_headers', '_redirects']);
    expect({ text, exitCode }).toEqual({
      text: 'warning CD609: Netlify does not accept `a#b.txt`: names must not contain # or ?',
      exitCode: 0,
    });
    const strict = await build({ target: 'netlify', strict: true });
    expect(strict).toMatchObject({ exitCode: 1, text });
  });
});

describe('deploy-plan', () => {
  it('never leaves a page without the files that it loads or links to', async () => {
    const { root, build, write } = await createSite(site);
    const bucket = await createFolder('bucket');
    const outDir = path.join(root, 'dist');
    await build({ target: 's3' });
    const first = await deployPlan({ root });
    expect(first.actions.map(({ step }) => step)).toEqual(first.actions.map(({ step }) => step).sort(byStep));
    for (const action of first.actions) await apply(action, outDir, bucket);
    expect(await missing(bucket)).toEqual([]);

    const published = path.join(bucket, '.cascader-docs');
    expect(await deployPlan({ root, since: published })).toMatchObject({ actions: [{ step: 'manifest' }] });

    await write({
      'docs/index.md': '# Home\n\n[Third](./guide/third.md) ![new](./new.svg)\n',
      'docs/guide/first.md': '---\nredirectFrom: [/old]\n---\n\n# First\n\n[Third](./third.md)\n',
      'docs/guide/third.md': '# Third\n\n![new](../new.svg)\n',
      'docs/new.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
    });
    await fs.rm(path.join(root, 'docs/guide/second.md'));
    await fs.rm(path.join(root, 'docs/guide/picture.svg'));
    await build({ target: 's3' });
    const { actions, unchanged } = await deployPlan({ root, since: published, keep: 60 });
    expect(unchanged).toBeGreaterThan(0);
    const gone = actions.filter(({ step }) => step === 'delete');
    expect(gone.map((action) => [action.path, action.after])).toEqual(
      expect.arrayContaining([
        ['guide/second/index.html', 60],
        ['was(1).html', 60],
      ]),
    );
    for (const action of actions) {
      await apply(action, outDir, bucket);
      expect({ after: action.path, missing: await missing(bucket) }).toEqual({ after: action.path, missing: [] });
    }
    expect(await deployPlan({ root, since: published })).toMatchObject({ actions: [{ step: 'manifest' }] });
  });

  it('specifies how each file must be stored', async () => {
    const { root, build } = await createSite({
      ...site,
      'cascader-docs.config.ts': "export default { target: 's3', base: '/lib/' };",
    });
    await build();
    const { actions } = await deployPlan({ root });
    const of = (file: string) => actions.find((action) => action.path === file);
    expect(of('old/index.html')).toEqual({
      step: 'new-pages',
      action: 'upload',
      path: 'old/index.html',
      key: 'lib/old/index.html',
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      redirect: '/lib/guide/first',
    });
    const picture = actions.find((action) => /^assets\/picture\.\w+\.svg$/.test(action.path));
    expect(picture).toMatchObject({ step: 'assets', cacheControl: 'public, max-age=31536000, immutable' });
    expect(of('_redirects')).toBeUndefined();
  });

  it('does not guess what was deployed', async () => {
    const { root, build } = await createSite(site);
    await build();
    await expect(deployPlan({ root })).rejects.toMatchObject({
      diagnostics: [{ code: 'CD611', text: 'dist contains no site that was built with `--target s3`' }],
    });
    await build({ target: 's3' });
    await expect(deployPlan({ root, since: 'nowhere' })).rejects.toThrow('cannot be read from nowhere');
    await expect(deployPlan({ root, since: 'docs/index.md' })).rejects.toThrow('contains no file hashes');
  });
});

const STEPS = ['assets', 'new-pages', 'pages', 'indexes', 'manifest', 'delete'];
function byStep(a: string, b: string): number {
  return STEPS.indexOf(a) - STEPS.indexOf(b);
}

async function apply({ action, path: file }: DeployAction, outDir: string, bucket: string): Promise<void> {
  const target = path.join(bucket, file);
  if (action === 'delete') return await fs.rm(target);
  await fs.mkdir(path.dirname(target), { recursive: true });
  await fs.copyFile(path.join(outDir, file), target);
}

/** Returns the files that pages of a bucket reference and that are missing. */
async function missing(bucket: string): Promise<string[]> {
  const files = new Set(await fs.readdir(bucket, { recursive: true }));
  const found: string[] = [];
  for (const file of files) {
    if (!file.endsWith('.html')) continue;
    const html = await fs.readFile(path.join(bucket, file), 'utf8');
    for (const [, address = ''] of html.matchAll(/(?:src|href)="\/([^"#?]*)/g)) {
      const name = decodeURI(address);
      const index = name === '' ? 'index.html' : `${name}/index.html`;
      if (!files.has(name) && !files.has(index)) found.push(`${file}: /${address}`);
    }
  }
  return found;
}
