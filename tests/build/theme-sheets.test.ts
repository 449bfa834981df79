import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, type TestBuild } from '../helpers/build-site.ts';

/** Script and style sheet of a text page, compressed. Rules and code that few pages need belong elsewhere. */
const MOST_BYTES = 16_200;

let built: TestBuild;

beforeAll(async () => {
  built = await buildSite({
    'docs/index.md': '---\nhero:\n  title: Home\n---\n\nText.\n',
    'docs/text.md': '# Text\n\nText.\n\n```ts\nconst a = 1;\n```\n',
    'docs/demo.md': '# Demo\n\n<code src="../demos/one.tsx"></code>\n',
    'docs/live.mdx': "import { One } from '../demos/one.tsx';\n\n# Live\n\n<One />\n",
    'docs/tree.md': '# Tree\n\n<FileTree>\n\n- a.ts\n\n</FileTree>\n',
    'demos/one.tsx': 'export const One = () => <p>one</p>;\nexport default One;\n',
  });
  expect(built.text).toBe('');
});

/** Returns the paths of the theme's style sheets and the boot script of a page. */
async function entriesOf(page: string): Promise<string[]> {
  const html = await built.read(page);
  return [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.(?:css|js))"[^>]* data-entry/g)].map(
    ([, file = '']) => file,
  );
}

/** Returns the names of the style sheets, without their hashes. */
const sheetsOf = async (page: string): Promise<string[]> =>
  (await entriesOf(page))
    .filter((file) => file.endsWith('.css'))
    .map((file) => path.basename(file).replace(/-\w+\.css/, ''));

describe("the theme's style sheets", () => {
  it.each([
    ['text/index.html', ['theme']],
    ['index.html', ['theme', 'home']],
    ['404.html', ['theme', 'home']],
    ['demo/index.html', ['theme', 'demo']],
    ['live/index.html', ['theme', 'demo']],
    ['~demos/docs-demo-demo-one/index.html', ['theme', 'demo']],
    ['tree/index.html', ['theme', 'rich']],
  ])('of %s are those that it needs', async (page, expected) => {
    expect(await sheetsOf(page)).toEqual(expected);
  });

  it('have, with the boot script, at most 16 KB for a text page', async () => {
    const files = await entriesOf('text/index.html');
    expect(files).toHaveLength(2);
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await built.read(file), { level: 9 }).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
  });
});

it('warns about fonts that the policy blocks, whichever style sheet loads them, also without demos', async () => {
  const font = (host: string): string =>
    `@font-face { font-family: a; src: local(b), url(https://${host}.test/a.woff2); }`;
  const { text } = await buildSite({
    'docs/index.md': '# Home\n',
    'cascader-docs.config.ts': `export default {\n  theme: './theme.tsx',\n  styles: ['/public.css', '${font('configured')}'],\n};\n`,
    'theme.tsx': "import theme from 'cascader-docs/theme';\nimport './theme.css';\nexport default theme;\n",
    'theme.css': `${font('theme')}\n@import "//imported.test/a.css";\n`,
    'docs/public/public.css': font('public'),
  });
  expect(text.match(/^\S.*CD507.*$/gm)?.sort()).toEqual([
    'cascader-docs.config.ts:3:27 - warning CD507: The content security policy blocks https://configured.test',
    'docs/public/public.css:1:49 - warning CD507: The content security policy blocks https://public.test',
    'theme.css:1:49 - warning CD507: The content security policy blocks https://theme.test',
    'theme.css:2:10 - warning CD507: The content security policy blocks https://imported.test',
  ]);
});
