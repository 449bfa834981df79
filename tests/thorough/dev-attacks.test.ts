import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type RunningDev, startDev } from '../helpers/dev-site.ts';
import { openSite } from '../helpers/pages.ts';

const SECRET = 'written but not published';
const DEMO = 'docs-demo-button';

let site: TestSite;
let dev: RunningDev;
let browser: Browser;
let evil: Server;
let token: string;
/** A script and a style sheet of the site that the dev server serves. */
let assets: { script: string; style: string };

beforeAll(async () => {
  site = await createSite({
    'docs/index.md': `# Home\n\n${SECRET}\n\n![](./picture.svg)\n\n<code src="../demos/button.tsx"></code>\n`,
    'docs/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
    'docs/public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
    'demos/button.tsx': `export default function Button() {\n  return <button type="button">${SECRET}</button>;\n}\n`,
  });
  dev = await startDev(site.root);
  const html = await (await fetch(dev.url)).text();
  token = /data-token="([^"]+)"/.exec(html)?.[1] ?? '';
  assets = {
    script: /"js":"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '',
    style: /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '',
  };
  for (const path of [assets.script, assets.style, '/logo.svg', `/assets/~dev/source/${DEMO}.json`])
    expect([path, (await fetch(dev.url + path)).status]).toEqual([path, 200]);
  evil = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => evil.listen(0, resolve));
  browser = await chromium.connect(inject('browser'));
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => evil?.close(resolve));
});

