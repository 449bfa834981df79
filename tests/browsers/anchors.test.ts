import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EnginePage } from '../helpers/engines/engine.ts';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';
import { wake } from '../helpers/engines/wake.ts';
import { openSlashHost } from '../helpers/slash-host.ts';

/** Waits until an element is at the top of the window, below the header. */
const atTop = (page: EnginePage, id: string) =>
  page.waitFor((name) => {
    const { top = -1 } = document.getElementById(name)?.getBoundingClientRect() ?? {};
    return top > 0 && (top < 130 || scrollY + innerHeight > document.documentElement.scrollHeight - 2);
  }, id);
const setHash = (page: EnginePage, hash: string) =>
  page.evaluate((value) => {
    location.hash = value;
  }, hash);
const scrolledTo = (page: EnginePage, top: number) => page.waitFor((y) => Math.abs(scrollY - y) < 2, top);
/** Scrolls, and waits until the window has reported it. */
const scrollTo = (page: EnginePage, top: number) =>
  page.evaluate(async (y) => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    window.scrollTo({ top: y, behavior: 'instant' });
    await scrolled;
  }, top);

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;
  const site = inject('ownSite');

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('goes to a hash, and back to the scroll position, as without a script', async () => {
    const page = await engine.open(`${site}/`);
    await wake(page);
    await scrollTo(page, 300);
    await setHash(page, '#license');
    await atTop(page, 'license');
    await scrollTo(page, 0);
    // Setting the same hash does nothing in any browser; a link to it scrolls.
    await page.evaluate(() => location.assign('#license'));
    await atTop(page, 'license');
    await setHash(page, '#nothing');
    await atTop(page, 'license');
    await setHash(page, '#top');
    await scrolledTo(page, 0);
    await page.evaluate(() => history.go(-3));
    await page.waitFor(() => location.hash === '');
    await scrolledTo(page, 300);
    await page.evaluate(() => history.forward());
    await page.waitFor(() => location.hash === '#license');
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('restores the scroll position after a reload and a return, on a host that redirects to a slash', async () => {
    const host = await openSlashHost(site);
    const page = await engine.open(`${host.url}/Changelog`);
    await page.waitFor(() => location.pathname === '/Changelog');
    await scrollTo(page, 700);
    await page.evaluate(() => {
      document.documentElement.dataset.before = '';
      location.reload();
    });
    await page.waitFor(
      () => document.readyState === 'complete' && document.documentElement.dataset.before === undefined,
    );
    await scrolledTo(page, 700);
    await scrollTo(page, 900);
    await page.evaluate((url) => location.assign(url), `${site}/`);
    await page.waitFor((url) => location.href === url, `${site}/`);
    await page.evaluate(() => history.back());
    await page.waitFor(() => location.pathname === '/Changelog');
    await scrolledTo(page, 900);
    await page.close();
    await host.close();
  });

  it('starts a page at its top, or behind the target of its hash', async () => {
    const page = await engine.open(`${site}/demo/simple`);
    await wake(page);
    await page.evaluate(() => void Object.assign(window, { kept: true }));
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/Changelog"]')?.click());
    await page.waitFor(() => document.querySelector('h1')?.textContent?.startsWith('History'));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    const id = await page.evaluate(() => {
      const heading = [...document.querySelectorAll('main h2[id]')].at(-1);
      const link = document.querySelector<HTMLElement>(`.toc a[href="#${heading?.id}"]`);
      link?.click();
      return heading?.id ?? '';
    });
    await atTop(page, id);
    await page.press('Tab');
    expect(await page.evaluate((target) => document.activeElement?.getAttribute('href') === `#${target}`, id)).toBe(
      true,
    );
    expect(await page.evaluate(() => 'kept' in window)).toBe(true);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });
});
