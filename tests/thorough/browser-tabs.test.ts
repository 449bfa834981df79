import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BrowserTab, createBrowserTabs, openTab, READER } from '../../src/node/tools/check/browser-tabs.ts';
import { DeadlineError } from '../../src/node/tools/check/deadline.ts';
import { NAMED_KEYS } from '../../src/node/tools/check/parse-key.ts';
import { chromiumOptions } from '../helpers/browser-setup.ts';

/** The controls of most tests, each at a known point, and a list of the events that they receive. */
const CONTROLS = `<!doctype html><title>Controls</title><link rel="icon" href="data:,">
<style>
  body { margin: 0 }
  body > * { position: absolute; left: 20px; width: 200px; height: 20px; margin: 0 }
  #hover:hover { color: rgb(1, 2, 3) }
</style>
<input id="box" type="checkbox" style="top: 20px; width: 20px">
<input id="text" style="top: 60px">
<p id="hover" style="top: 100px">Hover</p>
<fieldset style="top: 140px"><input id="one" type="radio" name="r" checked><input id="two" type="radio" name="r"></fieldset>
<select id="select" style="top: 180px"><option>a</option><option>b</option></select>
<textarea id="area" style="top: 220px"></textarea>
<a id="link" href="/other" style="top: 260px">Link</a>
<script>
  const events = [];
  const note = ({ type, target, key, data, clientX, clientY, button, detail, shiftKey, ctrlKey, isTrusted }) =>
    events.push({ type, id: target.id, key, data, clientX, clientY, button, detail, shiftKey, ctrlKey, isTrusted });
  for (const type of ['click', 'contextmenu', 'dblclick', 'focus', 'blur', 'keydown', 'keyup', 'input', 'change'])
    addEventListener(type, note, true);
</script>`;

const PAGES: Record<string, string> = {
  '/': CONTROLS,
  '/other': '<!doctype html><title>Other</title><link rel="icon" href="data:,">',
  '/csp': '<!doctype html><title>Strict</title><link rel="icon" href="data:,"><input id="text">',
  '/messages': `<!doctype html><link rel="icon" href="data:,"><script>
    console.log('not reported');
    console.error('an error', 1, { a: 1, b: 'two', c: {} });
    console.error('%s at %d%%', 'text', 5);
    console.error('%o\\n\\n%s', new TypeError('in an argument'), 'more');
    console.warn('a warning from ' + location.href);
    console.assert(false, 'an assertion');
    console.error('Hydration failed because of this.');
    Promise.reject(new RangeError('rejected'));
    Promise.reject('a string');
    const later = Promise.reject(new Error('handled later'));
    setTimeout(() => later.catch(() => {}), 50);
    setTimeout(() => { throw new Error('thrown'); });
    setTimeout(() => { throw 'a thrown string'; });
  </script>`,
  '/redirect': `<!doctype html><script>onload = () => setTimeout(() => { location.href = '/other'; })</script>`,
};

