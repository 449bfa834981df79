import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
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

  it('is the same in dev', async () => {
    const { root, build } = await createSite({
      ...site,
      'docs/demo.md': '# Demo\n\n<code src="../demos/one.tsx"></code>\n',
      'demos/one.tsx': 'export default function One() {\n  return <b>one</b>;\n}\n',
      'cascader-docs.config.ts': "export default { target: 'github-pages' };",
    });
    const dev = await startDev(root);
    const built = await build({ cache: false });
    const demo = '~demos/docs-demo-demo-one';
    expect(built.files).toContain(`${demo}.html`);
    // In dev, the demo itself is at the address with a slash, too.
    expect(await findDifferences(built, dev)).toEqual([expect.stringContaining(`${demo}/index.html: `)]);
  });

  it('lists the pages that browsers may prefetch if the host reads headers', async () => {
    const { build } = await createSite(site);
    const { read } = await build({ target: 'netlify' });
    const headers = await read('_headers');
    expect(headers).toContain('  Speculation-Rules: "/speculation-rules.json"\n');
    expect(headers).toContain('/speculation-rules.json\n  Content-Type: application/speculationrules+json\n');
    const rules = JSON.parse(await read('speculation-rules.json'));
    expect(Object.keys(rules)).toEqual(['prefetch']);
    expect(rules.prefetch).toMatchObject([{ eagerness: 'conservative' }]);
    const others = await build();
    expect(others.files).not.toContain('speculation-rules.json');
    expect(await others.read('_headers')).not.toContain('Speculation-Rules');
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
