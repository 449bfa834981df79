import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, createSite, type TestSite } from '../helpers/build-site.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { isWhole } from '../helpers/is-whole.ts';

const COUNT = 40;

const pagesOf = (text: (number: number) => string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: COUNT }, (_, number) => [`docs/g/p${number}.md`, `# Page ${number}\n\n${text(number)}\n`]),
  );

/** Returns a hash of each file of the output. */
const hashesOf = async ({ root }: TestSite): Promise<Record<string, string>> => {
  const dist = path.join(root, 'dist');
  const entries = await fs.readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hashes = files.sort().map(async (file): Promise<[string, string]> => {
    const hash = createHash('sha256')
      .update(await fs.readFile(file))
      .digest('hex');
    return [path.relative(dist, file), hash];
  });
  return Object.fromEntries(await Promise.all(hashes));
};

/**
 * Pages, tabs, demos with style sheets and files, MDX, embeds, tables, pictures, two languages, and links and search
 * terms that need the whole site.
 */
const everything = {
  'package.json': '{"name": "lib", "version": "1.0.0", "main": "src/index.tsx"}',
  'src/index.tsx':
    'export interface ButtonProps {\n  /** How loud. */\n  tone?: string;\n}\nexport const Button = (props: ButtonProps) => <b>{props.tone}</b>;\n',
  'cascader-docs.config.ts': `export default {
    locales: [{ id: 'en', name: 'English' }, { id: 'zh-CN', name: '中文' }],
    sitemap: { hostname: 'https://lib.test' },
    alias: { lib: './src/index.tsx' },
  };`,
  'docs/index.md': '---\nhero:\n  title: Lib\n  demo: ../demos/card.tsx\nfeatures:\n  - title: Fast\n---\n',
  'docs/index.zh-CN.md': '# 首页\n\n中文的文字。\n',
  'docs/g/api.md': '# Api\n\n<API id="Button"></API>\n',
  'docs/g/demo.md':
    '# Demo\n\n```tsx\nimport { Button } from \'lib\';\nexport default () => <Button tone="loud" />;\n```\n',
  'docs/g/code.mdx':
    'import { useId } from \'react\';\n\n# Code\n\nexport const Id = () => <b>{useId()}</b>;\n\n<Id />\n\n<code src="../../demos/card.tsx"></code>\n',
  'docs/g/files.md':
    '# Files\n\n![A picture](./picture.svg)\n\n<embed src="../_part.md"></embed>\n\n<code src="../../demos/card.tsx"></code>\n\n<code src="../../demos/card.tsx" iframe id="framed"></code>\n',
  'docs/g/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  'docs/_part.md': 'A part, which [leads on](./g/p2.md).\n',
  'demos/card.tsx':
    "import { Button } from 'lib';\nimport { word } from './word';\nimport styles from './card.module.css';\nimport './card.less';\nexport default () => <p className={styles.card}><Button tone={word} /></p>;\n",
  'demos/word.ts': "export const word = 'card';\n",
  'demos/card.module.css': '.card { color: red; background: url(./dot.svg); }\n',
  'demos/card.less': '@width: 1px;\n.border { border: @width solid; }\n',
  'demos/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'docs/g/tabbed.md': '# Tabbed\n\nmain\n',
  'docs/g/tabbed.$tab-more.md': '# More\n\n[back](./p1.md#page-1)\n',
  'docs/public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ...pagesOf(
    (number) =>
      `Text ${number} onPopup${number}, [next](./p${(number + 1) % COUNT}.md#page-${(number + 1) % COUNT}), [list](./tabbed.md).\n\n\`\`\`js\nlet a = ${number};\n\`\`\`\n\n${'Words that fill the index of search. '.repeat(130)}\n`,
  ),
};

/**
 * A theme with a component that ends its worker. With a mark, it does so only once: then a file of that name exists in
 * the folder.
 */
