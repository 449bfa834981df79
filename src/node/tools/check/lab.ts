import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserType } from 'playwright-core';
import { readBrowserScript } from '../../base/browser-scripts.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import type { Site } from '../../project/config/types.ts';
import { cacheFolder } from '../../store/entries.ts';
import { type BrowserTabs, createBrowserTabs } from './browser-tabs.ts';
import { createChromiumPages } from './browsers/chromium-pages.ts';
import { startFirefox } from './browsers/firefox-pages.ts';
import type { StepBrowser } from './browsers/step-page.ts';
import type { ExportTrial } from './check-export.ts';
import { findBrowser, findFirefox, thisMachine } from './find-browser.ts';
import { importDriver, importPuppeteer, readAxe } from './import-peer.ts';
import { SCREENSHOT_FLAGS } from './screenshots/take/screenshot-identity.ts';
import { offlineFlag, type ScreenshotBrowser } from './screenshots/take/start-screenshot-browser.ts';
import { serve, servedOutputs } from './serve.ts';

/** Packages of the project that a check needs. They are searched before the build, because no check is possible without them. */
export interface Tools {
  startBrowser(): Promise<StartedBrowser>;
  /** Script of axe-core. Absent if accessibility is not checked. */
  axe?: string;
  /** Starts a browser whose pages can connect only to this machine and one other host. Absent in Firefox. */
  startScreenshotBrowser?: (otherHost?: string) => Promise<ScreenshotBrowser>;
}

interface StartedBrowser {
  pages: StepBrowser;
  chromium?: Browser;
}

export interface Lab {
  pages: StepBrowser;
  /** What everything except steps is checked with. Absent in Firefox. */
  chromium?: { browser: Browser; tabs: BrowserTabs; trial: ExportTrial };
  /** Script of axe-core. Absent if accessibility is not checked. */
  axe?: string | undefined;
  /** Address of the site; ends with its base. */
  url: string;
  runner: string;
  close(): Promise<void>;
}

/** Below the package's folder, so that exported projects resolve packages as the project does. */
export function checkFolder(site: Site): string {
  return cacheFolder(site.packageJson.dir);
}

export interface BrowserChoice {
  /** Default: `chromium`. */
  browser?: 'chromium' | 'firefox' | undefined;
  /** Address of a running Chromium. Default: an installed browser is started. */
  connect?: string | undefined;
  /** axe-core is needed. Default: true. */
  needsAxe?: boolean;
}

/**
 * Finds a browser, its driver and axe-core.
 *
 * @throws DiagnosticError with exit code 2 that names what is missing
 */
export async function findTools(
  site: Site,
  { browser = 'chromium', connect, needsAxe = true }: BrowserChoice = {},
): Promise<Tools> {
  const folders = [site.root, site.packageJson.dir, packageDir];
  if (browser === 'firefox') {
    const puppeteer = await importPuppeteer(folders);
    const executablePath = findFirefox(thisMachine());
    return { startBrowser: async () => ({ pages: await startFirefox({ executablePath, puppeteer }) }) };
  }
  const { chromium } = await importDriver(folders);
  const axe = needsAxe ? await readAxe(folders) : undefined;
  const executablePath = connect ?? findBrowser(thisMachine(), [chromium.executablePath()]);
  return {
    ...(axe !== undefined && { axe }),
    async startBrowser() {
      const started = await (connect === undefined
        ? launchBrowser(chromium, executablePath)
        : chromium.connect(executablePath));
      return { chromium: started, pages: createChromiumPages(started) };
    },
    async startScreenshotBrowser(otherHost) {
      if (connect !== undefined) return { browser: await chromium.connect(connect), flags: [] };
      const flags = [...SCREENSHOT_FLAGS, offlineFlag(otherHost)];
      return { browser: await launchBrowser(chromium, executablePath, flags), flags: SCREENSHOT_FLAGS };
    },
  };
}

export async function openLab(site: Site, built: PipelineResult, { axe, startBrowser }: Tools): Promise<Lab> {
  const files: ExportTrial['files'] = new Map();
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    await fs.mkdir(checkFolder(site), { recursive: true });
    const folder = await fs.realpath(await fs.mkdtemp(path.join(checkFolder(site), 'exports-')));
    cleanups.push(() => fs.rm(folder, { recursive: true, force: true }));
    const pages = await serve(servedOutputs(built), site.config.base);
    cleanups.push(() => pages.close());
    const exports = await serve(files, '/');
    cleanups.push(() => exports.close());
    const browser = await startBrowser();
    cleanups.push(() => browser.pages.close());
    const timeout = site.config.demoTimeout;
    const runner = await readBrowserScript('check-steps.js');
    const lab: Lab = { pages: browser.pages, url: pages.url, runner, axe, close };
    if (!browser.chromium) return lab;
    const tabs = createBrowserTabs(browser.chromium);
    return {
      ...lab,
      chromium: { browser: browser.chromium, tabs, trial: { site, tabs, folder, files, url: exports.url, timeout } },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Flags of a browser that opens only local pages. `/dev/shm` is small in containers. */
const FLAGS = ['--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** Ignores signals, which the command line handles. Throws a DiagnosticError with exit code 2. */
async function launchBrowser(
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
