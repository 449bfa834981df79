import { preview } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dumiMonorepo, WARNINGS } from '../../fixtures/dumi-monorepo.ts';
import { createSite } from '../../helpers/build-site.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';
import { wake } from '../../helpers/engines/wake.ts';

const FRAME = '.live-frame:not([data-waiting])';

const closing: (() => unknown)[] = [];
let address = '';

beforeAll(async () => {
  const { root, build } = await createSite(dumiMonorepo());
  const { diagnostics } = await build();
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toHaveLength(WARNINGS.length);
  const server = await preview({ root, port: 0 });
  closing.push(() => server.close());
  address = (server.urls[0] ?? '').replace(/\/$/, '');
});

afterAll(() => Promise.all(closing.map((close) => close())));

describe.each(inject('engines'))('a large dumi site with dead links, in %s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  // A missing picture is a failed request, so pages with one log a message.
  it.each([
    '/',
    '/guide',
    '/bases/base-item',
    '/editors/editor-item',
    '/charts/chart-bar',
  ])('%s hydrates without console messages', async (route) => {
    const page = await engine.open(address + route);
    await wake(page);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('has a demo of ten packages on its page, alone and edited, in light and dark', async () => {
    const page = await engine.open(`${address}/editors/editor-item`);
    await wake(page);
    const id = await page.evaluate(() => document.querySelector('[data-demo]')?.getAttribute('data-demo'));
    for (const scheme of ['dark', 'light']) {
      await page.evaluate((value) => document.querySelector<HTMLElement>(`input[value=${value}]`)?.click(), scheme);
      await page.waitFor((value) => document.documentElement.dataset.prefersColor === value, scheme);
    }
    await page.click('[data-demo] .demo-code > summary');
    await page.click('.edit-button');
    await page.click('.live-editor textarea');
    await page.evaluate(() => {
      const editor = document.querySelector<HTMLTextAreaElement>('.live-editor textarea');
      if (!editor) return;
      editor.value = editor.value.replace('EditorItem basic', 'EditorItem edited');
      editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await page.waitFor((selector) => document.querySelector(selector) !== null, FRAME);
    await expect.poll(() => page.evaluateIn(FRAME, () => document.body.textContent)).toContain('EditorItem edited');
    expect(await page.messages()).toEqual([]);
    await page.close();
    const alone = await engine.open(`${address}/~demos/${id}?theme=dark`);
    await alone.waitFor(() => document.body.textContent?.includes('EditorItem basic'));
    expect(await alone.messages()).toEqual([]);
    await alone.close();
  });
});
