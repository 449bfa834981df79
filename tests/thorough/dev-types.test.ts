import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';

const source = (words: string): string =>
  `import type { ButtonHTMLAttributes } from 'react';\nexport interface ButtonProps extends ButtonHTMLAttributes<HTMLElement> {\n  /** ${words} */\n  tone?: string;\n}\n`;
const component = (words: string): string =>
  `import type { FC } from 'react';\n${source(words)}export const Button: FC<ButtonProps> = () => null;\n`;
const SITE = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'docs/index.md': '# Home\n',
  'docs/button.md': '# Button\n\n<API id="ButtonProps" />\n',
};
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Button\n\n<API id="ButtonProps" />\n',
    'src/index.ts': source('Before.'),
    // The types are cached in `node_modules`.
    'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
  });
});

describe('an open property table', () => {
  it('shows consecutive edits of a doc comment in place', async () => {
    const { page, messages, isSame } = await site.open('/');
    await site.edit('src/index.ts', () => source('Before.'));
    await page.getByText('Before.').waitFor();
    for (let round = 1; round <= 3; round++) {
      await site.edit('src/index.ts', () => source(`Edit ${round}.`));
      await page.getByText(`Edit ${round}.`).waitFor();
    }
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('shows every change of the source, even one that is made while the types are being read', async () => {
    const site = await createSite({
      ...SITE,
      'docs/button.md': `${SITE['docs/button.md']}\n<code src="../demos/button.tsx"></code>\n`,
      'demos/button.tsx': 'import { Button } from \'../src\';\nexport default () => <Button tone="loud" />;\n',
      'src/index.ts': component('Before.'),
      // The types are cached in `node_modules`.
      'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
    });
    const dev = await startDev(site.root);
    const page = async (): Promise<string> => await (await fetch(`${dev.url}/button`)).text();
    const shows = (words: string): Promise<boolean> => waitFor(async () => (await page()).includes(words));
    await page();
    await site.write({ 'src/index.ts': component('While it is read first.') });
    await shows('While it is read first.');
    const reported = dev.updates.length;
    await site.write({ 'src/index.ts': component('Passing.') });
    // The types of this change are already being read when the update is sent.
    await waitFor(() => dev.updates.length > reported);
    await site.write({ 'src/index.ts': component('Staying.') });
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
