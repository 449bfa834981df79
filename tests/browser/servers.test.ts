/** The same specs run on `dev` and on `build`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { press } from '../helpers/dev-pages.ts';
import { type OpenSite, wake } from '../helpers/pages.ts';
import { openServed, SERVERS } from '../helpers/servers.ts';

const FILES = {
  'docs/index.md': '# Home\n\n[To the guide](./guide/one.md)\n',
  'docs/guide/one.md':
    '# One\n\nQuokkas live here.\n\n<code src="../../demos/counter.tsx"></code>\n\n```sh\nnpm run one\n```\n',
  'docs/guide/two.md': '# Two\n',
  'demos/counter.tsx':
    'import { useState } from \'react\';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>pressed {count}</button>;\n}\n',
};

/** A request that is aborted by a navigation or a reload is not an error. */
const faults = (messages: string[]) => messages.filter((message) => !message.includes('net::ERR_ABORTED'));

describe.each(SERVERS)('a site served from %s', (server) => {
  let site: OpenSite;

  beforeAll(async () => {
    site = await openServed(server, FILES);
  });

  it('has cards with a running demo and its code, and copies code', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, messages } = await site.open('/guide/one', { permissions });
    await wake(page);
    await press(page.locator('button', { hasText: 'pressed' }));
    await page.locator('button', { hasText: 'pressed 1' }).waitFor();
    await page.locator('.demo-code > summary').click();
    await page.locator('[data-demo] pre', { hasText: 'useState' }).waitFor();
    const copied = (words: string) =>
      page.waitForFunction(async (wanted) => (await navigator.clipboard.readText()).includes(wanted), words);
    const block = page.locator('.code-block', { hasText: 'npm run one' });
    await block.hover();
    await block.locator('[data-copy]').click();
    await copied('npm run one');
    await page.getByRole('button', { name: 'Copy page' }).click();
    await copied('# One');
    expect(faults(messages)).toEqual([]);
  });

  it('navigates within one document, by links, by going back, and by search', async () => {
    const { page, messages } = await site.open('/');
    await wake(page);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.locator('main a', { hasText: 'To the guide' }).click();
    await page.locator('h1', { hasText: 'One' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/guide/one');
    await page.goBack();
    await page.locator('h1', { hasText: 'Home' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('quokkas');
    await page.locator('[role="option"] mark', { hasText: 'Quokkas' }).click();
    await page.locator('h1', { hasText: 'One' }).waitFor();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    expect(faults(messages)).toEqual([]);
  });

  it('changes color scheme and language through its menus, and remembers both', async () => {
    const { page, messages } = await site.open('/guide/one');
    const root = page.locator('html');
    const isChinese = () => page.locator('.skip-link', { hasText: '跳到正文' }).waitFor({ state: 'attached' });
    await page.locator('.color-switch label', { has: page.locator('[value="dark"]') }).click();
    await expect.poll(() => root.getAttribute('data-prefers-color')).toBe('dark');
    await page.locator('summary[aria-label="Language"]').click();
    await page.getByRole('button', { name: '中文' }).click();
    await isChinese();
    await page.reload();
    await isChinese();
    expect(await root.getAttribute('data-prefers-color')).toBe('dark');
    expect(faults(messages)).toEqual([]);
  });

  it('has a drawer on a phone, which Escape closes', async () => {
    const { page, messages } = await site.open('/guide/one', { viewport: { width: 390, height: 800 } });
    await page.locator('.header').getByRole('button', { name: 'Menu' }).click();
    for (const part of ['.navbar', '.sidebar-nav']) await page.locator(part).waitFor();
    await page.keyboard.press('Escape');
    for (const part of ['.navbar', '.sidebar-nav']) await page.locator(part).waitFor({ state: 'hidden' });
    expect(faults(messages)).toEqual([]);
  });
});
