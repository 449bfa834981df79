import { expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

it('a misspelled option of a demo that several pages embed is reported once', async () => {
  const embed = '<code src="../demos/one.tsx"></code>\n';
  const { diagnostics } = await buildSite({
    'demos/one.tsx': '/**\n * titel: One\n * description: Note: one\n */\nexport default () => <b>one</b>;\n',
    'docs/index.md': `# Home\n\n${embed}`,
    'docs/other.md': `# Other\n\n${embed}`,
    'docs/third.mdx': `# Third\n\n${embed}`,
  });
  expect(diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}`).sort()).toEqual([
    'CD211 demos/one.tsx:3',
    'CD331 demos/one.tsx:2',
  ]);
});
