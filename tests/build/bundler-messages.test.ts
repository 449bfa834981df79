import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';

const WRONG = 'export default () => (\n  <Button>\n    <b>Save</b>\n  </Buton>\n);\n';

it('a note about other code has its location, also in a fence and in dev', async () => {
  const site = await createSite({
    'demos/wrong.tsx': WRONG,
    'docs/index.md': `# Home\n\n<code src="../demos/wrong.tsx"></code>\n\n\`\`\`tsx\n${WRONG}\`\`\`\n`,
  });
  const { diagnostics } = await site.build();
  const dev = await startDev(site.root);
  await ask(dev, '/');
  for (const reported of [diagnostics, dev.diagnostics]) {
    const found = reported.map(({ location, notes }) => [`${location?.file}:${location?.line}`, notes?.[0]]);
    expect(found.sort()).toEqual([
      ['demos/wrong.tsx:4', 'The opening "Button" tag is at demos/wrong.tsx:2:4.'],
      ['docs/index.md:9', 'The opening "Button" tag is at docs/index.md:7:4.'],
    ]);
  }
});
