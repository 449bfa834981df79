import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changePages } from '../../../src/node/content/load.ts';
import type { SourcePage } from '../../../src/node/content/types.ts';
import { createSite, loadSite } from './temporary-site.ts';

const changed = expect.objectContaining({
  exitCode: 2,
  diagnostics: [
    {
      severity: 'error',
      code: 'CD209',
      text: 'docs/index.md changed while the site was being read',
      notes: ['Run the command again, and do not edit files until it finishes.'],
    },
  ],
});

describe('the text of a page', () => {
  it('is kept as it was read', async () => {
    const { loaded } = await loadSite(await createSite({ 'docs/index.md': '# Home\r\n' }));
    const page = loaded.pages[0] as SourcePage;
    writeFileSync(page.filePath, '# House\n');
    expect(loaded.texts.of(page)).toBe('# Home\n');
    expect(loaded.texts.of({ ...page })).toBe('# Home\n');
    loaded.texts.release(page);
    expect(() => loaded.texts.of(page)).toThrow(changed);
  });
});

it('changes pages and tabs in a copy of the site', async () => {
  const files = { 'docs/a.md': '# A\n', 'docs/a.$tab-api.md': '# Api\n', 'docs/b.md': '# B\n' };
  const { loaded } = await loadSite(await createSite(files));
  const [page, other] = loaded.pages as [SourcePage, SourcePage];
  const tab = page.tabs[0]?.page as SourcePage;
  const next = changePages(loaded, new Map([[tab.filePath, { lastUpdated: 1 }]]));
  expect(next.pages[0]?.tabs[0]?.page).toEqual({ ...tab, lastUpdated: 1 });
  expect(next.texts.of(next.pages[0] as SourcePage)).toBe('# A\n');
  expect(next.pages[1]).toBe(other);
  expect(tab.lastUpdated).toBeUndefined();
  expect(page.tabs[0]?.page).toBe(tab);
});
