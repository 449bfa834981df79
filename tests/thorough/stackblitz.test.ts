import type { Frame, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StackBlitzVM } from '../../src/runtime/public.ts';
import { createSite } from '../helpers/build-site.ts';
import { type OpenPage, type OpenSite, openSite, wake, whileNothingHappens } from '../helpers/pages.ts';
import type { TabOptions } from '../helpers/tabs.ts';

declare global {
  interface Window {
    heard?: boolean;
    vm?: StackBlitzVM;
    connectStackBlitz: (frame: unknown) => Promise<StackBlitzVM>;
    /** In the fake editor: the number of calls, and the requests. */
    tries?: number;
    asked?: [type: string, payload: unknown][];
  }
}

const TIMEOUT = 'Timeout: Unable to establish a connection with the StackBlitz VM';

/**
 * A document that implements the editor's side of the bridge. At the path `silent` it never answers, at `wrong` its
 * first answers are invalid.
 */
const EDITOR = `<!doctype html><title>editor</title><script>
  const { pathname } = location;
  window.tries = 0;
  window.asked = [];
  const answers = {
    SDK_GET_PREVIEW_URL: { url: 'https://preview.example/' },
    SDK_GET_DEPS_SNAPSHOT: { react: '19.0.0' },
    SDK_GET_FS_SNAPSHOT: { 'index.js': 'text' },
  };
  addEventListener('message', ({ data, source }) => {
    if (data?.action !== 'SDK_INIT') return;
    window.tries++;
    if (pathname.endsWith('silent')) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { type, payload: { __reqid, ...payload } } }) => {
      window.asked.push([type, payload]);
      if (pathname.endsWith('wrong')) for (const junk of [null, 'x', {}, { payload: { __reqid: 'other' } }]) port1.postMessage(junk);
      const refused = payload.path === 'missing.js';
      port1.postMessage({ type, payload: refused ? { __reqid, __error: 'no such file' } : { __reqid, __success: true, ...answers[type] } });
    };
    const answer = { action: 'SDK_INIT_SUCCESS', id: data.id, payload: { previewOrigin: null } };
    if (pathname.endsWith('wrong') && window.tries < 3) {
      source.postMessage(null, '*');
      source.postMessage({ ...answer, id: 'other' }, '*', [new MessageChannel().port1]);
      source.postMessage(answer, '*');
      source.postMessage({ ...answer, payload: undefined }, '*', [new MessageChannel().port1]);
    } else source.postMessage(answer, '*', [port2]);
  });
</script>`;

const project = (template: string, rest = {}) =>
  JSON.stringify({ title: 'One & two', template, files: { 'pages/[id].js': '<b>"1"</b>', 'index.js': '' }, ...rest });
let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'docs/index.md': '# Home\n\n[Links](./links.md)\n',
    'docs/links.md':
      '# Links\n\n<StackBlitz id="vitejs-vite" openFile="src/a b.js,c.js" theme="dark" hideExplorer></StackBlitz>\n\n' +
      '<StackBlitz github="owner/repo/tree/a#b" label="The repository" newWindow="false"></StackBlitz>\n',
    'docs/embeds.md':
      '# Embeds\n\n[Home](./index.md)\n\n<StackBlitz id="vitejs-vite" embed view="preview"></StackBlitz>\n\n' +
      '<StackBlitz github="owner/repo" embed crossOriginIsolated height="420" width="80%" title="The repository"></StackBlitz>\n\n' +
      '<StackBlitz id="silent" embed></StackBlitz>\n\n<StackBlitz id="wrong" embed></StackBlitz>\n',
    'docs/projects.md':
      `# Projects\n\n<StackBlitz project='${project('svelte', { description: 'Text', settings: { compile: {} } })}' view="editor"></StackBlitz>\n\n` +
      `<StackBlitz embed project='${project('node', { dependencies: { react: '19' } })}'></StackBlitz>\n`,
    'docs/bridge.mdx':
      "import { connectStackBlitz } from 'cascader-docs/runtime';\nimport { useEffect } from 'react';\n\n" +
      'export function Expose() {\n  useEffect(() => void Object.assign(window, { connectStackBlitz }));\n  return null;\n}\n\n' +
      '# Bridge\n\n<Expose />\n\n' +
      '<StackBlitz id="vitejs-vite" embed />\n\n' +
      '<StackBlitz project={{ title: "One", template: "node", files: { "index.js": "1" } }} />\n',
  });
  const { text, exitCode } = await fixture.build({ development: true, cache: false });
  expect(text).toBe('');
  expect(exitCode).toBe(0);
  site = await openSite({ root: fixture.root });
});

