import net from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DevPages, openDev, press } from '../helpers/dev-pages.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { whileNothingHappens } from '../helpers/pages.ts';

const counter = (label: string): string =>
  `import { useState } from 'react';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>${label} {count}</button>;\n}\n`;
let site: DevPages;

beforeAll(async () => {
  site = await openDev({
    'docs/index.md': '# Home\n\n[Late](./late.md)\n',
    'docs/page.md':
      '---\ntitle: Page\n---\n\n# Page\n\nGood words.\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/two.tsx"></code>\n',
    'docs/broken.mdx': '# Broken\n\n<Meter />\n',
    'docs/late.md': '# Late\n\nOn time.\n',
    'docs/crash.md': '# Crash\n\n<code src="../demos/crash.tsx"></code>\n\n<code src="../demos/beside.tsx"></code>\n',
    'docs/import.md': '# Import\n\n<code src="../demos/import.tsx"></code>\n',
    'docs/warn.md': '# Warn\n\n<code src="../demos/warn.tsx"></code>\n',
    'docs/links.md': '# Links\n\nFirst words.\n',
    'docs/words.md': '# Words\n\nFirst words.\n',
    'demos/one.tsx': counter('one'),
    'demos/two.tsx': counter('two'),
    'demos/crash.tsx':
      "import { useState } from 'react';\nimport { check } from './check.ts';\nexport default function Crash() {\n  const [bad, setBad] = useState(false);\n  check(bad);\n  return <button type=\"button\" onClick={() => setBad(true)}>break it</button>;\n}\n",
    'demos/check.ts': "export function check(bad: boolean): void {\n  if (bad) throw new Error('it broke');\n}\n",
    'demos/beside.tsx': counter('beside'),
    'demos/import.tsx': counter('import'),
    'demos/warn.tsx':
      'export default function List() {\n  return <ul>{[1, 2].map((item) => <li>{item}</li>)}</ul>;\n}\n',
    'cascader-docs.config.ts': "export default { title: 'Fixture' };\n",
  });
});

const overlay = (page: Page) => page.locator('cascader-docs-errors .panel');
const gone = (page: Page) => page.locator('cascader-docs-errors').waitFor({ state: 'detached' });
const button = (page: Page, text: string) => page.locator('[data-demo-root] button', { hasText: text });

/** Ways to break the page: the file, the edit, and what the error shows. */
const FAULTS = {
  demo: { file: 'demos/one.tsx', from: 'return <', to: 'return <<', place: /demos\/one\.tsx:4:\d+/, line: 'return <<' },
  'import of a demo': {
    file: 'demos/one.tsx',
    from: "from 'react'",
    to: "from './nowhere'",
    place: /demos\/one\.tsx:1:\d+/,
    line: './nowhere',
  },
  page: {
    file: 'docs/page.md',
    from: '../demos/two.tsx',
    to: '../demos/tow.tsx',
    place: /docs\/page\.md:\d+:\d+/,
    line: 'tow.tsx',
  },
  'front matter': {
    file: 'docs/page.md',
    from: 'title: Page',
    to: 'title: [Page',
    place: /docs\/page\.md:\d+:\d+/,
    line: '[Page',
  },
  configuration: {
    file: 'cascader-docs.config.ts',
    from: "title: 'Fixture'",
    to: 'title: 5',
    place: /cascader-docs\.config\.ts/,
    line: '',
  },
};

describe('errors', () => {
  it('are shown over the page, which stays, with location and code until they are fixed', async () => {
    const { page, isSame } = await site.open('/page');
    await press(button(page, 'one 0'));
    await button(page, 'one 1').waitFor();
    for (const [name, { file, from, to, place, line }] of Object.entries(FAULTS)) {
      await site.edit(file, (text) => text.replace(from, to));
      await expect.poll(() => overlay(page).innerText(), { message: name }).toMatch(place);
      expect(await overlay(page).innerText(), name).toContain(line);
      expect(await page.getByText('Good words.').count(), name).toBe(1);
      await site.edit(file, (source) => source.replace(to, from));
      await gone(page);
      // A configuration change reloads the document only if it affects the page.
      await button(page, 'one 1').waitFor();
    }
    await site.edit('demos/one.tsx', (text) => text.replace('return <', 'return <<'));
    await overlay(page).waitFor();
    await site.edit('docs/page.md', (text) => text.replace('Good words.', 'Better words.'));
    await site.edit('demos/one.tsx', (text) => text.replace('return <<', 'return <'));
    await page.getByText('Better words.').waitFor();
    await button(page, 'one 1').waitFor();
    await gone(page);
    expect(await isSame()).toBe(true);
    expect(site.dev.errors).toEqual([]);
  });

  it('of a page that cannot be rendered are readable without scripts, and the page appears when they are fixed', async () => {
    const { page: plain } = await site.open('/broken', {
      javaScriptEnabled: false,
      before: undefined,
    });
    expect(await plain.locator('body').innerText()).toMatch(/docs\/broken\.mdx:3:1/);
    const { page } = await site.open('/broken');
    await page.locator('main.errors').waitFor();
    await whileNothingHappens(page);
    expect(await overlay(page).count()).toBe(0);
    await site.edit('docs/broken.mdx', () => '# Broken\n\nText.\n\n<Gauge />\n');
    await page.locator('main.errors', { hasText: 'docs/broken.mdx:5:' }).waitFor();
    await site.edit('docs/broken.mdx', () => '# Mended\n');
    await page.locator('h1', { hasText: 'Mended' }).waitFor();
  });

  it('appear and disappear with the page that they belong to', async () => {
    const { page, isSame } = await site.open('/');
    await page.keyboard.press('Shift');
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'));
    await site.edit('docs/late.md', (text) => `${text}\n[Nowhere](./nowhere.md)\n`);
    await waitFor(() => site.dev.updates.some(({ files }) => files.includes('docs/late.md')));
    expect(await overlay(page).count()).toBe(0);
    await page.locator('article').getByText('Late').click();
    await page.locator('h1', { hasText: 'Late' }).waitFor();
    await overlay(page).getByText('nowhere.md').first().waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Home' }).waitFor();
    await gone(page);
    expect(await isSame()).toBe(true);
    await site.edit('docs/late.md', (text) => text.replace('[Nowhere](./nowhere.md)', ''));
  });

  it('of links do not delay the page, and stay dismissed while the text around them changes', async () => {
    const { page, isSame } = await site.open('/links');
    await site.edit('docs/links.md', (text) => `${text}\n[Not yet](./not-yet.md)\n`);
    await overlay(page).getByText('not-yet.md').first().waitFor();
    await page.locator('article a', { hasText: 'Not yet' }).waitFor();
    await page.keyboard.press('Escape');
    await overlay(page).waitFor({ state: 'hidden' });
    await site.edit('docs/links.md', (text) => text.replace('First words.', 'First words.\n\nMore words.'));
    await page.getByText('More words.').waitFor();
    expect(await overlay(page).isVisible()).toBe(false);
    await expect.poll(() => page.locator('cascader-docs-errors .badge').innerText()).toBe('1 error');
    await site.edit('docs/not-yet.md', () => '# Not yet\n');
    await gone(page);
    expect(await isSame()).toBe(true);
  });
});

