import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UserConfig } from '../../../src/node/project/config/types.ts';
import { createSite, loadSite, summary } from './temporary-site.ts';

/** Loads a site whose paths files return a value. */
async function loadPaths(value: unknown, files: Record<string, string>, config: UserConfig = {}) {
  const site = await createSite({ 'docs/[name].paths.ts': '', ...files }, config);
  const ran: string[] = [];
  const { loaded, diagnostics } = await loadSite(site, {
    runPaths: async (file) => {
      ran.push(path.relative(site.root, file));
      return { value, files: [file, '/words.json'], folders: ['/words'] };
    },
  });
  return { site, loaded, ran, messages: summary(diagnostics) };
}

const TEMPLATE = { 'docs/[name].md': '---\ntitle: Icon {{ params.name }}\n---\n\n{{ params.name }}\n' };

describe('pages of a paths file', () => {
  it('become pages at the addresses of their parameters', async () => {
    const value = [
      { params: { name: 'arrowLeft', size: 16 } },
      { params: { name: 'b' }, frontmatter: { title: 'B', order: 2 } },
    ];
    const { site, loaded, messages } = await loadPaths(value, TEMPLATE);
    expect(messages).toEqual([]);
    expect(loaded.pages.map(({ routePath, title, frontmatter }) => [routePath, title, frontmatter.order])).toEqual([
      ['/arrow-left', 'Icon arrowLeft', undefined],
      ['/b', 'B', 2],
    ]);
    expect(loaded.pages[0]).toMatchObject({
      sourcePath: 'docs/arrowLeft.md',
      filePath: path.join(site.root, 'docs/arrowLeft.md'),
      entry: {
        template: 'docs/[name].md',
        origin: 'docs/[name].paths.ts#arrowLeft',
        params: { name: 'arrowLeft', size: '16' },
      },
    });
    expect(loaded.pathsInputs.files).toContain('/words.json');
    expect(loaded.pathsInputs.folders).toEqual(['/words']);
  });

  it('take their title from the heading', async () => {
    const { loaded } = await loadPaths([{ params: { name: 'a' } }], {
      'docs/[name].md': '# The {{params.name}} icon\n',
    });
    expect(loaded.pages[0]?.title).toBe('The a icon');
  });

  it('share the paths file with translations and tabs, and have parameters in folders', async () => {
    const { loaded, ran, messages } = await loadPaths(
      [{ params: { name: 'a' } }],
      {
        'docs/[name].md': '# One\n',
        'docs/[name].zh-CN.md': '# Two\n',
        'docs/[name].$tab-api.md': 'Three\n',
        'docs/of/[name]/index.md': '# Four\n',
        'docs/of/[name]/index.paths.js': '',
      },
      {
        locales: [
          { id: 'en', name: 'English' },
          { id: 'zh-CN', name: '中文' },
        ],
      },
    );
    expect(messages).toEqual([]);
    expect(ran).toEqual(['docs/[name].paths.ts', 'docs/of/[name]/index.paths.js']);
    expect(loaded.pages.map(({ routePath, tabs }) => [routePath, tabs.length])).toEqual([
      ['/a', 1],
      ['/of/a', 0],
      ['/zh-CN/a', 0],
    ]);
  });

  it.each([
    ['at the marker', 'A\n\n<!-- @content -->\n\nB\n', 'A\n\n1\n2\n\nB\n', 3],
    ['at the marker of MDX', 'A\n\n{/* @content */}\n', 'A\n\n1\n2\n', 3],
    ['at the end', 'A\n', 'A\n\n1\n2\n', 3],
  ])('have their content %s', async (_, template, text, line) => {
    const { loaded } = await loadPaths([{ params: { name: 'a' }, content: '1\r\n2\n' }], {
      'docs/[name].md': template,
    });
    expect(loaded.pages[0]?.entry).toMatchObject({ text, content: { line, count: 2 } });
    const without = await loadPaths([{ params: { name: 'a' } }], { 'docs/[name].md': template });
    expect(without.loaded.pages[0]?.entry?.text).not.toContain('@content');
  });

  it('are read again only if they changed', async () => {
    const site = await createSite({ 'docs/[name].paths.ts': '', ...TEMPLATE });
    const memory = { files: new Map() };
    const read = (...names: string[]) =>
      loadSite(site, {
        memory,
        runPaths: async () => ({ value: names.map((name) => ({ params: { name } })), files: [], folders: [] }),
      });
    await read('a', 'b');
    const before = memory.files.get(path.join(site.root, 'docs/a.md'));
    await read('a', 'c');
    expect(memory.files.get(path.join(site.root, 'docs/a.md')).page).toBe(before.page);
    await writeFile(path.join(site.root, 'docs/[name].md'), '# New\n');
    const { loaded } = await read('a');
    expect(loaded.pages[0]?.title).toBe('New');
  });

  const AT = 'docs/[name].paths.ts:1:1 error CD235';
  const ENTRY = `${AT} Entry 1 of [name].paths.ts has`;
  it.each([
    ['a text', 'x', `${AT} \`paths\` in [name].paths.ts returns the string x, not a list`],
    [
      'entries without parameters',
      [{ params: { name: 'a' } }, {}],
      `${AT} Entry 2 of [name].paths.ts has no \`params\``,
    ],
    ['nothing as entry', [null], `${ENTRY} no \`params\``],
    [
      'other parameters',
      [{ params: { nam: 'a' } }],
      `${ENTRY} no parameter \`name\`, which is in the name of [name].md`,
    ],
    ['a list as parameter', [{ params: { name: [] } }], `${ENTRY} the parameter \`name\` with a list, not a text`],
    [
      'a path',
      [{ params: { name: '../a' } }],
      `${ENTRY} the parameter \`name\` \`../a\`, which is not a name of a file`,
    ],
    [
      'an empty name',
      [{ params: { name: '' } }],
      `${ENTRY} the parameter \`name\` \`\`, which is not a name of a file`,
    ],
    [
      'content that is no text',
      [{ params: { name: 'a' }, content: 1 }],
      `${ENTRY} as \`content\` the number 1, not a text`,
    ],
    [
      'front matter that is a list',
      [{ params: { name: 'a' }, frontmatter: [] }],
      `${ENTRY} as \`frontmatter\` a list, not an object`,
    ],
    [
      'the same page twice',
      [{ params: { name: 'a' } }, { params: { name: 'a' } }],
      `${AT} Entries 1 and 2 of [name].paths.ts create the same page, docs/a.md`,
    ],
    [
      'wrong front matter',
      [{ params: { name: 'a' }, frontmatter: { order: 'first' } }],
      'docs/[name].paths.ts#a:2:10 error CD212 Invalid front matter `order`: expected a number, got string "first"',
    ],
  ])('report %s', async (_, value, message) => {
    const { messages } = await loadPaths(value, { ...TEMPLATE, 'docs/index.md': '# Home\n' });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toBe(message);
  });

  it('report a parameter that only all objects have', async () => {
    const { messages } = await loadPaths([{ params: {} }], {
      'docs/[constructor].md': '# A\n',
      'docs/[constructor].paths.ts': '',
    });
    expect(messages).toEqual([expect.stringContaining('has no parameter `constructor`')]);
  });

  it('report errors in the front matter of the template at the template', async () => {
    const { messages } = await loadPaths([{ params: { name: 'a' } }], { 'docs/[name].md': '---\norder: first\n---\n' });
    expect(messages).toEqual([expect.stringMatching(/^docs\/\[name\]\.md:2:8 error /)]);
  });

  it('need a paths file', async () => {
    const { messages } = await loadPaths([], { 'docs/index.md': '# Home\n', 'docs/[id].md': '# Page\n' });
    expect(messages).toEqual([
      'docs/[id].md:1:1 error CD236 The page [id].md has a parameter in its name, but there is no [id].paths.ts',
    ]);
  });
});
