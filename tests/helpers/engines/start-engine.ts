import { startChromium } from './chromium.ts';
import { createPage, type Driver, type EnginePage } from './engine.ts';
import { type EngineName, findEngines, type Programs } from './find-engines.ts';
import { startFirefox } from './firefox.ts';
import { startWebkit } from './webkit.ts';

const START: Record<EngineName, (programs: Programs) => Promise<Driver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebkit,
};

/** A running engine. */
export interface Engine {
  version: string;
  /** Opens an address in a page of 1280 × 900 pixels with empty storage. In WebKit, only one page can be open. */
  open(url: string): Promise<EnginePage>;
  close(): Promise<void>;
}

/** Starts an installed engine. */
export async function startEngine(name: EngineName): Promise<Engine> {
  const programs = findEngines()[name];
  if (!programs) throw new Error(`${name} is not on this machine`);
  const driver = await START[name](programs);
  return { ...driver, open: async (url) => createPage(await driver.open(url)) };
}
