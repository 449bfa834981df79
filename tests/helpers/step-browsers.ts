import { chromium } from 'playwright-core';
import * as puppeteer from 'puppeteer-core';
import { createChromiumPages } from '../../src/node/tools/check/browsers/chromium-pages.ts';
import { startFirefox } from '../../src/node/tools/check/browsers/firefox-pages.ts';
import type { StepBrowser } from '../../src/node/tools/check/browsers/step-page.ts';
import { chromiumOptions } from './browser-setup.ts';
import { findEngines } from './engines/find-engines.ts';

/** Starts a browser as steps use it. */
export async function startStepBrowser(name: StepBrowser['name']): Promise<StepBrowser> {
  if (name === 'chromium') return createChromiumPages(await chromium.launch(await chromiumOptions({ isWhole: true })));
  return await startFirefox({ executablePath: findEngines().firefox?.browser ?? '', puppeteer });
}
