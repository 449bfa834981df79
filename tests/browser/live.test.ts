import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeEditHash } from '../../src/runtime/live/edit-link.ts';
import type { Compiler } from '../../src/runtime/sandbox/compiled.ts';
import { COLOUR_RULES, findFaults, preloadAxe, setScheme } from '../helpers/accessibility.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { openDemoMenu } from '../helpers/exports.ts';
import { editDemo, liveCard, plainCode } from '../helpers/live.ts';
import { hold, type OpenSite, openSite, whileNothingHappens } from '../helpers/pages.ts';

const greeting = `import { useState } from 'react';
import { names } from './lib/names';
import './greeting.less';

export default function Greeting() {
  const [index, setIndex] = useState(0);
  return <button type="button" className="greeting" onClick={() => setIndex(index + 1)}>Hello {names[index % names.length]}</button>;
}
`;
const plain = 'export default function Plain() {\n  return <p className="plain">plain text</p>;\n}\n';
let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite({
    'docs/index.md':
      '# Home\n\n<code src="../demos/greeting.tsx" title="Greeting"></code>\n\n<code src="../demos/plain.tsx" title="Plain"></code>\n',
    'docs/other.md': '# Other\n\nText.\n',
    'docs/far.md': `# Far\n\n${'A paragraph that takes room.\n\n'.repeat(120)}<code src="../demos/plain.tsx"></code>\n`,
    'demos/greeting.tsx': greeting,
    'demos/greeting.less': "@import './colours';\n.greeting { color: @ink; }\n",
    'demos/colours.less': '@ink: rgb(1, 2, 3);\n',
    'demos/lib/names.ts': "export const names: string[] = ['Ada', 'Grace'];\n",
    'demos/plain.tsx': plain,
  });
  const { text } = await fixture.build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root: fixture.root });
});

const card = (name: string): string => `[data-demo$="demo-${name}"]`;

