import { beforeAll, describe, expect, it } from 'vitest';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';

const source = (words: string): string =>
  `import type { ButtonHTMLAttributes } from 'react';\nexport interface ButtonProps extends ButtonHTMLAttributes<HTMLElement> {\n  /** ${words} */\n  tone?: string;\n}\n`;
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Button\n\n<API id="ButtonProps" />\n',
    'src/index.ts': source('Before.'),
    // The types are cached in `node_modules`.
    'node_modules/any/package.json': '{"name": "any", "version": "1.0.0"}',
  });
});

describe('an open property table', () => {
  it('shows ten consecutive edits of a doc comment in place', async () => {
    const { page, messages, isSame } = await site.open('/');
    await site.edit('src/index.ts', () => source('Before.'));
    await page.getByText('Before.').waitFor();
    for (let round = 1; round <= 10; round++) {
      await site.edit('src/index.ts', () => source(`Edit ${round}.`));
      await page.getByText(`Edit ${round}.`).waitFor();
    }
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});
