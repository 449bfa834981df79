import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { within } from '../deadline.ts';
import type { FirefoxDriver } from '../import-peer.ts';
import { openBidiSession } from './bidi-session.ts';
import { createFirefoxPage } from './firefox-page.ts';
import { openFirefoxTarget } from './firefox-target.ts';
import type { StepBrowser } from './step-page.ts';

/** Time limits of the start and the end, in milliseconds. */
const STARTING = 120_000;
const CLOSING = 10_000;

/** Nothing of the browser's own interface reacts to input, and nothing is loaded for it. */
const PREFERENCES = {
  'accessibility.browsewithcaret_shortcut.enabled': false,
  'accessibility.typeaheadfind.manual': false,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.download.folderList': 2,
  // The texts of Firefox's own messages distinguish them from errors of the page.
  'intl.locale.requested': 'en-US',
  'remote.bidi.dismiss_file_pickers.enabled': true,
  'ui.key.menuAccessKeyFocuses': false,
};

/** Without a window, with a profile of its own. Throws a DiagnosticError with exit code 2 if Firefox does not start. */
export async function startFirefox({
  executablePath,
  puppeteer,
}: {
  executablePath: string;
  puppeteer: FirefoxDriver;
}): Promise<StepBrowser> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cascader-docs-firefox-'));
  const remove = (): Promise<void> => fs.rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const fail = async (error: Error): Promise<never> => {
    await remove();
    const reason = reasonOf(error);
    throw failure(2, 'browser-not-started', { browser: executablePath, reason, variable: 'FIREFOX_PATH' });
  };
  const browser = await puppeteer
    .launch({
      ...{ browser: 'firefox', executablePath, headless: true, defaultViewport: null, networkEnabled: false },
      userDataDir: path.join(folder, 'profile'),
      args: ['--no-remote'],
      extraPrefsFirefox: { ...PREFERENCES, 'browser.download.dir': folder },
      // Firefox does not start as root if the home folder belongs to another user, as in some containers.
      env: process.getuid?.() === 0 ? { ...process.env, HOME: folder } : process.env,
      timeout: STARTING,
      // Each caller of `send()` sets its own time limit.
      protocolTimeout: 0,
      // The command line handles signals.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    })
    .catch(fail);
  const close = async (): Promise<void> => {
    // Pages that hang can delay the end of Firefox.
    await within(CLOSING, browser.close()).catch(() => browser.process()?.kill('SIGKILL'));
    await remove();
  };
  const session = await openBidiSession(browser).catch(async (error: Error) => {
    await browser.close();
    return await fail(error);
  });
  /** Settles when the last page is closed. */
  let isFree = Promise.resolve();
  return {
    name: 'firefox',
    version: session.version,
    async openPage() {
      const turn = isFree;
      let release = (): void => {};
      isFree = new Promise((resolve) => {
        release = resolve;
      });
      await turn;
      let close = async (): Promise<void> => release();
      try {
        const target = await openFirefoxTarget(session);
        close = () => target.close().finally(release);
        return await createFirefoxPage({ ...target, close });
      } catch (error) {
        await close();
        throw error;
      }
    },
    isConnected: () => session.isOpen(),
    close,
  };
}

/** Returns the last line that Firefox printed, or the first line of the error. */
function reasonOf({ message }: Error): string {
  const printed = /^stderr:$(.*?)(?:^TROUBLESHOOTING|$(?![\s\S]))/ms.exec(message)?.[1]?.trim();
  return printed?.split('\n').at(-1) || (message.split('\n')[0] ?? message);
}
