import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const PERMISSIONS = { permissions: ['clipboard-read', 'clipboard-write'] };
const DEMO = "export default () => <pre><code>{'text of the demo'}</code></pre>;\n";
let site: OpenSite;
let plain: OpenSite;

beforeAll(async () => {
  const files = {
    'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n',
    'docs/typed.md': '---\ndemo:\n  ts2js: true\n---\n\n# Typed\n\n<code src="../demos/typed.tsx"></code>\n',
    'demos/one.tsx': DEMO,
    'demos/typed.tsx': "const shown: string = 'typed';\nexport default () => <p>{shown}</p>;\n",
  };
  const own = await createSite(files);
  expect((await own.build({ cache: false })).text).toBe('');
  site = await openSite({ root: own.root });
  const other = await createSite({
    ...files,
    'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
    'theme.tsx': `import theme from 'cascader-docs/theme';

export default {
  ...theme,
  CodePanel: ({ files }) => files.map(({ name, html }) => (
    <div key={name} className="my-code"><pre dangerouslySetInnerHTML={{ __html: html }} /></div>
  )),
};
`,
  });
  expect((await other.build({ cache: false })).text).toBe('');
  plain = await openSite({ root: other.root });
});

async function copyFrom(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.locator('.demo-actions .copy-button').first().click();
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe('');
  return await read();
}

it('copies the code of a demo with a code panel of the theme, not what the demo shows', async () => {
  for (const open of [site, plain]) {
    const { page } = await open.open('/', PERMISSIONS);
    expect((await copyFrom(page)).trim()).toBe(DEMO.trim());
  }
});

it('copies, shows and edits the same file while the JavaScript of a demo is shown', async () => {
  const { page } = await site.open('/typed', PERMISSIONS);
  const card = page.locator('[data-demo]');
  const script = card.getByRole('tab', { name: 'JavaScript' });
  await card.locator('.demo-code > summary').click();
  await script.click();
  expect(await copyFrom(page)).toContain("const shown = 'typed'");
  const live = await editDemo(page);
  expect(await script.count()).toBe(0);
  expect(await copyFrom(page)).toContain("const shown: string = 'typed'");
  const edited = "export default () => <p>{'edited' as string}</p>;\n";
  await live.write(edited);
  await (await live.frame()).getByText('edited').waitFor();
  expect(await copyFrom(page)).toBe(edited);
  await live.button('Done').click();
  // The compiled JavaScript is that of the published file.
  await card.locator('pre:visible', { hasText: 'edited' }).waitFor();
  expect(await script.count()).toBe(0);
  expect(await copyFrom(page)).toBe(edited);
  await live.button('Reset').click();
  await card.locator('pre:visible', { hasText: "const shown = 'typed'" }).waitFor();
  expect(await script.getAttribute('aria-selected')).toBe('true');
  expect(await copyFrom(page)).toContain("const shown = 'typed'");
});