const trap = (folder: string): Record<string, string> => ({
  'docs/index.md': '# Home\n',
  'cascader-docs.config.ts': "export default { theme: './theme.tsx' };",
  'theme.tsx': `
    import theme from 'cascader-docs/theme';
    function Trap({ mark = '' }) {
      const { isMainThread } = process.getBuiltinModule('node:worker_threads');
      const fs = process.getBuiltinModule('node:fs');
      const file = ${JSON.stringify(folder)} + '/' + mark;
      if (isMainThread || (mark && fs.existsSync(file))) return <b>trap</b>;
      if (mark) fs.writeFileSync(file, '');
      process.exit(1);
    }
    export default { ...theme, builtins: { ...theme.builtins, Trap } };
  `,
});

describe('workers that render pages', () => {
  it('write the same bytes, however many there are, in any folder', async () => {
    const site = await createSite(everything);
    const built = await site.build({ threads: 1, cache: false });
    expect(built.text).toBe('');
    expect(built.files).toContain('g/p39/index.html');
    expect(built.files.filter((file) => file.startsWith('~search/en/')).length).toBeGreaterThan(20);
    const one = await hashesOf(site);
    for (const threads of isWhole ? [2, 4, 7] : [4]) {
      const again = await site.build({ threads, cache: false });
      expect(again.text).toBe('');
      expect(await hashesOf(site)).toEqual(one);
      expect(again.result?.bytes).toBe(built.result?.bytes);
    }
    const elsewhere = await createSite(everything, 'a/folder/of/another/length');
    await elsewhere.build({ threads: 2, cache: false });
    expect(await hashesOf(elsewhere)).toEqual(one);
  });

  it('report the errors of all pages, in page order', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n\n<Unknown />\n',
      ...pagesOf((number) => (number % 10 === 0 ? '[gone](./nowhere.md)' : 'Text.')),
    });
    const built = await site.build({ threads: 2, cache: false });
    expect(built.exitCode).toBe(1);
    const files = built.diagnostics.map(({ location }) => location?.file);
    expect(files).toEqual(['docs/g/p0.md', 'docs/g/p10.md', 'docs/g/p20.md', 'docs/g/p30.md']);
    await site.write(pagesOf(() => 'Text.'));
    const unknown = await site.build({ threads: 2, cache: false });
    expect(unknown.diagnostics.map(({ code, location }) => [code, location?.file])).toEqual([
      ['CD503', 'docs/index.md'],
    ]);
    expect(unknown.files).toEqual([]);
  });

  it('report what pages throw with its location, whichever worker it was', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/g/coded.mdx': '# Coded\n\nText.\n\n{{ not: 1 }}\n',
      'docs/g/thrown.mdx': '# Thrown\n\nText.\n\n{nowhere.nothing}\n',
      ...pagesOf(() => 'Text.'),
    });
    const [one, many] = [
      await site.build({ threads: 1, cache: false }),
      await site.build({ threads: 2, cache: false }),
    ];
    expect(many.text).toBe(one.text);
    expect(many.files).toEqual([]);
    expect(many.diagnostics.map(({ code, location }) => [code, location?.file, location?.line])).toEqual([
      ['CD502', 'docs/g/coded.mdx', 1],
      ['CD502', 'docs/g/thrown.mdx', 5],
    ]);
    expect(many.text).toContain('Objects are not valid as a React child');
  });

  it.each([1, 2])('write nothing after the build has been aborted, with `threads: %i`', async (threads) => {
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => [
        `docs/g/p${number}.md`,
        `# Page ${number}\n\n${'Words.\n\n'.repeat(50)}`,
      ]),
    );
    const site = await createSite({ 'docs/index.md': '# Home\n', ...pages });
    const end = new AbortController();
    const before = await fs.readdir(site.root);
    const building = site.build({ threads, signal: end.signal });
    const left = async () =>
      (await fs.readdir(site.root)).filter((name) => !before.includes(name) && name !== 'node_modules');
    const isWriting = async () => {
      const [folder = ''] = await left();
      return (await fs.readdir(path.join(site.root, folder, 'g')).catch(() => [])).length > 0;
    };
    await waitFor(isWriting);
    end.abort(new Error('enough'));
    await expect(building).rejects.toThrow('enough');
    // A pending page would create its folder again.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await left()).toEqual([]);
  });

  it('do not overwrite a public file of the same path', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      ...pagesOf(() => 'Text.'),
      'docs/public/g/p1.md': 'mine',
    });
    const built = await site.build({ threads: 2, cache: false });
    expect(built.text).toBe('');
    expect(await built.read('g/p1.md')).toBe('mine');
    expect(built.files.filter((file) => file === 'g/p1.md')).toHaveLength(1);
  });

  it('are replaced when they exit, and the site is complete', async () => {
    const traps = await createFolder('traps');
    const site = await createSite({
      ...trap(traps),
      ...pagesOf((number) => (number % 4 === 0 ? `<Trap mark="${number}" />` : 'Text.')),
    });
    const built = await site.build({ threads: 4, cache: false });
    expect(built.text).toBe('');
    expect((await fs.readdir(traps)).length).toBeGreaterThan(2);
    for (let number = 0; number < COUNT; number++)
      expect(await built.read(`g/p${number}/index.html`)).toContain(`>Page ${number}</h1>`);
  });

  it('name the page that ends them twice', async () => {
    const site = await createSite({ ...trap('none'), ...pagesOf((number) => (number === 17 ? '<Trap />' : 'Text.')) });
    const built = await site.build({ threads: 3, cache: false });
    expect(built.exitCode).toBe(1);
    expect(built.diagnostics.map(({ code, location }) => [code, location?.file])).toEqual([['CD337', 'docs/g/p17.md']]);
    expect(built.files).toEqual([]);
  });
});