interface EditorPage extends OpenPage {
  /** Requests to StackBlitz. */
  requests: Request[];
}

/** Opens a page with a fake StackBlitz. */
async function open(path: string, { before, ...options }: TabOptions = {}): Promise<EditorPage> {
  const requests: Request[] = [];
  const opened = await site.open(path, {
    ...options,
    before: async (page) => {
      await page.context().route('https://stackblitz.com/**', (route, request) => {
        requests.push(request);
        return route.fulfill({ contentType: 'text/html', body: EDITOR });
      });
      await before?.(page);
    },
  });
  return { ...opened, requests };
}

const faults = (messages: string[]) => messages.filter((message) => !message.includes('React DevTools'));
const load = (page: Page, index = 0) => page.getByRole('button', { name: 'Load from StackBlitz' }).nth(index).click();
const close = (page: Page) => page.context().close();
const fields = (request: Request | undefined) => {
  const text = request?.postData() ?? '';
  return Object.fromEntries(new URLSearchParams(text));
};
/** Opens a page whose clock is stopped: the editor's frame is ready before the first second has passed. */
async function openStopped(path: string): Promise<EditorPage> {
  const opened = await open(path, { before: (page) => page.clock.install({ time: 0 }) });
  await wake(opened.page);
  await opened.page.clock.pauseAt(3_600_000);
  return opened;
}

/** Resolves when both sides have received all messages that were sent so far. */
async function messagesDelivered(frame: Frame, page: Page): Promise<void> {
  await page.evaluate(() => {
    window.heard = false;
    addEventListener('message', ({ data }) => {
      if (data === 'heard') window.heard = true;
    });
  });
  await frame.evaluate(() =>
    addEventListener(
      'message',
      ({ data, source }) => data === 'hear' && source?.postMessage('heard', { targetOrigin: '*' }),
    ),
  );
  await page.evaluate(() => {
    for (const { contentWindow } of document.querySelectorAll('iframe')) contentWindow?.postMessage('hear', '*');
  });
  await page.waitForFunction(() => window.heard);
}

async function editor(page: Page, path: string): Promise<Frame> {
  const handle = await page.locator(`.stackblitz iframe[src*="${path}"]`).elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error(`There is no frame ${path}`);
  await frame.waitForFunction(() => window.tries !== undefined);
  return frame;
}

describe('a link to a project', () => {
  it('works without JavaScript', async () => {
    const { page, requests } = await open('/links', { javaScriptEnabled: false });
    const link = page.getByRole('link', { name: 'Open in StackBlitz' });
    expect(await link.getAttribute('href')).toBe(
      'https://stackblitz.com/edit/vitejs-vite?hideExplorer=1&file=src%2Fa%20b.js%2Cc.js&theme=dark',
    );
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await tab.waitForURL('https://stackblitz.com/edit/vitejs-vite?**');
    await page.getByRole('link', { name: 'The repository' }).click();
    await page.waitForURL('https://stackblitz.com/github/owner/repo/tree/a%23b');
    expect(requests).toHaveLength(2);
    await close(page);
  });
});

