import path from 'node:path';
import { build, type UserConfig } from 'cascader-docs';
import { createSite, listFiles, writeFiles } from './build-site.ts';
import { buildHandbook, buildOwnSite, builtOnce } from './built-once.ts';
import { type OpenSite, openSite } from './pages.ts';

const repository = path.resolve(import.meta.dirname, '../..');
/** A path without a page. */
const NOWHERE = '/no/such/page';

/** A built site in the browser, with the paths of all pages and one path that is not found. */
export interface BuiltSite extends OpenSite {
  routes: string[];
}

/** The site of this repository, the documentation of the cascader. */
export async function openOwnSite(): Promise<BuiltSite> {
  return await openBuilt(repository, await buildOwnSite());
}

/** The handbook of `cascader-docs`. */
export async function openHandbook(): Promise<BuiltSite> {
  return await openBuilt(path.join(repository, 'docs/_handbook'), await buildHandbook());
}

/** A site with all features of the theme that the other two sites do not use. */
export async function openGallery(): Promise<BuiltSite> {
  const root = await builtOnce('gallery', async (folder) => {
    await writeFiles(folder, { 'package.json': '{"name": "gallery"}', ...galleryFiles() });
    await build({ root: folder });
  });
  return await openBuilt(root, path.join(root, 'dist'));
}

/** The gallery with a different configuration. */
export async function openGalleryWith(config: UserConfig): Promise<BuiltSite> {
  const { root } = await createSite(galleryFiles(config));
  await build({ root });
  return await openBuilt(root, path.join(root, 'dist'));
}

async function openBuilt(root: string, outDir: string): Promise<BuiltSite> {
  const documents = (await listFiles(outDir)).filter(
    (file) => file.endsWith('.html') && !file.startsWith('~demos/') && file !== '~sandbox.html',
  );
  const routes = documents.map((file) => (file === '404.html' ? NOWHERE : `/${file.replace(/\/?index\.html$/, '')}`));
  return { ...(await openSite({ root, outDir })), routes };
}

function galleryFiles({ themeConfig, ...config }: UserConfig = {}): Record<string, string> {
  const resolved = {
    title: 'Gallery',
    locales: [
      { id: 'en', name: 'English', base: '/' },
      { id: 'zh-CN', name: '中文', base: '/zh' },
    ],
    // A fallback page has the same elements as other pages, so only `AXE=all` tests them.
    fallback: process.env.AXE === 'all',
    ...config,
    themeConfig: {
      socialLinks: { github: 'https://example.com/gallery', weibo: 'https://example.com/weibo' },
      editLink: 'https://example.com/edit/{filename}',
      footer: 'Made of [everything](https://example.com/).',
      showLineNum: true,
      brand: '#e11d48',
      ...themeConfig,
    },
  };
  return { ...GALLERY, 'cascader-docs.config.ts': `export default ${JSON.stringify(resolved)};` };
}

const WORDS = 'Words that fill a line and then another one, so that there is something to read and to scroll. ';

const GALLERY: Record<string, string> = {
  'docs/index.md': `---
title: Gallery
hero:
  title: Gallery
  description: Everything that the theme has.
  actions:
    - text: Begin
      link: /guide/blocks
    - text: Elsewhere
      link: https://example.com/
  install: npm install gallery
  demo: ../demos/counter.tsx
features:
  - title: Plain
    icon: '<svg viewBox="0 0 24 24" fill="none"><path d="M4 20 20 4" stroke="currentColor"/></svg>'
    description: Nothing but text.
  - title: Linked
    link: /guide/demos
    description: A box that leads somewhere.
---

${WORDS}
`,
  'docs/zh/index.md': '# 展示\n\n这里有主题的全部组件。\n\n## 开始\n\n[组件](./guide/blocks.md)\n',
  'docs/zh/guide/blocks.md': '# 组件\n\n文字，以及[链接](../index.md)。\n\n## 第一节\n\n内容。\n',
  'docs/guide/blocks.md': `---
group: Basics
toc: content
---

# Blocks

Text with **strong**, *emphasised* and ~~deleted~~ words, \`code\`, <kbd>Ctrl</kbd>, a [link](./demos.md), an
[external one](https://example.com/), a footnote[^1] and <span lang="zh-CN">中文</span>.

[^1]: The footnote.

## Containers

${['info', 'success', 'warning', 'error']
  .map((kind) => `:::${kind}\nA ${kind} with \`code\` and a [link](#code).\n:::`)
  .join('\n\n')}

:::details{title="More of it"}
Hidden at first.
:::

## Code

