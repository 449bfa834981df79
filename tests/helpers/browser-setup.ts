import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running browser. */
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
  // Makes a process ahead for a page that may be opened next: a test has closed its page before.
  'SpareRendererForSitePerProcess',
  // Of two lists the browser heeds the last: these are what playwright's own one has for tests of pages.
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
  // As on a desktop: a frame of another origin has a process of its own.
  '--site-per-process',
  `--disable-features=${WITHOUT.join(',')}`,
];

/**
 * Makes a folder for what is built once, and starts one browser for all browser tests: `CHROME_PATH`, else the one inside a package. It is a headless shell, which has no
 * windows to draw and takes a third of the processor's time of a whole browser; that one is tried with the other engines.
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

/** The package has programs for these machines. */
const HAS_SHELL = process.platform === 'linux' && process.arch === 'x64';

/**
 * How to start Chromium.
 *
 * @param options.isWhole an installed browser, where there is one
 */
export async function chromiumOptions({ isWhole }: { isWhole: boolean }): Promise<{
  executablePath: string;
  args: string[];
}> {
  const known = [process.env.CHROME_PATH ?? '', ...(isWhole ? SYSTEM : [])];
  const installed = known.find((file) => file !== '' && fs.existsSync(file));
  if (installed) return { executablePath: installed, args: [...FLAGS, '--headless'] };
  // A shell has nothing to draw on: one process less, and a tenth of what a new tab takes.
  return { executablePath: await unpackBrowser(), args: [...FLAGS, '--headless=shell', '--in-process-gpu'] };
}

/** Unpacks the browser that an npm package carries, once, and points the dynamic linker to the libraries beside it. */
async function unpackBrowser(): Promise<string> {
  // The variable makes it bring its own libraries, for machines that have none.
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
