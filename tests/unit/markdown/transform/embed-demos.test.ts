import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDemoHeader } from '../../../../src/node/markdown/parse/read-demo-header.ts';
import { isDemoOption } from '../../../../src/node/markdown/transform/demo-options.ts';
import { contentOf, createProject, messagesOf, type ProjectOptions, withoutSettings } from '../project.ts';

const DEMOS = {
  'demos/simple.tsx': '/**\n * title: Simple\n * description: One **thing**\n */\nexport default 1;\n',
  'demos/Value.tsx': 'export default 2;\n',
  'demos/debug.jsx': '/** debug: true */\nexport default 3;\n',
  'demos/folder/index.tsx': 'export default 4;\n',
};

const compileWith = (source: string, options?: ProjectOptions, format = 'md') =>
  createProject({ ...DEMOS, [`docs/demo/page.${format}`]: source }, options).compile(`docs/demo/page.${format}`);

describe.each(['md', 'mdx'] as const)('<code src> in .%s', (format) => {
  const compileDemo = (source: string, options?: ProjectOptions) => compileWith(source, options, format);

  it.each([
    '<code src="../../demos/simple.tsx"></code>',
    '<code src="../../demos/simple.tsx" />',
    '<code src="../../demos/simple"></code>',
  ])('embeds %s', async (tag) => {
    const page = await compileDemo(`before\n\n${tag}\n\nafter\n`);
    expect(contentOf(page)).toBe('<p>before</p>\n<@demo docs-demo-page-demo-simple>\n<p>after</p>');
    expect(page.demos).toMatchObject([
      {
        id: 'docs-demo-page-demo-simple',
        title: 'Simple',
        description: '<p>One <strong>thing</strong></p>',
        filename: 'demos/simple.tsx',
        inline: false,
        headerLength: 55,
        location: { file: `docs/demo/page.${format}`, line: 3, column: 1 },
      },
    ]);
    expect(page.toc).toEqual([{ id: 'docs-demo-page-demo-simple', depth: 3, title: 'Simple' }]);
    expect(withoutSettings(page.dependencies).filter((file) => fs.existsSync(file))).toEqual([page.demos[0]?.filePath]);
  });

  it('prefers attributes to the header, and uses the text as title', async () => {
    const page = await compileDemo(
      '<code src="../../demos/simple.tsx" id="My Demo" description="*d*" compact iframe="300" background="#fff" keywords="a, b" inline="false" version="1">Own</code>\n',
    );
    expect(page.demos).toMatchObject([
      {
        id: 'docs-demo-page-demo-my-demo',
        title: 'Own',
        description: '<p><em>d</em></p>',
        compact: true,
        iframe: 300,
        background: '#fff',
        keywords: ['a', 'b'],
        inline: false,
        version: '1',
      },
    ]);
  });

  it('groups tags on consecutive lines in a grid', async () => {
    const options = { pages: { [`docs/demo/page.${format}`]: { frontmatter: { demo: { cols: 2 } } } } };
    const tags = '<code src="../../demos/simple.tsx"/>\n<code src="../../demos/Value.tsx"></code>\n';
    const page = await compileDemo(`${tags}\n<code src="../../demos/folder"></code>\n`, options);
    expect(contentOf(page)).toBe(
      '<@DemoGrid {"cols":2}><@demo docs-demo-page-demo-simple><@demo docs-demo-page-demo-value></@DemoGrid>\n<@demo docs-demo-page-demo-folder>',
    );
  });

  it('splits a paragraph of text and demos', async () => {
    const page = await compileDemo('a <code src="../../demos/Value.tsx"></code> b `c`\n');
    expect(contentOf(page)).toBe('<p>a </p>\n<@demo docs-demo-page-demo-value>\n<p> b <code>c</code></p>');
  });

  it('suggests the nearest name for a missing file', async () => {
    const page = await compileDemo('text\n\n<code compact src="../../demos/simpel.tsx"></code>\n');
    expect(messagesOf(page.diagnostics)).toEqual([
      '3:20 error CD307: Demo file `../../demos/simpel.tsx` does not exist. Did you mean `../../demos/simple.tsx`?',
    ]);
    expect(page.content.join('')).not.toContain('code');
  });

  it.each([
    ['../demos/simple.tsx', '../../demos/simple.tsx'],
    ['../../demo/simple.tsx', '../../demos/simple.tsx'],
    ['../../demos/simple.jsx', '../../demos/simple.tsx'],
    ['../../demos/simpl', '../../demos/simple.tsx'],
    ['../../demos/value2.tsx', '../../demos/Value.tsx'],
    ['../../demos/flder/index.tsx', '../../demos/folder/index.tsx'],
    ['./simple.tsx', '../../demos/simple.tsx'],
    ['/demos/simple.tsx', undefined],
  ])('for %s suggests %s', async (src, suggestion) => {
    const page = await compileDemo(`<code src="${src}"></code>\n`);
    const [message] = messagesOf(page.diagnostics);
    if (suggestion) expect(message).toContain(`Did you mean \`${suggestion}\``);
    else expect(message).toContain('lies outside of the project');
  });

  it('excludes debug demos from a build, but not from dev', async () => {
    const source = '<code src="../../demos/debug.jsx"></code>\n\n<code src="../../demos/Value.tsx" debug></code>\n';
    expect((await compileDemo(source)).demos).toEqual([]);
    expect((await compileDemo(source, { includeDebug: true })).demos).toHaveLength(2);
  });
});

