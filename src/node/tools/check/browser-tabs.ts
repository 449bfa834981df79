import type { Browser, BrowserContextOptions, Dialog, Page } from 'playwright-core';
import { DEMO_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { DeadlineError, within } from './deadline.ts';
import { collectMessages } from './page-messages.ts';
import { divideText, parseKey } from './parse-key.ts';

/** A reader far from the machine that rendered the site, to find demos that print dates in that machine's time zone or language. */
export const READER = {
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  viewport: { width: 1280, height: 900 },
  // Compression takes longer than everything else, but saves nothing on a local connection.
  extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
};

/** Time limit for clearing a tab, in milliseconds. */
const EMPTYING = 2000;
/** Time limit for collecting garbage in a tab, in milliseconds. */
const COLLECTING = 10_000;
/** Number of visits after which a tab collects garbage, which takes 100 ms. Otherwise, a browser process grows to 700 MB. */
const VISITS = 4;
const DRAG_MOVES = 5;

export type BrowserTabs = ReturnType<typeof createBrowserTabs>;

/**
 * Reuses tabs, because opening a tab takes longer than most visits. Tabs close with the browser.
 *
 * @param blank an empty page of the visited site; after a page of another site, the browser may start a process for each visit
 */
export function createBrowserTabs(browser: Browser, blank = 'about:blank') {
  const idle: BrowserTab[] = [];
  const visits = new WeakMap<BrowserTab, number>();
  const empty = async (tab: BrowserTab): Promise<void> => {
    const count = (visits.get(tab) ?? 0) + 1;
    visits.set(tab, count);
    await within(EMPTYING, emptyTab(tab, blank));
    if (count % VISITS === 0) await within(COLLECTING, tab.page.requestGC());
  };
  return {
    browser,
    /** Visits a page in a tab. If the visit throws, the tab is closed, because its page may hang. Otherwise the tab is cleared and reused. */
    async use<Result>(visit: (tab: BrowserTab) => Promise<Result>): Promise<Result> {
      const tab =
        idle.pop() ?? (await openTab(browser, READER, `(${holdDemos})('${DEMO_ATTRIBUTE}'), (${leaveUntraced})()`));
      const close = (): Promise<void> => tab.close().catch(() => undefined);
      try {
        const result = await visit(tab);
        // A tab that cannot be cleared is closed. The failure is not an error of the visit.
        await empty(tab).then(() => idle.push(tab), close);
        return result;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

export type BrowserTab = Awaited<ReturnType<typeof openTab>>;

/** Opens a page in a separate browser context. In each document, `script` runs before the document's own scripts. */
export async function openTab(browser: Browser, options: BrowserContextOptions, script: string) {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: script });
    return await createTab(page);
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function createTab(page: Page) {
  const messages = await collectMessages(page);
  const dialogs: { type: string; text: string }[] = [];
  const exposed = new Map<string, (argument: never) => Promise<unknown>>();
  let isOurs = false;
  let isExpected = false;
  let left: string | undefined;
  page.on('dialog', async (dialog: Dialog) => {
    const type = dialog.type();
    const isLeaving = type === 'beforeunload';
    if (!(isLeaving && isOurs)) dialogs.push({ type, text: isLeaving ? '' : dialog.message() });
    // If the page has closed the dialog in the meantime, no answer is needed.
    await (isLeaving && isOurs ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  });
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame() || request.redirectedFrom()) return;
    if (isExpected) isExpected = false;
    else left = request.url();
  });
  return {
    page,
    messages,
    /** Sends real user input, so events are trusted. */
    input: createInput(page),
    /** Opens a URL. Throws a DeadlineError after `timeout` milliseconds. */
    async goto(
      url: string,
      timeout: number,
      { waitUntil = 'domcontentloaded' }: { waitUntil?: 'domcontentloaded' | 'load' } = {},
    ): Promise<void> {
      left = undefined;
      isOurs = true;
      isExpected = true;
      try {
        await page.goto(url, { timeout, waitUntil });
      } catch (error) {
        throw (error as Error).name === 'TimeoutError' ? new DeadlineError() : error;
      } finally {
        isOurs = false;
        isExpected = false;
      }
    },
    /** Adds a function to documents that are opened after this call. Its argument and result are JSON. Replaces a function of that name. */
    async expose(name: string, call: (argument: never) => Promise<unknown>): Promise<void> {
      const isNew = !exposed.has(name);
      exposed.set(name, call);
      if (isNew) await page.exposeFunction(name, (argument: never) => exposed.get(name)?.(argument));
    },
    /** Returns the dialogs since the last call. Dialogs are dismissed when they open; only `goto` ignores a `beforeunload` dialog. */
    takeDialogs: () => dialogs.splice(0),
    /** Returns the URL to which the page has navigated away from the opened document. */
    takeNavigation(): string | undefined {
      const url = left;
      left = undefined;
      return url;
    },
    close: (): Promise<void> => page.context().close(),
  };
}

/** Resets the page as if it had just been opened, except that its process keeps the site's scripts and fonts in memory. */
async function emptyTab(
  { page, messages, goto, takeDialogs, takeNavigation }: BrowserTab,
  blank: string,
): Promise<void> {
  const { origin } = new URL(page.url());
  await page.unrouteAll();
  // For `about:blank`, the browser would start another process.
  await goto(blank, EMPTYING);
  // Only Chromium can clear the storage.
  const session = await page.context().newCDPSession(page);
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    page.context().clearCookies(),
    // The next demo must not be under the pointer.
    page.mouse.move(-1, -1),
    page.setViewportSize(READER.viewport),
  ]);
  await session.detach();
  messages.take();
  takeDialogs();
  takeNavigation();
}

