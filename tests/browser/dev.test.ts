import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';
import { waitFor } from '../helpers/dev-site.ts';

const counter = (label: string): string =>
  `import { useState } from 'react';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>${label} {count}</button>;\n}\n`;
const field =
  'export default function Field() {\n  return <input aria-label="Name" />;\n}\n';
const paragraphs = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `Paragraph ${from + i} of the page, long enough to scroll.\n`).join('\n');
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Home\n\nWelcome. [Text](./text.md)\n',
    'docs/text.md': `---\ntitle: Text\n---\n\n# Text\n\n${paragraphs(0, 60)}\n## End\n`,
    'docs/many.md': `# Many\n\nFirst words.\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/two.tsx"></code>\n\n::::code-group\n\`\`\`sh [npm]\nnpm run one\n\`\`\`\n\n\`\`\`sh [pnpm]\npnpm one\n\`\`\`\n::::\n\n<details>\n<summary>More</summary>\n\nHidden text.\n\n</details>\n\n<code src="../demos/field.tsx"></code>\n\n${paragraphs(0, 30)}`,
    'demos/one.tsx': counter('one'),
    'demos/two.tsx': counter('two'),
    'demos/field.tsx': field,
  });
});
afterAll(() => site?.close());

const alive = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('[data-demo][data-hydrated]').length >= wanted, count);

describe('page text', () => {
  it('is swapped in place: what the reader did to the page stays', async () => {
    const { page, messages, isSame, close } = await site.open('/many');
    await page.locator('button', { hasText: 'one 0' }).click();
    await page.locator('button', { hasText: 'one 1' }).click();
    await page.locator('button', { hasText: 'two 0' }).click();
    await page.locator('[data-demo] summary').first().click();
    await page.getByRole('tab', { name: 'pnpm' }).click();
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByLabel('Name').fill('typed');
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await page.getByLabel('Name').evaluate((input: HTMLInputElement) => {
      input.focus({ preventScroll: true });
      input.setSelectionRange(1, 3);
    });
    const before = await page.evaluate(() => scrollY);
    await site.edit('docs/many.md', (text) => text.replace('First words.', 'Other words.'));
    await page.locator('p', { hasText: 'Other words.' }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(await page.locator('button', { hasText: 'one 2' }).count()).toBe(1);
    expect(await page.locator('button', { hasText: 'two 1' }).count()).toBe(1);
    expect(await page.locator('[data-demo] details').first().evaluate((details: HTMLDetailsElement) => details.open)).toBe(true);
    expect(await page.getByRole('tab', { name: 'pnpm' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.getByText('pnpm one').isVisible()).toBe(true);
    expect(await page.getByText('Hidden text.').isVisible()).toBe(true);
    expect(await page.getByLabel('Name').evaluate((input: HTMLInputElement) => [input.value, input.selectionStart, input.selectionEnd, document.activeElement === input])).toEqual(['typed', 1, 3, true]);
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
    await close();
  });
});