describe('live editing', () => {
  it('loads no editor, compiler or package table until the reader opens the editor', async () => {
    const requests: string[] = [];
    const { page } = await site.open('/', {
      before: async (opened) => opened.on('request', (request) => requests.push(new URL(request.url()).pathname)),
    });
    await page.locator(`${card('plain')}[data-hydrated]`).waitFor();
    await page.locator(`${card('plain')} .demo-code > summary`).click();
    await whileNothingHappens(page);
    const late = /(?:editor|compiler|less-|sandbox|source-)(?!.*\.svg$)/;
    expect(requests.filter((name) => late.test(name))).toEqual([]);
    await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
    await page.locator('.live-editor').first().waitFor();
    // The frame is created before the first change, so that the change finds it ready.
    await page.locator('.live-frame[data-waiting]').waitFor({ state: 'attached' });
    await expect.poll(() => requests.some((name) => name.includes('compiler-'))).toBe(true);
    expect(await page.locator(`${card('plain')} [data-demo-root]`).innerText()).toBe('plain text');
  });

  it('compiles all files before the first change, and then only changed ones', async () => {
    const { page } = await site.open('/', {
      before: (opened) =>
        opened.addInitScript(() => {
          const compiled: string[] = [];
          let compiler: Compiler | undefined;
          Object.assign(globalThis, { compiled });
          Object.defineProperty(globalThis, 'cascaderCompiler', {
            get: () => compiler,
            set: ({ compile }: Compiler) => {
              compiler = {
                compile(name, text) {
                  compiled.push(name);
                  return compile(name, text);
                },
              };
            },
          });
        }),
    });
    const live = await editDemo(page, card('greeting'));
    const element = await live.card.locator('.live-frame').elementHandle();
    const frame = await element?.contentFrame();
    const compiled = () => frame?.evaluate(() => (globalThis as { compiled?: string[] }).compiled);
    await expect.poll(compiled).toEqual(['index.tsx', 'lib/names.ts']);
    expect(await frame?.locator('.greeting').count()).toBe(0);
    await live.write(greeting.replace('Hello', 'Warm'));
    await (await live.frame()).getByRole('button', { name: 'Warm Ada' }).waitFor();
    expect(await compiled()).toEqual(['index.tsx', 'lib/names.ts', 'index.tsx']);
  });

  it('shows an edit in the frame, and the original demo after a reset', async () => {
    const { page, messages } = await site.open('/');
    const live = await editDemo(page, card('greeting'));
    await live.write(greeting.replace('Hello', 'Good morning'));
    const frame = await live.frame();
    await frame.getByRole('button', { name: 'Good morning Ada' }).click();
    await frame.getByRole('button', { name: 'Good morning Grace' }).waitFor();
    await live.card.locator('[data-demo-root]').waitFor({ state: 'hidden' });
    await live.card.getByText('Edited').waitFor();
    await live.button('Reset').click();
    await live.card.locator('[data-demo-root]').getByText('Hello Ada').click();
    await live.card.locator('[data-demo-root]').getByText('Hello Grace').waitFor();
    expect(await live.read()).toBe(greeting.trim());
    await page.locator('.live-frame').waitFor({ state: 'detached' });
    expect(messages).toEqual([]);
  });

  it('edits every file: a module, a Less style sheet and the Less file that it imports', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('greeting'));
    const names = await live.card.locator('.tab').allTextContents();
    expect(names).toEqual(['index.tsx', 'lib/names.ts', 'greeting.less', 'colours.less']);
    await live.write("export const names: string[] = ['Edsger'];", 1);
    const frame = await live.frame();
    const button = frame.getByRole('button', { name: 'Hello Edsger' });
    await button.waitFor();
    const colour = () => button.evaluate((element) => getComputedStyle(element).color);
    await expect.poll(colour).toBe('rgb(1, 2, 3)');
    await live.write("@import './colours';\n.greeting { color: fade(@ink, 50%); }", 2);
    await expect.poll(colour).toBe('rgba(1, 2, 3, 0.5)');
    await live.write('@ink: rgb(9, 9, 9);', 3);
    await expect.poll(colour).toBe('rgba(9, 9, 9, 0.5)');
    await live.write('.greeting { color: @nothing }', 2);
    await expect.poll(() => live.failure()).toMatch(/@nothing is undefined[\s\S]*greeting\.less:1:20/);
  });

  const WRONG: [what: string, code: string, message: RegExp, place: string][] = [
    ['a syntax error', plainCode('  const a = ;\n  return <p>one</p>;'), /^Unexpected token/, 'index.tsx:2:13'],
    [
      'a missing module',
      plainCode('  return <p>{x}</p>;', "import x from 'left-pad';\n"),
      /^Cannot find module: left-pad/,
      'index.tsx:1:15',
    ],
    [
      'a missing file',
      plainCode('  return <p>{x}</p>;', "import x from './nowhere';\n"),
      /^Cannot find module: \.\/nowhere/,
      'index.tsx:1:15',
    ],
    [
      'an error during rendering',
      plainCode("  const a = 1;\n  throw new Error('broken ' + a);"),
      /^broken 1/,
      'index.tsx:3:9',
    ],
    ['throw null', plainCode('  throw null;'), /^This demo has crashed\./, ''],
    [
      'an error with getters that throw',
      plainCode('  throw { get message() { throw 1; }, get stack() { throw 2; } };'),
      /^This demo has crashed\./,
      '',
    ],
    [
      'a module that throws',
      plainCode('  return null;', 'nope();\n'),
      /^ReferenceError: nope is not defined/,
      'index.tsx:1:1',
    ],
    ['no default export', 'export const a = 1;', /needs a component as its default export/, ''],
    ['an element', 'export default <b>bold</b>;', /needs a component as its default export/, ''],
    ['an async component', 'export default async function A() { return <b>b</b>; }', /cannot be an async function/, ''],
    [
      'an effect that throws',
      plainCode(
        "  useEffect(() => {\n    throw new Error('in an effect');\n  }, []);\n  return <p>effect</p>;",
        "import { useEffect } from 'react';\n",
      ),
      /^in an effect/,
      'index.tsx:4:11',
    ],
  ];

  it('reports errors with their location, and keeps the last good result', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p>the last good one</p>;'));
    const frame = await live.frame();
    await frame.getByText('the last good one').waitFor();
    for (const [what, code, message, place] of WRONG) {
      await live.write(code);
      await expect.poll(() => live.failure(), { message: what }).toMatch(message);
      expect(await live.failure(), what).toContain(place);
      await frame.getByText('the last good one').waitFor();
    }
    await live.write(plainCode('  return <p>mended</p>;'));
    await frame.getByText('mended').waitFor();
    await live.card.locator('.live-failure').waitFor({ state: 'detached' });
  });

  it('reports errors that occur later: in an event handler, in a rejected promise, and an emptied root', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(
      plainCode("  return <button onClick={() => {\n    throw new Error('clicked');\n  }}>press</button>;"),
    );
    await (await live.frame()).getByText('press').click();
    await expect.poll(() => live.failure()).toMatch(/^clicked\s+index\.tsx:3:11/);
    await live.write(plainCode("  Promise.reject(new Error('left alone'));\n  return <p>promise</p>;"));
    await (await live.frame()).getByText('promise').waitFor();
    await expect.poll(() => live.failure()).toMatch(/^left alone/);
    await live.write(
      plainCode(
        '  useEffect(() => document.body.remove(), []);\n  return <p>gone</p>;',
        "import { useEffect } from 'react';\n",
      ),
    );
    await expect.poll(() => live.failure()).toMatch(/removed the element/);
    await live.write(plainCode('  return <p>back again</p>;'));
    await (await live.frame()).getByText('back again').waitFor();
  });

  it('follows color scheme and language, is at least as high as its content, and treats words and `global` as the page does', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p style={{ height: 700 }}>high</p>;'));
    const frame = await live.frame();
    const look = () =>
      frame.evaluate(() => {
        const root = document.documentElement;
        return [root.getAttribute('data-prefers-color'), root.lang, getComputedStyle(root).colorScheme];
      });
    await expect.poll(look).toEqual(['light', 'en-US', 'light']);
    await page.getByRole('radio', { name: 'Dark Mode' }).check({ force: true });
    await expect.poll(look).toEqual(['dark', 'en-US', 'dark']);
    const height = () => live.card.locator('.live-frame').evaluate((element) => element.clientHeight);
    await expect.poll(height).toBeGreaterThanOrEqual(700);
    // As in demos of the page, there is `global`, and long words are broken.
    await live.write(plainCode("  global.word = 'low';\n  return <p>{global.word.repeat(200)}</p>;"));
    await frame.getByText('lowlow').waitFor();
    expect(await height()).toBeGreaterThanOrEqual(700);
    const overflow = () =>
      frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBe(0);
  });

  it('shows that it is loading when compiling takes long', async () => {
    const { before, release } = hold('**/compiler-*.js');
    const { page } = await site.open('/', { before });
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p>slow</p>;'));
    await live.card.getByRole('status').getByText('Loading...').waitFor();
    release();
    await (await live.frame()).getByText('slow').waitFor();
    await expect.poll(() => live.card.getByRole('status').innerText()).toBe('');
  });

  it('reports why the frame did not start', async () => {
    const { page } = await site.open('/', {
      before: (opened) => opened.route('**/~sandbox.html', (route) => route.fulfill({ status: 404, body: 'no' })),
    });
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p>never</p>;'));
    expect(await live.failure()).toMatch(/did not start within 5 seconds: this host answers 404 for \/~sandbox\.html/);
    expect(await live.card.locator('[data-demo-root]').innerText()).toBe('plain text');
  });

  it('leaves nothing behind when the reader goes to another page', async () => {
    const { page, messages } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p>edited</p>;'));
    await (await live.frame()).getByText('edited').waitFor();
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/other';
      document.body.append(link);
      link.click();
    });
    await page.getByRole('heading', { name: 'Other' }).waitFor();
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator(`${card('plain')}[data-hydrated]`).waitFor();
    expect(await page.locator(`${card('plain')} [data-demo-root]`).innerText()).toBe('plain text');
    expect(messages).toEqual([]);
  });
});

