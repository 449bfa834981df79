import type { Browser, BrowserType } from 'playwright-core';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

/** Flags of a browser that opens only local pages. `/dev/shm` is small in containers. */
const FLAGS = ['--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** Ignores signals, which the command line handles. Throws a DiagnosticError with exit code 2. */
export async function launchBrowser(
  chromium: BrowserType,
  executablePath: string,
  flags: readonly string[] = [],
): Promise<Browser> {
  const start = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath,
      chromiumSandbox,
      args: [...FLAGS, ...flags],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  // Chromium refuses to run as root with its sandbox. Many containers and some systems allow the sandbox for no user.
  const sandboxed = process.getuid?.() !== 0;
  try {
    return await start(sandboxed).catch((error: Error) => {
      if (sandboxed && /sandbox/i.test(error.message)) return start(false);
      throw error;
    });
  } catch (error) {
    throw failure(2, 'browser-not-started', {
      browser: executablePath,
      reason: reasonOf(error as Error),
      variable: 'CHROME_PATH',
    });
  }
}

function reasonOf({ message }: Error): string {
  const described = /\[err\] (.*)/.exec(message)?.[1];
  return described ?? message.split('\n')[0] ?? message;
}
