import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyLibrary, LIBRARIES, type Library } from '../helpers/libraries.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const library = LIBRARIES.find(({ name }) => name === 'react-18') as Library;
let site: OpenSite;

beforeAll(async () => {
  const { root } = await copyLibrary(library);
  await build({ root, strict: true });
  const html = await fs.readFile(path.join(root, 'site/index.html'), 'utf8');
  expect(html).toMatch(/React (<!-- -->)?18\.2\.0/);
  expect(html).toContain('<li>late</li>');
  site = await openSite({ root });
});

describe('a site of a project with React 18.2', () => {
  it('has working menus, search, color schemes and interactive pages', async () => {
    const { page, messages } = await site.open('/live', { viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'off' }).click();
    await page.getByRole('button', { name: 'on', exact: true }).waitFor();
    await page.locator('.menu-button').click();
    await page.locator('.drawer:popover-open').waitFor();
    expect(messages).toEqual([]);
  });

  it('edits demos with React 18.2, and reports what they throw', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, '[data-demo$="basic"]');
    const code = await live.read();
    await live.write(code.replace('Words of', 'Edited in'));
    const frame = await live.frame();
    await frame.getByText('Edited in React 18.2.0').waitFor();
    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByText('three').waitFor();
    await live.write(code.replace('return', "if (id !== '') throw new Error('broken on purpose');\n  return"));
    expect(await live.failure()).toContain('broken on purpose');
  });
});
