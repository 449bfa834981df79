import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompiledPage } from '../../../src/node/markdown/types.ts';
import { compile, contentOf, createProject, messagesOf } from './project.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

/** Compiles a page of a project in which the optional packages are installed. */
async function draw(source: string, format: 'md' | 'mdx' = 'md'): Promise<CompiledPage> {
  const project = createProject({ [`docs/index.${format}`]: source });
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(project.root, 'node_modules'), 'junction');
  return await project.compile(`docs/index.${format}`);
}

const fence = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\`\n`;

describe.each(['md', 'mdx'] as const)('formulas in %s', (format) => {
  it('become MathML, as blocks and inline', async () => {
    const page = await draw(`${fence('math', '\\frac{a}{b} < x')}\nThe $\`x^{2}\`$, for $5 and \`code\`.\n`, format);
    expect(messagesOf(page.diagnostics)).toEqual([]);
    const html = contentOf(page);
    expect(html).toContain('<section class="formula" tabindex="0" data-rich');
    expect(html).toContain('<mfrac><mi class="letter">a</mi><mi class="letter">b</mi></mfrac><mo>&lt;</mo>');
    expect(html).toMatch(
      /<p>The <math data-rich[^>]*>.*<msup><mi[^>]*>x<\/mi><mn[^>]*>2<\/mn><\/msup>.*<\/math>, for \$5 and <code>code<\/code>\.<\/p>/,
    );
  });

  it('stay code and are reported with their location if they cannot be parsed', async () => {
    const page = await draw(`Text.\n\n${fence('math', '\\frac{a')}\nIn $\`\\x\`$ line.\n`, format);
    expect(messagesOf(page.diagnostics)).toEqual([
      expect.stringMatching(/^3:1 warning CD341: The formula cannot be parsed: Unexpected end of input/),
      expect.stringMatching(/^7:5 warning CD341: The formula cannot be parsed: Unsupported function name/),
    ]);
    expect(contentOf(page)).toContain('<code class="language-math">');
    expect(contentOf(page)).toContain('$<code>\\x</code>$');
  });
});

/** Each kind of diagram, with a text in it. */
const DIAGRAMS: [kind: string, source: string][] = [
  ['Flowchart', 'flowchart LR\n  A[Begin] -->|yes| B{Choice}'],
  ['Flowchart', 'graph TD\n  A[Begin] --> B'],
  ['Sequence diagram', 'sequenceDiagram\n  Begin->>Bob: Hello'],
  ['Class diagram', 'classDiagram\n  Begin <|-- Dog'],
  ['State diagram', 'stateDiagram-v2\n  [*] --> Begin'],
  ['Entity relationship diagram', 'erDiagram\n  Begin ||--o{ ORDER : places'],
];

describe('diagrams', () => {
  it.each(DIAGRAMS)('of the kind %s become images with a text: %j', async (kind, source) => {
    for (const format of ['md', 'mdx'] as const) {
      const page = await draw(fence('mermaid', source), format);
      expect(messagesOf(page.diagnostics)).toEqual([]);
      const html = contentOf(page);
      expect(html).toMatch(
        new RegExp(`^<section class="diagram" tabindex="0" aria-label="${kind}: [^"]*Begin[^"]*" data-rich`),
      );
      expect(html).toMatch(/<svg [^>]*viewBox="[^"]+"[^>]*role="img"[^>]*>.*<\/svg>\s*<\/section>$/s);
      expect(html).not.toMatch(/<style| style=|@import|https?:\/\/(?!www\.w3\.org)/);
      expect(page.texts.map(({ value }) => value).join(' ')).toContain('Begin');
    }
  });

  it('have unique ids in a page', async () => {
    const html = contentOf(await draw(fence('mermaid', 'flowchart LR\n A --> B').repeat(2)));
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
  });

  it('have the title and description of their author', async () => {
    const html = contentOf(
      await draw(fence('mermaid', 'flowchart LR\n  accTitle: The way\n  accDescr: From "here" to there\n  A --> B')),
    );
    expect(html).toContain('aria-label="The way: From &quot;here&quot; to there"');
    expect(html).not.toContain('accTitle');
  });

  it('cannot add code to the page', async () => {
    const html = contentOf(
      await draw(
        fence(
          'mermaid',
          'flowchart LR\n  A["<img src=x onerror=alert(1)>"] --> B\n  style A fill:red"onload="alert(1)\n  style B fill:url(https://example.org/a)\n  click A "javascript:alert(1)"',
        ),
      ),
    );
    expect(html).toContain('<svg');
    expect(html).not.toContain('url(h');
    const markup = html.replace(/"[^"]*"/g, '').replace(/>[^<]*/g, '>');
    expect(markup).not.toMatch(/<(?:img|script|a|image|foreignObject)\b|\son\w+=|href/i);
  });

  it('stay code and are reported if they are invalid or of another kind', async () => {
    const page = await draw(`${fence('mermaid', 'gantt\n  title x')}\n${fence('mermaid', 'graph XY')}`);
    expect(messagesOf(page.diagnostics)).toEqual([
      '1:1 warning CD343: Diagrams of type `gantt` are not supported',
      expect.stringMatching(/^6:1 warning CD344: The diagram cannot be parsed: Invalid mermaid header/),
    ]);
    expect(contentOf(page).match(/<code class="language-mermaid">/g)).toHaveLength(2);
  });
});

it('shows formulas and diagrams as code with a warning if their packages are not installed', async () => {
  const page = await compile(`${fence('math', 'x')}\n${fence('mermaid', 'graph TD\n A-->B')}\nAnd $\`x\`$ here.\n`);
  expect(messagesOf(page.diagnostics)).toEqual([
    '1:1 warning CD340: A formula needs temml, which is not installed',
    '5:1 warning CD342: A diagram needs beautiful-mermaid, which is not installed',
    expect.stringMatching(/^10:6 warning CD340/),
  ]);
  expect(contentOf(page)).toContain('<code class="language-math">x</code>');
});

it('does not count the loading time of a package as time of the page', async () => {
  const page = `${fence('mermaid', 'graph TD\n A-->B')}\n`;
  const project = createProject(
    {
      'docs/page.md': page,
      'node_modules/beautiful-mermaid/package.json': '{"type": "module"}',
      'node_modules/beautiful-mermaid/dist/index.js': `
        for (const end = Date.now() + 400; Date.now() < end; );
        export const renderMermaidSVG = () => '<svg><text>A</text></svg>';`,
    },
    { config: { pageTimeout: 300 } },
  );
  for (const time of ['first', 'second']) {
    const { diagnostics } = await project.compile('docs/page.md');
    expect({ time, messages: messagesOf(diagnostics) }).toEqual({ time, messages: [] });
  }
});
