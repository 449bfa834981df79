import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { findDifferences, isCompared, summary } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Pages, demos and styles of every kind, a demo that throws, and one that never finishes. */
const FILES: Record<string, string | Uint8Array> = {
  'package.json': JSON.stringify({
    name: 'fixture-lib',
    version: '1.2.3',
    main: 'lib/index.js',
    module: 'es/index.js',
    files: ['lib', 'es', 'assets'],
    repository: 'https://github.com/someone/fixture-lib',
  }),
  'README.md': '# Fixture library\n\nInstall **it**.\n\n## Use\n\nSee [the guide](./docs/guide/a.md).\n',
  'src/index.tsx':
    'import { shout } from \'./shout\';\nexport function Button({ label }: { label: string }) {\n  return <button type="button">{shout(label)}</button>;\n}\n',
  'src/shout.ts': "export const shout = (text: string) => text + '!';\n",
  'assets/index.less': "@import './colors.less';\n.lib { color: @accent; }\n",
  'assets/colors.less': '@accent: #123456;\n',
  'docs/index.md':
    '---\ntitle: Home\nhero:\n  title: Fixture\n  description: "A **library**"\n  actions:\n    - text: Guide\n      link: /guide/a\nfeatures:\n  - title: Small\n    emoji: x\n---\n\nWelcome to the site. ![dot](./dot.gif)\n',
  'docs/dot.gif': PIXEL,
  'docs/public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'docs/public/page.html': '<!doctype html><title>Plain</title><p>By hand.',
  'docs/guide/a.md':
    '---\nnav: { title: Guide, order: 1 }\ngroup: First\ndescription: About A.\nkeywords: [one, two]\n---\n\n# A\n\nText with <Badge>new</Badge>.\n\n## Table\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n:::info{title=Note}\nInside **it**.\n:::\n\n```ts {1} [file.ts]\nconst a = 1;\n```\n\n[B](./b.md#end) and [demos](../demo/all.md).\n',
  'docs/guide/b.md':
    '---\ngroup: First\norder: 2\ntoc: content\ndate: 2026-03-01\n---\n\n# B\n\n<embed src="../../README.md"></embed>\n\n## End\n\nEnd.\n',
  'docs/guide/b.$tab-extra.md': '# Extra\n\n## Of the tab\n\n<code src="../../demos/plain.tsx">In a tab</code>\n',
  'docs/guide/deep/c.mdx':
    '---\ntitle: C\n---\n\nimport { Counter } from \'../../_counter.tsx\';\nimport { Button } from \'fixture-lib\';\n\n## Interactive\n\n<Counter start={3} />\n\n<Button label="hello" />\n\n<code src="../../../demos/shared.tsx"></code>\n',
  'docs/_counter.tsx':
    'import { useState } from \'react\';\nimport \'./_counter.css\';\nexport function Counter({ start }: { start: number }) {\n  const [count, setCount] = useState(start);\n  return <button type="button" className="counter" onClick={() => setCount(count + 1)}>Count {count}</button>;\n}\n',
  'docs/_counter.css': '.counter { color: red; }\n',
  'docs/demo/all.md':
    '---\nnav: Demos\ndemo: { cols: 2 }\n---\n\n# All demos\n\n<code src="../../demos/plain.tsx">Plain</code>\n<code src="../../demos/styled.tsx" compact>Styled</code>\n\n<code src="../../demos/library.tsx" description="With *it*"></code>\n\n<code src="../../demos/frame.tsx" iframe="200"></code>\n\n<code src="../../demos/plain.tsx" inline id="inlined"></code>\n\n<code src="../../demos/throws.tsx"></code>\n\n<code src="../../demos/hangs.tsx"></code>\n\n```tsx\n/**\n * title: Fenced\n */\nimport { useId } from \'react\';\nexport default () => <p id={useId()}>fenced</p>;\n```\n\n```tsx | pure\nexport default 1;\n```\n',
  'docs/zh/guide/a.md': '---\nnav: 指南\n---\n\n# 甲\n\n你好。\n',
  'docs/CHANGELOG.md': '# Changes\n\n## 1.2.3\n\n`2026-03-02`\n\n- Words of a release.\n',
  'docs/zh/index.md': '# 主页\n\n你好\n',
  'demos/plain.tsx':
    '/**\n * title: A plain demo\n * keywords: [simple]\n */\nexport default function Plain() {\n  return <p>plain</p>;\n}\n',
  'demos/styled.tsx':
    "import './styled.less';\nimport '../assets/index.less';\nimport picture from './dot.gif';\nimport { data } from './shared/data';\nexport default () => <p className=\"styled lib\">{data.join()} <img src={picture} alt=\"\" /></p>;\n",
  'demos/styled.less': "@import './shared/mixins.less';\n.styled { .big(); background: url('./dot.gif'); }\n",
  'demos/shared/mixins.less': '.big() { font-size: 2em; }\n',
  'demos/shared/data.ts': 'export const data = [1, 2, 3];\n',
  'demos/dot.gif': PIXEL,
  'demos/shared.tsx':
    "import { data } from './shared/data';\nimport './styled.less';\nexport default () => <p className=\"styled\">{data.length}</p>;\n",
  'demos/library.tsx': 'import { Button } from \'fixture-lib\';\nexport default () => <Button label="press" />;\n',
  'demos/frame.tsx': 'export default () => <p>in a frame</p>;\n',
  'demos/throws.tsx': 'export default () => <p>{window.innerWidth}</p>;\n',
  // It waits without using the processor, so it does not slow down other demos on a busy machine.
  'demos/hangs.tsx':
    "import { use } from 'react';\nconst never = new Promise(() => {});\nexport default () => <p>{use(never) as string}</p>;\n",
  'cascader-docs.config.ts': `export default {
  title: 'Fixture',
  description: 'A site of everything',
  base: '/lib/',
  theme: './theme.tsx',
  locales: [{ id: 'en', name: 'English', base: '/' }, { id: 'zh', name: '中文', base: '/zh' }],
  sitemap: { hostname: 'https://docs.test' },
  feed: { '/guide': { title: 'Guide' } },
  themeConfig: { logo: '/logo.svg', socialLinks: { github: 'https://github.com/someone/fixture-lib' }, footer: 'Made {year} by hand' },
  favicons: ['/logo.svg'],
  headScripts: ['window.analytics = 1;'],
  demoTimeout: 4000,
};
`,
  'theme.tsx':
    "import theme from 'cascader-docs/theme';\nimport './theme.css';\nexport default { ...theme, Footer: () => <footer className=\"own\">own footer</footer> };\n",
  'theme.css': ':root { --accent: hotpink; }\n',
};

