import { describe, expect, it } from 'vitest';
import { scanTags } from '../../../../src/node/markdown/parse/scan-tags.ts';
import { compile, contentOf, createProject, messagesOf } from '../project.ts';

const trimmed = async (source: string) => contentOf(await compile(source)).trim();

describe('theme components in .md', () => {
  it('keep letter case and attributes; attributes without a value are true', async () => {
    expect(await trimmed('<ImagePreview dataSrc="A &amp; b" Compact class=c></ImagePreview>\n')).toBe(
      '<@ImagePreview {"dataSrc":"A & b","Compact":true,"className":"c"}></@ImagePreview>',
    );
  });

  it.each(['<API id="x"/>', '<API id="x" />', '<API id="x">', '<API id="x"></API>'])('end after %s', async (tag) => {
    expect(await trimmed(`${tag}\n\ntext **after**\n`)).toBe(
      '<@API {"id":"x"}></@API>\n<p>text <strong>after</strong></p>',
    );
  });

  it('can be inline', async () => {
    expect(await trimmed('a <Badge type="new">**b**</Badge> c\n')).toBe(
      '<p>a <@Badge {"type":"new"}><strong>b</strong></@Badge> c</p>',
    );
    expect(await trimmed('<Badge>x</Badge>\n')).toBe('<p><@Badge>x</@Badge></p>');
  });

  it('split a paragraph if they are blocks', async () => {
    expect(await trimmed('a <API/> b\n')).toBe('<p>a </p>\n<@API></@API>\n<p> b</p>');
  });

  it('can contain Markdown', async () => {
    expect(await trimmed('<Container type="info">\n\n**md** <Badge>x</Badge>\n\n</Container>\n\nend\n')).toBe(
      '<@Container {"type":"info"}><p><strong>md</strong> <@Badge>x</@Badge></p></@Container>\n<p>end</p>',
    );
  });

  it('can contain raw HTML, and be in raw HTML', async () => {
    const html = await trimmed('<Tree>\n<ul><li>src<ul></ul></li></ul>\n</Tree>\n\n<div><Badge>x</Badge> y</div>\n');
    expect(html).toContain('<@Tree>\n<ul><li>src<ul></ul></li></ul>\n</@Tree>');
    expect(html).toContain('<div><@Badge>x</@Badge> y</div>');
  });

  it('are not detected in code, comments and upper-case HTML elements', async () => {
    const html = await trimmed('`<API/>`\n\n```\n<API/>\n```\n\n<!-- <API/> -->\n\na<BR>b <B>c</B>\n');
    expect(html).not.toContain('<@');
    expect(html).toContain('a<br>b <b>c</b>');
  });

  it('are empty if the closing tag is in another block', async () => {
    const page = await compile('- <Badge>a\n\nb</Badge>\n');
    expect(contentOf(page)).toContain('<@Badge></@Badge>a');
    expect(messagesOf(page.diagnostics)).toEqual(['3:2 warning CD317: `</Badge>` has no opening tag here']);
  });

  it('are listed with their locations', async () => {
    const page = await compile('text\n\n> <div>\n> a <Foo/>\n> </div>\n');
    expect(page.components).toMatchObject([{ name: 'Foo', location: { file: 'docs/page.md', line: 4, column: 5 } }]);
  });

  it('cannot have event handlers or unsafe addresses', async () => {
    const page = await compile('<Badge onClick="x">a</Badge> <StackBlitz href="javascript:x"/>\n');
    expect(messagesOf(page.diagnostics)).toEqual([
      "1:8 error CD303: Attribute `onclick` is not allowed: the site's content security policy blocks inline handlers",
      '1:48 error CD304: URL `javascript:x` is not allowed',
    ]);
  });

  it('include Link, which becomes an anchor', async () => {
    const project = createProject({
      'docs/a.md': 'see <Link to="./b.md#x" class="c" prefetch="render">B</Link>\n',
      'docs/b.md': '## X\n',
    });
    const page = await project.compile('docs/a.md');
    expect(contentOf(page)).toBe('<p>see <a href="/b#x" class="c" data-prefetch="render">B</a></p>');
    expect(page.links).toMatchObject([{ routePath: '/b', hash: 'x', location: { line: 1, column: 15 } }]);
  });

  it('can have an attribute `__proto__`', async () => {
    const page = await compile('<Foo __proto__="x" constructor="y"/>\n');
    const [part] = page.content;
    expect(part && typeof part === 'object' && 'props' in part && Object.keys(part.props)).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});

describe('scanTags', () => {
  it('parses attributes in all forms with their locations', () => {
    const [tag] = scanTags(`<a b='1' c=2 d e = "x>y" />`);
    expect(tag).toMatchObject({ name: 'a', selfClosing: true, end: 27 });
    expect(tag?.attributes).toEqual([
      { name: 'b', value: '1', nameStart: 3, valueStart: 6 },
      { name: 'c', value: '2', nameStart: 9, valueStart: 11 },
      { name: 'd', value: true, nameStart: 13, valueStart: 14 },
      { name: 'e', value: 'x>y', nameStart: 15, valueStart: 20 },
    ]);
  });

  it('skips comments and the text of scripts', () => {
    const names = scanTags('<!-- <A/> --><script>"<B/>"</script><C/><!D><?E?>').map(({ name }) => name);
    expect(names).toEqual(['script', 'script', 'C']);
  });
});
