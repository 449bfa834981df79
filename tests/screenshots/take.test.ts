/** Takes the screenshots of the home page from the real demos: `npm run screenshots`. Not part of the tests. */
import path from 'node:path';
import { build } from 'cascader-docs';
import { expect, it } from 'vitest';
import { recipes } from '../helpers/demo-recipes.ts';
import { openSite } from '../helpers/pages.ts';
import { play } from '../helpers/play.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Demos with the number of their mouse steps after which the picture is taken, and its height. */
const PICTURES: Record<string, { steps: number; height: number }> = {
  simple: { steps: 4, height: 170 },
  multiple: { steps: 4, height: 220 },
  panel: { steps: 2, height: 415 },
};

it.each(Object.entries(PICTURES))('takes a picture of %s', async (slug, { steps, height }) => {
  const outDir = path.join(root, 'tests/.tmp/screenshots');
  await build({ root, outDir });
  const site = await openSite({ root, outDir });
  const viewport = { width: 400, height };
  const { page } = await site.open(`/~demos/docs-demo-${slug}-demo-${slug}?alone`, { viewport, deviceScaleFactor: 2 });
  await page.evaluate(() => {
    document.body.style.padding = '16px';
  });
  const recipe = recipes.find((candidate) => candidate.slug === slug);
  await play(page, page.locator('body'), (recipe?.mouse ?? []).slice(0, steps));
  await page.mouse.move(0, 0);
  // The popup's opening is animated.
  await page.waitForTimeout(500);
  const picture = await page.screenshot({ path: path.join(root, `docs/assets/screenshot-${slug}.png`) });
  expect(picture.length).toBeGreaterThan(5000);
  await site.close();
});
