import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DevPages, openDev, press } from '../helpers/dev-pages.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { whileNothingHappens } from '../helpers/pages.ts';

const component = (name: string, label: string): string =>
  `import { useState } from 'react';\nexport ${name} {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>${label} {count}</button>;\n}\n`;
const demo = (label: string): string => component('default function Demo()', label);
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Paragraph ${i} of the page, long enough to scroll.\n`).join('\n');
const codeGroup =
  '::::code-group\n```sh [npm]\nnpm run one\n```\n\n```sh [pnpm]\npnpm one\n```\n::::\n\n<details>\n<summary>More</summary>\n\nHidden text.\n\n</details>\n';
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Home\n\n[Here](./links/here.md)\n',
    'docs/many.md': `# Many\n\nFirst words.\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/two.tsx"></code>\n\n${codeGroup}\n<code src="../demos/field.tsx"></code>\n\n${paragraphs(30)}`,
    'docs/text.md': `# Text\n\n${paragraphs(60)}\n## End\n\nLast words.\n`,
    'docs/guide/one.md': `---\ntitle: Old title\nnav:\n  title: Guide\n  order: -1\n---\n\n# One\n\n## First\n\n${paragraphs(20)}\n## Last\n\n${paragraphs(40)}`,
    'docs/guide/two.md': '# Two\n',
    'docs/group.md': '# Group\n\n::::code-group\n```sh [npm]\nnpm run one\n```\n::::\n',
    'docs/tabs.md': '# Tabs\n\nMain words.\n',
    'docs/tabs.$tab-more.md': '---\ntitle: More\n---\n\n# More\n\nTab words.\n',
    'docs/live.mdx': `import { Meter } from '../parts/meter.tsx';\n\n# Live\n\nStatic words.\n\n<Meter />\n\nWords between.\n\n<code src="../demos/one.tsx" id="in-mdx"></code>\n`,
    'docs/links/here.md': '# Here\n\n[There](./there.md) [elsewhere](./elsewhere.md) [late](./late.md)\n',
    'docs/links/there.md': '# There\n\nWords of there.\n',
    'docs/links/elsewhere.md': '# elsewhere\n\nWords of elsewhere.\n',
    'docs/links/late.md': '# late\n\nWords of late.\n',
    'docs/gone.md': '# Gone\n\nStill here.\n',
    'docs/before.md': '# Before\n\nThe same words.\n',
    ...Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`docs/bulk/page-${i}.md`, `# Page ${i}\n\nOld words.\n`]),
    ),
    'parts/meter.tsx': component('function Meter()', 'meter'),
    'demos/one.tsx': demo('one'),
    'demos/two.tsx': demo('two'),
    'demos/field.tsx': 'export default function Field() {\n  return <input aria-label="Name" />;\n}\n',
  });
});

const remove = (file: string): Promise<void> => fs.rm(path.join(site.fixture.root, file));
const text = (page: Page, words: string): Promise<void> => page.getByText(words, { exact: true }).first().waitFor();
const hydrated = (page: Page) => page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'));
const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-hydrated'));
const wake = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift');
  await hydrated(page);
};

