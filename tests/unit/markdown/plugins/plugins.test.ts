import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MarkdownPluggable } from '../../../../src/node/project/config/types.ts';
import { compile, contentOf, createProject, messagesOf } from '../project.ts';

type Tree = { type: 'root'; children: unknown[] };
// biome-ignore lint/suspicious/noExplicitAny: plugins see any node and any file.
type Any = any;

const options = (remarkPlugins: MarkdownPluggable[], rehypePlugins: MarkdownPluggable[] = []) => ({
  config: { markdown: { remarkPlugins, rehypePlugins, digest: '' } },
});
const paragraph = (value: string) => ({ type: 'paragraph', children: [{ type: 'text', value }] });
const element = (tagName: string, properties: object = {}, children: unknown[] = []) => ({
  ...{ type: 'element', tagName, properties, children },
});
/** A remark or rehype plugin that adds a node at the end. */
const adds = (node: unknown) =>
  function addNode() {
    return (tree: Tree) => void tree.children.push(node);
  };

describe.each(['md', 'mdx'] as const)('plugins in .%s', (format) => {
  it('lets remark plugins see the tree before containers and tags are converted', async () => {
    const seen: string[] = [];
    const plugin = () => (tree: Tree) => void seen.push(...tree.children.map((node) => (node as Any).type));
    const source = '# Title\n\n:::tip\nText\n:::\n\n```ts\nlet a;\n```\n';
    const page = await compile(source, format, options([plugin]));
    expect(seen).toEqual(['heading', 'containerDirective', 'code']);
    expect(contentOf(page)).toContain('<@Container {"type":"tip"}><p>Text</p></@Container>');
  });

  it('adds what remark plugins add, synchronous or not', async () => {
    const late = () => async (tree: Tree) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      tree.children.push(paragraph('late'));
    };
    const withCallback = () => (tree: Tree, _file: unknown, next: (error?: Error) => void) => {
      tree.children.push(paragraph('called'));
      setTimeout(next, 1);
    };
    const replaces = () => (tree: Tree) => ({ ...tree, children: [...tree.children, paragraph('new')] });
    const page = await compile(
      'Text\n',
      format,
      options([late, withCallback, replaces, [adds(paragraph('set')), true]]),
    );
    expect(contentOf(page).replaceAll('\n', '')).toBe('<p>Text</p><p>late</p><p>called</p><p>new</p><p>set</p>');
  });

  it('lets rehype plugins see headings with ids, and code as elements', async () => {
    const seen: Any[] = [];
    const plugin = () => (tree: Tree) =>
      void seen.push(...tree.children.filter((node) => (node as Any).type === 'element'));
    const page = await compile('## Part\n\n```ts {1}\nlet a;\n```\n', format, options([], [plugin]));
    expect(seen.map(({ tagName }) => tagName)).toEqual(['h2', 'a', 'pre']);
    expect(seen[0].properties.id).toBe('part');
    expect(seen[2].children[0]).toMatchObject({
      tagName: 'code',
      properties: { className: ['language-ts'] },
      data: { meta: '{1}' },
    });
    expect(contentOf(page)).toBe(contentOf(await compile('## Part\n\n```ts {1}\nlet a;\n```\n', format)));
  });

  it('prints a code block as a plugin changed it', async () => {
    const plugin = () => (tree: Tree) =>
      void Object.assign((tree.children[0] as Any).properties, { className: ['mine'] });
    const page = await compile('```ts\nlet a;\n```\n', format, options([], [plugin]));
    expect(contentOf(page)).toBe('<pre class="mine"><code class="language-ts">let a;\n</code></pre>');
    expect(page.texts.map(({ value }) => value)).toEqual(['let a;']);
  });

  it('passes path, text and front matter', async () => {
    let seen: Any;
    const plugin = () => (_: Tree, file: Any) => {
      seen = { name: file.basename, folder: file.dirname, text: String(file), title: file.data.frontmatter.title };
    };
    const files = { [`docs/guide/page.${format}`]: '---\ntitle: Page title\n---\n\nText\n' };
    const project = createProject(files, options([plugin]));
    await project.compile(`docs/guide/page.${format}`);
    expect(seen).toEqual({
      name: `page.${format}`,
      folder: path.join(project.root, 'docs/guide'),
      text: '\n\n\n\nText\n',
      title: 'Page title',
    });
  });

  it('reports messages at their location, with the name of the plugin', async () => {
    function lint() {
      return (tree: Tree, file: Any) => {
        file.message('Too short.', tree.children[0]);
        file.info('Seen');
        file.fail('Never', { line: 3, column: 2 });
      };
    }
    const page = await compile('Text\n\nMore\n', format, options([lint], [adds(element('hr'))]));
    expect(messagesOf(page.diagnostics)).toEqual([
      '1:1 warning CD352: lint: Too short',
      '1:1 info CD352: lint: Seen',
      '3:2 error CD352: lint: Never',
    ]);
    expect(page.diagnostics.map(({ location }) => location?.length)).toEqual([4, 1, 1]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      'failed: broken',
    ],
    [
      'throws nothing',
      () => {
        throw undefined;
      },
      'failed: undefined',
    ],
    ['rejects', () => Promise.reject(new Error('later')), 'failed: later'],
    [
      'loops',
      () => {
        for (;;);
      },
      'did not finish within 0.6 s',
    ],
    [
      'loops after an await',
      async () => {
        await null;
        for (;;);
      },
      'did not finish within 0.6 s',
    ],
    ['waits for ever', () => new Promise(() => {}), 'did not finish within 0.6 s'],
    ['returns a text', () => 'text', 'failed: it returned text, not a tree'],
    ['returns an object', () => ({}), 'failed: it returned an object, not a tree'],
    [
      'adds nothing',
      (tree: Tree) => void tree.children.push(null),
      'failed: it added something to the tree that is not a node',
    ],
    [
      'adds a text without value',
      (tree: Tree) => void tree.children.push({ type: 'text' }),
      'failed: it added a node of type text whose value is not a string',
    ],
  ])('reports a plugin that %s, and shows the page without it', async (_, transform, message) => {
    function bad() {
      return transform;
    }
    const settings = options([bad]);
    const page = await compile('Text\n', format, { config: { ...settings.config, pageTimeout: 100 } });
    expect(messagesOf(page.diagnostics)).toEqual([`1:1 error CD353: The Markdown plugin bad ${message}`]);
    expect(contentOf(page)).toBe('<p>Text</p>');
    const html = options([], [bad]);
    const after = await compile('Text\n', format, { config: { ...html.config, pageTimeout: 100 } });
    expect(messagesOf(after.diagnostics)).toEqual([`1:1 error CD353: The Markdown plugin bad ${message}`]);
  });

  it('reports a tree that cannot be printed', async () => {
    const page = await compile('Text\n', format, options([], [adds({ type: 'strange' })]));
    expect(messagesOf(page.diagnostics)).toEqual([
      expect.stringMatching(
        /^1:1 error CD353: The page cannot be generated from the output of the Markdown plugins: .*strange/,
      ),
    ]);
    expect(page.diagnostics[0]?.notes?.[0]).toContain('addNode');
  });

  it.each([
    ['a script', { type: 'html', value: '<script>alert(1)</script>' }, element('script'), 'CD302: '],
    [
      'a handler',
      { type: 'html', value: '<b onclick="alert(1)">x</b>' },
      element('b', { onClick: 'alert(1)' }),
      'CD303: ',
    ],
    [
      'a URL with code',
      { type: 'link', url: 'javascript:alert(1)', children: [] },
      element('a', { href: 'javascript:alert(1)' }),
      'CD304: ',
    ],
    [
      'raw HTML',
      { type: 'paragraph', data: { hName: 'script' }, children: [] },
      { type: 'raw', value: '<p><script></script></p>' },
      'CD302: ',
    ],
  ])('refuses %s of a plugin, and names the plugin', async (_, mdast, hast, code) => {
    for (const settings of [options([adds(mdast)]), options([], [adds(hast)])]) {
      const page = await compile('Text\n\nMore\n', format, settings);
      expect(page.diagnostics).toHaveLength(1);
      expect(page.diagnostics[0]).toMatchObject({
        severity: 'error',
        location: { line: 3 },
        notes: expect.arrayContaining(['The plugin addNode added it to the page.']),
      });
      expect(`${page.diagnostics[0]?.code}: `).toBe(code);
      expect(contentOf(page).replaceAll('\n', '')).toBe('<p>Text</p><p>More</p>');
    }
  });

  it.each([
    ['an element', element('script', {}, [{ type: 'text', value: 'alert(1)' }])],
    ['raw HTML', { type: 'raw', value: '<script>alert(1)</script>' }],
  ])('refuses a script that a plugin shows instead of the content of a node, as %s', async (_, child) => {
    const shows = () => (tree: Tree) => void Object.assign(tree.children[0] as Any, { data: { hChildren: [child] } });
    const page = await compile('Text\n\nMore\n', format, options([shows]));
    expect(messagesOf(page.diagnostics)).toEqual([expect.stringContaining('error CD302: ')]);
    expect(contentOf(page).replaceAll('\n', '')).toBe('<p>More</p>');
  });

  it('accepts style attributes, which the policy allows, and elements without properties', async () => {
    const page = await compile(
      'Text\n',
      format,
      options([], [adds({ type: 'element', tagName: 'i' }), adds(element('b', { style: 'color:red' }))]),
    );
    expect(page.diagnostics).toEqual([]);
    expect(contentOf(page)).toBe('<p>Text</p><i></i><b style="color:red"></b>');
  });

  it('applies to embedded files, each with its own path', async () => {
    const paths: string[] = [];
    const plugin = () => async (tree: Tree, file: Any) => {
      paths.push(file.basename);
      tree.children.push(paragraph(`from ${file.stem}`));
    };
    const files = {
      [`docs/page.${format}`]: '# Page\n\n<embed src="./part.md"></embed>\n',
      'docs/part.md': 'Part\n\n<embed src="./inner.md"></embed>\n',
      'docs/inner.md': 'Inner\n',
    };
    const page = await createProject(files, options([plugin])).compile(`docs/page.${format}`);
    expect(paths).toEqual([`page.${format}`, 'part.md', 'inner.md']);
    expect(contentOf(page).replaceAll('\n', '')).toMatch(
      /<p>Part<\/p><p>Inner<\/p><p>from inner<\/p><p>from part<\/p><p>from page<\/p>$/,
    );
  });

  it('watches the files that a plugin names', async () => {
    const plugin = () => (_: Tree, file: Any) =>
      void Object.assign(file.data, { dependencies: ['./words.txt', '/other/file'] });
    const project = createProject({ [`docs/page.${format}`]: 'Text\n' }, options([plugin]));
    const page = await project.compile(`docs/page.${format}`);
    expect(page.dependencies).toEqual(
      expect.arrayContaining([path.join(project.root, 'docs/words.txt'), '/other/file']),
    );
  });

  it('counts ids that plugins add as targets of links', async () => {
    const page = await compile('Text\n', format, options([], [adds(element('p', { id: 'added' }))]));
    expect(page.anchors).toContain('added');
  });

  it('gives plugins the settings and options of unified: presets, true, false, and repeated plugins', async () => {
    const calls: unknown[] = [];
    function one(...given: unknown[]) {
      calls.push(['one', ...given]);
    }
    function two(...given: unknown[]) {
      calls.push(['two', ...given]);
    }
    const preset = {
      plugins: [
        [one, { a: 1 }],
        [two, false],
      ],
    };
    await compile('Text\n', format, options([preset, [one, { b: 2 }], [two, true]] as never));
    expect(calls).toEqual([
      ['one', { a: 1, b: 2 }],
      ['two', undefined],
    ]);
  });

  it('compiles a page without plugins that cannot be called', async () => {
    function broken() {
      throw new Error('no options');
    }
    const page = await compile('Text\n', format, options([broken], [broken]));
    expect(page.diagnostics).toEqual([]);
  });
});

