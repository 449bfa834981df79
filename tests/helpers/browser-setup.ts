import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket address of the running browser. */
    browser: string;
  }
}

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const TEMPORARY = path.resolve(import.meta.dirname, '../.tmp');
const WITHOUT = [
  // Starts a spare process for the next page. Each test closes its page before it opens another page.
  'SpareRendererForSitePerProcess',
  // The browser applies only the last list of disabled features. These are the entries of Playwright's list that matter
  // for page tests.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A frame from a different origin gets its own process, like in a desktop browser.
  '--site-per-process',
  `--disable-features=${WITHOUT.join(',')}`,
];

/**
 * Creates the folder for shared builds, and starts one browser for all browser tests: `CHROME_PATH`, or else the
 * browser in an npm package. The packaged browser is a headless shell, which draws no windows and needs a third of the
 * CPU time of a full browser. The project `browsers` tests the full browser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await chromiumOptions({ isWhole: !HAS_SHELL }));
  project.provide('browser', server.wsEndpoint());
  await fs.promises.mkdir(TEMPORARY, { recursive: true });
  const builtOnce = await fs.promises.mkdtemp(path.join(TEMPORARY, 'once-'));
  project.provide('builtOnce', builtOnce);
  return async () => {
    await server.close();
    await fs.promises.rm(builtOnce, { recursive: true, force: true });
  };
}

/** The npm package contains programs for these platforms. */
const HAS_SHELL = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the launch options for Chromium.
 *
 * @param options.isWhole prefers an installed browser to the headless shell
 */
export async function chromiumOptions({ isWhole }: { isWhole: boolean }): Promise<{
  executablePath: string;
  args: string[];
}> {
  const known = [process.env.CHROME_PATH ?? '', ...(isWhole ? SYSTEM : [])];
  const installed = known.find((file) => file !== '' && fs.existsSync(file));
  if (installed) return { executablePath: installed, args: [...FLAGS, '--headless'] };
  // The shell does not need a GPU process. Without it there is one process less, and a tab opens 10 % faster.
  return { executablePath: await unpackBrowser(), args: [...FLAGS, '--headless=shell', '--in-process-gpu'] };
}

/** Unpacks the browser from its npm package once, and points the dynamic linker to the libraries next to it. */
async function unpackBrowser(): Promise<string> {
  // With this variable, the package also unpacks its own libraries, for machines without them.
  if (!fs.existsSync('/usr/lib/x86_64-linux-gnu/libnss3.so')) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/cascader-docs-browser');
  fs.mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
