import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DevPages, openDev, press } from '../helpers/dev-pages.ts';
import { editDemo } from '../helpers/live.ts';
import { whileNothingHappens } from '../helpers/pages.ts';

const counter = (label: string): string =>
  `import { useState } from 'react';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>${label} {count}</button>;\n}\n`;
const body = (label: string): string =>
  `{\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>${label} {count}</button>;\n}`;
const embed = (name: string, attributes = ''): string => `<code src="../demos/${name}.tsx"${attributes}></code>\n\n`;
const KINDS = {
  anonymous: `import { useState } from 'react';\nexport default () => ${body('anonymous')};\n`,
  memo: `import { memo, useState } from 'react';\nexport default memo(function Memo() ${body('memo')});\n`,
  forwarded: `import { forwardRef, useState } from 'react';\nexport default forwardRef(function Forwarded() ${body('forwarded')});\n`,
  component:
    'import { Component } from \'react\';\nexport default class Clicked extends Component {\n  state = { count: 0 };\n  render() {\n    return <button type="button" onClick={() => this.setState({ count: this.state.count + 1 })}>component {this.state.count}</button>;\n  }\n}\n',
};
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Home\n',
    'docs/two.md': `# Two\n\n${embed('one')}${embed('two')}`,
    'docs/context.md': `# Context\n\n${embed('ann')}${embed('bob')}`,
    'docs/helper.md': `# Helper\n\n${embed('uses-helper')}${embed('uses-helper-too')}`,
    'docs/kinds.md': `# Kinds\n\n${Object.keys(KINDS)
      .map((name) => embed(name))
      .join('')}`,
    'docs/header.md': `# Header\n\n${embed('header')}`,
    'docs/list.md': `# List\n\n${embed('list-a', ' id="a"')}Between.\n\n${embed('list-b', ' id="b"')}`,
    'docs/alone.md': `# Alone\n\n${embed('alone', ' id="alone"')}`,
    'docs/frames.md': `# Frames\n\n${Array.from({ length: 7 }, (_, i) => embed('framed', ` id="frame-${i}" iframe="120"`)).join('')}${embed('beside-frames')}`,
    'docs/shapes.md': `# Shapes\n\nWith <code src="../demos/inline.tsx" inline></code> in it.\n\n${embed('shape', ' id="shape"')}`,
    'docs/fence.md': `# Fence\n\n\`\`\`tsx\n${counter('fence')}\`\`\`\n\n${embed('beside-fence')}`,
    'docs/live.md': `# Live\n\n${embed('live')}`,
    'docs/files.md': `# Files\n\n${embed('files')}`,
    'docs/library.md': `# Library\n\n${embed('uses-library')}`,
    'demos/one.tsx': counter('one'),
    'demos/two.tsx': counter('two'),
    'demos/context.tsx':
      "import { createContext, useContext, useState } from 'react';\nexport const Name = createContext('nobody');\nexport function Greeting() {\n  const [times, setTimes] = useState(1);\n  return <button type=\"button\" onClick={() => setTimes(times + 1)}>hello {useContext(Name)} {times}</button>;\n}\n",
    'demos/ann.tsx':
      'import { Greeting, Name } from \'./context.tsx\';\nexport default function Demo() {\n  return <Name.Provider value="Ann"><Greeting /></Name.Provider>;\n}\n',
    'demos/bob.tsx':
      'import { Greeting, Name } from \'./context.tsx\';\nexport default function Demo() {\n  return <Name.Provider value="Bob"><Greeting /></Name.Provider>;\n}\n',
    'demos/helper.tsx': `import { useState } from 'react';\nexport function Helper({ name }: { name: string }) ${body('help {name}')}\n`,
    'demos/uses-helper.tsx':
      'import { Helper } from \'./helper.tsx\';\nexport default function Demo() {\n  return <Helper name="a" />;\n}\n',
    'demos/uses-helper-too.tsx':
      'import { Helper } from \'./helper.tsx\';\nexport default function Demo() {\n  return <Helper name="b" />;\n}\n',
    ...Object.fromEntries(Object.entries(KINDS).map(([name, code]) => [`demos/${name}.tsx`, code])),
    'demos/header.tsx': `/**\n * title: Old title\n */\n${counter('header')}`,
    'demos/list-a.tsx': counter('a'),
    'demos/list-b.tsx': counter('b'),
    'demos/list-c.tsx': counter('c'),
    'demos/alone.tsx': counter('alone'),
    'demos/framed.tsx': counter('framed'),
    'demos/beside-frames.tsx': counter('beside'),
    'demos/inline.tsx': counter('inline'),
    'demos/shape.tsx': counter('shape'),
    'demos/beside-fence.tsx': counter('beside'),
    'demos/live.tsx': counter('live'),
    'demos/files.tsx': counter('files'),
    'src/index.tsx': "export { Button } from './button.tsx';\n",
    'src/button.tsx': `import { useState } from 'react';\nexport function Button() ${body('library')}\n`,
    'demos/uses-library.tsx':
      "import { useState } from 'react';\nimport { Button } from '../src/index.tsx';\nexport default function Demo() {\n  const [name, setName] = useState('');\n  return <><input aria-label=\"Name\" value={name} onChange={(event) => setName(event.target.value)} /><Button /></>;\n}\n",
    'cascader-docs.config.ts': "export default { resolve: { entryFile: './src/index.tsx' } };\n",
  });
});

