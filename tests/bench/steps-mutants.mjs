// steps-mutants.mjs [--demo NAME]… [--count 20] [--seed 1] [--screenshots] [--component] [--browser PATH]
//   — what the checks of demos detect: mutants of the demos of this repository's site, or of the component. Writes the results to
//   steps-mutants.md. Run `npm run build` before it. See steps-mutants.md for what is measured.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { measureComponent } from './steps-mutants/component.mjs';
import { measureDemos } from './steps-mutants/demos.mjs';
import { copySite, ROOT } from './steps-mutants/project.mjs';
import { printComponent, printDemos, replaceSection } from './steps-mutants/tables.mjs';

const { values: options } = parseArgs({
  options: {
    demo: { type: 'string', multiple: true },
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    screenshots: { type: 'boolean', default: false },
    component: { type: 'boolean', default: false },
    browser: { type: 'string', default: process.env.CHROME_PATH },
  },
});
const folder = path.join(ROOT, 'tests/.tmp/steps-mutants', options.component ? 'component' : 'demos');
fs.mkdirSync(folder, { recursive: true });
copySite(folder);
const browser = await chromium.launch({ executablePath: options.browser, args: ['--no-sandbox'] });
const settings = { ...options, folder, browser, count: Number(options.count), seed: Number(options.seed) };
try {
  const file = path.join(import.meta.dirname, 'steps-mutants.md');
  if (options.component) replaceSection(file, 'Component', printComponent(await measureComponent(settings), settings));
  else replaceSection(file, 'Demos', printDemos(await measureDemos(settings), settings));
} finally {
  await browser.close();
}
