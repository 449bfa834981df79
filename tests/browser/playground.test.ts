import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFaults, SCHEMES, SIZE_RULES, setScheme, WINDOWS } from '../helpers/accessibility.ts';
import { createSite } from '../helpers/build-site.ts';
import { catchExport } from '../helpers/exports.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { PLAYGROUND_SITE, segment } from '../helpers/playground-site.ts';

let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite(PLAYGROUND_SITE);
  const { text } = await build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

/** The card with a title, whose controls are loaded. */
async function playground(page: Page, title: string): Promise<Locator> {
  const card = page.getByRole('group', { name: title, exact: true });
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: 'Copy link' }).waitFor();
  return card;
}

const code = (card: Locator): Locator => card.locator('.demo-code pre code').first();

describe('a playground', () => {
  it('changes demo, code and address, and is reset', async () => {
    const { page, messages } = await site.open('/');
    const card = await playground(page, 'Button');
    const button = card.locator('.button');
    expect(await button.getAttribute('data-variant')).toBe('outline');
    await segment(card, 'ghost').click();
    await expect.poll(() => button.getAttribute('data-variant')).toBe('ghost');
    await expect.poll(() => code(card).innerText()).toContain('variant="ghost"');
    await expect.poll(() => code(card).locator('.token').count()).toBeGreaterThan(5);
    await expect.poll(() => page.url()).toContain('?button.variant=ghost');
    const alone = card.locator('.menu-item', { hasText: 'Open in separate page' });
    expect(await alone.getAttribute('href')).toBe('/~demos/docs-demo-button?button.variant=ghost');
    await card.getByLabel('radius', { exact: true }).last().fill('7');
    await expect.poll(() => button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('7px');
    await expect.poll(() => code(card).innerText()).toContain('radius={7}');
    await card.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => button.getAttribute('data-variant')).toBe('outline');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(messages).toEqual([]);
  });

  it('moves to the branch of a value, and keeps the removed values', async () => {
    const { page } = await site.open('/?button.disabled=true');
    const card = await playground(page, 'Button');
    await expect.poll(() => card.locator('button.button').isDisabled()).toBe(true);
    await segment(card, 'link').click();
    await card.locator('a.button').waitFor();
    await expect.poll(() => code(card).innerText()).toContain('kind="link" href=""');
    await segment(card, 'button').click();
    await expect.poll(() => card.locator('button.button').isDisabled()).toBe(true);
  });

  it('shows presets and options of an enum by their source, with the imports that they need', async () => {
    const { page } = await site.open('/?button.icon=Star');
    const card = await playground(page, 'Button');
    await card.locator('.button b').waitFor();
    await expect.poll(() => code(card).innerText()).toContain('icon={<Star />}');
    expect(await code(card).innerText()).toContain("import { Star } from './star';");
    expect(await code(card).innerText()).not.toContain('defineControls');
    const generated = await playground(page, 'Generated');
    await segment(generated, 'Size.Large').click();
    await expect.poll(() => generated.locator('.button').getAttribute('data-size')).toBe('large');
    await expect
      .poll(() => code(generated).innerText())
      .toContain('<Button size={Size.Large} onPress={console.log}>Save</Button>');
    expect(await code(generated).innerText()).toContain("import { Button, Size } from 'buttons';");
  });

  it('logs the calls of an event', async () => {
    const { page } = await site.open('/');
    const card = await playground(page, 'Generated');
    await card.locator('.button').click();
    await card.getByRole('log').getByText('{ x: 1 }').waitFor();
  });

  it('mounts the demo again for an initial value, and starts it again after a crash', async () => {
    const { page } = await site.open('/');
    const counter = await playground(page, 'Counter');
    await counter.getByLabel('defaultCount', { exact: true }).fill('5');
    await expect.poll(() => counter.locator('.counter').innerText()).toBe('5');
    const card = await playground(page, 'Button');
    await card.getByLabel('tone', { exact: true }).fill('crash');
    await card.getByText('This tone does not exist', { exact: true }).waitFor();
    await card.getByLabel('tone', { exact: true }).fill('blue');
    await expect.poll(() => card.locator('.button').getAttribute('data-tone')).toBe('blue');
  });

  it('is where editing and exporting start', async () => {
    const { page } = await site.open('/?button.variant=ghost');
    await playground(page, 'Button');
    const live = await editDemo(page);
    expect(await live.read()).toContain('variant="ghost"');
    expect(await live.card.locator('.demo-controls').count()).toBe(0);
    await live.write((await live.read()).replace('Save', 'Edited'));
    await (await live.frame()).getByText('Edited').waitFor();
    await live.button('Reset').click();
    await live.button('Done').click();
    const card = await playground(page, 'Button');
    await segment(card, 'solid').click();
    await expect.poll(() => card.locator('.button').getAttribute('data-variant')).toBe('solid');
    const again = await editDemo(page);
    expect(await again.read()).toContain('variant="solid"');
    const files = await catchExport(page, 'Open in CodeSandbox');
    expect(Object.values(files).join('\n')).toContain('variant="solid"');
  });

  it('has its state on the page of the demo alone', async () => {
    const { page } = await site.open('/~demos/docs-demo-button?button.variant=ghost&button.kind=link&button.href=/x');
    await expect.poll(() => page.locator('a.button').getAttribute('href')).toBe('/x');
    expect(await page.locator('.button').getAttribute('data-variant')).toBe('ghost');
  });

  it('moves nothing when its controls are loaded', async () => {
    const { page } = await site.open('/');
    await playground(page, 'Counter');
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          const observer = new PerformanceObserver((list) => {
            type Shift = PerformanceEntry & { value: number; sources: { node?: Node | null }[] };
            for (const { value, sources } of list.getEntries() as Shift[])
              if (sources.some(({ node }) => node?.parentElement?.closest('.demo'))) sum += value;
          });
          observer.observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 200);
        }),
    );
    expect(shift).toBeLessThan(0.01);
  });

  it.each([390, 1000, 1280])('has its place before the rest of the page is loaded, %d px wide', async (width) => {
    const place = async (before?: (page: Page) => Promise<unknown>) => {
      const { page } = await site.open('/', { before, javaScriptEnabled: false, viewport: { width, height: 800 } });
      return await page.locator('main').evaluate((main) => {
        const { x, y, width } = main.getBoundingClientRect();
        return { x, y, width };
      });
    };
    const cut = (end: RegExp) => (page: Page) =>
      page.route(`${site.url}/`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(end, '') });
      });
    const whole = await place();
    expect(await place(cut(/<\/h1>.*/s))).toEqual(whole);
    expect(await place(cut(/<div class="toc-column".*/s))).toEqual(whole);
  });

  it.each(SCHEMES)('is accessible in the %s color scheme, and fits a phone', async (scheme) => {
    const { page } = await site.open('/?button.kind=link&button.badge={"text":"New"}&button.nothing=1');
    await setScheme(page, scheme);
    const card = await playground(page, 'Button');
    await card.getByRole('switch', { name: 'onPress' }).check();
    await (await playground(page, 'Generated')).locator('.button').click();
    expect(await findFaults(page, { within: '.controls' })).toEqual([]);
    await page.setViewportSize(WINDOWS.phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // The header must not cover a control.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    expect(await findFaults(page, { within: '.controls', rules: SIZE_RULES })).toEqual([]);
    await page.setViewportSize(WINDOWS.desktop);
  });

  it('is read without scripts, in its initial state', async () => {
    const { page } = await site.open('/', { javaScriptEnabled: false });
    expect(await page.locator('.button').first().innerText()).toBe('Save');
    expect(await code(page.locator('.demo-card').first()).textContent()).toContain('variant="outline" radius={4}');
  });
});