\`\`\`ts {2} [sum.ts]
/** Adds numbers, in a line that is much too long for a phone and has to be scrolled in its own box to be read. */
export const sum = (...values: number[]): number => values.reduce((total, value) => total + value, 0);
\`\`\`

\`\`\`ts fold=5 wrap [marks.ts]
first(); // [!code focus]
added(); // [!code ++]
removed(); // [!code --]
failed(); // [!code error]
doubtful(); // [!code warning]
important(); // [!code highlight]
${"last('of many words that do not stand in one line of a phone');\n".repeat(4)}\`\`\`

### A group of code blocks

:::code-group
\`\`\`sh [npm]
npm install gallery
\`\`\`

\`\`\`sh [pnpm]
pnpm add gallery
\`\`\`

\`\`\`sh [yarn]
yarn add gallery
\`\`\`
:::

### A group of other content

::::tabs
:::tab npm
In **words**, and a [link](./tasks.md).
:::
:::tab Others
- a list
:::
::::

### Commands

\`\`\`npm
npm install -D gallery
\`\`\`

### A picture

![Nothing but grey](./wide.svg)

### A formula and a diagram

Of $\`x^2\`$ this is the sum:

\`\`\`ts twoslash
// @errors: 2322
/** Adds up. */
const sum = (...values: number[]) => values.reduce((total, value) => total + value, 0);
const three: string = sum(1, 2);
//    ^?
\`\`\`

\`\`\`math
\\sum_{i=1}^{n} x_i^2
\`\`\`

\`\`\`mermaid
sequenceDiagram
  Alice->>Bob: Hello
  Bob-->>Alice: And to you
\`\`\`

## Tables and lists

| ${Array.from({ length: 9 }, (_, index) => `Column ${index}`).join(' | ')} |
|${' --- |'.repeat(9)}
| ${Array.from({ length: 9 }, (_, index) => `\`UnbreakableName${index}\``).join(' | ')} |

- one
  - two

> Somebody said that.

<Tree>
  <ul>
    <li>src<ul><li>index.ts <small>the entry</small></li></ul></li>
  </ul>
</Tree>

<Steps>

1. First
2. Second

   With a paragraph.

</Steps>

<Cards>
  <Card title="Demos" link="./demos.md">All of **them**, and a [link](./tasks.md).</Card>
  <Card title="No link">Text.</Card>
</Cards>

<FileTree>

- src/
  - index.ts the entry
  - **Button.tsx**
- package.json

</FileTree>

A word with a <Badge since="1.2.0" />, a <Badge>new</Badge>, a <Badge type="success">good</Badge>, a <Badge type="warning">doubtful</Badge> and a
<Badge type="error">bad</Badge> badge.

## Main

## Sidebar

## Toc

${WORDS.repeat(40)}
`,
  'docs/guide/wide.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"><rect width="900" height="200" fill="grey"/></svg>',
  'docs/guide/demos.md': `---
group: Basics
---

# Demos

<code src="../../demos/counter.tsx" description="It **counts**."></code>

<code src="../../demos/crash.tsx"></code>

<code src="../../demos/files.tsx" defaultShowCode></code>

<code src="../../demos/counter.tsx" id="framed" title="In a frame" iframe="120"></code>
`,
  'docs/guide/tasks.md': '---\ngroup: Basics\n---\n\n# Tasks\n\n- [x] done\n- [ ] to do\n',
  'docs/guide/tabs.md': `---\ngroup: Basics\n---\n\n# Tabs\n\nMain text.\n\n## Part of the first\n`,
  'docs/guide/tabs.$tab-more.md': '---\ntitle: More\n---\n\nText of the second tab.\n\n## Part of the second\n',
  'docs/guide/tabs.$tab-rest.md': '---\ntitle: Rest\n---\n\nText of the third tab.\n',
  'docs/guide/advanced/deep/one.md': '# Deep one\n\nA page in a folder of a folder.\n',
  'docs/guide/advanced/deep/two.md': `# Deep two\n\n${WORDS.repeat(60)}\n\n## Below\n\n${WORDS}\n`,
  'demos/counter.tsx': `/** title: Counter */
import { useState } from 'react';
export default function Counter() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>pressed {count}</button>;
}
`,
  'demos/crash.tsx': `/** title: Crash */
import { useState } from 'react';
export default function Crash() {
  const [bad, setBad] = useState(false);
  if (bad) throw new Error('it broke');
  return <button type="button" onClick={() => setBad(true)}>break it</button>;
}
`,
  'demos/files.tsx': `/** title: Files */
import { label } from './label.ts';
import './files.css';
export default function Files() {
  return <p className="files">{label}</p>;
}
`,
  'demos/label.ts': "export const label = 'Text of another file';\n",
  'demos/files.css': '.files { margin: 0 }\n',
};
