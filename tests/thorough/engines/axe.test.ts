import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFaultsIn } from '../../helpers/accessibility.ts';
import type { EnginePage } from '../../helpers/engines/engine.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';

/** Part of a page after an interaction. Chromium tests many more, see `tests/thorough/accessibility`. */
interface State {
  name: string;
  path: string;
  /** Selector of the part to test. */
  within: string;
  /** Width of the window. Default: 1280 pixels. */
  width?: number;
  enter: (page: EnginePage) => Promise<unknown>;
}

const STATES: State[] = [
  {
    name: 'a page that was not found',
    path: '/no/such/page',
    within: 'html',
    enter: (page) => page.waitFor(() => document.querySelector('.not-found') !== null),
  },
  {
    name: 'search with hits',
    path: '/no/such/page',
    within: 'dialog',
    async enter(page) {
      await page.click('a[data-search]');
      await page.waitFor(() => document.activeElement?.classList.contains('search-input'));
      await page.type('keyboard');
      await page.waitFor(() => document.querySelector('.search-hit') !== null);
    },
  },
  {
    name: 'the drawer of a phone',
    path: '/demo/simple',
    within: '.header, .sidebar',
    width: 500,
    enter: (page) => page.click('.menu-button'),
  },
  {
    name: 'the menu of a demo',
    path: '/demo/simple',
    within: '.demo-card',
    enter: (page) => page.click('.demo-menu > summary'),
  },
];

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it.each(STATES)('$name has no violation', async ({ path, within, width = 1280, enter }) => {
    const page = await engine.open(inject('ownSite') + path);
    await page.resize(width, 900);
    await enter(page);
    expect(await findFaultsIn(page, within)).toEqual([]);
    await page.close();
  });
});
