/** Takes the screenshots of the home page from the real demos: `npm run screenshots`. Not part of the tests. */
import path from 'node:path';
import { build } from 'cascader-docs';
import { expect, it } from 'vitest';
import { recipes } from '../helpers/demo-recipes.ts';
import { openSite } from '../helpers/pages.ts';
import { play } from '../helpers/play.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Demos with the number of their mouse steps after which the picture is taken. */
const PICTURES = { simple: 4, multiple: 4, panel: 2 };

it.each(Object.entries(PICTURES))('takes a picture of %s', async (slug, steps) => {
  const outDir = path.join(root, 'tests/.tmp/screenshots');
  await build({ root, outDir });
  const site = await openSite({ root, outDir });
  const { page } = await site.open(`/demo/${slug}`, { viewport: { width: 900, height: 700 }, deviceScaleFactor: 2 });
  const demo = page.locator('[data-demo]').first();
  await demo.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('[data-demo]')?.hasAttribute('data-hydrated'));
  const recipe = recipes.find((candidate) => candidate.slug === slug);
  await play(page, demo, (recipe?.mouse ?? []).slice(0, steps));
  await page.waitForTimeout(400);
  const box = await demo.boundingBox();
  expect(box).not.toBeNull();
  const clip = { x: (box?.x ?? 0) + 1, y: (box?.y ?? 0) + 1, width: 560, height: 300 };
  await page.screenshot({ path: path.join(root, `docs/assets/screenshot-${slug}.png`), clip });
  await site.close();
});
