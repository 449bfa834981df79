import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const group = (first: string, second: string): string =>
  `::::tabs\n:::tab macOS\n${first}\n:::\n:::tab Windows\n${second}\n:::\n::::\n`;
const commands = ':::code-group\n```sh [macOS]\nopen .\n```\n\n```sh [Windows]\nstart .\n```\n:::\n';
let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite({
    'docs/index.md': `# Home\n\n[To the second](./second.md#registry)\n\n${group('Use Finder.', 'Use Explorer.')}\n${commands}`,
    'docs/second.md': `# Second\n\n${'Text.\n\n'.repeat(60)}${group('A file.', '## Registry\n\nA key.')}`,
    'docs/same.md': '# Same\n\n:::code-group\n```ts\none\n```\n\n```ts\ntwo\n```\n\n```ts\nthree\n```\n:::\n',
    'docs/live.mdx': `import { Counter } from './counter.tsx'\n\n# Live\n\n<Tabs>\n<Tab title="macOS">\n\nPlain.\n\n</Tab>\n<Tab title="Windows">\n\n<Counter />\n\n</Tab>\n</Tabs>\n`,
    'docs/counter.tsx':
      'import { useState } from \'react\';\nexport function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>pressed {count}</button>;\n}\n',
  });
  expect((await build({ strict: true })).text).toBe('');
  site = await openSite({ root });
});

it('a tab group shows all panels in order with their titles when JavaScript is disabled', async () => {
  const { page } = await site.open('/', { javaScriptEnabled: false });
  const text = await page.locator('.tabs').innerText();
  expect(text.split(/\s*\n\s*/)).toEqual(['macOS', 'Use Finder.', 'Windows', 'Use Explorer.']);
});

it('a tab group switches together with code groups, also on the next page', async () => {
  const { page, messages } = await site.open('/');
  const shown = () => page.locator('.tabs-panel:visible, .code-group-panel:visible').allInnerTexts();
  await expect.poll(shown).toEqual(['Use Finder.', expect.stringContaining('open .')]);
  const list = page.getByRole('tablist', { name: 'macOS, Windows' }).first();
  await list.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).toEqual(['Use Explorer.', expect.stringContaining('start .')]);
  await page.getByRole('tabpanel', { name: 'Windows' }).first().waitFor();
  await page.goto(`${site.url}/live`);
  await page.getByRole('button', { name: 'pressed 0' }).click();
  await page.getByRole('button', { name: 'pressed 1' }).waitFor();
  await page.getByRole('tab', { name: 'macOS' }).click();
  await page.getByText('Plain.').waitFor();
  await page.getByRole('tab', { name: 'Windows' }).click();
  await page.getByRole('button', { name: 'pressed 1' }).waitFor();
  expect(messages).toEqual([]);
});

it('a tab group opens the panel that contains the target of the URL', async () => {
  for (const visit of ['address', 'link'] as const) {
    const { page } = await site.open(visit === 'address' ? '/second#registry' : '/');
    if (visit === 'link') await page.getByRole('link', { name: 'To the second' }).click();
    const heading = page.getByRole('heading', { name: 'Registry' });
    await heading.waitFor();
    await expect
      .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top < innerHeight))
      .toBe(true);
    expect(await page.getByRole('tab', { selected: true }).allInnerTexts()).toEqual(['Windows']);
  }
});

it('a tab group opens the panel in which the browser finds a text', async () => {
  const { page } = await site.open('/');
  const panel = page.locator('.tabs-panel', { hasText: 'Use Explorer.' });
  await page.locator('.tabs [role="tab"]').first().waitFor();
  expect(await panel.getAttribute('hidden')).toBe('until-found');
  // The browser fires this event before it shows a match. A script cannot open its find bar.
  await panel.dispatchEvent('beforematch');
  await expect.poll(() => panel.isVisible()).toBe(true);
  expect(await page.locator('.tabs [aria-selected="true"]').allInnerTexts()).toEqual(['Windows']);
});

it('a code group selects the right tab when several tabs have the same title', async () => {
  const { page, messages } = await site.open('/same');
  for (const [index, text] of ['one', 'two', 'three'].entries()) {
    await page.getByRole('tab').nth(index).click();
    await expect.poll(() => page.locator('.code-group pre:visible').allInnerTexts()).toEqual([text]);
  }
  // The next tab is on the left of a page that is written from the right.
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('.code-group pre:visible').allInnerTexts()).toEqual(['two']);
  expect(messages).toEqual([]);
});
