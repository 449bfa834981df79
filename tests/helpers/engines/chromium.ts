import { chromium } from 'playwright-core';
import { chromiumOptions } from '../browser-setup.ts';
import type { Driver } from './engine.ts';

/** Drives Chromium with the DevTools protocol. */
export async function startChromium(): Promise<Driver> {
  const browser = await chromium.launch(await chromiumOptions({ isWhole: true }));
  return {
    version: browser.version(),
    async open(url) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      const messages: string[] = [];
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      await page.goto(url);
      return {
        async run(expression, frame) {
          if (frame === undefined) return await page.evaluate(expression);
          const element = await page.waitForSelector(frame, { state: 'attached' });
          return await (await element.contentFrame())?.evaluate(expression);
        },
        moveTo: (x, y) => page.mouse.move(x, y),
        clickAt: (x, y, clickCount) => page.mouse.click(x, y, { clickCount }),
        async tapAt(x, y) {
          const session = await context.newCDPSession(page);
          await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
          await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
          await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
          await session.detach();
        },
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        resize: (width, height) => page.setViewportSize({ width, height }),
        screenshot: () => page.screenshot(),
        messages: async () => messages,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
