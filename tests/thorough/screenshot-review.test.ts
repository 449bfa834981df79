import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { acceptScreenshots } from '../../src/node/tools/check/screenshots/accept-screenshots.ts';
import { compareSets, type SetComparison, type SetEntry } from '../../src/node/tools/check/screenshots/compare-sets.ts';
import { readScreenshotSet } from '../../src/node/tools/check/screenshots/read-screenshot-set.ts';
import { writeReview, writeReviewFiles } from '../../src/node/tools/check/screenshots/review/write-review.ts';
import { htmlReport, REVIEW_FOLDER } from '../../src/node/tools/report/render-report.ts';
import { findFaults, WINDOWS } from '../helpers/accessibility.ts';
import { EMPTY_REPORT } from '../helpers/empty-report.ts';
import { makeFolder } from '../helpers/folder.ts';
import { denyStorage } from '../helpers/pages.ts';
import { BLACK, createCanvas, createScreenshotSet, type TakenScreenshot } from '../helpers/screenshots.ts';
import { createTabs, type TabOptions, type Tabs } from '../helpers/tabs.ts';

const TITLE = 'Site "x" </script><b>&';
const white = createCanvas(390, 300).png();
const dotted = (x: number) => createCanvas(390, 300).dot(x, 200, BLACK).png();
const slight = createCanvas(390, 300).dot(0, 0, [254, 255, 255, 255]).png();

const BEFORE: TakenScreenshot[] = [
  { demo: 'moved', title: 'Moved </script>', png: dotted(10) },
  { demo: 'moved', title: 'Moved </script>', state: 'open', png: dotted(10) },
  { demo: 'slight', png: white },
  { demo: 'removed', png: white },
  { demo: 'same', png: white },
  { demo: 'shaky', png: white },
];
const AFTER: TakenScreenshot[] = [
  { demo: 'moved', title: 'Moved </script>', png: dotted(300) },
  { demo: 'moved', title: 'Moved </script>', state: 'open', png: createCanvas(390, 320).png() },
  { demo: 'slight', route: '/other', png: slight },
  { demo: 'added', png: white },
  { demo: 'same', png: white },
  { demo: 'shaky', png: slight, unstable: true },
];

const ADDED = Array.from({ length: 60 }, (_, index) => `demo-${index}`);

let browser: Browser;
let tabs: Tabs;
let review: string;
let baseline: string;
let current: string;

beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
  tabs = createTabs(browser);
  const folder = makeFolder('screenshot-review');
  [review, baseline, current] = [path.join(folder, 'review'), path.join(folder, 'base'), path.join(folder, 'now')];
  await createScreenshotSet(baseline, BEFORE);
  await createScreenshotSet(current, AFTER);
  await writeReview(review, { title: TITLE, comparison: await compare() });
});

afterAll(async () => await browser?.close());

async function compare(): Promise<SetComparison> {
  const [before, after] = [await readScreenshotSet(baseline), await readScreenshotSet(current)];
  return await compareSets({ before, after, differences: path.join(review, 'screenshots/difference') });
}

async function open(options: TabOptions = {}, folder = review): Promise<{ page: Page; problems: string[] }> {
  const page = await tabs.open({ beside: false, ...options });
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(request.url()));
  await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
  return { page, problems };
}

const viewer = (page: Page) => page.getByRole('region', { name: 'Selected screenshot' });
const heading = (page: Page) => viewer(page).getByRole('heading');
const pressed = (page: Page) => viewer(page).locator('button[aria-pressed="true"]').allTextContents();
const accepted = (page: Page) =>
  page
    .locator('nav li:not([hidden])', { hasText: 'accepted' })
    .filter({ has: page.locator('.good:visible') })
    .count();