describe('demo and code during editing', () => {
  it('are side by side in a wide window, divided by a handle whose position is remembered', async () => {
    const { page, messages } = await site.open('/', { before: preloadAxe });
    const live = await editDemo(page, card('plain'));
    const handle = live.card.getByRole('slider');
    const places = () =>
      live.card.evaluate((element) => {
        const [stage, code] = ['.demo-stage', '.live-editor'].map((part) =>
          element.querySelector(part)?.getBoundingClientRect(),
        );
        return { stage: Math.round(stage?.width ?? 0), gap: (code?.left ?? 0) - (stage?.right ?? 0), top: stage?.top };
      });
    await page.locator('[style*="--room-end"]').waitFor();
    const middle = await places();
    expect(middle.gap).toBeGreaterThanOrEqual(0);
    expect(await findFaults(page)).toEqual([]);
    await setScheme(page, 'dark');
    expect(await findFaults(page, { rules: COLOUR_RULES, without: '[data-demo-root]' })).toEqual([]);
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await live.card.locator('[role="slider"][aria-valuenow="48"]').waitFor();
    await expect.poll(async () => (await places()).stage).toBeLessThan(middle.stage);
    const box = await handle.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 100);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 104, (box?.y ?? 0) + 100, { steps: 3 });
    await page.mouse.up();
    const shareOf = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));
    await expect.poll(() => shareOf(handle)).toBeGreaterThan(55);
    const share = await shareOf(handle);
    await live.loaded();
    await page.reload();
    const again = await editDemo(page, card('greeting'));
    await expect.poll(() => shareOf(again.card.getByRole('slider'))).toBe(share);
    await again.loaded();
    await again.button('Done').click();
    await again.card.locator('.demo-handle').waitFor({ state: 'detached' });
    expect(messages).toEqual([]);
  });

  it.each([
    390, 768,
  ])('are close together in a window of %i pixels, with the demo below the header and no layout shift', async (width) => {
    const { page } = await site.open('/', { viewport: { width, height: 844 }, before: preloadAxe });
    const live = await editDemo(page, card('greeting'));
    await live.card.locator('.demo-handle').waitFor({ state: 'attached' });
    const rects = () =>
      live.card.evaluate((element) => {
        const [stage, code] = ['.demo-stage', '.live-editor'].map((part) =>
          element.querySelector(part)?.getBoundingClientRect(),
        );
        const [codeTop, bottom] = [code?.top ?? 0, stage?.bottom ?? 0];
        return { top: stage?.top ?? 0, height: stage?.height, code: codeTop + scrollY, gap: codeTop - bottom };
      });
    const before = await rects();
    expect(before.gap).toBeLessThanOrEqual(80);
    await live.write(greeting.replace('Hello', 'Good morning'));
    await (await live.frame()).getByRole('button', { name: 'Good morning Ada' }).waitFor();
    await expect.poll(rects).toMatchObject({ height: before.height, code: before.code });
    expect(await findFaults(page)).toEqual([]);
    await page.mouse.move(200, 700);
    await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
    await expect.poll(async () => (await rects()).top).toBeLessThan(70);
    expect((await rects()).top).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  it('end with Done: the edited demo and its code stay, and Reset restores both', async () => {
    const { page, messages } = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const code = page.locator(`${card('greeting')} .demo-code pre`).first();
    const published = await code.innerHTML();
    const live = await editDemo(page, card('greeting'));
    await live.write(greeting.replace('Hello', 'Welcome'));
    await (await live.frame()).getByRole('button', { name: 'Welcome Ada' }).waitFor();
    await live.button('Done').click();
    await live.card.locator('.live-editor').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit');
    expect((await code.textContent())?.trimEnd()).toBe(greeting.replace('Hello', 'Welcome').trimEnd());
    expect(await code.locator('.token').count()).toBeGreaterThan(10);
    await live.button('Copy code').click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('Welcome'));
    await live.button('Edit').click();
    await live.card.locator('.live-editor textarea').first().waitFor();
    expect(await live.read()).toContain('Welcome');
    await live.button('Done').click();
    await live.button('Reset').click();
    await live.card.locator('[data-demo-root]').getByText('Hello Ada').waitFor();
    expect(await code.innerHTML()).toBe(published);
    expect(messages).toEqual([]);
  });

  it.each([390, 1280])('show an error over the demo at %i pixels: no code is covered or moved', async (width) => {
    const { page } = await site.open('/', { viewport: { width, height: 844 }, before: preloadAxe });
    const live = await editDemo(page, card('plain'));
    await live.card.locator('.demo-handle').waitFor({ state: 'attached' });
    const boxOf = (part: string) => live.card.locator(part).first().boundingBox();
    const lines = () =>
      live.card.locator('.pce-line').evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
    await live.write(plainCode('  return <p>; </p>;'));
    await (await live.frame()).getByText(';').waitFor();
    const [before, heights] = [await boxOf('.live-editor'), await lines()];
    await live.write(plainCode('  return <p>; ; ;;;;;'));
    await live.failure();
    const line = live.card.locator('[data-fault]');
    await expect.poll(() => line.count()).toBe(1);
    await live.card.locator('.live-editor textarea[aria-invalid="true"]').waitFor();
    expect(await boxOf('.live-editor')).toEqual(before);
    expect(await lines()).toEqual(heights);
    const [stage, box] = [await boxOf('.demo-stage'), await boxOf('.live-failure')];
    expect(box?.y).toBeGreaterThan(stage?.y ?? 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((stage?.x ?? 0) + (stage?.width ?? 0));
    expect(await findFaults(page, { within: card('plain') })).toEqual([]);
    await live.write(plainCode('  return <p className="plain">mended</p>;'));
    await (await live.frame()).getByText('mended').waitFor();
    await live.card.locator('.live-failure').waitFor({ state: 'detached' });
    await line.waitFor({ state: 'detached' });
  });
});

