// Takes screenshots of the same kinds of page of several built sites, under random letters.
//   TOOLS=. node tests/bench/looks.mjs sites.json OUT
// sites.json: [{ "name", "dir", "hide": "selector of the logo", "search": "selector of the button", "pages": { "guide":
//   "/guide/styling", "search": "/guide/styling" } }]. The page `search` has its dialog open, with SEARCH typed into it.
// Writes OUT/<kind>-<width>-<scheme>-<letter>.png, and which letter is which site to OUT/key.json. Read it afterwards.
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CHROME, FLAGS, serve, sleep, tools } from './lib.mjs';

const [list, out] = process.argv.slice(2);
const sites = JSON.parse(fs.readFileSync(list, 'utf8'));
const { chromium } = tools('playwright-core');
fs.mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });
const key = {};

function shuffle(items) {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

async function take(site, kind, { width, colorScheme, file }) {
  const phone = width < 500;
  const viewport = { width, height: phone ? 844 : 900 };
  const page = await browser.newPage({ viewport, colorScheme, hasTouch: phone, isMobile: phone });
  await page.goto(`http://127.0.0.1:${site.port}${site.pages[kind]}`);
  // Fonts with `font-display: optional` are used from the second view on.
  await page.reload();
  await sleep(700);
  if (kind === 'search') {
    await page.locator(site.search).first().click();
    await sleep(900);
    await page.keyboard.type(process.env.SEARCH ?? 'search', { delay: 60 });
    await sleep(1800);
  }
  if (site.hide) await page.addStyleTag({ content: `${site.hide} { opacity: 0 !important; }` });
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    console.log(`${file} scrolls sideways`);
  await page.screenshot({ path: path.join(out, file) });
  await page.close();
}

for (const site of sites) site.port = (await serve(site.dir)).port;
for (const kind of new Set(sites.flatMap((site) => Object.keys(site.pages))))
  for (const width of [1280, 1440, 390])
    for (const colorScheme of ['light', 'dark'])
      for (const [index, site] of shuffle(sites.filter(({ pages }) => pages[kind])).entries()) {
        const file = `${kind}-${width}-${colorScheme}-${'ABCDEFGH'[index]}.png`;
        key[file] = site.name;
        await take(site, kind, { width, colorScheme, file });
      }
fs.writeFileSync(path.join(out, 'key.json'), JSON.stringify(key, null, 2));
await browser.close();
process.exit(0);
