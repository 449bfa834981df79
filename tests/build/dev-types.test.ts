import { describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { storedEntries } from '../helpers/stored-entries.ts';

const SITE = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'docs/index.md': '# Home\n\n[tone](./button.md#api-buttonprops-tone)\n',
  'docs/button.md': '# Button\n\n<API id="ButtonProps" />\n',
  'src/index.ts': 'export interface ButtonProps {\n  /** How loud it is. */\n  tone?: string;\n}\n',
};

/** Returns the cached types. */
function keptTypes({ root }: TestSite): [name: string, hash: string][] {
  return [...storedEntries(root)].filter(([name]) => name === 'api');
}

describe('a property table in dev', () => {
  it('shows that it is loading, then equals the table of the build, and follows the source', async () => {
    // The types are cached in `node_modules`.
    const site = await createSite({ ...SITE, 'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}' });
    await growOld();
    const dev = await startDev(site.root);
    const page = async (path: string): Promise<string> => await (await fetch(`${dev.url}${path}`)).text();

    expect(await page('/button')).toContain('Properties definition is resolving, wait a moment...');
    // Links to rows cannot be checked before.
    expect(await page('/')).not.toContain('CD321');
    const shown = await waitFor(async () => {
      const html = await page('/button');
      return html.includes('api-buttonprops-tone') && html;
    });
    const article = (html: string): string | undefined => /<article[\s\S]*<\/article>/.exec(html)?.[0];
    // This build ignores the types that `dev` has cached.
    const kept = keptTypes(site);
    expect(kept).toHaveLength(1);
    expect(article(shown)).toBe(article(await (await site.build({ cache: false })).read('button/index.html')));
    expect(keptTypes(site)).toEqual(kept);
    expect(await page('/')).not.toContain('CD321');
    expect(JSON.parse(await page('/components.json')).components[0].id).toBe('ButtonProps');

    await site.write({ 'src/index.ts': SITE['src/index.ts'].replace('tone?', 'loudness?') });
    await waitFor(async () => (await page('/button')).includes('api-buttonprops-loudness'));
    await waitFor(async () => (await page('/')).includes('CD321'));
    expect(dev.errors).toEqual([]);
  });

  it('shows every change of the source, even one that is made while the types are being read', async () => {
    const source = (words: string): string =>
      `import type { ButtonHTMLAttributes, FC } from 'react';\nexport interface ButtonProps extends ButtonHTMLAttributes<HTMLElement> {\n  /** ${words} */\n  tone?: string;\n}\nexport const Button: FC<ButtonProps> = () => null;\n`;
    const site = await createSite({
      ...SITE,
      'docs/button.md': `${SITE['docs/button.md']}\n<code src="../demos/button.tsx"></code>\n`,
      'demos/button.tsx': 'import { Button } from \'../src\';\nexport default () => <Button tone="loud" />;\n',
      'src/index.ts': source('Before.'),
      // The types are cached in `node_modules`.
      'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
    });
    const dev = await startDev(site.root);
    const page = async (): Promise<string> => await (await fetch(`${dev.url}/button`)).text();
    const shows = (words: string): Promise<boolean> => waitFor(async () => (await page()).includes(words));
    await page();
    await site.write({ 'src/index.ts': source('While it is read first.') });
    await shows('While it is read first.');
    const reported = dev.updates.length;
    await site.write({ 'src/index.ts': source('Passing.') });
    // The types of this change are already being read when the update is sent.
    await waitFor(() => dev.updates.length > reported);
    await site.write({ 'src/index.ts': source('Staying.') });
    await shows('Staying.');
    const { read } = await site.build({ cache: false });
    expect(await read('button/index.html')).toContain('Staying.');
    expect(dev.errors).toEqual([]);
  });
});

describe('a syntax error in the library', () => {
  it('disappears when its file is fixed, and is reported again when it returns', async () => {
    const good = 'export interface ButtonProps {\n  tone?: string;\n}\n';
    const broken = `${good}const = ;\n`;
    const site = await createSite({
      ...SITE,
      'docs/index.md': '# Home\n',
      'src/index.ts': broken,
      // The types are cached in `node_modules`.
      'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
    });
    const dev = await startDev(site.root);
    const ask = async (): Promise<string> => await (await fetch(`${dev.url}/button`)).text();
    const reports = (): number => dev.diagnostics.filter(({ code }) => code === 'CD804').length;
    await waitFor(async () => (await ask()) !== '' && reports() === 1);
    await site.write({ 'src/index.ts': good.replace('tone', 'loudness') });
    await waitFor(async () => (await ask()).includes('api-buttonprops-loudness'));
    // An error is reported again only after it has disappeared.
    await site.write({ 'src/index.ts': broken });
    await waitFor(async () => (await ask()) !== '' && reports() === 2);
    expect(dev.errors).toEqual([]);
  });
});