describe('an edited demo', () => {
  it('cannot use elements that load or contain a document, and the message names them once', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(
      plainCode(
        "  return <div><iframe src='/' title='x' /><meta name='a' content='b' /><p dangerouslySetInnerHTML={{ __html: '<object data=\"/\"></object><b>shown</b>' }} /></div>;",
      ),
    );
    const frame = await live.frame();
    await frame.getByText('shown').waitFor();
    expect(await live.failure()).toMatch(
      /^An edited demo cannot use <(iframe|object|meta)>: its frame blocks this element/,
    );
    expect(await frame.locator('iframe, object, meta').count()).toBe(0);
    await live.write(plainCode('  return <p>without them</p>;'));
    await frame.getByText('without them').waitFor();
    await live.card.locator('.live-failure').waitFor({ state: 'detached' });
  });

  it('gets no elements that contain a document by pasting or dropping, but the rest of the pasted content', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    const markup =
      '<meta charset="utf-8"><b>bold</b><iframe srcdoc="<p>x</p>"></iframe><ifr<meta>ame></iframe><object data="/"></object>';
    await live.write(
      `const markup = ${JSON.stringify(markup)};
const give = (event, data) => {
  data.setData('text/html', markup);
  if (event.type === 'copy') event.preventDefault();
};
InputEvent.prototype.preventDefault = () => {};
DataTransfer.prototype.getData = () => '';
${plainCode(`  return (
    <div onCopy={(event) => give(event, event.clipboardData)} onDragStart={(event) => give(event, event.dataTransfer)}>
      <p id="from" draggable>text</p>
      <div id="to" contentEditable style={{ height: 60 }} />
      <div id="dropped" contentEditable style={{ height: 60 }} />
    </div>
  );`)}`,
    );
    const frame = await live.frame();
    await frame.locator('#to').click();
    await page.keyboard.type('copied');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+V');
    await frame.locator('#to b').waitFor();
    await frame.locator('#from').dragTo(frame.locator('#dropped'));
    await frame.locator('#dropped b').waitFor();
    expect(await frame.locator('iframe, object, meta').count()).toBe(0);
    expect(await frame.locator('#to').innerText()).toContain('bold');
  });

  it('receives form submissions on hosts that send the headers of the build', async () => {
    const headers = await fs.readFile(path.join(fixture.root, 'dist/_headers'), 'utf8');
    const [, policy = ''] = /~sandbox\.html\n {2}Content-Security-Policy: (.+)/.exec(headers) ?? [];
    expect(policy).toContain('sandbox');
    const { page } = await site.open('/', {
      before: (opened) =>
        opened.route('**/~sandbox.html', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'Content-Security-Policy': policy } });
        }),
    });
    const live = await editDemo(page, card('plain'));
    await live.write(
      plainCode(
        '  const [sent, setSent] = useState(false);\n  return <form onSubmit={(event) => { event.preventDefault(); setSent(true); }}><button>{sent ? "heard" : "send"}</button></form>;',
        "import { useState } from 'react';\n",
      ),
    );
    const frame = await live.frame();
    await frame.getByText('send').click();
    await frame.getByText('heard').waitFor();
  });

  it('is limited to a million characters: longer code is reported, and gets no link', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p>short</p>;'));
    const frame = await live.frame();
    await frame.getByText('short').waitFor();
    await live.write(`${`// ${'x'.repeat(996)}\n`.repeat(1000)}${plain}`);
    expect(await live.failure()).toMatch(/^The edited files are longer than 1,000,000 characters/);
    await live.button('Copy link').click();
    await frame.getByText('short').waitFor();
    await live.write(plainCode('  return <p>short again</p>;'));
    await frame.getByText('short again').waitFor();
    await live.card.locator('.live-failure').waitFor({ state: 'detached' });
  });

  it('is limited to a million characters of style sheets', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('greeting'));
    // Loading the compiler of Less is not part of what is tested.
    await live.write('.greeting { color: rgb(4, 5, 6); }', 2);
    const button = (await live.frame()).locator('.greeting');
    await expect.poll(() => button.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(4, 5, 6)');
    // The editor takes minutes to show a single line of this length, so the text is short and expands.
    const variables = `@a: '${'a'.repeat(110)}';\n@b: '${'@{a}'.repeat(100)}';\n@c: '${'@{b}'.repeat(100)}';\n`;
    await live.write(`${variables}.greeting { content: @c; }`, 2);
    expect(await live.failure()).toMatch(
      /^RangeError: The style sheets of the demo are longer than 1,000,000 characters/,
    );
  });
});

