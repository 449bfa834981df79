import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';
import { serveBuilt } from '../helpers/serve-built.ts';
import { createVersionsSite } from '../helpers/versions-site.ts';

let site = '';

beforeAll(async () => {
  const { root } = await createVersionsSite();
  site = await serveBuilt({ root });
});

/** Where the banners of pages lead. */
const LEADS_TO = [
  ['1.x/components/cascader', '/components/data/cascader'],
  ['1.x/components/old', '/components'],
  ['0.x/cascader.html', '/components/data/cascader'],
];

describe.each(inject('engines'))('archived versions, in %s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('show where the page is now', async () => {
    for (const [path, leadsTo] of LEADS_TO) {
      const page = await engine.open(`${site}/v/${path}`);
      const target = await page.waitFor(() =>
        document.querySelector('aside[data-version]')?.shadowRoot?.querySelector('p a')?.getAttribute('href'),
      );
      expect(target, path).toBe(leadsTo);
      expect(await page.messages(), path).toEqual([]);
      await page.close();
    }
  });

  it('are opened from the menu of current pages', async () => {
    const page = await engine.open(`${site}/components/data/cascader`);
    await page.click('.version-switch summary');
    await page.click('.version-switch a[href="/v/1.x/components/cascader"]');
    await page.waitFor(() => location.pathname.replace(/\/$/, '') === '/v/1.x/components/cascader');
    expect(await page.messages()).toEqual([]);
    await page.close();
  });
});
