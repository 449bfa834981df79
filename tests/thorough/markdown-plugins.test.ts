import fs from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';
import { expectClean } from '../helpers/clean-build.ts';
import { run } from '../helpers/command.ts';

const config = (plugins: string, imports = ''): string => `${imports}\nexport default { markdown: ${plugins} };\n`;

/** A package whose plugin adds a paragraph. */
const packageFiles = (version: string, text: string) => ({
  'node_modules/remark-added/package.json': JSON.stringify({
    name: 'remark-added',
    version,
    type: 'module',
    main: 'index.js',
  }),
  'node_modules/remark-added/index.js': `export default () => (tree) => void tree.children.push({ type: 'html', value: '<p>${text}</p>' });\n`,
});

describe('incremental builds with plugins', () => {
  it('renders pages again if the code, the options, a package or a file of a plugin changes', async () => {
    const plugin = (sign: string) => `
      import fs from 'node:fs';
      export const add = ({ text }) => (tree, file) => {
        file.data.dependencies = ['words.txt'];
        const words = fs.readFileSync(new URL('../docs/words.txt', import.meta.url), 'utf8');
        tree.children.push({ type: 'html', value: '<i>' + text + '${sign}' + words + '</i>' });
      };`;
    const use = (text: string) =>
      config(
        `{ remarkPlugins: [added, [add, { text: ${text} }]] }`,
        "import added from 'remark-added';\nimport { add } from './plugins/add.ts';",
      );
    const site = await createSite({
      'docs/index.md': '# Home\n\nText\n',
      '.gitignore': 'dist\nclean\n',
      'docs/other.mdx': '# Other\n\nText\n',
      'plugins/add.ts': plugin('!'),
      'docs/words.txt': 'a',
      'cascader-docs.config.ts': use("'one'"),
      ...packageFiles('1.0.0', 'x'),
    });
    const shownAfter = async (edit: Record<string, string>): Promise<string | undefined> => {
      await site.write(edit);
      const built = await site.build();
      await expectClean(site, built, Object.keys(edit).join());
      return /<i>(.*?)<\/i>/.exec(await built.read('index.html'))?.[1];
    };
    await site.build();
    expect(await shownAfter({ 'plugins/add.ts': plugin('?') })).toBe('one?a');
    expect(await shownAfter({ 'cascader-docs.config.ts': use("'two'") })).toBe('two?a');
    expect(await shownAfter({ 'docs/words.txt': 'b' })).toBe('two?b');
    expect(await shownAfter(packageFiles('1.0.1', 'y'))).toBe('two?b');
  });

  it('reuses pages of an equal build', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/two.md': '# Two\n',
      'node_modules/.package-lock.json': '{}',
      'cascader-docs.config.ts': config('{ remarkPlugins: [() => () => undefined] }'),
    });
    expect((await site.build()).result?.made).toHaveLength(2);
    expect((await site.build()).result?.made).toEqual([]);
  });
});

describe('messages about plugins', () => {
  it('reports wrong options of plugins in the configuration, once', async () => {
    const files = { 'docs/index.md': '# Home\n', 'docs/two.md': '# Two\n' };
    const { text, exitCode } = await buildSite({
      ...files,
      'cascader-docs.config.ts': config(
        '{\n  rehypePlugins: [function broken() { throw new Error("no options"); }],\n}',
      ),
    });
    expect(exitCode).toBe(1);
    expect(text).toContain('cascader-docs.config.ts:3:3 - error CD353: The Markdown plugin broken failed: no options');
    expect(text.match(/CD353/g)).toHaveLength(1);
  });

  it('reports once that a plugin replaces the parser', async () => {
    const { text, exitCode, read } = await buildSite({
      'docs/index.md': '# Home\n\n:::tip\n| a |\n| - |\n| 10:30 |\n:::\n\n- [x] done\n',
      'docs/two.md': '# Two\n',
      'cascader-docs.config.ts': config(
        '{ remarkPlugins: [function mark() { this.data().micromarkExtensions.push({}); }] }',
      ),
    });
    expect(exitCode, text).toBe(0);
    expect(text).toContain(
      'cascader-docs.config.ts:2:30 - info CD354: The pages are parsed by remark, because of mark',
    );
    expect(text.match(/CD354/g)).toHaveLength(1);
    expect(await read('index.html')).toMatch(/class="container[\s\S]*<td>10:30<\/td>[\s\S]*type="checkbox"/);
  });

  it.each([
    [
      '{ remarkPlugins: ["remark-toc"] }',
      'Invalid config `markdown.remarkPlugins[0]`: expected a plugin, such as the import of',
    ],
    ['{ remarkPlugins: [["remark-toc"]] }', 'expected a plugin'],
    ['{ rehypePlugins: () => {} }', 'expected a list of rehype plugins'],
    ['{ plugins: [] }', 'Unknown config key `markdown.plugins`'],
  ])('reports the wrong option %s', async (options, message) => {
    const { text, exitCode } = await buildSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': config(options),
    });
    expect(exitCode).toBe(2);
    expect(text).toContain(message);
  });

  it.each([
    [
      'changes a prototype',
      '() => { Array.prototype.last = function () {}; }',
      'error CD353: The Markdown plugin remarkHostile failed: it changes `Array.prototype.last`, which all pages share',
    ],
    [
      'replaces a global',
      'async () => { await null; globalThis.Date = class extends Date { getTime() { return 0; } }; }',
      'error CD353: The Markdown plugin remarkHostile failed: it changes `globalThis.Date`, which all pages share',
    ],
  ])('reports a plugin that %s, and writes nothing', async (_what, code, message) => {
    const { root } = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': `export default {
  plugins: [{ name: 'hostile', markdown: { remarkPlugins: [function remarkHostile() { return ${code}; }] } }],
};\n`,
    });
    const { code: exitCode, stderr } = await run(['build'], { cwd: root });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect((await fs.readdir(root)).sort()).toEqual(['.gitignore', 'cascader-docs.config.ts', 'docs', 'package.json']);
  });

  it("passes instances of classes to plugins, and maps dumi's options", async () => {
    const code = `
      class Words { get() { return 'from a class'; } }
      const add = ({ words }) => (tree) => void tree.children.push({ type: 'html', value: '<i>' + words.get() + '</i>' });
      export default { extraRemarkPlugins: [[add, { words: new Words() }]] };`;
    const site = await buildSite({ '.dumirc.ts': code, 'docs/index.md': '# Home\n' });
    expect(await site.read('index.html')).toContain('<i>from a class</i>');
    const ours = await buildSite({ 'cascader-docs.config.ts': code, 'docs/index.md': '# Home\n' });
    expect(ours.text).toContain('Use `markdown.remarkPlugins`.');
  });
});
