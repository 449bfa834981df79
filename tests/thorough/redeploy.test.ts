import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSite, listFiles } from '../helpers/build-site.ts';
import { openDemoMenu } from '../helpers/exports.ts';
import { denyStorage, hold, wake, whileNothingHappens } from '../helpers/pages.ts';

const PAGES = Array.from({ length: 24 }, (_, i) => `p${i + 10}`);
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A page with another demo far below. */
const TWO_DEMOS = 'p13';
const DEMO = '<code src="../../demos/counter.tsx"></code>\n';

/** Enough text to split the search index into several files. */
const FILLING = 'Words that fill the index of search, and say nothing. '.repeat(140);

type Files = Map<string, Buffer>;
let builds: { A: Files; B: Files };
/** Files that the host serves now. */
let served: Files;
let server: Server;
let browser: Browser;
let url: string;

/** The site that is built twice: theme, demos and text differ. */
const contentOf = (build: string) => ({
  'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
  'theme.tsx': `import theme from 'cascader-docs/theme';\nexport default { ...theme, Footer: () => <footer>footer ${build}</footer> };\n`,
  'demos/counter.css': '.counter { color: rgb(1, 2, 3); }\n',
  'docs/index.md': `# Home\n\nbuild ${build}\n`,
  'demos/below.tsx': `export default () => <p>below in ${build}</p>;\n`,
  'demos/counter.tsx': `import { useState } from 'react';\nimport './counter.css';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" className="counter" onClick={() => setCount(count + 1)}>pressed {count} in ${build}</button>;\n}\n`,
  ...Object.fromEntries(
    PAGES.map((name, index) => [
      `docs/guide/${name}.md`,
      `# ${name}\n\nbuild ${build}\n\n${index % 2 ? DEMO : ''}\n${FILLING}deployed${build}\n\n${name === TWO_DEMOS ? '<code src="../../demos/below.tsx"></code>\n' : ''}`,
    ]),
  ),
});

beforeAll(async () => {
  const load = async (build: 'A' | 'B'): Promise<Files> => {
    const site = await createSite(contentOf(build));
    const { text, exitCode } = await site.build();
    expect([text, exitCode]).toEqual(['', 0]);
    const dist = path.join(site.root, 'dist');
    const files = await listFiles(dist);
    const boot = /boot-\w+/.exec(files.join('\n'))?.[0] ?? '';
    // The boot script has the same bytes in both builds. The new name simulates a new version of the tool.
    const rename = (text: string): string => text.replaceAll(boot, `boot-${build}`);
    return new Map(
      await Promise.all(
        files.map(async (file): Promise<[string, Buffer]> => {
          const bytes = await fs.readFile(path.join(dist, file));
          return [rename(file), file.endsWith('.html') ? Buffer.from(rename(bytes.toString())) : bytes];
        }),
      ),
    );
  };
  builds = { A: await load('A'), B: await load('B') };
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const name = [pathname.slice(1), `${pathname}/index.html`.slice(1), 'index.html'].find(
      (candidate, index) => served.has(candidate) && (index < 2 || pathname === '/'),
    );
    const type = TYPES[path.extname(name ?? '.html')] ?? 'application/octet-stream';
    response.writeHead(name ? 200 : 404, { 'content-type': type, 'cache-control': 'no-cache' });
    response.end(served.get(name ?? '404.html'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.connect(inject('browser'));
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

beforeEach(() => {
  served = builds.A;
});

async function open(address: string, before?: (page: Page) => Promise<unknown>, options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })).newPage();
  const faults: string[] = [];
  const documents: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
  });
  await before?.(page);
  await page.goto(url + address);
  // The first request is the navigation above. The page may have begun to reload already.
  documents.shift();
  return { page, faults, documents };
}

const demoAlive = (page: Page) => page.locator('[data-demo][data-hydrated] [data-demo-root]').waitFor();
const refuse = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }));

