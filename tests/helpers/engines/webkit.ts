import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { Builder, By, Capabilities, Key, until, type WebDriver } from 'selenium-webdriver';
import type { Driver, DriverPage } from './engine.ts';
import type { Programs } from './find-engines.ts';

/**
 * Drives WebKit for GTK with WebDriver, on its own display. It has one window, so pages are opened one after another.
 */
export async function startWebkit({ driver, browser, display }: Programs): Promise<Driver> {
  const screen = spawn(display ?? '', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as Readable, 'data');
  const port = await freePort();
  const server = spawn(driver ?? '', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
  });
  const stop = async (): Promise<void> => {
    for (const program of [server, screen]) await end(program);
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await answering(url);
    const session = await new Builder()
      .usingServer(url)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
        }),
      )
      .build();
    return {
      version: (await session.getCapabilities()).getBrowserVersion() ?? '',
      async open(url) {
        await resize(session, 1280, 900);
        await session.get(url);
        return createWebkitPage(session);
      },
      async close() {
        await session.quit();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createWebkitPage(session: WebDriver): DriverPage {
  return {
    async run(expression, frame) {
      if (frame === undefined) return await session.executeScript(`return ${expression}`);
      const element = await session.wait(until.elementLocated(By.css(frame)), 15_000);
      await session.switchTo().frame(element);
      try {
        return await session.executeScript(`return ${expression}`);
      } finally {
        await session.switchTo().defaultContent();
      }
    },
    moveTo: (x, y) => session.actions().move({ x, y, duration: 0 }).perform(),
    async clickAt(x, y, times) {
      const actions = session.actions().move({ x, y, duration: 0 });
      for (let count = 0; count < times; count++) actions.click();
      await actions.perform();
    },
    tapAt: (x, y) => session.actions().move({ x, y, duration: 0 }).click().perform(),
    type: (text) => session.actions().sendKeys(text).perform(),
    press: (key) =>
      key.startsWith('Shift+')
        ? session
            .actions()
            .keyDown(Key.SHIFT)
            .sendKeys(keyOf(key.slice('Shift+'.length)))
            .keyUp(Key.SHIFT)
            .perform()
        : session.actions().sendKeys(keyOf(key)).perform(),
    resize: (width, height) => resize(session, width, height),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    messages: () => session.executeScript('return window.collectedMessages ?? []'),
    async close() {
      await session.executeScript('localStorage.clear(); sessionStorage.clear()');
      await session.get('about:blank');
    },
  };
}

/** Returns Selenium's code for a named key. */
function keyOf(name: string): string {
  if (name.length === 1) return name;
  const constant = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const code = Key[constant as keyof typeof Key];
  if (typeof code !== 'string') throw new Error(`No key is named ${name}`);
  return code;
}

/**
 * Resizes the page. The window is larger than the page, because it has a toolbar, and cannot be as narrow as a phone.
 */
async function resize(session: WebDriver, width: number, height: number): Promise<void> {
  const size = (): Promise<[number, number]> => session.executeScript('return [innerWidth, innerHeight]');
  const rect = await session.manage().window().getRect();
  const [innerWidth, innerHeight] = await size();
  await session
    .manage()
    .window()
    .setRect({ width: width + rect.width - innerWidth, height: height + rect.height - innerHeight });
  await session.wait(async () => (await size()).join() === `${width},${height}`, 5000, `no window of ${width} px`);
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until a server responds. */
async function answering(url: string): Promise<void> {
  for (const end = Date.now() + 10_000; ; ) {
    const answer = await fetch(`${url}/status`).catch((error: Error) => error);
    if (!(answer instanceof Error)) return;
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer', { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