describe('an embedded project', () => {
  it('is loaded when the reader requests it, in a frame with few permissions', async () => {
    const { page, messages, requests } = await open('/embeds');
    await wake(page);
    await whileNothingHappens(page);
    expect(requests).toEqual([]);
    const frames = page.locator('.stackblitz iframe');
    await load(page);
    await frames.waitFor();
    await load(page);
    await frames.nth(1).waitFor();
    const attributes = await frames.evaluateAll((elements) =>
      elements.map((element) =>
        Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)])),
      ),
    );
    expect(attributes).toEqual([
      {
        title: 'StackBlitz: vitejs-vite',
        width: '100%',
        height: '300',
        referrerpolicy: 'strict-origin',
        allow: 'clipboard-write https://stackblitz.com; fullscreen https://stackblitz.com',
        src: 'https://stackblitz.com/edit/vitejs-vite?embed=1&view=preview',
      },
      {
        title: 'The repository',
        width: '80%',
        height: '420',
        referrerpolicy: 'strict-origin',
        allow:
          'clipboard-write https://stackblitz.com; fullscreen https://stackblitz.com; cross-origin-isolated https://stackblitz.com',
        src: 'https://stackblitz.com/github/owner/repo?embed=1&corp=1',
      },
    ]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('The repository');
    // The editor is not called again once it has answered. Without an answer, it would be called until there is a
    // message.
    const frame = await editor(page, 'vitejs-vite');
    const tries = () => frame.evaluate(() => window.tries ?? 0);
    const more = async (): Promise<number> => {
      const before = await tries();
      await whileNothingHappens(page, 1_200);
      return (await tries()) - before;
    };
    await expect.poll(more).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults(messages)).toEqual([]);
    await close(page);
  });

  it('reports when StackBlitz does not answer 20 attempts, and shows its link again', async () => {
    const { page, messages } = await openStopped('/embeds');
    await load(page, 2);
    const frame = await editor(page, 'silent');
    await page.clock.runFor(9_999);
    await expect.poll(() => frame.evaluate(() => window.tries)).toBe(19);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.clock.runFor(501);
    const place = page.locator('.stackblitz', { has: page.getByRole('alert') });
    expect(await place.getByRole('alert').textContent()).toBe(TIMEOUT);
    expect(await place.getByRole('link', { name: 'Open in StackBlitz' }).isVisible()).toBe(true);
    await page.clock.runFor(5_000);
    await messagesDelivered(frame, page);
    expect(await frame.evaluate(() => window.tries)).toBe(20);
    expect(faults(messages)).toEqual([]);
    await close(page);
  });

  it('ignores incomplete answers', async () => {
    const { page, messages } = await openStopped('/embeds');
    await load(page, 3);
    const frame = await editor(page, 'wrong');
    for (const count of [1, 2, 3]) {
      await page.clock.runFor(500);
      await frame.waitForFunction((tries) => window.tries === tries, count);
      await messagesDelivered(frame, page);
    }
    await page.clock.runFor(15_000);
    await messagesDelivered(frame, page);
    expect(await frame.evaluate(() => window.tries)).toBe(3);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults(messages)).toEqual([]);
    await close(page);
  });

  it('leaves nothing behind when the reader goes elsewhere', async () => {
    const { page, messages } = await open('/embeds', { before: (opened) => opened.clock.install() });
    await wake(page);
    await load(page, 2);
    await editor(page, 'silent');
    await page.locator('main').getByRole('link', { name: 'Home' }).click();
    await page.clock.runFor(100);
    await page.locator('h1', { hasText: 'Home' }).waitFor();
    await page.clock.runFor(15_000);
    expect(await page.locator('iframe, [role="alert"]').count()).toBe(0);
    await page.goBack();
    await page.clock.runFor(100);
    await page.locator('h1', { hasText: 'Embeds' }).waitFor();
    await load(page);
    await page.locator('.stackblitz iframe').waitFor();
    expect(faults(messages)).toEqual([]);
    await close(page);
  });
});

