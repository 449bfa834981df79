import type { Browser, Page } from 'playwright-core';
import type { ScreenshotsOfDemo } from '../../../../markdown/types.ts';
import { openTab, READER } from '../../browser-tabs.ts';
import { DeadlineError } from '../../deadline.ts';
import { heightOf, switchTo, type Variant } from '../../steps/examine-state.ts';
import { type StepsSession, visitEachState } from '../../steps/steps-session.ts';
import type { Finding } from '../../types.ts';
import type { ScreenshotInfo } from '../screenshot-set.ts';
import { freezeScript, holdScript } from './freeze-page.ts';

/** Maximum height of a screenshot in pixels. Longer demos are cut off. */
const MAX_HEIGHT = 4000;
/** Maximum number of attempts to get two equal screenshots. */
const ATTEMPTS = 4;

export interface CapturedDemo extends Pick<ScreenshotInfo, 'demo' | 'title' | 'route'> {
  url: string;
  options?: ScreenshotsOfDemo | undefined;
}

export interface TakenScreenshot extends ScreenshotInfo {
  bytes: Uint8Array;
  /** The second screenshot, if it differed although nothing had happened. */
  again?: Uint8Array;
}

export interface TakeOptions {
  browser: Browser;
  widths: readonly number[];
  colors: readonly ('light' | 'dark')[];
  runner: string;
  /** Time limit for the demo and for each step, in milliseconds. */
  timeout: number;
  onScreenshot: (screenshot: TakenScreenshot) => Promise<void>;
}

/** Captures the initial state and each named state, at all widths and in all color schemes. Returns problems that prevented screenshots. */
export async function takeScreenshots(demo: CapturedDemo, options: TakeOptions): Promise<Finding[]> {
  const opened = await openScreenshotPage(options.browser, demo.options?.mask);
  try {
    return await takeAll(demo, opened, options);
  } catch (error) {
    if (!options.browser.isConnected()) throw error;
    const reason = error instanceof DeadlineError ? 'it did not start, or its page hangs' : firstLine(error);
    return [notTaken(`No more screenshots could be taken: ${reason}`)];
  } finally {
    await opened.tab.close().catch(() => undefined);
  }
}

async function takeAll(demo: CapturedDemo, { tab, shoot }: ScreenshotPage, options: TakeOptions): Promise<Finding[]> {
  const { url, options: { states: wanted } = {} } = demo;
  const { widths, colors, runner, timeout, onScreenshot } = options;
  const { page } = tab;
  const seen = new Set<string>();
  const findings: Finding[] = [];
  const heights = new Map<number, number>();
  const take = async (state: string, session: StepsSession): Promise<void> => {
    for (const variant of variantsOf(widths, colors)) {
      if (!(await switchTo(page, variant, heights.get(variant.width)))) continue;
      let isResting = await session.rest();
      if (state === '' && (await growTo(page, variant.width, heights))) isResting = await session.rest();
      // If a page is never idle, no two of its screenshots are equal, even after many attempts.
      const { bytes, again } = await shootTwice(shoot, session, isResting ? ATTEMPTS : 1);
      const info = { demo: demo.demo, route: demo.route, state, ...variant };
      const title = demo.title === undefined ? {} : { title: demo.title };
      await onScreenshot({ ...title, ...info, bytes, ...(again && { again, unstable: true }) });
    }
    const [first] = variantsOf(widths, colors);
    if (first) await switchTo(page, first, heights.get(first.width));
    await session.rest();
  };
  const failed = await visitEachState({
    ...{ tab, url, runner, timeout },
    async onState(name, session) {
      if (wanted && name !== '' && !wanted.includes(name)) return;
      if (seen.has(name))
        findings.push(notTaken(`Two states have the name \`${name}\`, so only the first has screenshots`));
      else {
        seen.add(name);
        await page.evaluate(holdScript(true));
        await take(name, session);
        await page.evaluate(holdScript(false));
      }
    },
  });
  if (failed) findings.push(notTaken(`${failed.step} failed while screenshots were taken: ${failed.failure.message}`));
  for (const state of wanted ?? [])
    if (!seen.has(state))
      findings.push(notTaken(`No step reached the state \`${state}\`, which \`screenshots\` lists`));
  return findings;
}

/** Returns the variants in an order that changes one property at a time. */
function variantsOf(widths: readonly number[], colors: readonly ('light' | 'dark')[]): Variant[] {
  return widths.flatMap((width, index) => {
    const inOrder = index % 2 === 0 ? colors : colors.toReversed();
    return inOrder.map((color) => ({ width, color }));
  });
}

/** Increases the height of the window. Returns false if the window was already high enough. */
async function growTo(page: Page, width: number, heights: Map<number, number>): Promise<boolean> {
  if (heights.has(width)) return false;
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const wanted = Math.min(Math.max(height, heightOf(width)), MAX_HEIGHT);
  heights.set(width, wanted);
  if (wanted === heightOf(width)) return false;
  await page.setViewportSize({ width, height: wanted });
  return true;
}

/** Takes screenshots until two consecutive ones are equal. */
async function shootTwice(
  shoot: ScreenshotPage['shoot'],
  session: Pick<StepsSession, 'rest'>,
  attempts: number,
): Promise<{ bytes: Uint8Array; again?: Uint8Array }> {
  let bytes = await shoot();
  let again = await shoot();
  for (let attempt = 1; attempt < attempts && Buffer.compare(bytes, again) !== 0; attempt++) {
    await session.rest();
    bytes = again;
    again = await shoot();
  }
  return Buffer.compare(bytes, again) === 0 ? { bytes } : { bytes, again };
}

function notTaken(message: string): Finding {
  return { rule: 'no-screenshot', place: 'screenshots', message };
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}

/** Ends animations. Infinite animations are captured at their start. */
const END_ANIMATIONS = `document.getAnimations().forEach((animation) => {
  const { endTime } = animation.effect?.getComputedTiming() ?? {};
  Number.isFinite(endTime) ? animation.finish() : animation.cancel();
})`;

type ScreenshotPage = Awaited<ReturnType<typeof openScreenshotPage>>;

/** Opens a page for screenshots. `mask` contains CSS selectors of elements to hide. */
async function openScreenshotPage(browser: Browser, mask: readonly string[] = []) {
  const options = { ...READER, reducedMotion: 'reduce', deviceScaleFactor: 1 } as const;
  const tab = await openTab(browser, options, freezeScript(mask));
  const session = await tab.page.context().newCDPSession(tab.page);
  return {
    tab,
    /** Returns a PNG of the viewport, after animations have ended. */
    async shoot(): Promise<Uint8Array> {
      await tab.page.evaluate(`(${END_ANIMATIONS}, 0)`);
      // This call is faster than the driver's own function, which also waits for fonts and restores the page's styles.
      const { data } = await session.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: false });
      return Buffer.from(data, 'base64');
    },
  };
}
