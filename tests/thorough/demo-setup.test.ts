import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { openDev, press } from '../helpers/dev-pages.ts';
import { bundleProject, catchExport, renderProject } from '../helpers/exports.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

/** A site whose setup provides a style sheet, a polyfill and a provider for its demos. */
const FILES = {
  'cascader-docs.config.ts': "export default { demo: { setup: './docs/_setup/index.tsx' } };\n",
  'package.json': '{"name": "kit", "version": "1.2.3"}',
  'tsconfig.json':
    '{"compilerOptions": {"jsx": "react-jsx", "strict": true, "module": "esnext", "moduleResolution": "bundler"}}',
  // As published, for exported projects.
  'node_modules/kit/package.json': '{"name": "kit", "version": "1.2.3", "main": "../../src/index.ts"}',
  'src/index.ts': `import { createContext } from 'react';
export const Words = createContext('no provider');
`,
  'docs/_setup/index.tsx': `import { Words } from 'kit';
import { type ReactNode, useId } from 'react';
import './polyfill';
import '../../base.css';
import box from './box.module.css';
import words from './words.json';

export function Wrapper({ children }: { children?: ReactNode }) {
  return <Words value={words.text}><section className={box.frame} id={useId()} title="wrapper">{children}</section></Words>;
}
`,
  'docs/_setup/polyfill.ts':
    "Object.assign(globalThis, { polyfilled: 'polyfilled' });\nexport const isClient = typeof window === 'object';\n",
  'docs/_setup/box.module.css': '.frame { border: 3px solid rgb(3, 3, 3); }\n',
  'docs/_setup/words.json': '{ "text": "from the provider" }',
  'base.css': '.word { color: rgb(1, 2, 3); background: rgb(9, 9, 9); }\n',
  'docs/index.md': `# Home

<code src="../demos/word.tsx" title="Word"></code>

\`\`\`jsx
import { useState } from 'react';
export default function Fenced() {
  const [count, setCount] = useState(0);
  return <button className="count" onClick={() => setCount(count + 1)}>fenced {polyfilled} {count}</button>;
}
\`\`\`
`,
  'demos/word.tsx': `import { Words } from 'kit';
import { useContext, useId } from 'react';
import './word.css';
declare const polyfilled: string;
// The setup has run before.
const loaded = polyfilled;

export default function Word() {
  return <p className="word" id={useId()}>demo {loaded} {useContext(Words)}</p>;
}
`,
  // Of equally specific rules, the demo's rule comes later.
  'demos/word.css': '.word { background: rgb(7, 7, 7); }\n',
};

const SHOWN = ['demo polyfilled from the provider', 'rgb(1, 2, 3)', 'rgb(7, 7, 7)', '3px'];

let fixture: TestSite;
let built: TestBuild;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite(FILES);
  // The development build of React reports hydration mismatches.
  built = await fixture.build({ cache: false, strict: true, development: true });
  expect(built.text).toBe('');
  site = await openSite({ root: fixture.root });
});

/** Returns the demo's text, its colors from the setup's and its own style sheets, and the border of the `Wrapper`. */
const looks = (page: Page | Frame) =>
  page.evaluate(() => {
    const word = document.querySelector('.word');
    if (!word) return [];
    const { color, backgroundColor } = getComputedStyle(word);
    const wrapper = word.closest('[title=wrapper]');
    return [word.textContent, color, backgroundColor, wrapper && getComputedStyle(wrapper).borderTopWidth];
  });

const faults = (messages: string[]) => messages.filter((message) => !message.includes('React DevTools'));

describe('the demo setup', () => {
  it('is rendered into the HTML, which hydrates unchanged', async () => {
    const html = await built.read('index.html');
    expect(html).toContain('demo <!-- -->polyfilled<!-- --> <!-- -->from the provider');
    const { page, messages } = await site.open('/');
    await press(page.locator('.count'));
    await page.getByText('fenced polyfilled 1').waitFor();
    expect(await looks(page)).toEqual(SHOWN);
    expect(faults(messages)).toEqual([]);
  });

  it('is not listed among the files of a demo', async () => {
    const { page } = await site.open('/');
    expect(await page.content()).not.toContain('words.json');
  });

  it("runs on a demo's own page", async () => {
    const { page, messages } = await site.open('/~demos/docs-demo-word');
    await page.locator('.word').waitFor();
    expect(await looks(page)).toEqual(SHOWN);
    expect(faults(messages)).toEqual([]);
  });

  it('runs in the frame of an edited demo', async () => {
    const { page, messages } = await site.open('/');
    const live = await editDemo(page);
    await live.write((await live.read()).replace('demo {', 'edited {'));
    const frame = await live.frame();
    await frame.getByText('edited polyfilled').waitFor();
    expect(await looks(frame)).toEqual(['edited polyfilled from the provider', ...SHOWN.slice(1)]);
    expect(faults(messages)).toEqual([]);
  });

  it('is part of an exported project', async () => {
    const { page } = await site.open('/', { beside: false });
    const files = await catchExport(page, 'Open in StackBlitz');
    expect(files['src/index.tsx']).toContain("import { Wrapper } from './docs/_setup/index';");
    const bundled = await bundleProject(files, `${fixture.root}/exports`);
    await renderProject(page, files, bundled);
    await page.locator('.word').waitFor();
    expect(await looks(page)).toEqual(SHOWN);
  });
});

describe('in dev, the demo setup', () => {
  it('updates open pages when it changes', async () => {
    const dev = await openDev(FILES);
    const { page, messages, isSame } = await dev.open('/');
    await press(page.locator('.count'));
    await page.getByText('fenced polyfilled 1').waitFor();
    expect(await looks(page)).toEqual(SHOWN);
    await dev.edit('docs/_setup/index.tsx', (text) => text.replace('"wrapper"', '"newer"'));
    await page.locator('section[title=newer] .word').waitFor();
    // Stateful components keep their state.
    await page.getByText('fenced polyfilled 1').waitFor();
    await dev.edit('base.css', (text) => text.replace('rgb(1, 2, 3)', 'rgb(4, 5, 6)'));
    await expect.poll(async () => (await looks(page))[1]).toBe('rgb(4, 5, 6)');
    expect([messages, await isSame()]).toEqual([[], true]);
  });
});