describe('quick actions', () => {
  it('a double click opens one editor', async () => {
    const { page } = await site.open('/');
    await page.locator(`${card('plain')}[data-hydrated]`).waitFor();
    await page.locator(`${card('plain')} .demo-code > summary`).click();
    await page.locator(card('plain')).getByRole('button', { name: 'Edit', exact: true }).dblclick();
    const live = liveCard(page.locator(card('plain')));
    await live.card.locator('.live-editor').first().waitFor();
    await whileNothingHappens(page);
    expect(await live.card.locator('.live-editor').count()).toBe(1);
  });

  it('a reset leaves no frame that was still being created', async () => {
    const { before, release } = hold('**/compiler-*.js');
    const { page } = await site.open('/', { before });
    const live = await editDemo(page, card('plain'));
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/compiler-'));
    await live.write(plainCode('  return <p>too late</p>;'));
    await live.button('Reset').click();
    release();
    await arrived;
    await whileNothingHappens(page, 700);
    expect(await page.locator('.live-frame').count()).toBe(0);
  });

  it('a late result does not replace a newer one', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('plain'));
    await live.write(
      "import { use } from 'react';\nconst never = new Promise(() => {});\nexport default () => <p>{use(never)}</p>;\n",
    );
    // Waits until the code has been sent, and later until the page gives it up: code that never renders sends no
    // message.
    await whileNothingHappens(page, 600);
    await live.write(plainCode('  return <p>newer</p>;'));
    await (await live.frame()).getByText('newer').waitFor();
    await whileNothingHappens(page, 1_500);
    expect(await (await live.frame()).getByText('newer').isVisible()).toBe(true);
  });

  it('an export waits until Less has compiled an edit', async () => {
    const { page } = await site.open('/');
    const live = await editDemo(page, card('greeting'));
    await live.write('.greeting { color: @nothing }', 2);
    expect(await live.failure()).toMatch(/@nothing is undefined/);
    await openDemoMenu(page, live.card);
    await live.button('Open in CodeSandbox').click();
    await expect.poll(() => live.failure()).toMatch(/greeting\.less has not been compiled/);
  });
});

