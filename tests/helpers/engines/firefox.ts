import puppeteer, { type KeyInput } from 'puppeteer-core';
import type { Driver } from './engine.ts';
import type { Programs } from './find-engines.ts';

/** Firefox, by WebDriver BiDi. */
export async function startFirefox({ browser: executablePath }: Programs): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  return {
    version: await browser.version(),
    async open(url) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      const messages: string[] = [];
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`uncaught: ${error instanceof Error ? error.message : error}`));
      await page.goto(url);
      return {
        async run(expression, frame) {
          if (frame === undefined) return await page.evaluate(expression);
          const element = await page.waitForSelector(frame);
          return await (await element?.contentFrame())?.evaluate(expression);
        },
        moveTo: (x, y) => page.mouse.move(x, y),
        clickAt: (x, y, count) => page.mouse.click(x, y, { count }),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key as KeyInput),
        resize: (width, height) => page.setViewport({ width, height }),
        screenshot: async () => Buffer.from(await page.screenshot()),
        messages: async () => messages,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
