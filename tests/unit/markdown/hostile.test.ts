import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../helpers/cpu-time.ts';
import { compile, contentOf } from './project.ts';

const INPUTS: Record<string, string> = {
  'nested emphasis': '*a **a '.repeat(8000),
  'nested quotes': `${'> '.repeat(5000)}x`,
  'nested lists': Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  brackets: '['.repeat(50_000),
  'link openers': '[a](<b'.repeat(8000),
  'nested containers': `${Array.from({ length: 500 }, (_, i) => ':'.repeat(503 - i))
    .map((c) => `${c}info\n`)
    .join('')}x\n`,
  'colons in a run': `${':a'.repeat(20_000)}\n`,
  'colons in words': `${'a:b '.repeat(20_000)}\n`,
  'directives in directives': `${':a['.repeat(3000)}${']'.repeat(3000)}\n`,
  'nested elements': `${'<div>'.repeat(3000)}\n`,
  'nested components': `${'<Foo>\n\n'.repeat(1500)}\n`,
  'unclosed tags': '<code src="'.repeat(5000),
  'closing tags': '</Foo>'.repeat(3000),
  'many tags in one block': `<div>\n${'<code>x</code> '.repeat(10_000)}\n</div>\n`,
  'attributes without end': `<Foo ${'a '.repeat(20_000)}`,
  'a long table': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(10_000)}`,
  'many headings of one name': '## a\n\n'.repeat(5000),
  'a fence of nested emphasis': `\`\`\`md\n${'*a **b '.repeat(400)}\n\`\`\`\n`,
  'a fence of escaped quotes': `\`\`\`js\n${"'\\".repeat(100_000)}\n\`\`\`\n`,
  'a fence of open tags': `\`\`\`html\n${'<a '.repeat(50_000)}\n\`\`\`\n`,
  'addresses without a space between them': `${'www.a_'.repeat(50_000)}\n`,
  'references in one paragraph': `${'&#x10ffff;&amp;&#0; é'.repeat(20_000)}\n`,
  'brackets at the beginning of lines': '[a\n'.repeat(50_000),
  'links on one page': '[a](https://example.org/)\n\n'.repeat(20_000),
  'a long line of code': `\`\`\`tsx | pure\n${'<a b={'.repeat(2000)}\n\`\`\`\n`,
};

describe('hostile input ends soon', () => {
  it.each(Object.entries(INPUTS))('%s', async (_, source) => {
    const time = await cpuTime(async () => {
      const { diagnostics } = await compile(source);
      for (const { code, location } of diagnostics) {
        expect(['CD301', 'CD317', 'CD326']).toContain(code);
        expect(location?.file).toBe('docs/page.md');
      }
    });
    expect(time).toBeLessThan(10_000);
  });

  it('shows many addresses without spaces between them as text', async () => {
    const word = 'https://a.b/www.c_'.repeat(1001);
    const html = contentOf(await compile(`${word} www.a.bc 10:30\n`));
    expect(html).toContain(`<p>${word} <a `);
    expect(html).toContain('www.a.bc</a> 10:30</p>');
  });

  it('parses a block with many references like one with few', async () => {
    const source = [
      '**&lt;b&gt;** `&amp;` \\&amp; \\\\&amp; &nope; &amp;amp; &copy',
      '[a&quot;](/index.md?a=1&amp;b "&eacute; &#233;") <i title="&amp;">x</i> ![&gt;](https://a.b/?c&amp;d) <https://a.b/?c&d>',
      '[&amp;x]',
      '',
      '[&amp;x]: https://a.b/&amp;',
      '',
      '| &#124; | a |\n|---|---|\n| &#x7C; | `&lt;` |',
      '',
      '```html title="&amp;"\n&amp;\n```',
      '',
      ':::tip{title="Q &amp; A"}\n&amp;\n:::',
    ].join('\n');
    const many = '&amp;'.repeat(501);
    const [few, shielded] = await Promise.all([compile(`${source}\n`), compile(`${source}\n\n${many}\n`)]);
    expect(contentOf(shielded)).toBe(`${contentOf(few)}\n<p>${many}</p>`);
    expect(shielded.diagnostics).toEqual(few.diagnostics);
  });

  it('reports content that is nested too deeply', async () => {
    const { diagnostics } = await compile(`${'> '.repeat(20_000)}x`);
    for (const diagnostic of diagnostics) expect(diagnostic).toMatchObject({ code: 'CD301', severity: 'error' });
  });
});
