import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeEditHash } from '../../../src/runtime/live/edit-link.ts';
import { createSite } from '../../helpers/build-site.ts';
import type { EnginePage } from '../../helpers/engines/engine.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';
import { LINK_PAYLOADS, type LinkPayload, NATIVE_PAYLOADS } from '../../helpers/link-payloads.ts';
import { serveBuilt } from '../../helpers/serve-built.ts';

/** `PAYLOADS=all` opens all payloads; by default some of each kind are opened. */
const STEP = process.env.PAYLOADS === 'all' ? 1 : 17;
const payloads = LINK_PAYLOADS.filter((_, index) => index % STEP === 0);
const kinds = [...new Set(payloads.map(({ kind }) => kind))];
/** Each takes Firefox a long time, or hangs it. */
const native = NATIVE_PAYLOADS.slice(0, STEP === 1 ? undefined : 1);
/** Time after which a page counts as hanging, in milliseconds. */
const HANGING = 20_000;
/** Time limit for all payloads of a kind, in milliseconds. */
const TIMEOUT = 60_000 + payloads.length * 15_000;
const TYPED = 'every key';
/** Code that did not wait for "Run" would run within this time, in milliseconds. */
const BEFORE = 250;
/** Time between keys, in milliseconds. */
const PACE = 60;
const plain = 'export default function Plain() {\n  return <p className="plain">plain text</p>;\n}\n';
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

let site = '';

beforeAll(async () => {
  const { root, build } = await createSite({
    'docs/index.md': `# Home\n\n<code src="../demos/plain.tsx" title="Plain"></code>\n\n${'Text.\n\n'.repeat(200)}`,
    'demos/plain.tsx': plain,
  });
  expect((await build()).text).toBe('');
  site = await serveBuilt({ root });
});

/** Opens a link with a payload, and checks that nothing of it runs. */
async function open(engine: Engine, { code }: LinkPayload): Promise<EnginePage> {
  const page = await engine.open(`${site}/${await writeEditHash('docs-demo-plain', { 'index.tsx': code })}`);
  await page.waitFor(() => document.querySelectorAll('.link-note, .live-editor').length === 2);
  await wait(BEFORE);
  const state = await page.evaluate(() => ({
    frames: document.querySelectorAll('iframe').length,
    xss: 'xss' in window,
    code: document.querySelector<HTMLTextAreaElement>('.live-editor textarea')?.value,
    demo: document.querySelector('[data-demo-root]')?.textContent,
  }));
  expect(state).toEqual({ frames: 0, xss: false, code, demo: 'plain text' });
  return page;
}

/**
 * Runs the code of a link, types into search for two seconds, and returns the typed text and a function that reads the
 * page's state.
 */
async function runAndType(page: EnginePage) {
  await page.click('.link-note button');
  await page.waitFor(() => document.querySelector('.live-frame, .live-failure') !== null);
  await wait(500);
  await page.click('[data-search]');
  await page.waitFor(() => document.activeElement?.matches('.search-input'));
  let typed = '';
  for (const end = Date.now() + 2000; Date.now() < end; ) {
    const key = TYPED[typed.length % TYPED.length] ?? '';
    await page.type(key);
    typed += key;
    await wait(PACE);
  }
  return { typed, state: () => page.evaluate(stateOfPage) };
}

/** Returns a demo that runs code once it is shown. */
const effect = (code: string): LinkPayload => ({
  ...{ kind: 'own', name: code },
  code: `import { useEffect } from 'react';\nexport default function Plain() {\n  useEffect(() => {\n    ${code}\n  }, []);\n  return <p>payload</p>;\n}\n`,
});

/** Runs in the page: returns everything that a payload could have changed. */
function stateOfPage() {
  return {
    search: document.querySelector<HTMLInputElement>('.search-input')?.value,
    focus: document.activeElement?.className,
    xss: 'xss' in window,
    title: document.title,
  };
}

const engines = inject('engines').filter((name) => name !== 'webkit');

describe.each(engines)('a link to an edited demo, in %s:', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('is tested with 300 payloads, and at most five hang a browser', () => {
    expect(LINK_PAYLOADS.length).toBeGreaterThanOrEqual(300);
    expect(NATIVE_PAYLOADS.length).toBeLessThanOrEqual(5);
  });

  it.each(kinds)(
    '%s runs nothing before "Run", and takes neither keys nor focus after it',
    async (wanted) => {
      for (const payload of payloads.filter(({ kind }) => kind === wanted)) {
        const page = await open(engine, payload);
        const { typed, state } = await runAndType(page);
        const expected = { search: typed, focus: 'search-input', xss: false, title: 'Home' };
        await expect.poll(state, { message: payload.name }).toEqual(expected);
        await page.close();
      }
    },
    TIMEOUT,
  );

  it('is removed when it floods the window of the page with messages', async () => {
    const code = "setInterval(() => { for (let i = 0; i < 400; i++) parent.postMessage('x', '*'); }, 100);";
    const page = await open(engine, effect(code));
    await page.click('.link-note button');
    await page.waitFor(() => document.querySelector('.live-failure')?.textContent?.includes('flooded the page'));
    expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
    await page.close();
  });

  it.each([
    'scrollIntoView()',
    'scrollIntoView({ block: "center" })',
  ])('does not keep the page from being scrolled: %s', async (call) => {
    const page = await open(engine, effect(`setInterval(() => document.body.${call}, 10);`));
    await page.click('.link-note button');
    await page.waitFor(() => document.querySelector('.live-frame:not([data-waiting])') !== null);
    const state = () =>
      page.evaluate(() => ({
        isAtEnd: scrollY + 2 * innerHeight >= document.documentElement.scrollHeight,
        y: scrollY,
        frames: document.querySelectorAll('iframe').length,
        focus: document.activeElement?.className,
        failure: document.querySelector('.live-failure')?.textContent,
      }));
    for (let keys = 0; !(await state()).isAtEnd; keys++) {
      expect(keys, JSON.stringify(await state())).toBeLessThan(40);
      await page.press('PageDown');
      await wait(200);
    }
    expect(await state()).toMatchObject({ frames: 0, failure: expect.stringContaining('kept the page') });
    await page.close();
  });

  it('does not write to the clipboard, not even after a press', async () => {
    const code = `const seen = document.body.dataset;
    addEventListener('copy', () => { seen.event = 'copy'; });
    addEventListener('click', () => {
      getSelection().selectAllChildren(document.body);
      seen.results = [document.execCommand('copy'), document.execCommand('CUT'), 'clipboard' in navigator].join();
    });`;
    const page = await open(engine, effect(code));
    await page.click('.link-note button');
    await page.waitFor(() => document.querySelector('.live-frame:not([data-waiting])') !== null);
    await page.pointIn('.live-frame', 'p', 'click');
    const results = () => page.evaluateIn('.live-frame', () => ({ ...document.body.dataset }));
    await expect.poll(results).toMatchObject({ results: 'false,false,false' });
    expect(await results()).not.toHaveProperty('event');
    await page.close();
  });

  // `SECURITY.md` lists these: after "Run" they may hang a browser that runs the frame in the page's thread.
  it.each(native)('$kind hangs at most once: it does not run again when the link is opened again', async (payload) => {
    const attacked = await startEngine(name);
    const page = await open(attacked, payload);
    const answer = await Promise.race([runAndType(page), wait(HANGING)]);
    if (name === 'chromium')
      expect(await answer?.state()).toMatchObject({ search: answer?.typed, focus: 'search-input' });
    // Ends the browser's process, also when it hangs.
    await Promise.race([attacked.close(), wait(HANGING)]);
    await (await open(engine, payload)).close();
  });
});
