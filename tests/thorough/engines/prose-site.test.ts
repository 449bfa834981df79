import { preview } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { proseSite } from '../../fixtures/prose-site.ts';
import { createSite } from '../../helpers/build-site.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';
import { wake } from '../../helpers/engines/wake.ts';

const closing: (() => unknown)[] = [];
let address = '';

beforeAll(async () => {
  const { root, build } = await createSite(proseSite());
  expect((await build({ strict: true })).text).toBe('');
  const server = await preview({ root, port: 0 });
  closing.push(() => server.close());
  address = (server.urls[0] ?? '').replace(/\/$/, '');
});

afterAll(() => Promise.all(closing.map((close) => close())));

describe.each(inject('engines'))('a site of text, in %s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it.each([
    '/',
    '/blog',
    '/overview',
    '/guide',
    '/blog/2026/post-3',
  ])('%s hydrates without console messages', async (route) => {
    const page = await engine.open(address + route);
    await wake(page);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('switches tabs together, opens a tab for its heading, and keeps its running content', async () => {
    const page = await engine.open(`${address}/guide#keys-on-windows`);
    const shown = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.tabs-panel')]
          .filter((panel) => panel.firstElementChild?.nextElementSibling?.checkVisibility())
          .map(({ dataset }) => dataset.title),
      );
    await page.waitFor(() => document.querySelectorAll('.tabs [role="tab"]').length === 4);
    expect(await shown()).toEqual(['Windows', 'A list']);
    await wake(page);
    await page.click('.tabs .button');
    await page.waitFor(() => document.querySelector('.tabs .button')?.textContent === 'pressed 1');
    await page.evaluate(() => {
      for (const tab of document.querySelectorAll<HTMLElement>('[role="tab"]'))
        if (tab.textContent === 'A table') tab.click();
    });
    expect(await shown()).toEqual(['Windows', 'A table']);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });
});
