import { existsSync } from 'node:fs';
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
import type { ExportTrial } from './check-export.ts';
import { type BrowserName, importDriver, readAxe } from './import-peer.ts';
import { offlineFlag, SCREENSHOT_FLAGS, type ScreenshotBrowser } from './screenshots/take/screenshot-identity.ts';
import { serve, servedOutputs } from './serve.ts';

/** Packages of the project that a check needs. The packages are resolved before the build: checks are impossible without them. */
export interface Tools {
  startBrowser(): Promise<Browser>;
  /** Script of axe-core. Absent if accessibility is not checked. */
  axe?: string;
  /** Starts a Chromium whose pages can connect only to this machine and one other host. */
  startScreenshotBrowser: (otherHost?: string) => Promise<ScreenshotBrowser>;
}

export interface Lab {
  tabs: BrowserTabs;
  /** Environment in which exported projects run. */
  trial: ExportTrial;
  /** Script of axe-core. Absent if accessibility is not checked. */
  axe?: string | undefined;
  /** URL of the site, ending with the base path. */
  url: string;
  runner: string;
  close(): Promise<void>;
}

/** Returns a folder inside the package's folder, so that exported projects resolve packages in the same way as the project. */
export function checkFolder(site: Site): string {
  return cacheFolder(site.packageJson.dir);
}

export interface BrowserChoice {
  /** Browser to use. Default: `chromium`. */
  browser?: BrowserName | undefined;
  /** URL of a running Chromium. By default, an installed browser is started. */
  connect?: string | undefined;
  /** True if axe-core is needed. Default: true. */
  needsAxe?: boolean;
}

/**
 * Finds a browser, its driver and axe-core.
 *
 * @throws DiagnosticError with exit code 2 that names the missing program or package
 */
export async function findTools(
  site: Site,
  { browser = 'chromium', connect, needsAxe = true }: BrowserChoice = {},
): Promise<Tools> {
  const folders = [site.root, site.packageJson.dir, packageDir];
  const driver = await importDriver(folders);
  const { chromium } = driver;
  const axe = needsAxe ? await readAxe(folders) : undefined;
  const executablePath =
    browser === 'chromium'
      ? (connect ?? findBrowser(thisMachine(), chromium.executablePath()))
      : driver[browser].executablePath();
  if (browser !== 'chromium' && !existsSync(executablePath)) throw failure(2, 'no-browser', { case: 'own', browser });
  return {
    ...(axe !== undefined && { axe }),
    startBrowser: () =>
      connect === undefined ? launchBrowser(driver[browser], executablePath) : chromium.connect(connect),
    async startScreenshotBrowser(otherHost) {
      if (connect !== undefined) {
        const browser = await chromium.connect(connect);
        return { browser, version: browser.version(), flags: [] };
      }
      const launched = await launchBrowser(chromium, executablePath, [...SCREENSHOT_FLAGS, offlineFlag(otherHost)]);
      const kind = SHELLS.includes(path.parse(executablePath).name) ? ' (headless shell)' : '';
      return { browser: launched, version: launched.version() + kind, flags: SCREENSHOT_FLAGS };
    },
  };
}

