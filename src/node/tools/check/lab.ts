import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { packageDir } from '../../base/package-dir.ts';
import type { PipelineResult } from '../../build/pipeline.ts';
import type { Site } from '../../project/config/types.ts';
import { cacheFolder } from '../../store/entry-files.ts';
import { type BrowserTabs, createBrowserTabs } from './browser-tabs.ts';
import type { ExportTrial } from './check-export.ts';
import { findBrowser, thisMachine } from './find-browser.ts';
import { importDriver, readAxe } from './import-peer.ts';
import { launchBrowser } from './launch-browser.ts';
import { serve, servedOutputs } from './serve.ts';

/** Packages of the project that a check needs. They are searched before the build, because no check is possible without them. */
export interface Tools {
  startBrowser(): Promise<Browser>;
  /** Script of axe-core. */
  axe: string;
}

/** Environment of a check: a browser, and local servers for the site and the exported projects. */
export interface Lab {
  tabs: BrowserTabs;
  axe: string;
  /** Address of the site; ends with its base. */
  url: string;
  trial: ExportTrial;
  /** Closes everything and removes the written files. */
  close(): Promise<void>;
}

/**
 * Returns the folder for reports and exported projects. It is below the package's folder, so that exported projects resolve packages as
 * the project does.
 */
export function checkFolder(site: Site): string {
  return cacheFolder(site.packageJson.dir);
}

/**
 * Finds playwright-core, axe-core and a browser.
 *
 * @param connect address of a running browser; default: an installed browser is started
 * @throws DiagnosticError with exit code 2 that names what is missing
 */
export async function findTools(site: Site, connect?: string): Promise<Tools> {
  const folders = [site.root, site.packageJson.dir, packageDir];
  const { chromium } = await importDriver(folders);
  const axe = await readAxe(folders);
  if (connect !== undefined) return { axe, startBrowser: () => chromium.connect(connect) };
  const executablePath = findBrowser(thisMachine(), [chromium.executablePath()]);
  return { axe, startBrowser: () => launchBrowser(chromium, executablePath) };
}

/** Serves a site and starts the browser. */
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
    cleanups.push(() => browser.close());
    const timeout = site.config.demoTimeout;
    const tabs = createBrowserTabs(browser);
    return { tabs, axe, url: pages.url, trial: { site, tabs, folder, files, url: exports.url, timeout }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