describe('a demo that throws', () => {
  it('shows its source locations in its card, and recovers after an edit', async () => {
    const { page, isSame } = await site.open('/crash');
    await press(button(page, 'beside 0'));
    await press(button(page, 'break it'));
    const box = page.locator('.crash-box');
    await box.locator('summary').click();
    const stack = box.locator('pre', { hasText: 'demos/check.ts:2' });
    await stack.waitFor();
    expect(await stack.innerText()).toMatch(/demos\/crash\.tsx:5:\d+/);
    expect(await stack.innerText()).not.toMatch(/assets\/|react-dom/);
    await site.edit('demos/check.ts', (text) => text.replace("if (bad) throw new Error('it broke');", 'void bad;'));
    await button(page, 'break it').waitFor();
    await box.waitFor({ state: 'detached' });
    await button(page, 'beside 1').waitFor();
    expect(await isSame()).toBe(true);
  });

  it('shows errors that occur while its module is imported, before and after an edit', async () => {
    const { page, isSame } = await site.open('/import');
    await press(button(page, 'import 0'));
    const bad = "if (typeof window !== 'undefined') throw new Error('not in a browser');\n";
    await site.edit('demos/import.tsx', (text) => text + bad);
    await page.locator('.crash-box', { hasText: 'not in a browser' }).waitFor();
    await page.locator('.crash-box summary').click();
    await page.locator('.crash-box pre', { hasText: /demos\/import\.tsx:6/ }).waitFor();
    await site.edit('demos/import.tsx', (text) => text.replace(bad, ''));
    await press(button(page, 'import 0'));
    await button(page, 'import 1').waitFor();
    expect(await isSame()).toBe(true);
    await site.edit('demos/import.tsx', (text) => text + bad);
    await page.locator('.crash-box').waitFor();
    await page.reload();
    await page.locator('.crash-box', { hasText: 'not in a browser' }).waitFor();
    await site.edit('demos/import.tsx', (text) => text.replace(bad, ''));
    await button(page, 'import 0').waitFor();
  });

  it('is named in React warnings', async () => {
    const { page, messages } = await site.open('/warn');
    await waitFor(() => messages.length > 0);
    expect(messages.join('\n')).toMatch(/unique "key"[\s\S]*`List`/);
    expect(messages.length).toBe(1);
    await page.close();
  });
});

describe('a connection', () => {
  it('that was interrupted is restored, and changes made meanwhile are shown', async () => {
    const sockets = new Set<net.Socket>();
    let isOpen = true;
    const proxy = net.createServer((socket) => {
      if (!isOpen) return socket.destroy();
      const target = net.connect(site.dev.server.port, 'localhost');
      for (const end of [socket, target]) {
        sockets.add(end);
        end.on('error', () => undefined);
      }
      socket.pipe(target).pipe(socket);
      return socket;
    });
    await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
    const { port } = proxy.address() as net.AddressInfo;
    const { page } = await site.open('/words');
    await page.goto(`http://localhost:${port}/words`);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    isOpen = false;
    for (const socket of sockets) socket.destroy();
    await site.edit('docs/words.md', (text) => text.replace('First words.', 'Second words.'));
    await waitFor(() => site.dev.updates.some(({ files }) => files.includes('docs/words.md')));
    isOpen = true;
    await page.getByText('Second words.').waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    proxy.close();
  });

  it('to a restarted server reloads the page', async () => {
    const { page } = await site.open('/words');
    const { port } = site.dev.server;
    await site.dev.close();
    await site.edit('docs/words.md', () => '# Words\n\nThird words.\n');
    // During this time the page finds no server.
    await whileNothingHappens(page, 500);
    await startDev(site.fixture.root, { port, strictPort: true });
    await page.getByText('Third words.').waitFor();
    await site.edit('docs/words.md', (text) => text.replace('Third', 'Fourth'));
    await page.getByText('Fourth words.').waitFor();
  });
});
