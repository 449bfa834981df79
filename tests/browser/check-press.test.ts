import { chromium } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { readBrowserScript } from '../../src/node/base/browser-scripts.ts';
import { afterTest } from '../helpers/after-file.ts';
import { createTabs } from '../helpers/tabs.ts';

const PAGE = `<!doctype html><title>Press</title>
<button style="display: block; width: 200px; height: 100px">Choose</button>
<script>
  const button = document.querySelector('button');
  button.onclick = () => { button.textContent = 'Chosen'; };
  // An animation from no height begins after the element was found and before it is pressed.
  button.scrollIntoView = () => {
    button.scrollIntoView = () => {};
    button.style.transform = 'scaleY(0)';
    setTimeout(() => { button.style.transform = ''; }, 300);
  };
</script>`;

const STEPS = `export const steps = [
  { name: 'Chooses', async run({ user, find, expect }) {
    await user.click(find('button', 'Choose'));
    await expect(find('button')).toHaveText('Chosen');
  } },
];`;

it('an element is pressed when its animation gives it a height, and not its parent before', async () => {
  const browser = await chromium.connect(inject('browser'));
  afterTest(() => browser.close());
  const page = await createTabs(browser).open();
  await page.exposeFunction('cascaderStepInput', ({ x, y }: { x: number; y: number }) => page.mouse.click(x, y));
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.goto('http://localhost/');
  await page.evaluate(await readBrowserScript('check-steps.js'));
  await page.evaluate(
    (url) => globalThis.cascaderSteps?.load(url),
    `data:text/javascript,${encodeURIComponent(STEPS)}`,
  );
  const request = {
    index: 0,
    input: 'driver',
    timeout: 2000,
    stepTimeout: 5000,
    states: false,
    updates: false,
  } as const;
  expect(await page.evaluate((asked) => globalThis.cascaderSteps?.run(asked), request)).toBeUndefined();
});