describe('<code src> in .md', () => {
  it('may be unclosed, alone and in groups', async () => {
    const page = await compileWith(
      '<code src="../../demos/simple.tsx">\n<code src="../../demos/Value.tsx">\n\ntext <code>plain</code> **after**\n',
    );
    expect(contentOf(page)).toBe(
      '<@DemoGrid {"cols":1}><@demo docs-demo-page-demo-simple><@demo docs-demo-page-demo-value></@DemoGrid>\n<p>text <code>plain</code> <strong>after</strong></p>',
    );
  });

  it('works in lists, quotes and containers', async () => {
    const tag = '<code src="../../demos/Value.tsx"></code>';
    const page = await compileWith(`- ${tag}\n\n> ${tag}\n\n:::info\n${tag}\n:::\n`);
    expect(page.demos).toHaveLength(3);
    expect(contentOf(page)).not.toContain('<p>');
  });

  it('resolves aliases, exact ones and `@/`', async () => {
    const project = createProject(
      {
        ...DEMOS,
        'src/x.tsx': 'x',
        'docs/a.md': '<code src="demo/Value.tsx">\n\n<code src="one">\n\n<code src="@/x">\n\n<code src="one/x">\n',
      },
      { config: { alias: { demo: './demos', one$: './demos/simple.tsx' } } },
    );
    const page = await project.compile('docs/a.md');
    expect(page.demos.map(({ id }) => id)).toEqual(['docs-a-demo-value', 'docs-a-demo-simple', 'docs-a-demo-x']);
    expect(page.diagnostics).toHaveLength(1);
  });

  it.each([
    ['../../../outside.tsx', 'CD308'],
    ['/etc/passwd', 'CD308'],
    ['file:///etc/passwd', 'CD307'],
    ['%2e%2e/%2e%2e/%2e%2e/etc/passwd', 'CD307'],
    ['link.tsx', 'CD308'],
    ['../../.secret.tsx', 'CD324'],
    ['a\u0000b.tsx', 'CD307'],
    ['page.md', 'CD309'],
    ['', 'CD309'],
  ])('refuses %j', async (src, code) => {
    const project = createProject({ '.secret.tsx': 'x', 'docs/demo/page.md': `\n<code src="${src}"></code>\n` });
    fs.symlinkSync('/etc/hostname', path.join(project.root, 'docs/demo/link.tsx'));
    const { demos, diagnostics } = await project.compile('docs/demo/page.md');
    expect(demos).toEqual([]);
    if (src) expect(diagnostics).toMatchObject([{ code, location: { line: 2 } }]);
  });

  it('selects the title in the language of the content', async () => {
    const demo = '/**\n * title: Base\n * title.zh-CN: 基本\n */\nexport default 1';
    const project = createProject(
      { 'a.tsx': demo, 'docs/a.md': '<code src="../a.tsx">', 'docs/b.md': '<code src="../a.tsx">' },
      { pages: { 'docs/a.md': { frontmatter: { lang: 'zh-CN' } } } },
    );
    expect((await project.compile('docs/a.md')).demos).toMatchObject([{ title: '基本' }]);
    const [demoB] = (await project.compile('docs/b.md')).demos;
    expect(demoB).toMatchObject({ title: 'Base' });
    expect(demoB).not.toHaveProperty('title.zh-CN');
  });

  it('derives ids from the page, without index and locale, or from atomId', async () => {
    const project = createProject(
      {
        'a.tsx': 'x',
        'docs/myGuide/index.md': '<code src="../../a.tsx">',
        'docs/b.zh-CN.md': '<code src="../a.tsx">\n\n```tsx\nexport default 1\n```\n',
        'docs/c.md': '<code src="../a.tsx">',
      },
      { pages: { 'docs/c.md': { frontmatter: { atomId: 'MyButton' } } } },
    );
    const idsOf = async (name: string) => (await project.compile(name)).demos.map(({ id }) => id);
    expect(await idsOf('docs/myGuide/index.md')).toEqual(['docs-my-guide-demo-a']);
    expect(await idsOf('docs/b.zh-CN.md')).toEqual(['docs-b-demo-a', 'docs-b-demo-zh-cn-0']);
    expect(await idsOf('docs/c.md')).toEqual(['my-button-demo-a']);
  });

  it('keeps underscores of file names in ids', async () => {
    const project = createProject({ '_semantic_dom.tsx': 'x', 'docs/a.md': '<code src="../_semantic_dom.tsx">' });
    expect((await project.compile('docs/a.md')).demos).toMatchObject([{ id: 'docs-a-demo-_semantic_dom' }]);
  });

  it('applies skip and only in dev, and warns about them in a build', async () => {
    const source =
      '<code src="../../demos/simple.tsx" only>\n\n<code src="../../demos/Value.tsx">\n\n<code src="../../demos/folder" skip>\n';
    const build = await compileWith(source);
    expect(build.demos).toHaveLength(3);
    expect(messagesOf(build.diagnostics)).toEqual([
      '1:1 warning CD310: The option `only` of demo `docs-demo-page-demo-simple` works only in the dev server',
      '5:1 warning CD310: The option `skip` of demo `docs-demo-page-demo-folder` works only in the dev server',
    ]);
    const dev = await compileWith(source, { includeDebug: true });
    expect(contentOf(dev).trim()).toBe('<@demo docs-demo-page-demo-simple>');
    expect(dev.demos).toHaveLength(1);
  });
});

