import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { within } from '../deadline.ts';
import type { FirefoxDriver } from '../import-peer.ts';
import { type BidiSession, openBidiSession } from './bidi-session.ts';
import { createFirefoxPage } from './firefox-page.ts';
import { type FirefoxProcess, startFirefoxProcess } from './firefox-process.ts';
import { openFirefoxTarget } from './firefox-target.ts';
import type { StepBrowser } from './step-page.ts';

/** Time limit until a started Firefox opens a session, in milliseconds. */
const CONNECTING = 120_000;

/** Without a window, with a profile of its own. Throws a DiagnosticError with exit code 2 if Firefox does not start. */
export async function startFirefox({
  executablePath,
  puppeteer,
}: {
  executablePath: string;
  puppeteer: FirefoxDriver;
}): Promise<StepBrowser> {
  const { session, firefox } = await start(executablePath, puppeteer).catch((error: Error) => {
    const reason = error.message.split('\n')[0] || 'It did not open a session.';
    throw failure(2, 'browser-not-started', { browser: executablePath, reason, variable: 'FIREFOX_PATH' });
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
    async close() {
      await firefox.end();
      session.close();
    },
  };
}

interface Started {
  firefox: FirefoxProcess;
  session: BidiSession;
}

async function start(executablePath: string, puppeteer: FirefoxDriver): Promise<Started> {
  const firefox = await startFirefoxProcess(executablePath);
  try {
    return { firefox, session: await within(CONNECTING, openBidiSession(puppeteer, firefox.url)) };
  } catch (error) {
    await firefox.end();
    throw error;
  }
}
