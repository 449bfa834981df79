import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite({
    'cascader-docs.config.ts': "export default { defaultLocale: 'v' };\n",
    'docs/index.md': '# Home\n\nText.\n',
    'docs/quokka.md':
      '# Quokka\n\n## <img src="./a.svg" alt="" />\n\nThe first quokka.\n\n<code src="../demos/quokka.tsx" title="Quokka" description="A demo"></code>\n\n<code src="../demos/quokka.tsx" id="second" title="Quokka"></code>\n',
    'docs/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    'demos/quokka.tsx': 'export default () => <hr />;\n',
  });
  const { exitCode, text } = await build({ cache: false });
  expect(exitCode, text).toBe(0);
  site = await openSite({ root });
});

it('every option of search has a name', async () => {
  const { page } = await site.open('/');
  await page.keyboard.press('/');
  await page.locator('.search-input').fill('quokka');
  await page.locator('.search-hit').first().waitFor();
  const names = (): Promise<string[]> =>
    page.locator('[role="option"]').evaluateAll((all) => all.map((option) => option.textContent ?? ''));
  await expect.poll(names).toEqual(['QuokkaThe first quokka.', 'QuokkaA demo', 'Quokka', 'Quokka - The first quokka.']);
});

it('search names the language of the content by its id if the browser has no name for it', async () => {
  const { page, messages } = await site.open('/');
  await page.keyboard.press('/');
  await page.locator('.search-input').fill('级联');
  await expect.poll(() => page.locator('dialog [role="status"]').textContent()).toMatch(/written in v\.$/);
  expect(messages).toEqual([]);
});