describe('skip and only in dev', () => {
  const run = (source: string, format = 'md') => compileWith(source, { includeDebug: true }, format);
  const demo = (attributes: string, file = 'simple.tsx') => `<code src="../../demos/${file}"${attributes}></code>\n`;

  it.each(['md', 'mdx'])('leave no grid with one demo or none, in .%s', async (format) => {
    const grid = `${demo(' only')}${demo('', 'Value.tsx')}\n${demo('', 'folder')}${demo('', 'debug.jsx')}`;
    expect(contentOf(await run(grid, format)).trim()).toBe('<@demo docs-demo-page-demo-simple>');
    const skipped = `${demo(' skip')}${demo('', 'Value.tsx')}`;
    expect(contentOf(await run(skipped, format)).trim()).toBe('<@demo docs-demo-page-demo-value>');
  });

  it('keep a grid of the demos with `only`', async () => {
    const page = await run(`${demo(' only')}${demo('', 'folder')}${demo(' only', 'Value.tsx')}`);
    expect(contentOf(page)).toBe(
      '<@DemoGrid {"cols":1}><@demo docs-demo-page-demo-simple><@demo docs-demo-page-demo-value></@DemoGrid>',
    );
  });

  it('show a demo with both options', async () => {
    const page = await run(`${demo(' skip only')}\n${demo('', 'Value.tsx')}`);
    expect(page.demos.map(({ id }) => id)).toEqual(['docs-demo-page-demo-simple']);
  });

  it('also apply in headers and fences, and to the table of contents', async () => {
    const fence = (option: string, title: string) =>
      `\`\`\`tsx\n/**\n * title: ${title}\n * ${option}: true\n */\nexport default 1\n\`\`\`\n\n`;
    const page = await run(`${fence('skip', 'A')}${fence('compact', 'B')}`);
    expect(page.toc.map(({ id, title }) => [id, title])).toEqual([['docs-demo-page-demo-1', 'B']]);
    const one = await run(`${fence('compact', 'A')}${fence('only', 'B')}`);
    expect(one.toc.map(({ title }) => title)).toEqual(['B']);
    expect(one.anchors).toEqual(['docs-demo-page-demo-1']);
  });

  it('report nothing in dev, and cause a warning for each published demo in a build', async () => {
    const source = `${demo(' only')}\n${demo(' skip="false"', 'Value.tsx')}\n${demo(' only debug', 'folder')}`;
    expect((await run(source)).diagnostics).toEqual([]);
    const build = await compileWith(source);
    expect(messagesOf(build.diagnostics)).toEqual([
      '1:1 warning CD310: The option `only` of demo `docs-demo-page-demo-simple` works only in the dev server',
    ]);
    expect(build.demos.map(({ id }) => id)).toEqual(['docs-demo-page-demo-simple', 'docs-demo-page-demo-value']);
  });
});