const button = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-demo-root] button', { hasText: text });
/** Marks an element so that it can be recognized later. */
const mark = (locator: Locator) => locator.evaluate((element) => Object.assign(element, { mark: true }) && undefined);
const isMarked = (locator: Locator) => locator.evaluate((element) => 'mark' in element);

describe('the code of a demo', () => {
  it('is replaced without losing state while its hooks are the same, and leaves other demos alone', async () => {
    const { page, messages, isSame } = await site.open('/two');
    await press(button(page, 'one 0'));
    await press(button(page, 'two 0'));
    await mark(button(page, 'two 1'));
    await page.locator('.demo-code summary').first().click();
    await site.edit('demos/one.tsx', (text) => text.replace('>one ', '>first '));
    await button(page, 'first 1').waitFor();
    await page.locator('.demo-code pre').first().filter({ hasText: '>first ', visible: true }).waitFor();
    await site.edit('demos/one.tsx', (text) => text.replace('const [', "const [, setName] = useState('');\n  const ["));
    await button(page, 'first 0').waitFor();
    expect(await isMarked(button(page, 'two 1'))).toBe(true);
    await site.edit('demos/one.tsx', (text) => text.replace("const [, setName] = useState('');\n  ", ''));
    await page.locator('.demo-code pre', { hasText: 'setName' }).waitFor({ state: 'detached' });
    await button(page, 'first 0').waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('does not affect another demo that imports the same file', async () => {
    const { page, messages } = await site.open('/context');
    await press(button(page, 'hello Ann 1'));
    await press(button(page, 'hello Bob 1'));
    await site.edit('demos/ann.tsx', (text) => text.replace('"Ann"', '"Anna"'));
    await button(page, 'hello Anna').waitFor();
    await expect.poll(() => button(page, 'Bob').textContent()).toBe('hello Bob 2');
    await site.edit('demos/context.tsx', (text) => text.replace('hello', 'good day'));
    await button(page, 'good day Anna').waitFor();
    await button(page, 'good day Bob').waitFor();
    expect(messages).toEqual([]);
  });

  it('is updated in both demos that import a changed file, and keeps their state', async () => {
    const { page, isSame } = await site.open('/helper');
    await press(button(page, 'help a 0'));
    await press(button(page, 'help b 0'));
    await site.edit('demos/helper.tsx', (text) => text.replace('help {', 'aid {'));
    await button(page, 'aid a 1').waitFor();
    await button(page, 'aid b 1').waitFor();
    expect(await isSame()).toBe(true);
  });

  it('may be a component of any kind', async () => {
    const { page, messages, isSame } = await site.open('/kinds');
    for (const name of Object.keys(KINDS)) {
      await press(button(page, `${name} 0`));
      await button(page, `${name} 1`).waitFor();
      await site.edit(`demos/${name}.tsx`, (text) => text.replace(`>${name} `, `>other ${name} `));
      // React keeps the state of named function components only.
      await button(page, `other ${name} ${/memo|forwarded/.test(name) ? 1 : 0}`).waitFor();
    }
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('leaves other demos alone when it imports another package', async () => {
    const { page, isSame } = await site.open('/two');
    await press(button(page, 'two 0'));
    await mark(button(page, 'two 1'));
    await site.edit(
      'demos/one.tsx',
      (text) =>
        `import { compressToBase64 } from 'lz-string';\nexport const packed = compressToBase64('text');\n${text.replace(/>\w+ /, '>third ')}`,
    );
    await button(page, 'third 0').waitFor();
    expect(await isMarked(button(page, 'two 1'))).toBe(true);
    expect(await isSame()).toBe(true);
  });
});

describe('a demo card', () => {
  it('follows its front matter without remounting the demo', async () => {
    const { page, messages, isSame } = await site.open('/header');
    await press(button(page, 'header 0'));
    await mark(button(page, 'header 1'));
    await site.edit('demos/header.tsx', (text) =>
      text.replace(
        ' * title: Old title\n',
        ' * title: New title\n * description: In *words*.\n * compact: true\n * background: rgb(1, 2, 3)\n',
      ),
    );
    await page.locator('.demo-title', { hasText: 'New title' }).waitFor();
    await page.locator('.demo-description em', { hasText: 'words' }).waitFor();
    await page.locator('.demo-stage[data-compact]').waitFor();
    await expect
      .poll(() => page.locator('.demo-stage').evaluate((stage) => getComputedStyle(stage).backgroundColor))
      .toBe('rgb(1, 2, 3)');
    expect(await isMarked(button(page, 'header 1'))).toBe(true);
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('is added, removed and moved with the page, and the others stay', async () => {
    const { page, messages, isSame } = await site.open('/list');
    await press(button(page, 'a 0'));
    await press(button(page, 'b 0'));
    await mark(button(page, 'a 1'));
    await site.edit('docs/list.md', (text) => `${text}\n\n${embed('list-c', ' id="c"')}`);
    await press(button(page, 'c 0'));
    await button(page, 'c 1').waitFor();
    const [a, b] = [embed('list-a', ' id="a"'), embed('list-b', ' id="b"')];
    await site.edit('docs/list.md', (text) => text.replace(b, '').replace(a, `${b}${a}`));
    await page.waitForFunction(
      () => [...document.querySelectorAll('[data-demo]')].map(({ id }) => id.at(-1)).join('') === 'bac',
    );
    await button(page, 'b 1').waitFor();
    expect(await isMarked(button(page, 'a 1'))).toBe(true);
    await site.edit('docs/list.md', (text) => text.replace(b, ''));
    await page.locator('#docs-list-demo-b').waitFor({ state: 'detached' });
    expect(await isMarked(button(page, 'a 1'))).toBe(true);
    await site.edit('docs/list.md', (text) => `${text}\n${b}`);
    await press(button(page, 'b 0'));
    await button(page, 'b 1').waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('may be omitted, and may contain a frame', async () => {
    const { page, messages, isSame } = await site.open('/shapes');
    await press(button(page, 'inline 0'));
    await site.edit('demos/inline.tsx', (text) => text.replace('>inline ', '>within '));
    await button(page, 'within 1').waitFor();
    await press(button(page, 'shape 0'));
    await site.edit('docs/shapes.md', (text) => text.replace('id="shape"', 'id="shape" iframe="150"'));
    await page.frameLocator('#docs-shapes-demo-shape iframe').getByRole('button', { name: 'shape 0' }).click();
    await page.frameLocator('#docs-shapes-demo-shape iframe').getByRole('button', { name: 'shape 1' }).waitFor();
    await site.edit('docs/shapes.md', (text) => text.replace(' iframe="150"', ' iframe="220"'));
    await page.locator('#docs-shapes-demo-shape iframe[height="220"]').waitFor();
    await site.edit('docs/shapes.md', (text) => text.replace(' iframe="220"', ''));
    await press(button(page, 'shape 0'));
    await button(page, 'shape 1').waitFor();
    await button(page, 'within 1').waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});

describe("a demo's own page", () => {
  it('follows code and title without losing state until the demo is removed', async () => {
    const { page, messages, isSame } = await site.open('/~demos/docs-alone-demo-alone');
    await page.locator('button', { hasText: 'alone 0' }).click();
    await site.edit('demos/alone.tsx', (text) => text.replace('>alone ', '>lonely '));
    await page.locator('button', { hasText: 'lonely 1' }).waitFor();
    await site.edit('demos/alone.tsx', (text) => `/**\n * title: A title\n */\n${text}`);
    await page.waitForFunction(() => document.title === 'A title');
    await page.locator('button', { hasText: 'lonely 1' }).waitFor();
    await site.edit('demos/alone.tsx', (text) =>
      text.replace('const [', "const [, setName] = useState('');\n  const ["),
    );
    await page.locator('button', { hasText: 'lonely 0' }).waitFor();
    await site.edit('demos/alone.tsx', (text) =>
      text.replace('function Counter()', '()').replace(') {', ') => {').replace('>lonely ', '>nameless '),
    );
    await page.locator('button', { hasText: 'nameless 0' }).click();
    await page.locator('button', { hasText: 'nameless 1' }).waitFor();
    await site.edit('demos/alone.tsx', (text) => text.replace('>nameless ', '>single '));
    await page.locator('button', { hasText: 'single 0' }).waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
    await site.edit('docs/alone.md', () => '# Alone\n');
    await page.locator('.not-found').waitFor();
  });

  it('is updated in more frames than the browser allows connections, while the page around them stays', async () => {
    const { page, messages, isSame } = await site.open('/frames');
    const frame = (index: number) => page.frameLocator('.demo-frame').nth(index);
    for (let index = 0; index < 7; index++) {
      await page.locator('.demo-frame').nth(index).scrollIntoViewIfNeeded();
      await frame(index).getByRole('button', { name: 'framed 0' }).click();
    }
    await press(button(page, 'beside 0'));
    await page
      .locator('.demo-frame')
      .first()
      .evaluate(
        (element: HTMLIFrameElement) => Object.assign(element.contentWindow ?? {}, { mark: true }) && undefined,
      );
    await site.edit('demos/framed.tsx', (text) => text.replace('>framed ', '>within '));
    for (let index = 0; index < 7; index++) await frame(index).getByRole('button', { name: 'within 1' }).waitFor();
    await button(page, 'beside 1').waitFor();
    expect(
      await page
        .locator('.demo-frame')
        .first()
        .evaluate((element: HTMLIFrameElement) => 'mark' in (element.contentWindow ?? {})),
    ).toBe(true);
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});

describe('a demo that is edited in its card', () => {
  it('shows React errors as text, not as codes', async () => {
    const { page } = await site.open('/live');
    const live = await editDemo(page);
    await live.write('export default function Live() {\n  return <p>{{ a: 1 } as never}</p>;\n}\n');
    expect(await live.failure()).toContain('Objects are not valid as a React child (found: object with keys {a})');
  });

  it('keeps the typed text when its file changes, and can return to the file', async () => {
    const { page, messages, isSame } = await site.open('/live');
    const live = await editDemo(page);
    await site.edit('demos/live.tsx', (text) => text.replace('>live ', '>saved '));
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.live-editor textarea')?.value.includes('>saved '),
    );
    await live.write(counter('typed'));
    const frame = await live.frame();
    await frame.locator('button', { hasText: 'typed 0' }).click();
    await site.edit('demos/live.tsx', (text) => text.replace('>saved ', '>saved again '));
    await page.waitForFunction(() => document.querySelector('.demo-code pre[hidden]') !== null);
    await whileNothingHappens(page, 500);
    expect(await live.read()).toContain('>typed ');
    await frame.locator('button', { hasText: 'typed 1' }).waitFor();
    await live.button('Reset').click();
    await press(button(page, 'saved again 0'));
    await button(page, 'saved again 1').waitFor();
    await expect.poll(() => live.read()).toContain('>saved again ');
    await site.edit('demos/live.tsx', (text) => text.replace('>saved again ', '>saved at last '));
    await button(page, 'saved at last 1').waitFor();
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });

  it('closes its editor when it consists of other files', async () => {
    const { page, messages, isSame } = await site.open('/files');
    const live = await editDemo(page);
    await live.write(counter('typed'));
    await (await live.frame()).locator('button', { hasText: 'typed 0' }).waitFor();
    await site.edit('demos/more.ts', () => "export const more = 'more';\n");
    await site.edit(
      'demos/files.tsx',
      (text) => `import { more } from './more.ts';\nexport const all = more;\n${text}`,
    );
    await page.locator('.live-editor').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'more.ts' }).click();
    await page.locator('.demo-code pre', { hasText: "'more'" }).waitFor();
    await press(button(page, 'files 0'));
    await button(page, 'files 1').waitFor();
    await page.getByRole('tab', { name: 'index.tsx' }).click();
    const again = await editDemo(page);
    expect(await again.read()).toContain('>files ');
    expect(await isSame()).toBe(true);
    expect(messages).toEqual([]);
  });
});