describe('a tab', () => {
  let browser: Browser;
  let tab: BrowserTab;
  let page: Page;
  let url: string;
  const server = http.createServer((request, response) => {
    const html = PAGES[request.url?.split('?')[0] ?? ''];
    if (request.url === '/never') return;
    response.statusCode = html === undefined ? 404 : 200;
    response.setHeader('Content-Type', 'text/html');
    if (request.url === '/csp') response.setHeader('Content-Security-Policy', "default-src 'none'; img-src data:");
    response.end(html);
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch(await chromiumOptions({ isWhole: true }));
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  });
  beforeEach(async () => {
    await open();
  });
  afterEach(() => tab.close());

  async function open(): Promise<void> {
    tab = await openTab(browser, READER, 'globalThis.early = document.readyState');
    ({ page } = tab);
    await tab.goto(url, 30_000);
  }

  /** Returns the events with these types. */
  const events = async (...types: string[]): Promise<Record<string, unknown>[]> =>
    (await page.evaluate<Record<string, unknown>[]>('events')).filter(({ type }) => types.includes(type as string));
  const active = (): Promise<string> => page.evaluate('document.activeElement.id');
  const settled = (): Promise<void> => page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');

  it('has the settings of a reader', async () => {
    const settings = '[navigator.language, new Date(0).toLocaleString(), innerWidth, innerHeight]';
    expect(await page.evaluate(settings)).toEqual(['en-GB', '01/01/1970, 05:30:00', 1280, 900]);
  });

  describe('with the mouse', () => {
    it('toggles a checkbox', async () => {
      await tab.input.click({ x: 30, y: 30 });
      expect(await page.evaluate('box.checked')).toBe(true);
      await tab.input.click({ x: 30, y: 30 });
      expect(await page.evaluate('box.checked')).toBe(false);
    });

    it('clicks the pixel that contains a point', async () => {
      await tab.input.click({ x: 101.9, y: 110.6 });
      expect(await events('click')).toEqual([
        expect.objectContaining({ id: 'hover', clientX: 101, clientY: 110, button: 0, detail: 1, isTrusted: true }),
      ]);
    });

    it('clicks twice', async () => {
      await tab.input.click({ x: 100, y: 110 }, { count: 2 });
      expect((await events('click', 'dblclick')).map(({ type, detail }) => [type, detail])).toEqual([
        ['click', 1],
        ['click', 2],
        ['dblclick', 2],
      ]);
    });

    it('clicks with the right button, and can be used afterwards', async () => {
      await tab.input.click({ x: 100, y: 110 }, { button: 'right' });
      await tab.input.click({ x: 30, y: 30 });
      expect((await events('click', 'contextmenu')).map(({ type, id, button }) => [type, id, button])).toEqual([
        ['contextmenu', 'hover', 2],
        ['click', 'box', 0],
      ]);
    });

    it('hovers', async () => {
      const color = "getComputedStyle(document.getElementById('hover')).color";
      await tab.input.move({ x: 100, y: 110 });
      expect(await page.evaluate(color)).toBe('rgb(1, 2, 3)');
      await tab.input.move({ x: 600, y: 600 });
      expect(await page.evaluate(color)).toBe('rgb(0, 0, 0)');
    });
  });

  describe('with the keyboard', () => {
    it('moves the focus, which elements and styles notice', async () => {
      await tab.input.press('Tab');
      await tab.input.press('Tab');
      expect(await active()).toBe('text');
      await tab.input.press('Shift+Tab');
      expect(await active()).toBe('box');
      expect(await page.evaluate("box.matches(':focus-visible') && document.hasFocus()")).toBe(true);
      expect((await events('focus', 'blur')).filter(({ id }) => id).map(({ type, id }) => `${type} ${id}`)).toEqual([
        'focus box',
        'blur box',
        'focus text',
        'blur text',
        'focus box',
      ]);
    });

    it('keeps the focus in a page that is opened after another one is closed', async () => {
      await tab.close();
      await open();
      await tab.input.press('Tab');
      expect((await events('focus')).map(({ id }) => id)).toContain('box');
    });

    it('keeps the focus while another window is open', async () => {
      await page.evaluate("void (link.target = '_blank')");
      await tab.input.click({ x: 30, y: 270 });
      await settled();
      expect(tab.takeNavigation()).toBeUndefined();
      await tab.input.click({ x: 100, y: 70 });
      await tab.input.type('a');
      expect(await page.evaluate("document.hasFocus() && text.matches(':focus') && text.value")).toBe('a');
    });

    it('chooses a radio button and an option with the arrow keys', async () => {
      await page.evaluate('one.focus()');
      await tab.input.press('ArrowRight');
      expect([await active(), await page.evaluate('two.checked')]).toEqual(['two', true]);
      await page.evaluate('select.focus()');
      await tab.input.press('ArrowDown');
      expect(await page.evaluate('select.value')).toBe('b');
    });

    it('types with trusted events', async () => {
      await tab.input.click({ x: 100, y: 70 });
      await tab.input.type('aB ?');
      expect(await page.evaluate('text.value')).toBe('aB ?');
      expect((await events('input')).map(({ data, isTrusted }) => [data, isTrusted])).toEqual(
        [...'aB ?'].map((character) => [character, true]),
      );
      expect((await events('keydown')).map(({ key }) => key)).toEqual([...'aB ?']);
    });

    it('inserts what no key writes, and presses Enter and Tab', async () => {
      await page.evaluate('area.focus()');
      await tab.input.type('é😀\r\nb\t');
      expect(await page.evaluate('area.value')).toBe('é😀\nb');
      expect(await active()).toBe('link');
      expect((await events('keydown')).map(({ key }) => key)).toEqual(['Enter', 'b', 'Tab']);
      expect((await events('input')).every(({ isTrusted }) => isTrusted)).toBe(true);
    });

    it('holds modifiers', async () => {
      await tab.input.click({ x: 100, y: 70 });
      await tab.input.type('old');
      await tab.input.press('ControlOrMeta+A');
      await tab.input.press('Shift+n');
      await tab.input.press('Shift+1');
      expect(await page.evaluate('text.value')).toBe('N!');
      const down = (await events('keydown')).slice(3).map(({ key, shiftKey }) => [key, shiftKey]);
      const modifier = process.platform === 'darwin' ? 'Meta' : 'Control';
      expect(down).toEqual([
        [modifier, false],
        ['a', false],
        ['Shift', true],
        ['N', true],
        ['Shift', true],
        ['!', true],
      ]);
    });

    it('presses every key that has a name', async () => {
      await page.evaluate("addEventListener('keydown', (event) => event.preventDefault())");
      for (const key of NAMED_KEYS) await tab.input.press(key);
      expect((await events('keydown')).map(({ key }) => key)).toEqual(NAMED_KEYS);
      expect((await events('keyup')).map(({ key }) => key)).toEqual(NAMED_KEYS);
    });

    it('rejects an unknown key', async () => {
      await expect(tab.input.press('Esc')).rejects.toThrow('Unknown key `Esc`. Did you mean `Escape`?');
    });
  });

  it('dismisses dialogs, and returns their texts', async () => {
    expect(await page.evaluate("[alert('An alert'), confirm('Sure?'), prompt('Name?')]")).toEqual([
      undefined,
      false,
      null,
    ]);
    expect(tab.takeDialogs()).toEqual([
      { type: 'alert', text: 'An alert' },
      { type: 'confirm', text: 'Sure?' },
      { type: 'prompt', text: 'Name?' },
    ]);
    expect(tab.takeDialogs()).toEqual([]);
  });

  it('stays in a page with a beforeunload dialog, unless goto opens another one', async () => {
    // Browsers open this dialog only after input.
    await tab.input.click({ x: 30, y: 30 });
    await page.evaluate("addEventListener('beforeunload', (event) => event.preventDefault())");
    await tab.input.click({ x: 30, y: 270 });
    await settled();
    expect(tab.takeDialogs()).toEqual([{ type: 'beforeunload', text: '' }]);
    expect(tab.takeNavigation()).toBeUndefined();
    await tab.goto(`${url}/other`, 30_000);
    expect(await page.evaluate('document.title')).toBe('Other');
    expect(tab.takeDialogs()).toEqual([]);
  });

  it('works under a strict content security policy', async () => {
    await tab.expose('double', async (value: number) => value * 2);
    await tab.goto(`${url}/csp`, 30_000);
    expect(await page.evaluate('double(21).then((value) => [value, early])')).toEqual([42, 'loading']);
    await page.evaluate("document.getElementById('text').focus()");
    await tab.input.type('é');
    expect(await page.evaluate("document.getElementById('text').value")).toBe('é');
    expect(tab.messages.take()).toEqual([]);
  });

  it('answers many calls of an exposed function at the same time', async () => {
    await tab.expose('square', async (value: { of: number }) => {
      if (value.of === 7) throw new RangeError('Not seven');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      return { result: value.of ** 2 };
    });
    await tab.goto(`${url}/other`, 30_000);
    const calls = `Promise.all(Array.from({ length: 100 }, (_, of) =>
      square({ of }).then(({ result }) => result, ({ name, message }) => name + ': ' + message)))`;
    const expected = Array.from({ length: 100 }, (_, of) => (of === 7 ? 'RangeError: Not seven' : of ** 2));
    expect(await page.evaluate(calls)).toEqual(expected);
  });

  it('reports messages and errors', async () => {
    await tab.goto(`${url}/messages`, 30_000);
    await settled();
    const messages = tab.messages.take();
    expect(messages.map(({ rule, text }) => `${rule}: ${text}`).sort()).toEqual([
      'console-error: TypeError: in an argument\n\nmore',
      'console-error: an assertion',
      'console-error: an error 1 { a: 1, b: "two", c: Object }',
      'console-error: text at 5%',
      'console-warning: a warning from /messages',
      'hydration: Hydration failed because of this.',
      'uncaught: Error: thrown',
      'uncaught: a thrown string',
      'unhandled-rejection: RangeError: rejected',
      'unhandled-rejection: a string',
    ]);
    expect(messages.find(({ text }) => text === 'Error: thrown')?.scripts).toContain(`${url}/messages`);
    expect(tab.messages.take()).toEqual([]);
  });

  it('reports them also in a browser without DevTools, where a rejection is an error', async () => {
    await tab.close();
    vi.spyOn(browser, 'browserType').mockReturnValue({ name: () => 'firefox' } as never);
    await open();
    await tab.goto(`${url}/messages`, 30_000);
    await settled();
    const messages = tab.messages.take();
    expect(messages.map(({ rule, text }) => `${rule}: ${text}`)).toEqual(
      expect.arrayContaining([
        'console-error: an assertion',
        'console-warning: a warning from /messages',
        'hydration: Hydration failed because of this.',
        'uncaught: Error: thrown',
        'uncaught: RangeError: rejected',
      ]),
    );
    expect(messages.find(({ text }) => text === 'Error: thrown')?.scripts).toContain(`${url}/messages`);
    vi.restoreAllMocks();
  });

  it('stops waiting for a page that never loads, and opens another one', async () => {
    await expect(tab.goto(`${url}/never`, 300)).rejects.toThrow(DeadlineError);
    await tab.goto(`${url}/other`, 30_000);
    expect(await page.evaluate('document.title')).toBe('Other');
  });

  it('is closed after a visit in which its page hangs', async () => {
    const tabs = createBrowserTabs(browser);
    const hang = tabs.use(async (own) => {
      own.page.evaluate('(() => { while (true); })()').catch(() => undefined);
    });
    await hang;
    await tabs.use(async (own) => await own.goto(url, 30_000));
  });

  it('notices that the page was left, but not a new hash or history entry', async () => {
    await page.evaluate("void (location.hash = 'part')");
    await page.evaluate("history.pushState(null, '', '/pushed')");
    expect(tab.takeNavigation()).toBeUndefined();
    await tab.input.click({ x: 30, y: 270 });
    await expect.poll(() => tab.takeNavigation()).toBe(`${url}/other`);
    expect(tab.takeNavigation()).toBeUndefined();
    await expect.poll(() => page.title()).toBe('Other');
    await tab.goto(`${url}/redirect`, 30_000);
    await expect.poll(() => tab.takeNavigation()).toBe(`${url}/other`);
  });

  it('is used again, as if it had just been opened', async () => {
    const tabs = createBrowserTabs(browser);
    const seen: BrowserTab[] = [];
    await tabs.use(async (own) => {
      seen.push(own);
      await own.goto(url, 30_000);
      await own.page.setViewportSize({ width: 390, height: 844 });
      await own.page.evaluate("(localStorage.setItem('a', '1'), console.error('left'))");
      await own.input.move({ x: 100, y: 110 });
    });
    await tabs.use(async (own) => {
      seen.push(own);
      await own.goto(url, 30_000);
      const state = "[localStorage.getItem('a'), innerWidth, document.querySelector(':hover')?.id ?? null]";
      expect(await own.page.evaluate(state)).toEqual([null, 1280, null]);
      expect(own.messages.take()).toEqual([]);
    });
    expect(seen[1]).toBe(seen[0]);
  });
});