describe('misspelled options', () => {
  it.each(['md', 'mdx'])('are reported at the attribute, in .%s', async (format) => {
    const page = await compileWith(
      'text\n\n<code\n  src="../../demos/Value.tsx"\n  compcat titel="src"\n  version="1" simplify tip="x" old clientOnly></code>\n',
      {},
      format,
    );
    expect(messagesOf(page.diagnostics)).toEqual([
      '5:3 warning CD331: Unknown demo option `compcat`. Did you mean `compact`?',
      '5:11 warning CD331: Unknown demo option `titel`. Did you mean `title`?',
    ]);
    expect(page.demos).toMatchObject([{ compcat: true, titel: 'src', version: '1' }]);
  });

  it.each([
    ['/**\n * title: A\n * Description: B\n */\nexport default 1', ['3:4 description']],
    ['/**\r\n * titel.zh-CN: A\r\n * thumbnail: B\r\n */\r\nexport default 1', ['2:4 title']],
    ['\n/** defaultShowcode: true */\nexport default 1', ['2:5 defaultShowCode']],
    ['/**\nkeyword: [a]\nid: x\ntip: y\n*/export default 1', ['2:1 keywords']],
  ])('are reported in the header %j', async (code, expected) => {
    const files = { 'demos/x.tsx': code, 'docs/a.md': '<code src="../demos/x.tsx"></code>\n' };
    const { diagnostics } = await createProject(files).compile('docs/a.md');
    expect(diagnostics.map(({ code }) => code)).toEqual(expected.map(() => 'CD331'));
    const found = diagnostics.map(({ location, text }) => {
      expect(location?.file).toBe('demos/x.tsx');
      return `${location?.line}:${location?.column} ${/mean `(.*)`/.exec(text)?.[1]}`;
    });
    expect(found).toEqual(expected);
  });

  it.each([
    ['iframe: [1]', '`[1]`', '`true`, `false` or a height in pixels'],
    ['iframe: tall', '`"tall"`', '`true`, `false` or a height in pixels'],
    ['compact: no', '`"no"`', '`true` or `false`'],
    ['background: 5', '`5`', 'a text'],
    ['keywords: { a: 1 }', '`{"a":1}`', 'a list of texts'],
    ['screenshots: 3', '`3`', '`false`, or an object'],
  ])('are reported with a value that has no effect: %s', async (line, got, wanted) => {
    const files = {
      'demos/x.tsx': `/**\n * ${line}\n */\nexport default 1`,
      'docs/a.md': '<code src="../demos/x.tsx"></code>\n',
    };
    const { diagnostics } = await createProject(files).compile('docs/a.md');
    const [option = ''] = line.split(':');
    expect(diagnostics.map(({ text, location }) => `${location?.line}:${location?.column} ${text}`)).toEqual([
      `2:4 The demo option \`${option}\` has the invalid value ${got}`,
    ]);
    expect(diagnostics[0]?.notes).toEqual([`Write ${wanted}, or remove the option.`]);
  });

  it('are not reported with a value that is understood', async () => {
    const header = 'iframe: 300px\ncompact:\ndebug: false\ntitle: 5\nkeywords: a, b\nscreenshots: false\nmine: [1]\n';
    const files = {
      'demos/x.tsx': `/**\n${header}*/\nexport default 1`,
      'docs/a.mdx': '<code src="../demos/x.tsx" inline clientOnly={true} iframe={300} skip="false"></code>\n',
    };
    expect((await createProject(files).compile('docs/a.mdx')).diagnostics).toEqual([]);
  });

  it('are reported in the header of a fence, at the location in the page', async () => {
    const page = await compileWith('- a\n\n  ```tsx\n  /**\n   * titel: A\n   */\n  export default 1\n  ```\n');
    expect(messagesOf(page.diagnostics)).toEqual([
      '5:6 warning CD331: Unknown demo option `titel`. Did you mean `title`?',
    ]);
    expect(page.diagnostics[0]?.location).toMatchObject({
      file: 'docs/demo/page.md',
      lineText: '   * titel: A',
      length: 5,
    });
  });
});