describe('the review of screenshots, opened as a file', () => {
  it('lists all screenshots in groups, and shows the largest change', async () => {
    const { page, problems } = await open();
    expect(await page.locator('h1').textContent()).toBe(`Screenshots of ${TITLE}`);
    expect(await page.locator('summary').allTextContents()).toEqual([
      ...['Changed 3', 'Added 1', 'Removed 1', 'Unstable: differs each time 1', 'Unchanged 1'],
    ]);
    expect(await page.locator('details:not([open]) li').count()).toBe(0);
    expect(await page.locator('nav button').first().textContent()).toContain('Moved </script> · open');
    expect(await heading(page).textContent()).toBe('Moved </script> · open');
    await page.getByText('slight', { exact: true }).last().waitFor();
    await expect
      .poll(() =>
        page.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalHeight)),
      )
      .toEqual([300, 320]);
    expect(problems).toEqual([]);
  });

  it('has one screenshot fewer to review after a downloaded list was applied', async () => {
    const { page } = await open();
    const before = await compare();
    await page.keyboard.press('a');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download list (1)' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('accepted.json');
    const list = path.join(review, 'accepted.json');
    await download.saveAs(list);
    const copy = makeFolder('accepted-baseline');
    await fs.cp(baseline, copy, { recursive: true });
    expect(await acceptScreenshots({ list, current, baseline: copy })).toBe(1);
    const after = await compareSets({ before: await readScreenshotSet(copy), after: await readScreenshotSet(current) });
    const changed = (comparison: SetComparison) =>
      comparison.kind === 'compared' ? comparison.entries.filter(({ digest }) => digest !== undefined).length : -1;
    expect([changed(before), changed(after)]).toEqual([5, 4]);
  });

  it('is operated with the keyboard', async () => {
    const { page } = await open();
    const name = () => heading(page).textContent();
    for (const [key, expected] of [
      ['j', 'Moved </script>'],
      ['ArrowDown', 'slight'],
      ['j', 'added'],
      ['k', 'slight'],
      ['ArrowUp', 'Moved </script>'],
      ['Control+j', 'Moved </script>'],
      ['Meta+j', 'Moved </script>'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await name()).toBe(expected);
    }
    expect(await pressed(page)).toEqual(['Side by side', 'Fit']);
    await page.keyboard.press('2');
    await page.keyboard.press('+');
    expect(await pressed(page)).toEqual(['Slider', '1×']);
    await page.keyboard.press('3');
    for (let index = 0; index < 4; index++) await page.keyboard.press('+');
    expect(await pressed(page)).toEqual(['Difference', '4×']);
    await page.keyboard.press('-');
    expect(await pressed(page)).toEqual(['Difference', '2×']);
    await page.keyboard.press('a');
    expect(await pressed(page)).toEqual(['Difference', '2×', 'Accept']);
    expect(await accepted(page)).toBe(1);
    await page.keyboard.press('a');
    expect(await accepted(page)).toBe(0);
    // In a form field, keys are text.
    await page.keyboard.press('/');
    await page.keyboard.type('ja1');
    expect(await page.getByRole('searchbox').inputValue()).toBe('ja1');
    expect(await accepted(page)).toBe(0);
  });

  it('has shortcuts that can be switched off', async () => {
    const { page } = await open();
    await page.getByLabel('Shortcuts').uncheck();
    await page.locator('h1').click();
    await page.keyboard.press('a');
    expect(await accepted(page)).toBe(0);
    await page.reload();
    expect(await page.getByLabel('Shortcuts').isChecked()).toBe(false);
  });

  it('accepts all screenshots that the filter shows', async () => {
    const { page } = await open();
    await page.getByLabel('Page').selectOption('/other');
    expect(await heading(page).textContent()).toBe('slight');
    await page.getByText('1 of 7 screenshots match.').waitFor();
    await page.getByRole('button', { name: 'Accept all 1 shown' }).click();
    await page.getByRole('button', { name: 'Accept none of 1 shown' }).waitFor();
    await page.getByLabel('Page').selectOption('');
    await page.getByRole('searchbox').fill('moved OPEN');
    await page.getByRole('button', { name: 'Accept all 1 shown' }).click();
    await page.getByRole('searchbox').fill('no such demo');
    expect(await viewer(page).isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Download list (2)' }).waitFor();
    await page.reload();
    expect(await accepted(page)).toBe(2);
    await page.getByRole('button', { name: 'Accept all 5 shown' }).click();
    await page.getByRole('button', { name: 'Accept none of 5 shown' }).click();
    expect(await page.getByRole('button', { name: 'Download list (0)' }).isDisabled()).toBe(true);
  });

  it('works without storage', async () => {
    const { page, problems } = await open({ before: denyStorage });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Download list (1)' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('moves the boundary of the slider with the keyboard and on the screenshot', async () => {
    const { page } = await open();
    await page.keyboard.press('2');
    const slider = page.getByRole('slider');
    await slider.press('Home');
    expect(await slider.inputValue()).toBe('0');
    const { x = 0, y = 0, width = 0 } = (await page.locator('.screenshot').boundingBox()) ?? {};
    await page.mouse.click(x + width / 4, y + 50);
    expect(Number(await slider.inputValue())).toBeCloseTo(25, 0);
  });

  it('scrolls both screenshots to the change when they are enlarged', async () => {
    const { page } = await open();
    await page.keyboard.press('j');
    await viewer(page).getByRole('button', { name: '4×' }).click();
    const positions = () =>
      page
        .locator('.frame')
        .evaluateAll((frames) => frames.map(({ scrollLeft, scrollTop }) => [scrollLeft > 0, scrollTop > 0]));
    await expect.poll(positions).toEqual([
      [true, true],
      [true, true],
    ]);
    await page
      .locator('.frame')
      .first()
      .evaluate((frame) => frame.scrollTo(0, 0));
    await expect.poll(positions).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it.each(['light', 'dark'] as const)('passes axe in the %s color scheme', async (colorScheme) => {
    for (const viewport of Object.values(WINDOWS)) {
      const { page } = await open({ colorScheme, viewport });
      await page.locator('summary').last().click();
      for (const key of ['1', '2', '3', 'a']) {
        await page.keyboard.press(key);
        expect(await findFaults(page)).toEqual([]);
      }
    }
  });

  it.each(['ltr', 'rtl'])('fits on a phone with the direction %s', async (direction) => {
    const { page } = await open({ viewport: WINDOWS.phone });
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), direction);
    for (const key of ['1', '2', '3', '+', '+']) {
      await page.keyboard.press(key);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WINDOWS.phone.width);
    }
  });
});

