import { describe, expect, it } from 'vitest';
import { compile, createProject, messagesOf } from '../project.ts';

const IMAGE = 'warning CD327: The image has no alternative text';
const LINK = 'warning CD328: The link has no text';
const files = { 'docs/x.png': '' };

const messages = async (source: string, format: 'md' | 'mdx') =>
  messagesOf((await createProject({ ...files, [`docs/p.${format}`]: source }).compile(`docs/p.${format}`)).diagnostics);

describe.each(['md', 'mdx'] as const)('images in .%s', (format) => {
  it.each([
    ['![](x.png)\n', [`1:1 ${IMAGE}`]],
    ['text ![ ](x.png) and ![A](x.png)\n', [`1:6 ${IMAGE}`]],
    ['- ![][x]\n\n[x]: x.png\n', [`1:3 ${IMAGE}`]],
    ['a\n\n<img src="x.png" />\n', [`3:1 ${IMAGE}`]],
    ['a <img src="x.png" width="20" /> b\n', [`1:3 ${IMAGE}`]],
    ['[![](x.png)](https://a.b)\n', [`1:2 ${IMAGE}`]],
    ['<a href="https://a.b"><img src="x.png" /></a>\n', [`1:23 ${IMAGE}`]],
  ])('without alternative text are reported: %j', async (source, expected) => {
    expect(await messages(source, format)).toEqual(expected);
  });

  it.each([
    '![A](x.png)\n',
    '![](x.png "A title")\n',
    '<img src="x.png" alt="" />\n',
    '<img src="x.png" alt="A" />\n',
    '<img src="x.png" aria-label="A" />\n',
    '<img src="x.png" role="presentation" />\n',
    '<p align="center"><img src="x.png" alt="" /></p>\n',
    '`![](x.png)` and `<img>`\n\n```md\n![](x.png)\n<img src="x.png" />\n```\n',
  ])('with alternative text, or marked as decorative, are accepted: %j', async (source) => {
    expect(await messages(source, format)).toEqual([]);
  });
});

describe('images', () => {
  it('cause a warning that explains the fix, and how to mark a decorative image', async () => {
    const [markdown, html] = (await compile('![](https://a.b/x.png)\n\n<img src="https://a.b/x.png">\n')).diagnostics;
    expect(markdown).toMatchObject({ location: { length: 22 } });
    expect(markdown?.notes?.[1]).toContain('<img src="…" alt="" />');
    expect(html?.notes?.[0]).toContain('`alt=""`');
  });

  it('in MDX with computed attributes are reported only if they cannot have alternative text', async () => {
    const source = 'export const x = {};\n\n<img src={x.y} />\n\n<img src={x.y} alt={x.z} />\n\n<img {...x} />\n';
    expect(await messages(source, 'mdx')).toEqual([`3:1 ${IMAGE}`]);
  });

  it('of an embedded file are reported in that file', async () => {
    const project = createProject({
      'README.md': '# R\n\n![](https://a.b/x.png)\n',
      'docs/a.md': '<embed src="../README.md"></embed>\n',
    });
    expect((await project.compile('docs/a.md')).diagnostics).toMatchObject([
      { code: 'CD327', location: { file: 'README.md', line: 3, column: 1 } },
    ]);
  });

  it('are reported three times in a file, with the lines of the others', async () => {
    const source = `${'![](https://a.b/x.png)\n\n'.repeat(6)}[](https://a.b)\n`;
    const { diagnostics } = await compile(source);
    expect(messagesOf(diagnostics)).toEqual([`1:1 ${IMAGE}`, `3:1 ${IMAGE}`, `5:1 ${IMAGE}`, `13:1 ${LINK}`]);
    expect(diagnostics.map(({ notes }) => notes?.at(-1))[2]).toBe('3 more in this file: lines 7, 9, 11');
  });
});

describe.each(['md', 'mdx'] as const)('links in .%s', (format) => {
  it.each([
    ['a [](https://a.b) b\n', [`1:3 ${LINK}`]],
    ['[ ](#page-title)\n\n# Page title\n', [`1:1 ${LINK}`]],
    ['<a href="https://a.b"></a>\n', [`1:1 ${LINK}`]],
    ['text <a href="https://a.b"><i className="icon"></i> </a>\n', [`1:6 ${LINK}`]],
    ['<Link to="https://a.b"></Link>\n', [`1:1 ${LINK}`]],
  ])('without text are reported: %j', async (source, expected) => {
    expect(await messages(source, format)).toEqual(expected);
  });

  it.each([
    '[a](https://a.b) [`a`](https://a.b) <a href="https://a.b"><b>x</b></a>\n',
    '<a href="https://a.b" aria-label="A"></a>\n',
    '<a href="https://a.b"><svg></svg></a>\n',
    '[<Badge>new</Badge>](https://a.b)\n',
    '<a name="x"></a><a id="y" href="#x"></a>\n',
    'Note[^1].\n\n[^1]: Text\n',
    '<a href="https://a.b">\n\n**a**\n\n</a>\n',
  ])('with text, an image or a label are accepted: %j', async (source) => {
    expect(await messages(source, format)).toEqual([]);
  });
});
