import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite({
    'cascader-docs.config.ts':
      "export default { themeConfig: { prefersColor: { class: { dark: 'dark', light: 'day' }, attribute: 'data-theme' } } };\n",
    'docs/index.md':
      '# Home\n\n<code src="../demos/box.tsx" title="Box"></code>\n\n<code src="../demos/framed.tsx" iframe="80"></code>\n',
    'demos/box.tsx':
      'import \'./box.css\';\n\n// Code of the library may look when it is loaded.\nconst loaded = globalThis.document?.documentElement.className;\n\nexport default function Box() {\n  return <p className="box" ref={(box) => { if (box) box.dataset.loaded = loaded; }}>in a box</p>;\n}\n',
    'demos/framed.tsx': "export { default } from './box';\n",
    'demos/box.css':
      '.box { color: rgb(1, 1, 1); }\n.dark .box { color: rgb(250, 250, 250); }\n[data-theme=dark] .box { background: rgb(9, 9, 9); }\n',
  });
  const { text } = await fixture.build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root: fixture.root });
});

/** Returns the root element's class and attribute, and the colors of the demo. */
const looks = (page: Page | Frame) =>
  page.evaluate(() => {
    const { className, dataset } = document.documentElement;
    const box = document.querySelector<HTMLElement>('.box');
    return [className, dataset.theme, box && getComputedStyle(box).color, box && getComputedStyle(box).backgroundColor];
  });
const LIGHT = ['day', 'light', 'rgb(1, 1, 1)', 'rgba(0, 0, 0, 0)'];
const DARK = ['dark', 'dark', 'rgb(250, 250, 250)', 'rgb(9, 9, 9)'];

/** Records the root element's class at the moment when the body begins. */
const noteFirst = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      Object.assign(window, { first: document.documentElement.className });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
const first = (page: Page) => page.evaluate(() => (window as { first?: string }).first);
const choose = (page: Page, scheme: string) =>
  page.locator(`input[name=color-scheme][value=${scheme}]`).check({ force: true });

describe('the class and the attribute of a color scheme', () => {
  it('are set before the first paint, and follow the switch', async () => {
    const { page, messages } = await site.open('/', { before: noteFirst });
    expect([await first(page), await looks(page)]).toEqual(['day', LIGHT]);
    await choose(page, 'dark');
    await expect.poll(() => looks(page)).toEqual(DARK);
    await page.reload();
    expect([await first(page), await looks(page)]).toEqual(['dark', DARK]);
    expect(messages).toEqual([]);
  });

  it("are set on a demo's own page, in a window and in a frame", async () => {
    const { page, messages } = await site.open('/~demos/docs-demo-box?theme=dark', { before: noteFirst });
    await page.locator('.box').waitFor();
    expect([await first(page), await looks(page)]).toEqual(['dark', DARK]);
    await page.goto(`${site.url}/~demos/docs-demo-box`);
    await page.locator('.box').waitFor();
    expect(await looks(page)).toEqual(LIGHT);
    await page.goto(`${site.url}/`);
    await choose(page, 'dark');
    const frame = page.frameLocator('iframe.demo-frame');
    await expect.poll(() => frame.locator('.box').evaluate((box) => getComputedStyle(box).color)).toBe(DARK[2]);
    expect(messages).toEqual([]);
  });

  it('are set in the frame of an edited demo before its code is loaded', async () => {
    const { page, messages } = await site.open('/');
    await choose(page, 'dark');
    const live = await editDemo(page);
    await live.write((await live.read()).replace('in a box', 'in a frame'));
    const frame = await live.frame();
    await frame.getByText('in a frame').waitFor();
    expect(await looks(frame)).toEqual(DARK);
    expect(await frame.locator('.box').getAttribute('data-loaded')).toBe('dark');
    await choose(page, 'light');
    await expect.poll(() => looks(frame)).toEqual(LIGHT);
    expect(messages).toEqual([]);
  });
});
