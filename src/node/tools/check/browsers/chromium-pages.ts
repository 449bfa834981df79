import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { EMPTYING, TAB_OPTIONS } from '../browser-tabs.ts';
import { DeadlineError, within } from '../deadline.ts';
import { collectMessages } from '../page-messages.ts';
import { READER } from '../reader.ts';
import { createNavigationWatch, type NavigationWatch } from './navigation-watch.ts';
import { evaluateExpression } from './page-expression.ts';
import { divideText, parseKey } from './parse-key.ts';
import { DRAG_MOVES, type StepBrowser, type StepDialog, type StepInput, type StepPage } from './step-page.ts';

/** A page and its process are used for many demos: opening them costs more than most steps. */
export function createChromiumPages(browser: Browser): StepBrowser {
  const idle: OpenedPage[] = [];
  return {
    name: 'chromium',
    version: browser.version(),
    async openPage() {
      const opened = idle.pop() ?? (await openChromiumPage(browser, TAB_OPTIONS));
      return {
        ...opened.stepPage,
        async close({ isUsable } = { isUsable: false }) {
          if (!isUsable) return await opened.stepPage.close();
          await within(EMPTYING, emptyPage(opened)).then(
            () => idle.push(opened),
            () => opened.stepPage.close(),
          );
        },
      };
    },
    isConnected: () => browser.isConnected(),
    close: () => browser.close(),
  };
}

interface OpenedPage {
  stepPage: StepPage;
  /** The driver's own page. */
  page: Page;
}

export async function openChromiumPage(browser: Browser, options: BrowserContextOptions): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    return { stepPage: await createPage(page), page };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** The page is as if it had just been opened, except that its process has the site's scripts and fonts in memory. */
async function emptyPage({ stepPage, page }: OpenedPage): Promise<void> {
  const { origin } = new URL(page.url());
  await stepPage.goto('about:blank', EMPTYING);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  await page.context().clearCookies();
  // The next demo must not be under the pointer.
  await page.mouse.move(-1, -1);
  await page.setViewportSize(READER.viewport);
  stepPage.takeMessages();
  stepPage.takeDialogs();
  stepPage.takeNavigation();
}

async function createPage(page: Page): Promise<StepPage> {
  const navigation = createNavigationWatch();
  const messages = await collectMessages(page);
  const dialogs: StepDialog[] = [];
  const exposed = new Map<string, (argument: never) => Promise<unknown>>();
  page.on('dialog', async (dialog) => {
    const type = dialog.type() as StepDialog['type'];
    const isLeaving = type === 'beforeunload' && navigation.isOurs;
    if (!isLeaving) dialogs.push({ type, text: type === 'beforeunload' ? '' : dialog.message() });
    // A dialog that the page has closed meanwhile needs no answer.
    await (isLeaving ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  });
  await watchDocuments(page, navigation);
  return {
    async goto(url, timeout) {
      try {
        await navigation.during(() => page.goto(url, { timeout, waitUntil: 'domcontentloaded' }));
      } catch (error) {
        throw (error as Error).name === 'TimeoutError' ? new DeadlineError() : error;
      }
    },
    evaluate: (expression) => evaluateExpression(expression, (code) => page.evaluate<string>(code)),
    async expose(name, call) {
      const isNew = !exposed.has(name);
      exposed.set(name, call);
      if (isNew) await page.exposeFunction(name, (argument: never) => exposed.get(name)?.(argument));
    },
    addInitScript: (content) => page.addInitScript({ content }).then(() => undefined),
    input: createInput(page),
    setViewport: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    takeMessages: () => messages.take(),
    takeDialogs: () => dialogs.splice(0),
    takeNavigation: () => navigation.take(),
    close: () => page.context().close(),
  };
}

/** Playwright's own event also reports new hashes and history entries. */
async function watchDocuments(page: Page, navigation: NavigationWatch): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Page.frameNavigated', ({ frame: { parentId, url, unreachableUrl } }) => {
    if (parentId === undefined) navigation.committed(unreachableUrl ?? url);
  });
  await session.send('Page.enable');
}

function createInput({ mouse, keyboard }: Page): StepInput {
  const press = ({ modifiers, key }: ReturnType<typeof parseKey>): Promise<void> =>
    keyboard.press([...modifiers, key].join('+'));
  return {
    move: (x, y) => mouse.move(Math.floor(x), Math.floor(y)),
    click: (x, y, { button = 'left', count = 1 } = {}) =>
      mouse.click(Math.floor(x), Math.floor(y), { button, clickCount: count }),
    async drag(from, to) {
      await mouse.move(Math.floor(from.x), Math.floor(from.y));
      await mouse.down();
      await mouse.move(Math.floor(to.x), Math.floor(to.y), { steps: DRAG_MOVES });
      await mouse.up();
    },
    press: async (key) => press(parseKey(key)),
    async type(text) {
      for (const part of divideText(text)) {
        if ('inserted' in part) await keyboard.insertText(part.inserted);
        else for (const key of part.keys) await press({ modifiers: [], key });
      }
    },
  };
}