describe('a page of dev', () => {
  it('equals the page that build writes, whatever it contains', async () => {
    const site = await createSite(FILES);
    const built = await site.build({ cache: false });
    expect(built.exitCode, built.text).toBe(0);
    expect(built.files.filter(isCompared).length).toBeGreaterThan(25);
    const dev = await startDev(site.root);
    expect(dev.url).toMatch(/\/lib$/);
    expect(await findDifferences(built, dev)).toEqual([]);
    expect(dev.diagnostics.map(summary).sort()).toEqual(built.diagnostics.map(summary).sort());
    expect(built.diagnostics.length).toBeGreaterThan(1);
    expect(dev.errors).toEqual([]);
  });

  it('has its own packages, also if another page is requested at the same time', async () => {
    const kits = ['one', 'two'];
    const { root } = await createSite({
      ...Object.fromEntries(
        kits.flatMap((kit) => [
          [`node_modules/${kit}/package.json`, `{ "name": "${kit}", "version": "1.0.0", "module": "index.js" }`],
          [`node_modules/${kit}/index.js`, `export const text = 'from ${kit}';\n`],
          [`docs/${kit}.md`, `# ${kit}\n\n<code src="../demos/${kit}.tsx"></code>\n`],
          [`demos/${kit}.tsx`, `import { text } from '${kit}';\nexport default () => <p>{text}</p>;\n`],
        ]),
      ),
    });
    const dev = await startDev(root);
    const pages = await Promise.all(kits.map(async (kit) => (await fetch(`${dev.url}/${kit}`)).text()));
    for (const [index, kit] of kits.entries()) expect(pages[index]).toContain(`<p>from ${kit}</p>`);
    expect(dev.errors).toEqual([]);
  });

  it('renders an edited demo as the first time, if a package counts', async () => {
    const demo = (text: string): string =>
      `import { next } from 'counter';\nexport default () => <p>{\`${text} \${next()}\`}</p>;\n`;
    const site = await createSite({
      'node_modules/counter/package.json': '{ "name": "counter", "version": "1.0.0", "module": "index.js" }',
      'node_modules/counter/index.js': 'let count = 0;\nexport const next = () => ++count;\n',
      'docs/index.md': '# Home\n\n<code src="../demos/a.jsx"></code>\n',
      'demos/a.jsx': demo('first'),
    });
    const dev = await startDev(site.root);
    const html = async (): Promise<string> => (await fetch(dev.url)).text();
    expect(await html()).toContain('<p>first 1</p>');
    for (const text of ['second', 'third']) {
      await site.write({ 'demos/a.jsx': demo(text) });
      await waitFor(async () => (await html()).includes(`<p>${text} `));
      expect(await html()).toContain(`<p>${text} 1</p>`);
    }
    expect(dev.diagnostics.map(({ code }) => code)).toEqual(['CD529']);
  });
});
