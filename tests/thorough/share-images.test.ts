import fs from 'node:fs/promises';
import path from 'node:path';
import { build, DiagnosticError, formatDiagnostic } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { createSite, forgetOutput } from '../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { readFont } from '../helpers/font.ts';

const configOf = (options: string) =>
  `export default {\n  title: 'Fixture & "co"',\n  themeConfig: { brand: '#a21caf' },\n  ${options}\n};\n`;
const drawing = configOf(
  "shareImages: { font: './fonts/bold.ttf' },\n  sitemap: { hostname: 'https://example.org' },\n  base: '/docs/',",
);

describe('share images', () => {
  it('are drawn from titles, referenced in the HTML, and identical in each build', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/long.md': `---\ntitle: ${'A title of <many> words '.repeat(12)}\n---\n\nText.\n`,
      'docs/same.md': '# Home\n',
      'cascader-docs.config.ts': drawing,
      'fonts/bold.ttf': await readFont(),
    });
    const first = await site.build();
    expect(first.text).toBe('');
    const pictures = first.files.filter((file) => /^assets\/share-\w{10}\.png$/.test(file));
    expect(pictures).toHaveLength(2);
    const bytes = await Promise.all(pictures.map((file) => fs.readFile(path.join(site.root, 'dist', file))));
    for (const picture of bytes) {
      expect(picture.toString('latin1', 1, 4)).toBe('PNG');
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
      // An empty image has about 3 KB.
      expect(picture.length).toBeGreaterThan(8_000);
    }
    const head = await first.read('index.html');
    const address = /<meta property="og:image" content="https:\/\/example\.org\/docs\/(assets\/[^"]+)">/.exec(
      head,
    )?.[1];
    expect(pictures).toContain(address);
    expect(head).toContain(
      '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="Home">',
    );
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(await first.read('same/index.html')).toContain(`content="https://example.org/docs/${address}"`);
    expect(await first.read('404.html')).not.toContain('og:image');

    await forgetOutput(site);
    const second = await site.build();
    expect(second.files).toEqual(first.files);
    for (const [index, file] of pictures.entries())
      expect(await fs.readFile(path.join(site.root, 'dist', file))).toEqual(bytes[index]);
  });

  it('are drawn only if they are configured', async () => {
    const site = await createSite({ 'docs/index.md': '# Home\n' });
    const { read, files } = await site.build();
    expect(await read('index.html')).not.toMatch(/og:image|twitter:card/);
    expect(files.filter((file) => file.endsWith('.png'))).toEqual([]);
  });

  it('report missing requirements at the option', async () => {
    const root = makeFolder('share', OUTSIDE);
    await fs.mkdir(path.join(root, 'docs'));
    await fs.writeFile(path.join(root, 'package.json'), '{"name": "fixture"}');
    await fs.writeFile(path.join(root, 'docs/index.md'), '# Home\n');
    await fs.writeFile(path.join(root, 'cascader-docs.config.mjs'), configOf("shareImages: { font: './bold.otf' },"));
    const error = await build({ root }).catch((cause: unknown) => cause as DiagnosticError);
    expect(error).toBeInstanceOf(DiagnosticError);
    expect(
      (error as DiagnosticError).diagnostics.map((diagnostic) => formatDiagnostic(diagnostic).split('\n')[0]),
    ).toEqual([
      'cascader-docs.config.mjs:4:3 - error CD224: The font bold.otf does not exist',
      'cascader-docs.config.mjs:4:3 - error CD224: shareImages needs @resvg/resvg-js, which is not installed',
      'cascader-docs.config.mjs:4:3 - error CD224: shareImages requires the URL of the site, because social networks need absolute URLs',
    ]);
  });

  it('accept only fonts that can be drawn', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': configOf("shareImages: { font: './inter.woff2' },"),
    });
    const { text, exitCode } = await site.build();
    expect(exitCode).toBe(2);
    expect(text).toContain("a .ttf or .otf file, such as './docs/fonts/inter.ttf'");
  });
});
