import puppeteer, { type KeyInput } from 'puppeteer-core';
import type { Driver } from './engine.ts';
import type { Programs } from './find-engines.ts';

/** Drives Firefox with WebDriver BiDi. */
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
        tapAt: (x, y) => page.touchscreen.tap(x, y),
        type: (text) => page.keyboard.type(text),
        async press(key) {
          const [held, name] = key.startsWith('Shift+')
            ? ['Shift' as const, key.slice('Shift+'.length)]
            : [undefined, key];
          if (held) await page.keyboard.down(held);
          await page.keyboard.press(name as KeyInput);
          if (held) await page.keyboard.up(held);
        },
        resize: (width, height) => page.setViewport({ width, height }),
        screenshot: async () => Buffer.from(await page.screenshot()),
        messages: async () => messages,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
