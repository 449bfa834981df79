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

    expect(await page('/button')).toContain('The properties are being resolved. Wait a moment...');
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
});
