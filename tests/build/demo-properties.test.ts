import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

const source = (comment: string): string =>
  `export interface ItemData {\n  /** Unique. */\n  key: string;\n}\nexport interface ListProps {\n  /** ${comment} */\n  items: ItemData[];\n  /** Reports *each* choice. */\n  onPick?: (key: string) => void;\n  gap?: number;\n}\n/** A list. */\nexport const List = (_props: ListProps) => <ul />;\n`;
const demo = (attributes: string): string =>
  `import { List } from 'my-library';\nexport default () => <List items={[{ key: 'a' }]} ${attributes} />;\n`;
const FILES = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'src/index.tsx': source('What is listed.'),
  'demos/plain.tsx': demo(''),
  'demos/picks.tsx': demo('onPick={() => undefined}'),
  'docs/index.md': '# Home\n',
  'docs/api.md': '# API\n\n<API id="List" />\n\n<API id="ItemData" />\n',
  'docs/demo/plain.md': '# Plain\n\n<code src="../../demos/plain.tsx"></code>\n',
  'docs/demo/picks.md': '# Picks\n\n<code src="../../demos/picks.tsx"></code>\n',
  'docs/demo/menu.md': '---\ntoc: menu\n---\n\n# Menu\n\n<code src="../../demos/picks.tsx"></code>\n',
  'docs/demo/text.md': '# Text\n',
  'cascader-docs.config.ts': "export default { themeConfig: { toc: 'content' } };\n",
};

/** Returns the properties that a page lists: name, address, type and description. */
function propertiesIn(html: string): string[][] {
  const [list = ''] = /<section class="demo-properties".*?<\/section>/s.exec(html) ?? [];
  return [
    ...list.matchAll(/<dt><code><a href="([^"]*)">([^<]*)<\/a><\/code><code>([^<]*)<.*?<\/dt><dd>(.*?)<\/dd>/gs),
  ].map(([, href = '', name = '', type = '', text = '']) => [name, href, type.replace('&gt;', '>'), text.trim()]);
}

describe('a page with demos', () => {
  it('lists the properties that they use, those of few demos first, with links to their rows', async () => {
    const { read, text, files } = await (await createSite(FILES)).build({ cache: false, base: '/lib/' });
    expect(text).toBe('');
    const html = await read('demo/picks/index.html');
    const items = ['items', '/lib/api#api-list-items', 'ItemData[]', '<p>What is listed.</p>'];
    expect(propertiesIn(html)).toEqual([
      ['onPick', '/lib/api#api-list-onPick', '(key: string) => void', '<p>Reports <em>each</em> choice.</p>'],
      items,
    ]);
    expect(html).not.toMatch(/rich-\w+\.css/);
    expect(propertiesIn(await read('demo/plain/index.html'))).toEqual([items]);
    // A contents list in the sidebar leaves no column.
    for (const page of ['menu', 'text']) {
      const other = await read(`demo/${page}/index.html`);
      expect(other).not.toMatch(/demo-properties|hasProperties|data-static="properties"|rich-\w+\.css/);
    }
    const index = files.find((file) => /^~search\/.*\.json$/.test(file)) ?? '';
    expect((await read(index)).match(/What is listed/g)).toHaveLength(1);
    expect(await read('demo/picks.md')).not.toContain('What is listed');
  });

  it('leaves a long type to the row to which the name links', async () => {
    const long = 'compare?: (first: ItemData, second: ItemData, descending: boolean) => number;\n  gap?';
    const { read, text } = await (
      await createSite({
        ...FILES,
        'src/index.tsx': source('What is listed.').replace('gap?', long),
        'demos/plain.tsx': demo('compare={() => 0} gap={1}'),
      })
    ).build({ cache: false });
    expect(text).toBe('');
    const html = await read('demo/plain/index.html');
    expect(html).toContain('<code><a href="/api#api-list-compare">compare</a></code></dt>');
    expect(html).toContain('<code><a href="/api#api-list-gap">gap</a></code><code>number</code></dt>');
  });

  it('is rendered again if the description of a property changes', async () => {
    const site = await createSite(FILES);
    await site.build();
    await site.write({ 'src/index.tsx': source('All items.') });
    const { read, text, result } = await site.build();
    expect(text).toBe('');
    expect(propertiesIn(await read('demo/plain/index.html'))[0]?.[3]).toBe('<p>All items.</p>');
    expect(result?.made.map(({ route }) => route)).toEqual(
      expect.arrayContaining(['/api', '/demo/picks', '/demo/plain']),
    );
  });
});