it('compiles interactive pages with plugins', async () => {
  const source = "import { Button } from './button';\n\n# Title\n\n<Button>Press</Button>\n\n{1 + 1}\n";
  const page = await compile(source, 'mdx', options([adds(paragraph('added'))], [adds(element('hr'))]));
  expect(page.diagnostics).toEqual([]);
  expect(page.module).toContain("from './button'");
  expect(JSON.stringify(page.statics)).toContain('<p>added</p>');
  expect(JSON.stringify(page.statics)).toContain('<hr>');
});

it('reports syntax errors of MDX once, at their location', async () => {
  const page = await compile('Text\n\n<Open>\n', 'mdx', options([adds(paragraph('added'))]));
  expect(messagesOf(page.diagnostics)).toEqual([expect.stringMatching(/^3:1 error CD300/)]);
});

it('names a plugin without a name by its place', async () => {
  const anonymous = [
    () => () => {
      throw new Error('broken');
    },
  ][0] as () => void;
  const page = await compile('Text\n', 'md', options([{ plugins: [[anonymous]] }]));
  expect(messagesOf(page.diagnostics)).toEqual([
    '1:1 error CD353: The Markdown plugin remarkPlugins[0].plugins[0] failed: broken',
  ]);
});

it('compiles pages without plugins without unified', () => {
  const read = (file: string) => fs.readFileSync(path.join('src/node/markdown', file), 'utf8');
  for (const file of ['compile-page.ts', 'compile-site.ts'])
    expect(read(file)).not.toMatch(/^import (?!type).*plugins\//m);
});
