import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite } from '../../helpers/build-site.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';
import { wake } from '../../helpers/engines/wake.ts';
import { ADDRESSES, PAYLOADS, payloadSite } from '../../helpers/payloads.ts';
import { serveBuilt } from '../../helpers/serve-built.ts';
import { ODD_URLS, UNSAFE_URLS } from '../../helpers/urls.ts';

/**
 * `PAYLOADS=all` opens the page of each payload, and every URL. By default, some of them are opened, and the pages
 * whose menus show all of them.
 */
const STEP = process.env.PAYLOADS === 'all' ? 1 : 10;
const some = <Value>(all: readonly Value[]): Value[] => all.filter((_, index) => index % STEP === 0);
const pages = ['/', '/~pages', ...some(PAYLOADS.map((_, index) => `/n${index}/page`))];

let site = '';

beforeAll(async () => {
  const { root, build } = await createSite(payloadSite());
  expect((await build()).text).toBe('');
  site = await serveBuilt({ root });
});

describe.each(inject('engines'))('no text is run as code in %s', (name) => {
  let engine: Engine;
  const hasRun = () => 'xss' in window;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('on a page that shows it', async () => {
    for (const route of pages) {
      const page = await engine.open(site + route);
      await wake(page);
      expect({ route, run: await page.evaluate(hasRun), said: await page.messages() }).toEqual({
        route,
        run: false,
        said: [],
      });
      await page.close();
    }
  });

  it('in a search for it', async () => {
    const page = await engine.open(`${site}/`);
    await page.waitFor(() => document.hasFocus());
    await page.click('h1');
    await page.press('/');
    await page.waitFor(() => document.activeElement?.classList.contains('search-input'));
    for (const payload of PAYLOADS)
      await page.evaluate(async (text) => {
        const input = document.querySelector<HTMLInputElement>('.search-input');
        if (input) input.value = text;
        input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      }, payload);
    // The last payload is on a page, so it is shown.
    await page.waitFor((text) => document.querySelector('.search-hits')?.textContent?.includes(text), 'window.xss');
    expect({ run: await page.evaluate(hasRun), said: await page.messages() }).toEqual({ run: false, said: [] });
    await page.close();
  });

  it('in a link: URLs that pages may link to have no other scheme', async () => {
    const page = await engine.open(`${site}/`);
    const schemes = await page.evaluate(
      (urls) =>
        urls.map((url) => {
          const place = document.createElement('div');
          place.innerHTML = `<a href="${url}">x</a>`;
          return place.querySelector('a')?.protocol ?? '';
        }),
      [...ODD_URLS, ...UNSAFE_URLS],
    );
    const isAllowed = (scheme: string): boolean => /^(?:https?|mailto|tel):$/.test(scheme);
    expect(schemes.map(isAllowed)).toEqual([...ODD_URLS.map(() => true), ...UNSAFE_URLS.map(() => false)]);
    await page.close();
  });

  it('in a URL', async () => {
    for (const address of some(ADDRESSES)) {
      const page = await engine.open(site + address);
      await page.waitFor(() => document.readyState === 'complete');
      const said = (await page.messages()).filter((message) => !/\b(?:404|400)\b/.test(message));
      expect({ address, run: await page.evaluate(hasRun), said }).toEqual({ address, run: false, said: [] });
      await page.close();
    }
  });
});
