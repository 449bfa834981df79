/** Takes the screenshots for the home page from the real demos: `npm run screenshots`. Not part of the tests. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'cascader-docs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../helpers/pages.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Demos, each with the options that are chosen before the screenshot, and its height. */
const PICTURES = {
  simple: { options: ['Japan', 'Kansai'], height: 170 },
  multiple: { options: ['Engineering', 'Web'], height: 220 },
  panel: { options: ['South wing', 'Room 4'], height: 415 },
};

/** Chooses options, after opening the popup if there is one. */
async function choose(demo: Locator, options: string[]): Promise<void> {
  const field = demo.locator('[role="combobox"], input[readonly]').first();
  if (await field.isVisible()) await field.click();
  for (const name of options) await demo.locator('.rc-cascader-menu-item:visible', { hasText: name }).first().click();
}

it.each(Object.entries(PICTURES))('takes a screenshot of %s', async (slug, { options, height }) => {
  const outDir = path.join(root, 'tests/.tmp/screenshots');
  await build({ root, outDir });
  const site = await openSite({ root, outDir });
  const viewport = { width: 400, height };
  const { page } = await site.open(`/~demos/docs-demo-${slug}-demo-${slug}?alone`, { viewport, deviceScaleFactor: 2 });
  await page.evaluate(() => {
    document.body.style.padding = '16px';
  });
  await choose(page.locator('body'), options);
  await page.mouse.move(0, 0);
  // The popup opens with an animation.
  await page.waitForTimeout(500);
  const picture = await page.screenshot({ path: path.join(root, `docs/assets/screenshot-${slug}.png`) });
  expect(picture.length).toBeGreaterThan(5000);
});

it.each(['Light', 'Dark'])('takes a screenshot of a demo page for the README, %s', async (color) => {
  const outDir = path.join(root, 'tests/.tmp/screenshots');
  await build({ root, outDir });
  const site = await openSite({ root, outDir });
  const viewport = { width: 1200, height: 700 };
  const { page } = await site.open('/demo/multiple', { viewport, deviceScaleFactor: 1.5 });
  await page
    .getByRole('button', { name: color })
    .or(page.getByRole('radio', { name: color }))
    .first()
    .click();
  await choose(page.locator('main'), PICTURES.multiple.options);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  const picture = await toWebp(page, await page.screenshot());
  expect(picture.length).toBeGreaterThan(10_000);
  await fs.writeFile(path.join(root, `tests/screenshots/demo-page-${color.toLowerCase()}.webp`), picture);
});

/** Converts a picture in the browser: WebP needs a quarter of the bytes of PNG. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const webp = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85).split(',')[1] ?? '';
  }, png.toString('base64'));
  return Buffer.from(webp, 'base64');
}