describe('a tab that was open when the site was redeployed', () => {
  it.each([
    ['hydrated', true],
    ['not hydrated', false],
  ])('reaches the new content through one link after another, with at most one extra reload (%s)', async (_, alive) => {
    const { page, faults, documents } = await open('/guide/p33');
    for (const [index, name] of PAGES.slice(0, 10).entries()) {
      if (alive) await wake(page);
      const build = index % 2 ? 'A' : 'B';
      served = builds[build];
      documents.length = 0;
      const link = page.locator('.sidebar a', { hasText: name });
      const arrived = page.locator('h1', { hasText: name });
      await link.click();
      // If the tab reloads between press and release of the button, there is no click: the reader clicks again.
      await arrived.waitFor({ timeout: 5_000 }).catch(() => link.click());
      await arrived.waitFor();
      await page.locator('main', { hasText: `build ${build}` }).waitFor();
      await page.waitForLoadState();
      expect([name, page.url(), documents.length <= 2]).toEqual([name, `${url}/guide/${name}`, true]);
    }
    await wake(page);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('reloads the current page when an action needs a script', async () => {
    const { page, faults, documents } = await open('/guide/p10');
    served = builds.B;
    // The text of the reloaded page is there before its scripts.
    const late = hold('**/assets/boot-B.js');
    await late.before(page);
    await page.keyboard.press('Shift');
    await page.locator('main', { hasText: 'build B' }).waitFor();
    late.release();
    await wake(page);
    expect(documents).toEqual([`${url}/guide/p10`]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('searches the new content when files of the old index are gone', async () => {
    const { page, faults, documents } = await open('/guide/p10');
    const index = /\/~search\/[^/]+\.json$/;
    const [first] = await Promise.all([page.waitForResponse(index), page.keyboard.press('Control+k')]);
    expect(((await first.json()) as { termFiles?: unknown[] }).termFiles?.length).toBeGreaterThan(0);
    served = builds.B;
    const missed = page.waitForResponse((response) => response.status() === 404);
    const again = page.waitForResponse(index);
    await page.locator('.search-input').fill('deployedB');
    expect((await missed).url()).toMatch(/\/~search\/[^/]+\/\w+\.json$/);
    await again;
    await page.locator('.search-hit', { hasText: 'deployedB' }).first().waitFor();
    expect([faults, documents]).toEqual([[], []]);
    await page.context().close();
  });

  it('reloads the page once for an action whose script is gone', async () => {
    const { page, faults, documents } = await open('/guide/p11');
    await demoAlive(page);
    served = builds.B;
    // The reloaded page has all of its scripts.
    await page.route('**/assets/chunk-*', (route) =>
      documents.length === 0
        ? route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' })
        : route.continue(),
    );
    await page.locator('[data-demo] .demo-code > summary').first().click();
    const edit = page.getByRole('button', { name: 'Edit', exact: true }).first();
    await edit.click();
    await expect.poll(() => documents).toEqual([`${url}/guide/p11`]);
    await demoAlive(page);
    await whileNothingHappens(page);
    expect(documents).toHaveLength(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('a demo that is edited', () => {
  /** Returns the name of the script that contains a text. */
  const scriptWith = (text: string): string =>
    [...served].find(([name, bytes]) => /^assets\/(?:chunk|editor)-.*\.js$/.test(name) && bytes.includes(text))?.[0] ??
    '';
  const edit = async (page: Page): Promise<void> => {
    await page.locator('[data-demo] .demo-code > summary').first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  };

  it('keeps its text when the scripts of another demo that comes into view are gone', async () => {
    const { page, documents } = await open(`/guide/${TWO_DEMOS}`);
    await demoAlive(page);
    await edit(page);
    const editor = page.locator('.live-editor textarea').first();
    await editor.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// mine');
    served = builds.B;
    await page.locator('[data-demo]').last().scrollIntoViewIfNeeded();
    await page.locator('[data-demo]').last().locator('strong', { hasText: 'Loading chunk demo-' }).waitFor();
    expect(await editor.inputValue()).toMatch(/^\/\/ mine/);
    expect(documents).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['the editor', () => 'assets/editor-*.js', 'Edit'],
    ['the script of its card', () => scriptWith('demo-handle'), 'Edit'],
    ['the script that exports projects', () => scriptWith('codesandbox.io/api'), 'Open in CodeSandbox'],
  ])('stays unchanged without %s, reports this, and can be tried again', async (_, script, action) => {
    const { page, faults } = await open('/guide/p11', (opened) => denyStorage(opened, 'sessionStorage'));
    await demoAlive(page);
    await page.locator('[data-demo] .demo-code > summary').click();
    await page.context().route('https://codesandbox.io/**', (route) => route.fulfill({ body: 'a project' }));
    const missing = `**/${script()}`;
    await refuse(missing)(page);
    const button = page.getByRole('button', { name: action });
    const press = async () => {
      if (action !== 'Edit') await openDemoMenu(page);
      await button.click();
    };
    await press();
    const alert = page.locator('[data-demo] [role=alert]');
    await alert.getByText(/Loading chunk (?:editor|chunk)-[\w-]+\.js failed/).waitFor();
    await page.getByText('pressed 0 in A').click();
    await page.getByText('pressed 1 in A').waitFor();
    await page.unroute(missing);
    if (action === 'Edit') {
      await press();
      await page.locator('.live-editor textarea').first().waitFor();
      await expect.poll(() => alert.count()).toBe(0);
    } else {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), press()]);
      await tab.getByText('a project').waitFor();
      // The new tab knows nothing of the page that opened it.
      expect(await tab.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('a file that is missing permanently', () => {
  const demo = '**/assets/demo-*.js';
  const message = (page: Page) => page.locator('[role=alert]').first();

  it.each<[string, (page: Page) => Promise<unknown>, string]>([
    ['404', refuse(demo), 'missing'],
    [
      'a page',
      (page) => page.route(demo, (route) => route.fulfill({ contentType: 'text/html', body: '<p>' })),
      'missing',
    ],
    ['nothing', (page) => page.route(demo, (route) => route.abort()), 'error'],
  ])('reloads the page once, and then reports what failed (%s)', async (_, before, type) => {
    const { page, faults, documents } = await open('/guide/p11', before);
    await message(page).waitFor();
    await expect.poll(() => documents).toHaveLength(1);
    const text = (await message(page).textContent()) ?? '';
    expect(text).toMatch(/Loading chunk demo-[\w-]+\.js failed\./);
    expect(text).toMatch(new RegExp(`\\(${type}: ${url}/assets/demo-[\\w-]+\\.js\\)`));
    expect(faults).toEqual([]);
    await page.unroute(demo);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('pressed 0 in A').click();
    await page.getByText('pressed 1 in A').waitFor();
    await page.context().close();
  });

  it('is reported in the same place when it is a style sheet', async () => {
    const sheet = '**/assets/counter-*.css';
    const { page } = await open('/guide/p11', refuse(sheet));
    await message(page).waitFor();
    expect(await message(page).textContent()).toMatch(
      new RegExp(`Loading CSS chunk counter-[\\w-]+\\.css failed\\.\\s*\\(${url}/assets/counter-[\\w-]+\\.css\\)`),
    );
    await page.unroute(sheet);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('pressed 0 in A').click();
    const pressed = page.getByText('pressed 1 in A');
    await pressed.waitFor();
    expect(await pressed.evaluate((button) => getComputedStyle(button).color)).toBe('rgb(1, 2, 3)');
    await page.context().close();
  });

  it('leaves a page readable with working links when it is the runtime', async () => {
    const { page, faults, documents } = await open('/guide/p10', refuse('**/assets/runtime-*'));
    await page.keyboard.press('Shift');
    await expect.poll(() => documents.length).toBe(1);
    await page.keyboard.press('Shift');
    await whileNothingHappens(page);
    expect(documents).toHaveLength(1);
    await page.locator('.sidebar a', { hasText: 'p12' }).click();
    await page.locator('h1', { hasText: 'p12' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