describe('errors in the YAML of a header', () => {
  it.each([
    [
      ' * title: T\n * description: Note: the label',
      ['3:17 warning CD211: A value with a colon and a space in it needs quotes'],
      { title: 'T', description: '<p>Note: the label</p>' },
    ],
    [' * title.de: A: b\r', ['2:14 warning CD211: A value with a colon and a space in it needs quotes'], {}],
    [' * title: @scope/name', ['2:11 warning CD211: Plain value cannot start with reserved character @'], {}],
    [
      ' * name: x\n * title: "T',
      ['3:11 error CD210: The value begins with a double quote, but does not end with one'],
      {},
    ],
    [' * title: A\n * title: B', ['3:4 error CD210: Duplicate key `title`'], {}],
    [' * Two modes:\n * compact: less: space', [], {}],
    [' * Note: the label: says', [], {}],
    [' * Modes: a: b\n * inlined: c', [], {}],
  ])('are reported in %j', async (lines, expected, options) => {
    const files = {
      'demos/x.tsx': `/**\n${lines}\n */\nexport default 1`,
      'docs/a.md': '<code src="../demos/x.tsx"></code>\n',
    };
    const { diagnostics, demos } = await createProject(files).compile('docs/a.md');
    expect(messagesOf(diagnostics)).toEqual(expected);
    for (const { location } of diagnostics) expect(location?.file).toBe('demos/x.tsx');
    expect(demos).toMatchObject([options]);
    if (expected.length === 0) expect(demos).toMatchObject([{ headerLength: 0 }]);
  });

  it('are reported in a fence, at the location in the page', async () => {
    const page = await compileWith('- a\n\n  ```tsx\n  /**\n   * title: A: b\n   */\n  export default 1\n  ```\n');
    expect(messagesOf(page.diagnostics)).toEqual([
      '5:13 warning CD211: A value with a colon and a space in it needs quotes',
    ]);
    expect(page.diagnostics[0]?.location).toMatchObject({ file: 'docs/demo/page.md', length: 1 });
    expect(page.demos).toMatchObject([{ title: 'A: b' }]);
  });
});

