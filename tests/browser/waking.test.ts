import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild } from '../helpers/build-site.ts';
import { hold, type OpenPage, type OpenSite, openSite } from '../helpers/pages.ts';

const counter = (name: string): string =>
  `import { useState } from 'react';\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button type="button" onClick={() => setCount(count + 1)}>${name} {count}</button>;\n}\n`;
const long = 'A paragraph of the page, long enough to scroll.\n\n'.repeat(60);
let build: TestBuild;
let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'docs/index.md': '# Home\n\nSome text to read.\n\n```sh\nnpm run one\n```\n\n[One](./guide/one.md)\n',
    'docs/guide/one.md':
      '# One\n\nA demo.\n\n<code src="../../demos/counter.tsx"></code>\n\n<code src="../../demos/colour.tsx"></code>\n',
    'docs/guide/far.md': `# Far\n\n${long}<code src="../../demos/counter.tsx" id="far"></code>\n`,
    'docs/guide/live.mdx':
      "import Meter from '../../demos/meter.tsx';\n\n# Live\n\nStatic **text**.\n\n<Meter />\n\n```sh\nnpm run live\n```\n",
    'docs/guide/loaded.md': '---\nserverLoader: true\n---\n\n# Loaded\n\nText.\n',
    'docs/guide/rendered.md': '# Rendered\n\n<Link to="/guide/one" prefetch="render">one</Link>\n',
    'docs/guide/viewed.md': `# Viewed\n\n${long}<Link to="/guide/one" prefetch="viewport">one</Link>\n`,
    'demos/counter.tsx': counter('pressed'),
    'demos/meter.tsx': counter('meter'),
    'demos/colour.tsx':
      "import { useColorScheme } from 'cascader-docs/runtime';\nexport default function Colour() {\n  return <output>{useColorScheme()}</output>;\n}\n",
  });
  build = await fixture.build({ cache: false });
  expect(build.text).toBe('');
  site = await openSite({ root: fixture.root });
});

const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor();
/** Opens a page, and records the names of the scripts that it requests. */
async function open(path: string): Promise<OpenPage & { scripts: string[] }> {
  const scripts: string[] = [];
  const before = async (page: Page): Promise<void> => {
    page.on('request', (request: Request) => {
      if (request.resourceType() === 'script') scripts.push(request.url().replace(/.*\/(\w+)-.*/, '$1'));
    });
  };
  return { ...(await site.open(path, { before })), scripts };
}
/**
 * Resolves when pending script work is done and the page has been idle, or after a time limit: some browsers never
 * report idle time.
 */
const settle = (page: Page) =>
  page.evaluate(() => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    return idle().then(idle);
  });

describe('an interactive page', () => {
  it('hydrates without an action of the reader', async () => {
    const { page, messages } = await open('/guide/live');
    await hydrated(page);
    await page.locator('button', { hasText: 'meter 0' }).click();
    await page.locator('button', { hasText: 'meter 1' }).waitFor();
    expect(messages.filter((message) => !message.includes('404 (Not Found)'))).toEqual([]);
  });

  it('hydrates in a browser without `requestIdleCallback`', async () => {
    const { page } = await site.open('/guide/live', {
      before: (opened) =>
        opened.addInitScript(() => {
          Object.defineProperty(window, 'requestIdleCallback', { value: undefined });
        }),
    });
    await hydrated(page);
  });

  it('does not hydrate in the background', async () => {
    const { page } = await site.open('/');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.setContent(
      `<iframe src="${site.url}/guide/live" style="position: fixed; inset-block-start: 5000px"></iframe>`,
    );
    const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
    await frame?.locator('h1').waitFor({ state: 'attached' });
    await settle(page);
    expect(await frame?.locator('html[data-hydrated]').count()).toBe(0);
    expect(scripts.some((url) => url.includes('/boot-'))).toBe(true);
  });

  it('replays a click that happened before hydration, except for what boot has done', async () => {
    const { before, release } = hold('**/runtime-*.js');
    const { page } = await site.open('/guide/live', {
      permissions: ['clipboard-read', 'clipboard-write'],
      before,
    });
    await page.locator('button', { hasText: 'meter 0' }).click();
    await page.locator('.code-block [data-copy]').click();
    release();
    await page.locator('button', { hasText: 'meter 1' }).waitFor();
  });
});