describe('page text', () => {
  it('is replaced in place: what the reader did to the page stays', async () => {
    const { page, messages, isSame } = await site.open('/many');
    await press(page.locator('button', { hasText: 'one 0' }));
    await press(page.locator('button', { hasText: 'one 1' }));
    await press(page.locator('button', { hasText: 'two 0' }));
    await page.locator('[data-demo] .demo-code > summary').first().click();
    await page.getByRole('tab', { name: 'pnpm' }).click();
    await page.locator('main summary', { hasText: 'More' }).click();
    await page.getByLabel('Name').fill('typed');
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await page.getByLabel('Name').evaluate((input: HTMLInputElement) => {
      input.focus({ preventScroll: true });
      input.setSelectionRange(1, 3);
    });
    const scroll = await page.evaluate(() => scrollY);
    await site.edit('docs/many.md', (source) => source.replace('First words.', 'Other words.'));
    await text(page, 'Other words.');
    expect(await page.evaluate(() => scrollY)).toBe(scroll);
    await text(page, 'one 2');
    await text(page, 'two 1');
    await page.locator('[data-demo] details[open]').first().waitFor();
    expect(await page.getByRole('tab', { name: 'pnpm' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.getByText('pnpm one').isVisible()).toBe(true);
    expect(await page.getByText('Hidden text.').isVisible()).toBe(true);
    const input = await page
      .getByLabel('Name')
      .evaluate((element: HTMLInputElement) => [
        element.value,
        element.selectionStart,
        element.selectionEnd,
        element === document.activeElement,
      ]);
    expect(input).toEqual(['typed', 1, 3, true]);
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('is replaced on a page that has not loaded the runtime yet, at the same scroll position', async () => {
    const { page, messages, isSame } = await site.open('/text');
    await page.evaluate(() => scrollTo({ top: 1000, behavior: 'instant' }));
    await site.edit('docs/guide/two.md', (source) => `${source}\nOf no interest here.\n`);
    await waitFor(() => site.dev.updates.some(({ files }) => files.includes('docs/guide/two.md')));
    await whileNothingHappens(page);
    expect(await isHydrated(page)).toBe(false);
    await site.edit('docs/text.md', (source) => source.replace('Last words.', 'Very last words.'));
    await text(page, 'Very last words.');
    await hydrated(page);
    expect(await page.evaluate(() => scrollY)).toBe(1000);
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('updates title, navigation, sidebar and table of contents with it', async () => {
    const { page, messages, isSame } = await site.open('/guide/one');
    await site.edit('docs/guide/one.md', (source) =>
      source.replace('Old title', 'New title').replace('title: Guide', 'title: Handbook'),
    );
    await page.waitForFunction(() => document.title === 'New title');
    await page.locator('[data-static="sidebar"]').getByText('New title').waitFor();
    await page.locator('header').getByText('Handbook').waitFor();
    await site.edit('docs/guide/one.md', (source) => source.replace('## Last', '## Middle\n\n## Last'));
    await page.locator('[data-toc] a:visible', { hasText: 'Middle' }).waitFor();
    await page.locator('#last').evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
    await page.locator('[data-toc] a[aria-current]:visible', { hasText: 'Last' }).waitFor();
    await site.edit('docs/guide/one.md', (source) => source.replace('## Last', '## Very last'));
    await page.locator('[data-toc] a[aria-current]:visible', { hasText: 'Very last' }).waitFor();
    await site.edit('docs/guide/one.md', (source) => source.replace('---\n\n', 'toc: false\n---\n\n'));
    await page.locator('[data-toc]').first().waitFor({ state: 'detached' });
    await site.edit('docs/guide/one.md', (source) => source.replace('toc: false', 'toc: content'));
    await page.locator('.toc-column a', { hasText: 'Very last' }).waitFor();
    await site.edit('docs/guide/one.md', (source) => source.replace('toc: content', 'sidebar: false'));
    await page.locator('[data-static="sidebar"]').waitFor({ state: 'detached' });
    await site.edit('docs/guide/one.md', (source) => source.replace('sidebar: false\n', ''));
    await page.locator('[data-static="sidebar"]').getByText('New title').waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('turns code blocks that become a group into tabs', async () => {
    const { page, isSame } = await site.open('/group');
    await wake(page);
    await site.edit('docs/group.md', (source) =>
      source.replace('one\n```\n', 'one\n```\n\n```sh [pnpm]\npnpm one\n```\n'),
    );
    await page.getByRole('tab', { name: 'pnpm' }).click();
    await site.edit('docs/group.md', (source) =>
      source.replace('pnpm one\n```\n', 'pnpm two\n```\n\n```sh [yarn]\nyarn one\n```\n'),
    );
    await page.getByRole('tab', { name: 'yarn' }).click();
    await text(page, 'yarn one');
    expect(await page.getByText('pnpm two').isVisible()).toBe(false);
    await site.edit('docs/group.md', (source) => source.replace(/\n```sh \[(pnpm|yarn)\]\n.*\n```\n/g, ''));
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
    await text(page, 'npm run one');
    expect(await isSame()).toBe(true);
  });

  it('is updated in a tab, which stays selected', async () => {
    const { page, isSame } = await site.open('/tabs?tab=more');
    await text(page, 'Tab words.');
    await site.edit('docs/tabs.$tab-more.md', (source) => source.replace('Tab words.', 'Other tab words.'));
    await text(page, 'Other tab words.');
    expect(await page.getByText('Main words.').isVisible()).toBe(false);
    await site.edit('docs/tabs.md', (source) => source.replace('Main words.', 'Other main words.'));
    await page.getByText('Other main words.').waitFor({ state: 'attached' });
    expect(await page.getByText('Other main words.').isVisible()).toBe(false);
    expect(await isSame()).toBe(true);
    await site.edit('docs/tabs.$tab-more.md', (source) => source.replace('title: More', 'title: Details'));
    await page.getByRole('tab', { name: 'Details' }).waitFor();
  });
});

describe('an interactive page', () => {
  it('keeps the state of its components when its text or a component changes', async () => {
    const { page, messages, isSame } = await site.open('/live');
    await hydrated(page);
    await page.locator('button', { hasText: 'meter 0' }).click();
    await page.locator('button', { hasText: 'one 0' }).click();
    await text(page, 'one 1');
    await site.edit('docs/live.mdx', (source) => source.replace('Static words.', 'Other static words.'));
    await text(page, 'Other static words.');
    await text(page, 'meter 1');
    await site.edit('parts/meter.tsx', (source) => source.replace('>meter ', '>gauge '));
    await text(page, 'gauge 1');
    await site.edit('docs/live.mdx', (source) => `${source}\n<Meter />\n\nWords at the end.\n`);
    await text(page, 'Words at the end.');
    await text(page, 'gauge 0');
    await text(page, 'gauge 1');
    await text(page, 'one 1');
    await site.edit('docs/live.mdx', (source) =>
      source.replace('Words between.\n\n', 'Words between.\n\n<Meter />\n\nWords before.\n\n'),
    );
    await text(page, 'Words before.');
    await page.locator('button', { hasText: /^one \d$/ }).click();
    await page.locator('button', { hasText: /^one [12]$/ }).waitFor();
    expect(await page.locator('button', { hasText: /^one/ }).count()).toBe(1);
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});

describe('added and removed pages', () => {
  it('replace the not-found page, and are replaced by it', async () => {
    const { page } = await site.open('/later');
    await page.locator('.not-found').waitFor();
    await site.edit('docs/later.md', () => '# Later\n\nHere at last.\n');
    await text(page, 'Here at last.');
    await page.goto(`${site.dev.url}/gone`);
    await text(page, 'Still here.');
    await remove('docs/gone.md');
    await page.locator('.not-found').waitFor();
    await page.goto(`${site.dev.url}/before`);
    await text(page, 'The same words.');
    await fs.rename(path.join(site.fixture.root, 'docs/before.md'), path.join(site.fixture.root, 'docs/after.md'));
    await page.locator('.not-found').waitFor();
    await page.goto(`${site.dev.url}/after`);
    await text(page, 'The same words.');
  });

  it('cause a single update when many of them change', async () => {
    const { page, messages } = await site.open('/bulk/page-7');
    await wake(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') requests.push(new URL(request.url()).pathname);
    });
    const before = site.dev.updates.length;
    // Writes all files synchronously, as a checkout does: nothing else runs in between.
    const words = `New words ${before}.`;
    for (let i = 0; i < 50; i++)
      writeFileSync(path.join(site.fixture.root, `docs/bulk/page-${i}.md`), `# Page ${i}\n\n${words}\n`);
    await text(page, words);
    await whileNothingHappens(page);
    // A machine that is busy for longer than a batch waits may send two batches.
    const updates = () => site.dev.updates.slice(before);
    // The server records an update after it has sent it.
    await expect.poll(() => requests.length - updates().length).toBe(0);
    expect(new Set(requests)).toEqual(new Set(['/bulk/page-7']));
    expect(updates().length).toBeLessThanOrEqual(2);
    expect(messages).toEqual([]);
  });
});

describe('navigation', () => {
  it('never shows a page from before an edit', async () => {
    const { page, messages, isSame } = await site.open('/links/here');
    await wake(page);
    const there = page.locator('article').getByText('There');
    await there.hover();
    // Allows time for prefetching.
    await whileNothingHappens(page, 500);
    await site.edit('docs/links/there.md', (source) => source.replace('Words of there.', 'New words of there.'));
    await waitFor(() => site.dev.updates.some(({ files }) => files.includes('docs/links/there.md')));
    await whileNothingHappens(page);
    await there.click();
    await text(page, 'New words of there.');
    await site.edit('docs/links/there.md', (source) => source.replace('New words of there.', 'Newer words.'));
    await text(page, 'Newer words.');
    await site.edit('docs/links/here.md', (source) => `${source}\nMore words of here.\n`);
    await waitFor(() => site.dev.updates.some(({ files }) => files.includes('docs/links/here.md')));
    await whileNothingHappens(page);
    await page.goBack();
    await text(page, 'More words of here.');
    await page.goForward();
    await text(page, 'Newer words.');
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it.each([
    ['loading', 'elsewhere', false],
    ['about to be shown', 'late', true],
  ])('shows an edit that is made while the page is %s', async (_, name, isSlow) => {
    const { page } = await site.open('/links/here', {
      before: async (opened) => {
        // A busy browser starts a view transition late.
        if (isSlow)
          await opened.addInitScript(() => {
            const start = document.startViewTransition.bind(document);
            document.startViewTransition = (update) =>
              start(async () => {
                // Any delay will do, as long as the page arrives before the edit.
                await new Promise((resolve) => setTimeout(resolve, 1000));
                await (update as () => void)();
              });
          });
      },
    });
    await wake(page);
    await page.route(
      `**/links/${name}`,
      async (route) => {
        const response = await route.fetch();
        const file = `docs/links/${name}.md`;
        await site.edit(file, (source) => source.replace(`Words of ${name}.`, 'The last words.'));
        await waitFor(() => site.dev.updates.some(({ files }) => files.includes(file)));
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.locator('article').getByText(name).click();
    await page.locator('h1', { hasText: name }).waitFor();
    await text(page, 'The last words.');
  });

  it('keeps all tabs and frames of a browser up to date over one connection', async () => {
    const streams: string[] = [];
    const first = await site.open('/guide/two', {
      before: async (page) =>
        page
          .context()
          .on('request', (request) => request.url().includes('/~dev/events') && streams.push(request.url())),
    });
    const context = first.page.context();
    const others = [];
    for (let count = 0; count < 2; count++) others.push(await site.open('/guide/two', { context }));
    const pages = [first, ...others].map(({ page }) => page);
    // A page whose runtime takes longer than five seconds to start for an update reloads, and opens a stream again.
    for (const page of pages) await wake(page);
    await site.edit('docs/guide/two.md', (source) => `${source}\nFor all tabs.\n`);
    for (const page of pages) await text(page, 'For all tabs.');
    expect(streams.length).toBe(1);
    await first.page.close();
    await waitFor(() => streams.length === 2);
    await site.edit('docs/guide/two.md', (source) => source.replace('For all tabs.', 'For those that are left.'));
    for (const page of pages.slice(1)) await text(page, 'For those that are left.');
    expect(streams.length).toBe(2);
    await context.close();
  });
});

describe('a site with a base path, read in another language', () => {
  it('is updated too', async () => {
    const other = await openDev({
      'docs/index.md': '# Home\n\nFirst words.\n\n```sh\nnpm run one\n```\n',
      'cascader-docs.config.ts': "export default { base: '/below/' };\n",
    });
    const { page, messages, isSame } = await other.open('/', {
      before: (opened) => opened.addInitScript(() => localStorage.setItem('cascader-docs:lang', 'zh-CN')),
    });
    const copy = page.getByRole('button', { name: '复制' }).first();
    await copy.waitFor();
    await other.edit('docs/index.md', (source) =>
      source.replace('First words.', 'Second words.').replace('run one', 'run two'),
    );
    await text(page, 'Second words.');
    await copy.waitFor();
    await other.edit('docs/index.md', (source) => `${source}\n\`\`\`sh\nnpm run three\n\`\`\`\n`);
    await page.getByRole('button', { name: '复制' }).nth(1).waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});

describe('pages of every kind', () => {
  it('hydrate without console messages', async () => {
    for (const address of ['/', '/tabs', '/live', '/nowhere', '/~demos/docs-live-demo-in-mdx']) {
      const { page, messages } = await site.open(address);
      await wake(page);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await whileNothingHappens(page);
      // The browser itself logs the 404 response.
      expect(
        messages.filter((message) => !(address === '/nowhere' && message.includes('404'))),
        address,
      ).toEqual([]);
    }
  });
});
