import type { Browser } from 'playwright-core';
import { openChromiumPage } from '../../browsers/chromium-pages.ts';
import type { StepPage } from '../../browsers/step-page.ts';
import { READER } from '../../reader.ts';
import { freezeScript } from './freeze-page.ts';

export interface PicturePage {
  page: StepPage;
  /** Returns a PNG of the viewport, after animations have ended. */
  shoot(): Promise<Uint8Array>;
}

/** Ends animations as a picture shows them: those without an end at their beginning. */
const END_ANIMATIONS = `document.getAnimations().forEach((animation) => {
  const { endTime } = animation.effect?.getComputedTiming() ?? {};
  Number.isFinite(endTime) ? animation.finish() : animation.cancel();
})`;

/** `mask`: CSS selectors of elements that are not shown. */
export async function openPicturePage(browser: Browser, mask: readonly string[] = []): Promise<PicturePage> {
  const { stepPage, page } = await openChromiumPage(browser, {
    ...READER,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  });
  const session = await page.context().newCDPSession(page);
  await stepPage.addInitScript(freezeScript(mask));
  return {
    page: stepPage,
    async shoot() {
      await stepPage.evaluate(`(${END_ANIMATIONS}, 0)`);
      // Faster than the driver's own function, which also waits for fonts and restores the page's styles.
      const { data } = await session.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: false });
      return Buffer.from(data, 'base64');
    },
  };
}
