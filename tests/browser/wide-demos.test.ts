import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const WIDTH = 390;
let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'docs/index.md':
      '# Home\n\n<code src="../demos/wide.tsx"></code>\n\n<code src="../demos/popup.tsx"></code>\n\n<code src="../demos/growing.tsx"></code>\n',
    'demos/wide.tsx': 'export default () => <div style={{ width: 900 }}><button type="button">Last</button></div>;\n',
    'demos/popup.tsx':
      'export default () => <div style={{ position: "relative" }}><p style={{ position: "absolute", width: 100, height: 300 }}>Popup</p></div>;\n',
    'demos/growing.tsx':
      'import { useState } from "react";\nexport default function Growing() {\n  const [isOpen, setOpen] = useState(false);\n  return <><button type="button" onClick={() => setOpen(!isOpen)}>Grow</button>{isOpen && <div style={{ width: 900 }}>More</div>}</>;\n}\n',
  });
  await fixture.build();
  site = await openSite({ root: fixture.root });
});

it('a demo that is wider than its card scrolls in it, and others show what hangs out of them', async () => {
  const { page } = await site.open('/', { viewport: { width: WIDTH, height: 800 } });
  const scrolls = (name: string): Promise<string> =>
    page.locator(`[data-demo$="demo-${name}"] .demo-stage`).evaluate((stage) => getComputedStyle(stage).overflowX);
  await expect.poll(() => scrolls('wide')).toBe('auto');
  expect([await scrolls('popup'), await scrolls('growing')]).toEqual(['visible', 'visible']);
  const grow = page.getByRole('button', { name: 'Grow' });
  await grow.click();
  await expect.poll(() => scrolls('growing')).toBe('auto');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH);
  await grow.click();
  await expect.poll(() => scrolls('growing')).toBe('visible');
  const { page: alone } = await site.open('/~demos/docs-demo-wide', { viewport: { width: WIDTH, height: 800 } });
  await alone.getByRole('button', { name: 'Last' }).waitFor();
  await alone.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await alone.locator('[data-wide]').count()).toBe(0);
});
