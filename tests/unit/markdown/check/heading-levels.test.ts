import { describe, expect, it } from 'vitest';
import { compile, createProject, messagesOf } from '../project.ts';

const messages = async (source: string, format: 'md' | 'mdx' = 'md') =>
  messagesOf((await compile(source, format)).diagnostics);

describe('heading levels', () => {
  it.each([
    ['# A\n\n## B\n\n### C\n\n## D\n\n### E\n\n#### F\n\n# '],
    ['## A\n\ntext\n\n## B\n'],
    ['<h1 align="center">A</h1>\n\n## B\n\n<h3>C</h3>\n\n#### D\n'],
    ['## A\n\n:::info\n### B\n:::\n\n#### C\n'],
    ['no heading'],
  ])('may increase by one, and decrease by any number: %j', async (source) => {
    expect((await messages(source)).filter((text) => text.includes('CD329'))).toEqual([]);
  });

  it.each([
    ['# A\n\n## B\n\n#### C\n\n#### D\n', ['5:1 warning CD329: Heading `C` is an h4 below an h2: a level is skipped']],
    ['## A\n\n<h4>B</h4>\n', ['3:1 warning CD329: Heading `B` is an h4 below an h2: a level is skipped']],
    ['### A\n', ['1:1 warning CD329: Heading `A` is an h3 below the title: a level is skipped']],
    [
      '## A\n\n> - #### B <Badge>New</Badge>\n',
      ['3:5 warning CD329: Heading `B` is an h4 below an h2: a level is skipped'],
    ],
    [
      '# A\n\n# B\n\n### C\n',
      [
        '3:1 warning CD306: Another h1, `B`, although a page has only one title',
        '5:1 warning CD329: Heading `C` is an h3 below the title: a level is skipped',
      ],
    ],
  ])('are reported if one is skipped: %j', async (source, expected) => {
    expect(await messages(source)).toEqual(expected);
    expect(await messages(source, 'mdx')).toEqual(expected);
  });

  it('cause a warning with the fix at the heading', async () => {
    const { diagnostics } = await compile('## A\n\n#### B\n');
    expect(diagnostics).toMatchObject([
      { location: { length: 6 }, notes: ['Write `###`, or add the heading that is missing above it.'] },
    ]);
  });

  it('are not compared after a component, which may render headings', async () => {
    expect(await messages('## A\n\n<Other></Other>\n\n#### B\n')).toEqual([]);
    const imported = "import { Other } from './other.tsx';\n\n";
    expect(await messages(`${imported}## A\n\n<Other />\n\n#### B\n`, 'mdx')).toEqual([]);
    expect(await messages(`${imported}## A\n\n<h3 id={1}>B</h3>\n\n#### C\n`, 'mdx')).toEqual([]);
    expect(await messages('## A\n\n<Badge>b</Badge>\n\n#### B\n')).toHaveLength(1);
  });

  it('of embedded files are checked in the page, and reported in the embedded file', async () => {
    const project = createProject({
      'README.md': '# Read\n\n## Use\n\n<embed src="./more.md"></embed>\n\n#### Deep\n',
      'more.md': '#### More\n',
      'docs/a.md': '# A\n\n<embed src="../README.md"></embed>\n\n### B\n\n##### C\n',
      'docs/b.md': '<embed src="../README.md#L1-L3"></embed>\n\n### B\n',
    });
    const { diagnostics } = await project.compile('docs/a.md');
    expect(
      diagnostics.map(({ code, location, text }) => `${code} ${location?.file}:${location?.line} ${text}`),
    ).toEqual([
      'CD306 README.md:1 Another h1, `Read`, although a page has only one title',
      'CD329 more.md:1 Heading `More` is an h4 below an h2: a level is skipped',
      'CD329 docs/a.md:7 Heading `C` is an h5 below an h3: a level is skipped',
    ]);
    expect(diagnostics[0]?.location?.lineText).toBe('# Read');
    expect(diagnostics[1]?.notes?.[1]).toContain('`docs/a.md` embeds this file');
    expect(diagnostics[2]?.notes).toHaveLength(1);
    expect((await project.compile('docs/b.md')).diagnostics).toEqual([]);
  });

  it('of a tab continue from the title of its page', async () => {
    const project = createProject({ 'docs/a.md': '# A\n\n### X\n', 'docs/a.$api.md': '# Api\n\n### B\n' });
    expect((await project.compile('docs/a.$api.md')).diagnostics).toEqual([]);
  });
});