describe('a page that takes longer only because its worker gets no processor time', () => {
  it.each([1, 2])('is rendered, with `threads: %i`', async (threads) => {
    // A sleeping worker uses no processor time, like one that a busy machine suspends.
    const sleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)';
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx', pageTimeout: 1000 };",
      'theme.tsx': `
        import theme from 'cascader-docs/theme';
        function Slow() {
          ${sleep};
          return <b>made in the end</b>;
        }
        export default { ...theme, builtins: { ...theme.builtins, Slow } };
      `,
      'docs/loads.mdx': `export const loaded = (() => { ${sleep}; return 'loaded in the end'; })();\n\n# Loads\n\n{loaded}\n`,
      ...pagesOf((number) => (number === 17 ? '<Slow />' : 'Text.')),
    });
    const built = await site.build({ threads, cache: false });
    expect(built.text).toBe('');
    expect(await built.read('loads/index.html')).toContain('loaded in the end');
    expect(await built.read('g/p17/index.html')).toContain('made in the end');
  });
});

describe('a page that hangs', () => {
  it('is named when it blocks its worker where the engine cannot stop it', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx', pageTimeout: 800 };",
      'theme.tsx': `
        import theme from 'cascader-docs/theme';
        function Block() {
          const { isMainThread } = process.getBuiltinModule('node:worker_threads');
          const { execFileSync } = process.getBuiltinModule('node:child_process');
          if (!isMainThread) execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 15000)']);
          return null;
        }
        export default { ...theme, builtins: { ...theme.builtins, Block } };
      `,
      ...pagesOf((number) => (number === 17 ? '<Block />' : 'Text.')),
    });
    const built = await site.build({ threads: 2, cache: false });
    expect(built.exitCode).toBe(1);
    expect(built.diagnostics.map(({ code, location }) => [code, location?.file])).toEqual([['CD336', 'docs/g/p17.md']]);
  });

  it.each([1, 2])('is named, with `threads: %i`', async (threads) => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx', pageTimeout: 2500 };",
      'theme.tsx': `
        import theme from 'cascader-docs/theme';
        function Hang() {
          for (;;);
        }
        export default { ...theme, builtins: { ...theme.builtins, Hang } };
      `,
      ...pagesOf((number) => (number === 5 ? '<Hang />' : 'Text.')),
    });
    const built = await site.build({ threads, cache: false });
    expect(built.exitCode).toBe(1);
    expect(built.diagnostics.map(({ location }) => location?.file)).toEqual(['docs/g/p5.md']);
    expect(built.text).toContain('error CD336: The page exceeds the time limit of 2.5 s');
    expect(built.files).toEqual([]);
  });
});
