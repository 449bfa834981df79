import fs from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FRONTMATTER_SCHEMA } from '../../src/node/content/frontmatter-schema.ts';
import { DEMO_SCHEMA } from '../../src/node/markdown/transform/demo-options.ts';
import { buildSite, type TestBuild } from '../helpers/build-site.ts';

const DEMO = "import { useState } from 'react';\nexport default () => <button>{useState(1)[0]}</button>;\n";
const PAGE =
  "import { useState } from 'react';\n\n# Page\n\nexport const Count = () => <b>{useState(1)[0]}</b>;\n\n<Count />\n";
const THEME =
  "import theme from 'cascader-docs/theme';\nexport default { ...theme, Footer: () => <footer>own</footer> };\n";

async function contents(build: TestBuild): Promise<Record<string, string>> {
  const texts = build.files.map(async (file) => [file, await build.read(file)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Returns the files of boot, runtime, theme, React and router: all scripts and style sheets except those of demos,
 * pages and tools.
 */
async function shellOf(build: TestBuild): Promise<string[]> {
  const html = await build.read('index.html');
  const [, runtime = ''] = /"runtime":"([^"]+)"/.exec(html) ?? [];
  const found = new Set([
    runtime.slice(1),
    ...[...html.matchAll(/(assets\/(?:boot|theme)-[^"]+)/g)].map(([file]) => file),
  ]);
  for (const file of found) {
    for (const [, chunk] of (await build.read(file)).matchAll(/from"\.\/([^"]+\.js)"/g)) found.add(`assets/${chunk}`);
  }
  return [...found].sort();
}

it.each([
  ['a text site in Chinese with a base path', { 'docs/index.md': '# Home\n' }, { language: 'zh-CN', base: '/docs/' }],
  [
    'a site with a demo and an interactive page',
    { 'docs/index.md': `# Home\n\n\`\`\`tsx\n${DEMO}\`\`\`\n`, 'docs/page.mdx': PAGE },
    {},
  ],
])('%s has the same bytes as when it is bundled', async (_, files, config) => {
  const build = (more: object) =>
    buildSite({ ...files, 'cascader-docs.config.ts': `export default ${JSON.stringify({ ...config, ...more })};\n` });
  const known = await build({});
  expect(known.text).toBe('');
  // The alias is unused, but with any alias the site is bundled without prebuilt files.
  const bundled = await build({ alias: { unused: './docs' } });
  expect(await contents(bundled)).toEqual(await contents(known));
});

it('demos and additional pages change no byte of runtime, theme and React', async () => {
  // The shell of the default theme is prebuilt.
  const files = {
    'docs/.theme/index.tsx': THEME,
    'cascader-docs.config.ts': "export default { theme: './docs/.theme/index.tsx' };\n",
  };
  const plain = await buildSite({ ...files, 'docs/index.md': '# Home\n' });
  const shell = await shellOf(plain);
  expect(shell.length).toBeGreaterThan(4);
  const withDemo = await buildSite({ ...files, 'docs/index.md': `# Home\n\n\`\`\`tsx\n${DEMO}\`\`\`\n` });
  expect(await shellOf(withDemo)).toEqual(shell);
  const withPage = await buildSite({ ...files, 'docs/index.md': '# Home\n', 'docs/page.mdx': PAGE });
  const withPages = await buildSite({
    ...files,
    'docs/index.md': `# Home\n\n\`\`\`tsx\n${DEMO}\`\`\`\n`,
    'docs/page.mdx': PAGE,
    'docs/other.mdx': PAGE.replace('# Page', '# Other'),
  });
  expect(await shellOf(withPages)).toEqual(await shellOf(withPage));
});

it.each([
  ['frontmatter', FRONTMATTER_SCHEMA],
  ['demo', DEMO_SCHEMA],
])('the schema of %s equals that of the table that validates it', async (name, schema) => {
  const file = new URL(import.meta.resolve(`cascader-docs/schemas/${name}.json`));
  expect(JSON.parse(await fs.readFile(file, 'utf8'))).toEqual(schema);
});
