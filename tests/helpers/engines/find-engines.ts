import fs from 'node:fs';
import { globSync } from 'tinyglobby';

/** Engines to test, and the Debian packages that contain them. */
export const PACKAGES = {
  chromium: 'chromium',
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb',
} as const;

export type EngineName = keyof typeof PACKAGES;

/** Paths of the programs of an engine, by purpose. */
export type Programs = Record<string, string>;

const PROGRAMS: Record<Exclude<EngineName, 'chromium'>, Record<string, string[]>> = {
  firefox: {
    browser: [
      process.env.FIREFOX_PATH ?? '',
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
  },
  webkit: {
    driver: ['/usr/bin/WebKitWebDriver'],
    browser: ['/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/libexec/webkit2gtk-4.*/MiniBrowser'],
    display: ['/usr/bin/Xvfb'],
  },
};

/** Finds the programs of each installed engine. Chromium is always found, because an npm package contains it. */
export function findEngines(): Partial<Record<EngineName, Programs>> {
  const found: Partial<Record<EngineName, Programs>> = { chromium: {} };
  for (const name of ['firefox', 'webkit'] as const) {
    const programs = Object.entries(PROGRAMS[name]).map(([use, places]) => [use, findFile(places)]);
    if (programs.every(([, file]) => file)) found[name] = Object.fromEntries(programs);
  }
  return found;
}

function findFile(places: string[]): string | undefined {
  return places
    .filter(Boolean)
    .flatMap((place) => (place.includes('*') ? globSync(place, { absolute: true }) : place))
    .find((file) => fs.existsSync(file));
}
