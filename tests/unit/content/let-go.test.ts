import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutText } from '../../../src/node/content/let-go.ts';
import type { SourcePage } from '../../../src/node/content/types.ts';
import { createSite, loadSite } from './temporary-site.ts';

it('refuses the text of a page that was changed while the site is read', async () => {
  const { loaded } = await loadSite(await createSite({ 'docs/index.md': '# Home\n' }));
  const page = withoutText(loaded.pages[0] as SourcePage);
  expect(page.source).toBe('# Home\n');
  writeFileSync(page.filePath, '# House\n');
  expect(() => page.source).toThrow(
    expect.objectContaining({
      exitCode: 2,
      diagnostics: [
        {
          severity: 'error',
          code: 'CD209',
          text: 'docs/index.md was changed while the site was read',
          notes: ['Run the command again, with nothing changed meanwhile'],
        },
      ],
    }),
  );
});