describe('a page of text', () => {
  it.each([
    ['a page', '/guide/live', 'meter'],
    ['a demo', '/guide/one', 'pressed'],
  ])('handles a click during the hydration of %s once', async (_, path, name) => {
    const { page } = await site.open(path, {
      before: (opened) =>
        // React schedules its work with messages. Once it knows the button, they wait until the test has clicked.
        opened.addInitScript((text) => {
          const waiting: (() => void)[] = [];
          const post = MessagePort.prototype.postMessage;
          const release = (): void => {
            MessagePort.prototype.postMessage = post;
            for (const send of waiting) send();
          };
          const isKnown = (): boolean =>
            [...document.querySelectorAll('button')].some(
              (button) => button.innerText === text && Object.keys(button).some((key) => key.startsWith('__react')),
            );
          MessagePort.prototype.postMessage = function (...args: unknown[]) {
            if (args[0] !== null || !isKnown()) return Reflect.apply(post, this, args);
            waiting.push(() => Reflect.apply(post, this, args));
          };
          Object.assign(window, { waiting, release });
        }, `${name} 0`),
    });
    const work = () => page.evaluate(() => (window as unknown as { waiting: unknown[] }).waiting.length);
    const release = () => page.evaluate(() => (window as unknown as { release: () => void }).release());
    const button = page.locator('button', { hasText: `${name} 0` });
    if (name === 'pressed') {
      // The page and the card are hydrated by their own messages.
      await button.hover();
    }
    await expect.poll(work).toBeGreaterThan(0);
    await button.click();
    await release();
    await hydrated(page);
    await settle(page);
    expect(await page.locator('button', { hasText: name }).first().innerText()).toBe(`${name} 1`);
  });

  it('loads nothing while it is read, wherever the pointer moves, and nothing for what boot does', async () => {
    const { page, scripts } = await open('/');
    await page.mouse.move(600, 300);
    await page.mouse.move(500, 400, { steps: 5 });
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.wheel(0, 100);
    await page.locator('.code-block').hover();
    await page.locator('.code-block [data-copy]').click();
    await settle(page);
    expect(scripts).toEqual(['boot']);
    await page.locator('main a', { hasText: 'One' }).hover();
    await hydrated(page);
    await expect.poll(() => scripts).toContain('runtime');
  });

  it('changes its color scheme without a request, by pointer and by keys, and follows the system and other tabs', async () => {
    const { page } = await site.open('/', { colorScheme: 'dark', beside: false });
    const other = await page.context().newPage();
    await other.goto(`${site.url}/guide/far`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const scheme = (tab: Page) => tab.locator('html').getAttribute('data-prefers-color');
    const dark = page.locator('.color-switch label', { has: page.locator('[value="dark"]') });
    await dark.hover();
    await dark.click();
    await expect.poll(() => scheme(page)).toBe('dark');
    await expect.poll(() => scheme(other)).toBe('dark');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => scheme(page)).toBe('light');
    await expect.poll(() => scheme(other)).toBe('light');
    await page.locator('.color-switch label', { has: page.locator('[value="auto"]') }).click();
    await expect.poll(() => scheme(page)).toBe('dark');
    await page.bringToFront();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => scheme(page)).toBe('light');
    await other.evaluate(() => localStorage.setItem('dumi:prefers-color', 'dark'));
    await expect.poll(() => scheme(page)).toBe('dark');
    await settle(page);
    expect(requests).toEqual([]);
  });

  it('requests its server data immediately, and prefetches links with their own mode', async () => {
    const loaded = site.open('/guide/loaded', {
      before: (page) => page.route('**/__serverLoader?*', (route) => route.fulfill({ json: {} })),
    });
    await hydrated((await loaded).page);
    let fetched: Promise<Request> | undefined;
    const before = async (page: Page): Promise<void> => {
      fetched = page.waitForRequest(
        (request) => request.resourceType() === 'fetch' && request.url() === `${site.url}/guide/one`,
      );
    };
    await site.open('/guide/rendered', { before });
    await fetched;
    const viewed = await site.open('/guide/viewed', { before });
    await settle(viewed.page);
    expect(await viewed.page.locator('html[data-hydrated]').count()).toBe(0);
    await viewed.page.locator('main a', { hasText: 'one' }).scrollIntoViewIfNeeded();
    await fetched;
  });
});

