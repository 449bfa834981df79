import { preview } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite } from '../../helpers/build-site.ts';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';

const page = (title: string): string => `# ${title}\n\n\`\`\`npm\nnpm install one\n\`\`\`\n`;
const closing: (() => unknown)[] = [];
let site = '';

beforeAll(async () => {
  const { root, build } = await createSite({ 'docs/index.md': page('Home'), 'docs/other.md': page('Other') });
  expect((await build()).text).toBe('');
  const server = await preview({ root, port: 0 });
  closing.push(() => server.close());
  site = (server.urls[0] ?? '').replace(/\/$/, '');
});

afterAll(() => Promise.all(closing.map((close) => close())));

describe.each(inject('engines'))('a selected code tab, in %s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('is selected on the first paint of the next page', async () => {
    const shown = await engine.open(`${site}/`);
    await shown.waitFor(() => document.querySelector('[role="tab"]') !== null);
    await shown.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
        .find(({ textContent }) => textContent === 'yarn')
        ?.click(),
    );
    // The next page up to the script of its group, as when the rest is still loading.
    await shown.evaluate(async () => {
      // The policy is that of this page, which has a URL.
      const html = (await (await fetch('/other')).text()).replace(/<meta http-equiv.*?>/, '');
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inner = frame.contentDocument as Document;
      inner.open();
      inner.write(html.slice(0, html.indexOf('<script>', html.indexOf('data-code-tabs'))));
      Object.assign(window, { inner });
    });
    await shown.waitFor(() => {
      const { inner } = window as unknown as { inner: Document };
      const [last] = [...inner.querySelectorAll('.code-group-panel')].slice(3);
      return last && inner.defaultView?.getComputedStyle(last).visibility === 'hidden';
    });
    await shown.evaluate(() => {
      location.href = '/other';
    });
    await shown.waitFor(() => location.pathname === '/other' && document.querySelector('[data-ready]') !== null);
    const visible = await shown.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.code-group-panel')]
        .filter((panel) => panel.querySelector('pre')?.checkVisibility())
        .map(({ dataset }) => dataset.title),
    );
    expect(visible).toEqual(['yarn']);
    await shown.close();
  });
});