/** Starts the browser immediately, while the site is being built. `stop` closes the browser if it is still open. */
export function startEarly(tools: Tools): Tools & { stop: () => Promise<void> } {
  const starting = tools.startBrowser();
  starting.catch(() => undefined);
  return { ...tools, startBrowser: () => starting, stop: async () => await (await starting).close() };
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
    const pages = await serve(new Map([...servedOutputs(built), [BLANK, EMPTY_PAGE]]), site.config.base);
    cleanups.push(() => pages.close());
    const exports = await serve(files, '/');
    cleanups.push(() => exports.close());
    const browser = await startBrowser();
    cleanups.push(() => browser.close());
    const tabs = createBrowserTabs(browser, pages.url + BLANK);
    const trial = { site, tabs, folder, files, url: exports.url, timeout: site.config.demoTimeout };
    return { tabs, trial, url: pages.url, runner: await readBrowserScript('check-steps.js'), axe, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Page that a tab shows between two visits. */
const BLANK = '~blank.html';
const EMPTY_PAGE = '<!doctype html><title>Blank</title><link rel="icon" href="data:,">';

const UNUSED_FEATURES = [
  // Each window would have a process for the address bar and one for the next page.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  // The browser applies only the last list of features. These are the relevant entries of Playwright's own list.
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'OptimizationHints', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['LensOverlay', 'TcpPortRandomizationWin', 'msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];
/** Flags for a browser that opens only local pages. `/dev/shm` is small in containers. */
const FLAGS = [
  ...['--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  `--disable-features=${UNUSED_FEATURES}`,
];

/** Starts a browser that ignores signals, which the CLI handles. Throws a DiagnosticError with exit code 2. */
async function launchBrowser(
  type: BrowserType,
  executablePath: string,
  flags: readonly string[] = [],
): Promise<Browser> {
  const isChromium = type.name() === 'chromium';
  const start = (chromiumSandbox: boolean): Promise<Browser> =>
    type.launch({
      executablePath,
      ...(isChromium && { chromiumSandbox, args: [...FLAGS, ...flags] }),
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    });
  // Chromium does not start as root unless its sandbox is disabled. Many containers and some systems do not allow the sandbox for any user.
  const sandboxed = process.getuid?.() !== 0;
  try {
    return await start(sandboxed).catch((error: Error) => {
      if (isChromium && sandboxed && /sandbox/i.test(error.message)) return start(false);
      throw error;
    });
  } catch (error) {
    throw failure(2, 'browser-not-started', { browser: executablePath, reason: reasonOf(error as Error) });
  }
}

function reasonOf({ message }: Error): string {
  const described = /\[err\] (.*)/.exec(message)?.[1];
  return described ?? message.split('\n')[0] ?? message;
}

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  exists: (filePath: string) => boolean;
}

/** Chromium without windows needs half of the CPU time, because it does not draw tabs and buttons. */
const SHELLS = ['chrome-headless-shell', 'chromium-headless-shell'];
const LINUX_NAMES = [
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
  ...['microsoft-edge-stable', 'microsoft-edge', 'msedge'],
];
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/microsoft/msedge'];
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_FILES = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, exists: existsSync };
}

/**
 * Returns the browser in `CHROME_PATH`, or an installed one: a headless shell, Chromium, Chrome or Edge. Throws a
 * DiagnosticError with exit code 2.
 *
 * @param playwrights path of Playwright's Chromium, which may not be installed
 */
export function findBrowser(machine: Machine, playwrights: string): string {
  const { env, exists } = machine;
  const named = env.CHROME_PATH;
  if (named && !exists(named)) throw failure(2, 'no-browser', { case: 'path', named });
  const installed = [...shells(machine, playwrights), ...usualPlaces(machine), playwrights];
  const found = named || installed.find((file) => exists(file));
  if (!found) throw failure(2, 'no-browser', { case: 'chromium' });
  return found;
}

function shells({ platform, env }: Machine, playwrights: string): string[] {
  const { join, delimiter } = platform === 'win32' ? path.win32 : path.posix;
  const extension = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  // Playwright has no function that returns the path of its headless shell.
  const ofPlaywright = playwrights.replace(
    /chromium-(\d+)([\\/])chrome-([^\\/]+)[\\/].+$/,
    `chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell${extension}`,
  );
  return [...folders.flatMap((folder) => SHELLS.map((name) => join(folder, name + extension))), ofPlaywright];
}

function usualPlaces({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return WINDOWS_FILES.flatMap((file) => roots.map((root) => path.win32.join(root, file)));
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env.HOME ? [`${env.HOME}/Applications`] : [])];
    return MAC_NAMES.flatMap((name) => roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`));
  }
  const folders = [...(env.PATH ?? '').split(':').filter(Boolean), ...LINUX_FOLDERS];
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
}
