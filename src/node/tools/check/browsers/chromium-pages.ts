import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TAB_OPTIONS } from '../browser-tabs.ts';
import { DeadlineError } from '../deadline.ts';
import { collectMessages } from '../page-messages.ts';
import { createNavigationWatch, type NavigationWatch } from './navigation-watch.ts';
import { evaluateExpression } from './page-expression.ts';
import { divideText, parseKey } from './parse-key.ts';
import { DRAG_MOVES, type StepBrowser, type StepDialog, type StepInput, type StepPage } from './step-page.ts';

export function createChromiumPages(browser: Browser): StepBrowser {
  return {
    name: 'chromium',
    version: browser.version(),
    openPage: async () => (await openChromiumPage(browser, TAB_OPTIONS)).stepPage,
    isConnected: () => browser.isConnected(),
    close: () => browser.close(),
  };
}

/** Returns it also as the driver's own page. */
export async function openChromiumPage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ stepPage: StepPage; page: Page }> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    return { stepPage: await createPage(page), page };
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function createPage(page: Page): Promise<StepPage> {
  const navigation = createNavigationWatch();
  const messages = await collectMessages(page);
  const dialogs: StepDialog[] = [];
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
    expose: (name, call) => page.exposeFunction(name, call).then(() => undefined),
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
