import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const lines = (count: number): string => 'Text.\n\n'.repeat(count);
let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite({
    'docs/index.md': '# Home\n\nText.\n',
    'docs/tabs.md': `# Tabs\n\n## Setup\n\n### First step\n\n#### Detail\n\n${lines(60)}`,
    'docs/tabs.$tab-api.md': `### Options\n\nText.\n\n## Events\n\n### On change\n\n${lines(60)}`,
    'docs/groups.md': `# Groups\n\n## Setup\n\n::::tabs\n:::tab macOS\n## With Finder\n\n### Open it\n:::\n:::tab Windows\n### Registry\n:::\n::::\n\n### After that\n\n:::details{title="Rare"}\n### Rare case\n:::\n\n${lines(60)}## End\n`,
    'docs/nested.md': `# Nested\n\n## One\n\n### A\n\n${lines(30)}### B\n\n### C\n\n${lines(30)}`,
    'docs/short.md': '# Short\n\n## One\n\n## Two\n\n## Three\n',
    'docs/plain.md': `---\ntoc: false\n---\n\n# Plain\n\n${lines(80)}`,
  });
  expect((await build({ cache: false })).text).toBe('');
  site = await openSite({ root });
});

/** Returns the visible entries, each after the entries around it. The column is a popover here, so no branch is folded. */
const outline = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const titleOf = (item: Element): string => item.querySelector(':scope > a')?.textContent ?? '';
    const path = (item: Element): string[] => {
      const around = item.parentElement?.closest('li');
      return [...(around ? path(around) : []), titleOf(item)];
    };
    return [...document.querySelectorAll('.toc-column .toc-list li')]
      .filter((item) => item.checkVisibility())
      .map((item) => path(item).join(' > '));
  });

const open = async (path: string): Promise<{ page: Page }> => {
  const opened = await site.open(path, { viewport: { width: 1000, height: 800 } });
  await opened.page.locator('.toc-button').click();
  return opened;
};

describe('the table of contents', () => {
  it('has the headings of the open page tab, below headings of the same tab', async () => {
    const { page } = await open('/tabs');
    await expect.poll(() => outline(page)).toEqual(['Setup', 'Setup > First step']);
    await page.goto(`${site.url}/tabs?tab=api`);
    await page.locator('.toc-button').click();
    await expect.poll(() => outline(page)).toEqual(['Options', 'Events', 'Events > On change']);
  });

  it('has the headings of the open tab of a group, below the heading before the group', async () => {
    const { page } = await open('/groups');
    const after = ['Setup > After that', 'End'];
    const first = ['Setup', 'Setup > With Finder', 'Setup > With Finder > Open it', ...after];
    await expect.poll(() => outline(page)).toEqual(first);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Windows' }).click();
    await page.locator('.toc-button').click();
    await expect.poll(() => outline(page)).toEqual(['Setup', 'Setup > Registry', ...after]);
  });

  it('has the headings of collapsed text once it is open', async () => {
    const { page } = await open('/groups');
    await expect.poll(() => outline(page)).not.toContain('Setup > Rare case');
    await page.keyboard.press('Escape');
    await page.getByText('Rare', { exact: true }).click();
    await page.locator('.toc-button').click();
    await expect.poll(() => outline(page)).toContain('Setup > Rare case');
  });
});

describe('"Back to top"', () => {
  it.each([
    ['/nested', true],
    ['/plain', false],
    ['/tabs', true],
    ['/short', false],
  ])('on %s is shown if the page has many headings: %s', async (path, isShown) => {
    const { page } = await site.open(path);
    await expect.poll(() => page.locator('.to-top').isVisible()).toBe(isShown);
  });

  it('needs no script', async () => {
    const { page } = await site.open('/nested', { javaScriptEnabled: false });
    await expect.poll(() => page.locator('.to-top').isVisible()).toBe(true);
  });
});