describe('fenced demos', () => {
  it('are tsx and jsx fences in active mode, unless pure', async () => {
    const page = await compileWith(
      '```tsx\n/**\n * title: T\n */\nexport default 1\n```\n\n- ```jsx | inline\n  export default 2\n  ```\n\n```tsx | pure\nc\n```\n\n```ts\nd\n```\n',
    );
    expect(page.demos).toMatchObject([
      { id: 'docs-demo-page-demo-0', title: 'T', inline: false, headerLength: 20, code: { lang: 'tsx' } },
      {
        id: 'docs-demo-page-demo-1',
        inline: true,
        code: { lang: 'jsx', text: 'export default 2' },
        location: { line: 8, column: 3 },
      },
    ]);
    expect(page.toc).toEqual([{ id: 'docs-demo-page-demo-0', depth: 3, title: 'T' }]);
    expect(contentOf(page).match(/code-block/g)).toHaveLength(2);
  });

  it('are illustrations without a default export', async () => {
    const page = await compileWith('```tsx\nconst a = <b />;\n```\n');
    expect(page.demos).toEqual([]);
    expect(page.diagnostics).toEqual([]);
  });

  it('are shown as code with a warning if they import a missing file', async () => {
    const page = await compileWith("```tsx\nimport a from './nowhere';\nexport default a;\n```\n");
    expect(page.demos).toEqual([]);
    expect(messagesOf(page.diagnostics)).toEqual([
      '1:1 warning CD325: The code block is not run, because it imports `./nowhere`, which does not exist',
    ]);
  });

  it('prefer the text of the tag to a title of the demo', async () => {
    const demo = '/**\n * title: Base\n * title.zh-CN: 基本\n */\nexport default 1';
    const project = createProject(
      { 'a.tsx': demo, 'docs/a.md': '<code src="../a.tsx">Own</code>' },
      { pages: { 'docs/a.md': { frontmatter: { lang: 'zh-CN' } } } },
    );
    expect((await project.compile('docs/a.md')).demos).toMatchObject([{ title: 'Own' }]);
  });

  it('need the word `demo` in passive mode', async () => {
    const options = { config: { codeBlockMode: 'passive' as const } };
    const page = await compileWith('```tsx\na\n```\n\n```tsx | demo\nb\n```\n', options);
    expect(page.demos).toMatchObject([{ code: { text: 'b' } }]);
  });
});

describe('readDemoHeader', () => {
  it.each([
    ['/**\n * title: A\n */\ncode', { title: 'A' }, 20],
    ['/** title: A */\r\n\r\ncode', { title: 'A' }, 19],
    ['/**\ntitle: A\nkeywords: [a, b]\n*/code', { title: 'A', keywords: ['a', 'b'] }, 32],
    ['/** Shows: the thing with many: colons */\ncode', {}, 0],
    ['/** Simple demo: it shows x */\ncode', {}, 0],
    ['/** just prose */\ncode', {}, 0],
    ['/* title: A */\ncode', {}, 0],
    ['code\n/** title: A */', {}, 0],
    ['/** title: @scope/name */code', { title: '@scope/name' }, 25],
    ['', {}, 0],
  ])('parses %j', (code, options, length) =>
    expect(readDemoHeader(code, isDemoOption)).toMatchObject({ options, length }));
});