describe('a link to an edited demo', () => {
  it('opens a demo far down the page, and another link to it starts from the published code', async () => {
    const first = await writeEditHash('docs-far-demo-plain', { 'index.tsx': plain.replace('plain text', 'first') });
    const second = await writeEditHash('docs-far-demo-plain', { 'index.tsx': plain.replace('plain text', 'second') });
    const { page } = await site.open(`/far${first}`);
    const live = liveCard(page.locator(card('plain')));
    await live.button('Run').click();
    await (await live.frame()).getByText('first').waitFor();
    await expect
      .poll(() => live.card.evaluate((element) => element.getBoundingClientRect().top < innerHeight))
      .toBe(true);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, second);
    await live
      .button('Run')
      .and(page.getByText('Run', { exact: true }))
      .click();
    await (await live.frame()).getByText('second').waitFor();
  });

  it('restores every edited file, marked as edited, and can be reset', async () => {
    const { page } = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const live = await editDemo(page, card('greeting'));
    await live.write(greeting.replace('Hello', 'Bonjour'));
    await live.write("export const names = ['Zoë 🦜'];", 1);
    await (await live.frame()).getByRole('button', { name: 'Bonjour Zoë 🦜' }).waitFor();
    await live.button('Copy link').click();
    await live.card.locator('.small-button[data-copied]').waitFor();
    const href = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(href).hash).toMatch(/^#edit=/);
    const { page: second, messages } = await site.open(href.slice(site.url.length));
    const restored = liveCard(second.locator(card('greeting')));
    await restored.button('Run').click();
    await (await restored.frame()).getByRole('button', { name: 'Bonjour Zoë 🦜' }).waitFor();
    await restored.card.getByText('Edited').waitFor();
    await restored.button('Reset').click();
    await restored.card.locator('[data-demo-root]').getByText('Hello Ada').waitFor();
    await expect.poll(() => new URL(second.url()).hash).toBe('');
    expect(messages).toEqual([]);
  });

  it('runs nothing before "Run", whatever is typed, and says that somebody else changed the code', async () => {
    const hash = await writeEditHash('docs-demo-greeting', {
      'lib/names.ts': "export const names = ['Mallory'];\n",
      'index.tsx': greeting.replace('Hello', 'Beware'),
    });
    const requests: string[] = [];
    const { page, messages } = await site.open(`/${hash}`, {
      before: async (opened) => {
        await preloadAxe(opened);
        opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
      },
    });
    const live = liveCard(page.locator(card('greeting')));
    const note = live.card.getByRole('alert');
    await expect
      .poll(() => note.innerText())
      .toMatch(/^This link contains code that someone else changed: index\.tsx, lib\/names\.ts\. The/);
    expect(await live.read()).toContain('Beware');
    expect(await findFaults(page, { within: card('greeting') })).toEqual([]);
    const area = live.card.locator('.live-editor textarea').first();
    await area.focus();
    await page.keyboard.type('// mine\n');
    await live.button('Done').click();
    await whileNothingHappens(page, 700);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(requests.filter((name) => /(?:compiler|sandbox).*\.(?:js|html)$/.test(name))).toEqual([]);
    expect(await live.card.locator('[data-demo-root]').innerText()).toBe('Hello Ada');
    await live.button('Edit').click();
    await area.waitFor();
    // The keyboard reaches the button before the code, and the focus stays on it.
    await live.button('Run').focus();
    await page.keyboard.press('Enter');
    await (await live.frame()).getByRole('button', { name: 'Beware Mallory' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Run again');
    expect(await note.count()).toBe(0);
    // From now on, typed code runs.
    await live.write(greeting.replace('Hello', 'Welcome'));
    await (await live.frame()).getByRole('button', { name: 'Welcome Mallory' }).waitFor();
    expect(await live.card.locator('.link-note').innerText()).toMatch(/^This link contains code/);
    await live.button('Reset').click();
    await live.card.locator('.link-note').waitFor({ state: 'detached' });
    await live.write(greeting.replace('Hello', 'Mine'));
    await (await live.frame()).getByRole('button', { name: 'Mine Ada' }).waitFor();
    expect(messages).toEqual([]);
  });

  it('waits for "Run" again when a second link is opened, and after the code was stopped', async () => {
    const link = (body: string) => writeEditHash('docs-demo-plain', { 'index.tsx': plainCode(body) });
    const { page } = await site.open(`/${await link('  return <p>first</p>;')}`);
    const live = liveCard(page.locator(card('plain')));
    await live.button('Run').click();
    await (await live.frame()).getByText('first').waitFor();
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      await link('  for (let i = 0; i < 1; i++) /^(a+)+$/.test("a".repeat(40) + "b");\n  return <p>second</p>;'),
    );
    await live.card.getByText('until you press Run').waitFor();
    expect(await page.locator('.live-frame').count()).toBe(0);
    expect(await live.card.locator('[data-demo-root]').innerText()).toBe('plain text');
    const run = page.getByRole('button', { name: 'Run', exact: true });
    await run.click();
    expect(await live.failure()).toMatch(/did not answer/);
    await run.waitFor();
    await live.write(plainCode('  return <p>third</p>;'));
    await whileNothingHappens(page, 700);
    expect(await page.locator('.live-frame').count()).toBe(0);
    await run.click();
    await (await live.frame()).getByText('third').waitFor();
    await live.card.locator('.live-failure').waitFor({ state: 'detached' });
  });

  it('selects the file that it changes', async () => {
    const hash = await writeEditHash('docs-demo-greeting', { 'colours.less': '@ink: rgb(9, 9, 9);' });
    const { page } = await site.open(`/${hash}`);
    const live = liveCard(page.locator(card('greeting')));
    await live.card.getByRole('tab', { name: 'colours.less', selected: true }).waitFor();
  });

  it('is reported when it is damaged, and can be reset', async () => {
    const { page, messages } = await site.open('/#edit=docs-demo-none.AAAA');
    expect(await page.locator('.live-failure').count()).toBe(0);
    const live = await editDemo(page, card('plain'));
    await live.write(plainCode('  return <p>mine</p>;'));
    await (await live.frame()).getByText('mine').waitFor();
    const hash = `#edit=${await live.card.getAttribute('data-demo')}.qqqq`;
    await page.evaluate((damaged) => {
      location.hash = damaged;
    }, hash);
    expect(await live.failure()).toMatch(/edited demo is damaged/);
    await live.button('Reset').click();
    await live.card.locator('[data-demo-root]').getByText('plain text').waitFor();
    await page.locator('.live-frame').waitFor({ state: 'detached' });
    await page.goto('about:blank');
    await page.goto(`${site.url}/${hash}`);
    expect(await live.failure()).toMatch(/edited demo is damaged/);
    expect(messages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
  });
});