describe('a page with a demo in its first view', () => {
  it('needs at most three consecutive requests before the demo', async () => {
    const parents = new Map<string, string | undefined>();
    const { page } = await site.open('/guide/one', {
      before: async (opened) => {
        const devtools = await opened.context().newCDPSession(opened);
        await devtools.send('Network.enable');
        devtools.on('Network.requestWillBeSent', ({ request, initiator }) => {
          const frames = initiator.stack?.parent?.callFrames ?? initiator.stack?.callFrames;
          parents.set(request.url, initiator.url ?? frames?.[0]?.url);
        });
      },
    });
    await page.locator('[data-demo][data-hydrated]').first().waitFor();
    const depthOf = (url: string): number => {
      const parent = parents.get(url);
      return parent && parent !== url ? 1 + depthOf(parent) : 1;
    };
    const scripts = [...parents.keys()].filter((url) => url.endsWith('.js'));
    expect(scripts.some((url) => url.includes('/demo-'))).toBe(true);
    expect(scripts.filter((url) => depthOf(url) > 3)).toEqual([]);
  });

  it('preloads every script that it needs, with its hash, and other pages do not', async () => {
    const { page } = await site.open('/guide/one');
    await page.locator('[data-demo][data-hydrated]').nth(1).waitFor();
    const { named, loaded } = await page.evaluate(() => ({
      named: [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload][integrity^=sha256]')].map(
        ({ href }) => href,
      ),
      loaded: performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    }));
    expect(loaded.filter((url) => !named.includes(url)).map((url) => url.replace(/.*\/(\w+)-.*/, '$1'))).toEqual([
      'boot',
    ]);
    expect(named.filter((url) => !loaded.includes(url))).toEqual([]);
    for (const file of ['index.html', 'guide/far/index.html', 'guide/viewed/index.html'])
      expect(await build.read(file)).not.toContain('modulepreload');
  });

  it('shows on the clicked control that a click is pending, until it is done', async () => {
    const { before, release } = hold('**/runtime-*.js');
    const { page } = await site.open('/guide/one', { before });
    const button = page.locator('[data-demo] button', { hasText: 'pressed' });
    const edit = page.getByRole('button', { name: 'Edit', exact: true }).first();
    const busy = page.locator('[aria-busy=true]');
    await edit.click();
    await edit.and(busy).waitFor();
    await button.click();
    await button.and(busy).waitFor();
    expect(await busy.count()).toBe(1);
    expect(await button.evaluate((element) => getComputedStyle(element).cursor)).toBe('progress');
    release();
    await page.locator('button', { hasText: 'pressed 1' }).waitFor();
    await busy.waitFor({ state: 'detached' });
  });

  it('logs nothing when the reader leaves before its demo is hydrated', async () => {
    const { page, messages } = await site.open('/guide/far', {
      // React schedules its work by messages: while they are held back, nothing is hydrated.
      before: (opened) =>
        opened.addInitScript(() => {
          const { postMessage } = MessagePort.prototype;
          MessagePort.prototype.postMessage = function (...args: unknown[]) {
            if (!document.documentElement.hasAttribute('data-held')) Reflect.apply(postMessage, this, args);
          };
        }),
    });
    await page.keyboard.press('Shift');
    await hydrated(page);
    await page.evaluate(() => {
      document.documentElement.setAttribute('data-held', '');
      document.querySelector('[data-demo]')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      document.querySelector<HTMLElement>('a[href="/guide/rendered"]')?.click();
    });
    await page.locator('h1', { hasText: 'Rendered' }).waitFor();
    expect(messages).toEqual([]);
  });

  it('informs its demos of a change of the color scheme', async () => {
    const { page } = await site.open('/guide/one');
    const output = page.locator('[data-demo][data-hydrated] output');
    await output.getByText('light').waitFor();
    await page.locator('.color-switch label', { has: page.locator('[value="dark"]') }).click();
    await output.getByText('dark').waitFor();
  });
});
