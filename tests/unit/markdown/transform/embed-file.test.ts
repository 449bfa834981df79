import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../helpers/cpu-time.ts';
import { contentOf, createProject, messagesOf, withoutSettings } from '../project.ts';

const PART = '---\ntitle: P\n---\n\n# Part\n\none\n\n![i](./i.png)\n\n<code src="./d.tsx"></code>\n\nlast\n';
const embed = async (fragment: string, part = PART, format = 'md') => {
  const project = createProject({
    'parts/part.md': part,
    'parts/i.png': 'x',
    'parts/d.tsx': 'export default 1',
    'parts/x.txt': 'x',
    [`docs/page.${format}`]: `## Before\n\n<embed src="../parts/${fragment}"></embed>\n\n## Part\n`,
  });
  const page = await project.compile(`docs/page.${format}`);
  return { page, html: contentOf(page), messages: messagesOf(page.diagnostics), project };
};

describe.each(['md', 'mdx'] as const)('<embed> in .%s', (format) => {
  it('includes a whole file without front matter; its headings, images and demos belong to the page', async () => {
    const { page, html, messages } = await embed('part.md', PART, format);
    expect(messages).toEqual([]);
    expect(html).not.toContain('title');
    expect(html).toContain('<p>one</p>');
    expect(page.toc.map(({ id }) => id)).toEqual(['before', 'part', 'part-1']);
    expect(page.assets).toMatchObject([{ filePath: expect.stringMatching(/parts\/i\.png$/) }]);
    expect(page.demos).toMatchObject([{ id: 'docs-page-demo-d', location: { file: 'parts/part.md', line: 11 } }]);
    expect(withoutSettings(page.dependencies)[0]).toMatch(/parts\/part\.md$/);
    expect(page.hasHeading).toBe(true);
  });

  it.each([
    ['part.md#L7', ['<p>one</p>'], ['last', '<h1']],
    ['part.md#L5-L7', ['<h1 id="part">', '<p>one</p>'], ['last', 'img']],
    ['part.md#L13-', ['<p>last</p>'], ['one']],
    ['part.md#L1-L7', ['<h1 id="part">'], ['title']],
    ['part.md#RE-/^one$/m', ['<p>one</p>'], ['last', '<h1']],
    ['part.md#RE-/# P[^]*?ONE/i', ['<h1 id="part">', '<p>one</p>'], ['last']],
  ])('includes the part %s', async (fragment, present, absent) => {
    const { html, messages } = await embed(fragment, PART, format);
    expect(messages).toEqual([]);
    for (const text of present) expect(html).toContain(text);
    for (const text of absent) expect(html).not.toContain(text);
  });

  it('reports errors at their location in the embedded file', async () => {
    const { page } = await embed('part.md#L3-', 'a\n\nb\n\n[x](javascript:y)\n', format);
    expect(page.diagnostics).toMatchObject([{ location: { file: 'parts/part.md', line: 5, column: 5 } }]);
  });

  it.each([
    ['nope.md', '3:13 error CD311: Embedded file `../parts/nope.md` does not exist'],
    ['prt.md', '3:13 error CD311: Embedded file `../parts/prt.md` does not exist. Did you mean `../parts/part.md`?'],
    ['x.txt', '3:13 error CD314: `<embed>` accepts only Markdown files, not `../parts/x.txt`'],
    ['../../../etc/x.md', '3:13 error CD308: Embedded file `../parts/../../../etc/x.md` lies outside of the project'],
    ['part.md#nope', '3:13 error CD312: `#nope` does not select a valid part of a file'],
    ['part.md#L99', '3:13 error CD312: The file does not have lines 99 to 99'],
    ['part.md#L7-L5', '3:13 error CD312: The file does not have lines 7 to 5'],
    ['part.md#RE-process.exit()', '3:13 error CD312: `#RE-process.exit()` does not select a valid part of a file'],
    ['part.md#RE-/zzz/', '3:13 error CD312: Nothing in the file matches `/zzz/`'],
    [`part.md#RE-/${'a'.repeat(201)}/`, '3:13 error CD312: The regular expression is longer than 200 characters'],
    [
      'part.md#RE-/(/',
      '3:13 error CD312: The regular expression failed: Invalid regular expression: /(/: Unterminated group',
    ],
    [
      'part.md#RE-/a/zz',
      "3:13 error CD312: The regular expression failed: Invalid flags supplied to RegExp constructor 'zz'",
    ],
  ])('refuses %s', async (fragment, message) => {
    const { messages, html } = await embed(fragment, PART, format);
    expect(messages).toEqual([message]);
    expect(html).toContain('<h2 id="part">');
  });
});

describe('<embed>', () => {
  it('stops an endless regular expression', async () => {
    const time = await cpuTime(async () => {
      const { messages } = await embed('part.md#RE-/(a+)+$/', `${'a'.repeat(60)}b\n`);
      expect(messages[0]).toContain('Script execution timed out');
    });
    expect(time).toBeLessThan(5000);
  });

  it('does not evaluate code in the pattern', async () => {
    const { messages } = await embed('part.md#RE-/`+process.exit(1)+`/');
    expect(messages[0]).toContain('Nothing in the file matches');
  });

  it('can be nested, and reports a cycle in the file that closes it', async () => {
    const project = createProject({
      'a.md': 'A\n\n<embed src="./b.md"></embed>\n',
      'b.md': 'B\n\n<embed src="./a.md"/>\n',
      'docs/page.md': '<embed src="../a.md">\n\nend\n',
    });
    const page = await project.compile('docs/page.md');
    expect(contentOf(page)).toContain('<p>A</p>\n<p>B</p>');
    expect(contentOf(page)).toContain('<p>end</p>');
    expect(page.diagnostics).toMatchObject([{ code: 'CD313', location: { file: 'b.md', line: 3 } }]);
  });

  it('accepts files with CRLF and a byte-order mark', async () => {
    const { html } = await embed('part.md#L5', '\uFEFF---\r\na: b\r\n---\r\n\r\n**x**\r\n');
    expect(html).toContain('<p><strong>x</strong></p>');
  });
});