describe('the review of a thousand screenshots', () => {
  let large: string;

  beforeEach(async () => {
    large = makeFolder('large-review');
    const [file = '', other = ''] = ['before.png', 'after.png'].map((name) => path.join(large, name));
    await fs.writeFile(file, white);
    await fs.writeFile(other, dotted(5));
    const size = { width: 390, height: 300 };
    const entries = Array.from(
      { length: 1000 },
      (_, index): SetEntry => ({
        kind: index < 500 ? 'changed' : 'unchanged',
        screenshot: { demo: `demo-${index}`, route: '/', state: '', width: 390, color: 'light', file: '' },
        before: { file, ...size },
        after: { file: other, ...size },
        ...(index < 500 && { digest: String(index) }),
      }),
    );
    await writeReview(large, { title: 'Large', comparison: { kind: 'compared', entries } });
  });

  it('loads only the images of the selected one, and has no rows for a closed group', async () => {
    const images: string[] = [];
    const { page } = await open(
      {
        before: async (tab) =>
          void tab.on('request', (request) => request.resourceType() === 'image' && images.push(request.url())),
      },
      large,
    );
    await expect.poll(() => images.filter((url) => url.startsWith('file:')).length).toBe(2);
    expect(await page.locator('nav li').count()).toBe(500);
    for (let index = 0; index < 20; index++) await page.keyboard.press('j');
    expect(await heading(page).textContent()).toBe('demo-20');
    expect(await page.locator('img').count()).toBe(2);
    await page.getByRole('searchbox').fill('demo-499');
    expect(await page.locator('nav li:visible').count()).toBe(1);
  });
});

it('explains that screenshots of another environment were not compared', async () => {
  const folder = makeFolder('other-environment');
  const comparison = { kind: 'other-environment', difference: 'the installed fonts differ' } as const;
  await writeReview(folder, { title: 'Site', comparison });
  const { page, problems } = await open({}, folder);
  await page.getByText('so every screenshot may differ: the installed fonts differ.').waitFor();
  expect(problems).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
});

describe('the review below a report', () => {
  let folder: string;

  beforeAll(async () => {
    folder = makeFolder('report-with-review');
    const files = path.join(folder, REVIEW_FOLDER);
    const screenshots = await writeReviewFiles(files, await compare(), { pageFolder: folder });
    const html = htmlReport(
      { ...EMPTY_REPORT, folder, screenshots, demos: { ...EMPTY_REPORT.demos, added: ADDED } },
      TITLE,
    );
    await fs.writeFile(path.join(folder, 'index.html'), html);
  });

  it('has the keys of the review when it is in view', async () => {
    const { page, problems } = await open({}, folder);
    expect(await page.locator('h1').textContent()).toBe(`Changes of ${TITLE}`);
    expect(await heading(page).textContent()).toBe('Moved </script> · open');
    await page.keyboard.press('j');
    expect(await heading(page).textContent()).toBe('Moved </script> · open');
    await viewer(page).scrollIntoViewIfNeeded();
    await page.keyboard.press('j');
    expect(await heading(page).textContent()).toBe('Moved </script>');
    await expect
      .poll(() =>
        page.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalHeight)),
      )
      .toEqual([300, 300]);
    expect(problems).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('passes axe and fits in the %s color scheme', async (colorScheme) => {
    for (const viewport of Object.values(WINDOWS)) {
      const { page } = await open({ colorScheme, viewport }, folder);
      expect(await findFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    }
  });
});