describe('a project of the page', () => {
  it('is posted to a new tab, and the SDK warns about its template', async () => {
    const { page, messages, requests } = await open('/projects');
    await wake(page);
    const button = page.getByRole('button', { name: 'Open in StackBlitz' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    await tab.waitForURL('https://stackblitz.com/run?**');
    expect(requests.map((request) => [request.method(), request.url()])).toEqual([
      ['POST', 'https://stackblitz.com/run?view=editor'],
    ]);
    expect(fields(requests[0])).toEqual({
      'project[title]': 'One & two',
      'project[description]': 'Text',
      'project[template]': 'svelte',
      'project[settings]': '{"compile":{}}',
      'project[files][pages/%5Bid%5D.js]': '<b>"1"</b>',
      'project[files][index.js]': '',
    });
    expect(faults(messages)).toEqual([
      expect.stringMatching(/^warning: Unsupported project.template: must be one of 'angular-cli', /),
    ]);
    await close(page);
  });

  it('is posted into its frame, and the SDK warns about its dependencies', async () => {
    const { page, messages, requests } = await open('/projects');
    await wake(page);
    await load(page);
    await page.frameLocator('.stackblitz iframe').locator('title').waitFor({ state: 'attached' });
    expect(requests.map((request) => [request.method(), request.url()])).toEqual([
      ['POST', 'https://stackblitz.com/run?embed=1'],
    ]);
    expect(fields(requests[0])).toEqual({
      'project[title]': 'One & two',
      'project[template]': 'node',
      'project[files][pages/%5Bid%5D.js]': '<b>"1"</b>',
      'project[files][index.js]': '',
    });
    expect(faults(messages)).toEqual([
      expect.stringMatching(
        /^warning: Invalid project.dependencies: dependencies must be provided as a 'package.json'/,
      ),
    ]);
    expect(await page.locator('form').count()).toBe(0);
    await close(page);
  });
});

describe('the bridge', () => {
  const connected = async (): Promise<{ opened: EditorPage; frame: Frame }> => {
    const opened = await open('/bridge');
    await wake(opened.page);
    await load(opened.page);
    const frame = await editor(opened.page, 'vitejs-vite');
    await opened.page.evaluate(async () => {
      window.vm = await window.connectStackBlitz(document.querySelector('iframe'));
    });
    return { opened, frame };
  };

  it('sends commands to the editor, and reads from it', async () => {
    const { opened, frame } = await connected();
    const { page, messages } = opened;
    const values = await page.evaluate(async () => {
      const { vm } = window;
      if (!vm) return [];
      return [
        await vm.openFile(['a.js,b.js', 'c.js']),
        await vm.setCurrentFile('b.js'),
        await vm.setTheme('default'),
        await vm.setView('preview'),
        await vm.toggleSidebar(),
        await vm.toggleSidebar(false),
        await vm.preview.setUrl('/about'),
        await vm.applyFsDiff({ create: { 'a.js': '1' }, destroy: ['b.js'] }),
        await vm.preview.getUrl(),
        await vm.getDependencies(),
        await vm.getFsSnapshot(),
      ];
    });
    expect(values.slice(8)).toEqual(['https://preview.example/', { react: '19.0.0' }, { 'index.js': 'text' }]);
    expect(await frame.evaluate(() => window.asked)).toEqual([
      ['SDK_OPEN_FILE', { path: ['a.js,b.js', 'c.js'] }],
      ['SDK_SET_CURRENT_FILE', { path: 'b.js' }],
      ['SDK_SET_UI_THEME', { theme: 'default' }],
      ['SDK_SET_UI_VIEW', { view: 'preview' }],
      ['SDK_TOGGLE_SIDEBAR', { visible: true }],
      ['SDK_TOGGLE_SIDEBAR', { visible: false }],
      ['SDK_SET_PREVIEW_URL', { path: '/about' }],
      ['SDK_APPLY_FS_DIFF', { create: { 'a.js': '1' }, destroy: ['b.js'] }],
      ['SDK_GET_PREVIEW_URL', {}],
      ['SDK_GET_DEPS_SNAPSHOT', {}],
      ['SDK_GET_FS_SNAPSHOT', {}],
    ]);
    expect(faults(messages)).toEqual([]);
    await close(page);
  });

  it('rejects with Errors', async () => {
    const { opened } = await connected();
    const errors = await opened.page.evaluate(async () => {
      // Values that a page without types may pass.
      const vm = window.vm as unknown as Record<string, (value: unknown) => Promise<unknown>> & StackBlitzVM;
      const { connectStackBlitz } = window;
      const requests = [
        () => vm.openFile('missing.js'),
        () => vm.setTheme('blue' as 'dark'),
        () => vm.setView('code' as 'editor'),
        () => vm.preview.setUrl('about'),
        () => vm.applyFsDiff({ create: undefined, destroy: [] } as never),
        () => vm.applyFsDiff({ create: {}, destroy: 'b.js' } as never),
        () => connectStackBlitz('nowhere'),
        () => connectStackBlitz(null),
        () => connectStackBlitz(document.body),
        () => connectStackBlitz(document.createElement('iframe')),
      ];
      const texts: string[] = [];
      for (const request of requests) {
        const error = await request().then(
          () => 'nothing',
          (reason: unknown) => reason,
        );
        texts.push(error instanceof Error ? error.message : `no Error: ${error}`);
      }
      return texts;
    });
    expect(errors).toEqual([
      'SDK_OPEN_FILE: no such file',
      'theme must be one of default, light, dark, not "blue"',
      'view must be one of default, editor, preview, not "code"',
      "Invalid argument: expected a path starting with '/', got 'about'",
      'Invalid diff object: expected diff.create to be an object.',
      'Invalid diff object: expected diff.destroy to be an array.',
      "Could not find element with id 'nowhere'",
      'Invalid Element',
      'Invalid Element',
      'Invalid Element',
    ]);
    await close(opened.page);
  });
});