/** Prevents demos from starting when they are near the viewport. Runs in every page before the page's own scripts. */
function holdDemos(attribute: string): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    override observe(target: Element): void {
      if (!target.hasAttribute(attribute)) super.observe(target);
    }
  };
}

/**
 * Disables two features of React's development build: measurements of each render for the Performance panel, and stacks of where elements
 * were created. Without these stacks, the source of a message is unknown only on a page with several demos.
 */
function leaveUntraced(): void {
  const view = console as { timeStamp?: unknown; createTask?: unknown };
  view.timeStamp = undefined;
  if (new URLSearchParams(location.search).has('alone')) view.createTask = undefined;
}

interface Point {
  x: number;
  y: number;
}

function createInput({ mouse, keyboard }: Page) {
  const press = ({ modifiers, key }: ReturnType<typeof parseKey>): Promise<void> =>
    keyboard.press([...modifiers, key].join('+'));
  return {
    /** Moves the pointer to the CSS pixel in the viewport that contains the point. */
    move: ({ x, y }: Point): Promise<void> => mouse.move(Math.floor(x), Math.floor(y)),
    click: (
      { x, y }: Point,
      { button = 'left', count = 1 }: { button?: 'left' | 'right'; count?: number } = {},
    ): Promise<void> => mouse.click(Math.floor(x), Math.floor(y), { button, clickCount: count }),
    async drag(from: Point, to: Point): Promise<void> {
      await this.move(from);
      await mouse.down();
      await mouse.move(Math.floor(to.x), Math.floor(to.y), { steps: DRAG_MOVES });
      await mouse.up();
    },
    /** Presses a key, with modifiers before the key: `Shift+Tab`. Throws an Error for a key that no keyboard has. */
    press: async (key: string): Promise<void> => press(parseKey(key)),
    /** Types into the focused element. A character that a US keyboard lacks is inserted without a key press. */
    async type(text: string): Promise<void> {
      for (const part of divideText(text)) {
        if ('inserted' in part) await keyboard.insertText(part.inserted);
        else for (const key of part.keys) await press({ modifiers: [], key });
      }
    },
  };
}
