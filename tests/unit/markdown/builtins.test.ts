import { describe, expect, it } from 'vitest';
import type { CompiledPage } from '../../../src/node/markdown/types.ts';
import { compile, createProject, messagesOf } from './project.ts';

interface Part {
  component: string;
  props: object;
  children: (string | Part)[];
}

const parts = (page: CompiledPage): Part[] =>
  page.content.filter((part) => typeof part !== 'string' || part.trim() !== '') as never;
const textsOf = (page: CompiledPage): string[] => page.texts.map(({ value }) => value);

describe.each(['md', 'mdx'] as const)('components in %s', (format) => {
  it('take the items of steps', async () => {
    const page = await compile('<Steps>\n\n1. First\n2. Second\n\n   More.\n\n</Steps>\n', format);
    const [steps] = parts(page);
    expect(steps?.component).toBe('Steps');
    expect(String(steps?.children).replace(/\s*\n\s*/g, '')).toMatch(
      /^<ol><li>(<p>)?First(<\/p>)?<\/li><li><p>Second<\/p><p>More\.<\/p><\/li><\/ol>$/,
    );
    expect(textsOf(page).join(' ')).toBe('First Second More.');
  });

  it('turn title, link and icon of a card into content', async () => {
    const project = createProject({
      [`docs/index.${format}`]:
        '<Cards>\n<Card title="A & B" link="./other.md" icon="./a.svg">Text.</Card>\n<Card>Plain</Card>\n</Cards>\n',
      'docs/other.md': '# Other\n',
      'docs/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    });
    const page = await project.compile(`docs/index.${format}`);
    expect(messagesOf(page.diagnostics)).toEqual([]);
    const [cards] = parts(page);
    const [first, second] = (cards?.children ?? []).filter((child) => typeof child !== 'string') as Part[];
    expect(first).toMatchObject({ component: 'Card', props: {} });
    expect(String(first?.children)).toMatch(
      /^<img src="[^"]+\.svg" alt="" class="card-icon"[^>]*><p class="card-title"><a href="\/other">A &amp; B<\/a><\/p>(<p>)?Text\./,
    );
    expect(String(second?.children).replace(/<\/?p>/g, '')).toBe('Plain');
    expect(page.links).toMatchObject([{ routePath: '/other' }]);
    expect(textsOf(page).join(' ')).toMatch(/A & B\s*Text\./);
  });

  it('report a dead link of a card with its location', async () => {
    const page = await compile('Text.\n\n<Cards>\n  <Card title="x" link="./gone.md">y</Card>\n</Cards>\n', format);
    expect(messagesOf(page.diagnostics)).toEqual([expect.stringMatching(/^4:\d+ error CD315: .*gone\.md/)]);
  });

  it('turn a list into files, folders and notes', async () => {
    const source =
      '<FileTree>\n\n- src/\n  - index.ts the *entry*\n  - **a.ts**\n- lib/\n- `a b.md` note\n\n</FileTree>\n';
    const page = await compile(source, format);
    const [tree] = parts(page);
    expect(tree?.component).toBe('FileTree');
    expect(String(tree?.children).replace(/\s*\n\s*/g, '')).toBe(
      '<ul><li><details open><summary><span class="file-name folder-name">src/</span></summary><ul>' +
        '<li><span class="file-name">index.ts</span> <small>the <em>entry</em></small></li>' +
        '<li><span class="file-name"><strong>a.ts</strong></span></li></ul></details></li>' +
        '<li><span class="file-name folder-name">lib/</span></li>' +
        '<li><span class="file-name"><code>a b.md</code></span> <small>note</small></li></ul>',
    );
  });

  it('keep the version of a badge, also for search', async () => {
    const page = await compile('Word <Badge since="1.2.0" />.\n', format);
    expect(JSON.stringify(page.content)).toContain('{"component":"Badge","props":{"since":"1.2.0"},"children":[]}');
    expect(textsOf(page)).toEqual(['Word 1.2.0 .']);
  });
});