/** Opens a page of another origin. With the same host name, browsers consider it the same site. */
async function openElsewhere(host: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`);
  return page;
}

/** Returns the outcome of each way in which a page tries to access the dev server. */
async function attempt(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(
    async ({ url, token, assets, demo }) => {
      const settle = (element: HTMLElement): Promise<string> =>
        new Promise((resolve) => {
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          document.head.append(element);
        });
      const make = <Tag extends keyof HTMLElementTagNameMap>(
        tag: Tag,
        properties: Partial<HTMLElementTagNameMap[Tag]>,
      ): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties);
      const get = async (path: string, init?: RequestInit): Promise<string> => {
        try {
          const response = await fetch(url + path, init);
          return `${response.type}: ${(await response.text()).length} characters`;
        } catch {
          return 'refused';
        }
      };
      const events = (query: string): Promise<string> =>
        new Promise((resolve) => {
          const source = new EventSource(`${url}/~dev/events${query}`);
          source.onopen = () => resolve('open');
          source.onerror = () => source.readyState === EventSource.CLOSED && resolve('refused');
        });
      const socket = (path: string): Promise<string> =>
        new Promise((resolve) => {
          const opened = new WebSocket(url.replace('http', 'ws') + path);
          opened.onopen = () => resolve('open');
          opened.onerror = () => resolve('refused');
        });
      const source = `/assets/~dev/source/${demo}.json`;
      const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
      const attempts: [string, Promise<string>][] = [
        ['fetch a page', get('/')],
        ['fetch a page with credentials', get('/', { credentials: 'include' })],
        ['fetch source code', get(source)],
        ['fetch a script', get(assets.script)],
        ['fetch without CORS', get('/', { mode: 'no-cors' })],
        ['fetch the stream without CORS', get(`/~dev/events?token=${token}`, { mode: 'no-cors' })],
        ['post', get('/', { method: 'POST', body: 'a=b', mode: 'no-cors' })],
        ['post after a preflight', get('/~dev/events', json)],
        ['delete', get('/', { method: 'DELETE' })],
        ['fetch with a custom header', get('/', { headers: { 'X-Own': 'a' } })],
        ['a script', settle(make('script', { src: url + assets.script }))],
        ['a module', settle(make('script', { src: url + assets.script, type: 'module' }))],
        ['a module of source code', settle(make('script', { src: url + source, type: 'module' }))],
        ['source code as a script', settle(make('script', { src: url + source }))],
        ['the script of dev pages', settle(make('script', { src: `${url}/~dev/client.js` }))],
        ['a style sheet', settle(make('link', { rel: 'stylesheet', href: url + assets.style }))],
        ['a page as a style sheet', settle(make('link', { rel: 'stylesheet', href: `${url}/` }))],
        ['a picture', settle(make('img', { src: `${url}/logo.svg` }))],
        ['a picture, with CORS', settle(make('img', { src: `${url}/logo.svg`, crossOrigin: 'anonymous' }))],
        ['a page as a picture', settle(make('img', { src: `${url}/` }))],
        ['a page as a worker', (async () => String(new Worker(`${url}/~dev/client.js`)))().catch(() => 'refused')],
        ['the stream', events('')],
        ['the stream, with the token', events(`?token=${token}`)],
        ['a socket', socket('/')],
        ['a socket to the stream', socket(`/~dev/events?token=${token}`)],
        ['a beacon', Promise.resolve(navigator.sendBeacon(`${url}/~dev/events`, 'x') ? 'sent' : 'refused')],
      ];
      return Object.fromEntries(
        await Promise.all(attempts.map(async ([name, outcome]) => [name, await outcome] as const)),
      );
    },
    { url: dev.url, token, assets, demo: DEMO },
  );
}

/** Expects that every attempt is refused or gets nothing readable. */
function expectNothing(outcomes: Record<string, string>): void {
  const got = Object.entries(outcomes).filter(
    ([, outcome]) => !['refused', 'opaque: 0 characters', 'sent'].includes(outcome),
  );
  expect(got).toEqual([]);
  expect(Object.keys(outcomes).length).toBeGreaterThan(24);
}

describe.each([
  ['another site', '127.0.0.1'],
  ['another port of this machine', 'localhost'],
])('a page of %s', (_name, host) => {
  it('can neither read nor load anything from a dev server', async () => {
    const page = await openElsewhere(host);
    expectNothing(await attempt(page));
    await page.context().close();
  });
});

describe('a dev server under attack', () => {
  it('refuses a page of another built site', async () => {
    const other = await createSite({
      // The other site's own policy blocks none of its attempts.
      'cascader-docs.config.ts': `const all = ['*', "'unsafe-inline'"];\nconst directives = ['default', 'script', 'style', 'img', 'connect', 'frame', 'object'];\nexport default { csp: Object.fromEntries(directives.map((name) => [name + '-src', all])) };\n`,
      'docs/index.md': '# Other\n',
    });
    expect((await other.build()).exitCode).toBe(0);
    const served = await openSite({ root: other.root });
    const { page } = await served.open('/');
    expectNothing(await attempt(page));
  });

  it('refuses the frames of a page that hide their origin', async () => {
    const page = await openElsewhere('localhost');
    const outcomes = await page.evaluate(
      async ({ url, token }) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        const answer = new Promise((resolve) => {
          addEventListener('message', ({ data }) => resolve(data));
        });
        frame.srcdoc = `<script>
          const read = (promise) => promise.then(() => 'read', () => 'refused');
          const stream = new Promise((resolve, reject) => {
            const events = new EventSource('${url}/~dev/events?token=${token}');
            events.onopen = resolve;
            events.onerror = reject;
          });
          Promise.all([read(fetch('${url}/')), read(stream)]).then((all) => parent.postMessage(all, '*'));
        </script>`;
        document.body.append(frame);
        return await answer;
      },
      { url: dev.url, token },
    );
    expect(outcomes).toEqual(['refused', 'refused']);
    await page.context().close();
  });

  it('answers its own page, also in one of its frames', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(dev.url);
    const outcomes = await page.evaluate(
      async ({ token, demo }) => {
        const source = await (await fetch(`/assets/~dev/source/${demo}.json`)).text();
        const events = new EventSource(`/~dev/events?token=${token}`);
        await new Promise((resolve, reject) => {
          events.onopen = resolve;
          events.onerror = reject;
        });
        events.close();
        const frame = document.createElement('iframe');
        frame.src = `/~demos/${demo}`;
        const loaded = new Promise((resolve) => {
          frame.onload = resolve;
        });
        document.body.append(frame);
        await loaded;
        return [source.length > 0, frame.contentDocument?.getElementById('root') !== null];
      },
      { token, demo: DEMO },
    );
    expect(outcomes).toEqual([true, true]);
    await page.context().close();
  });

  it('has sent no page an update, and has met no error', () => {
    expect([dev.updates, dev.errors]).toEqual([[], []]);
  });
});
