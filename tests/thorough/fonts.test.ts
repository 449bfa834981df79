import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestBuild } from '../helpers/build-site.ts';
import { type OpenSite, openSite, whileNothingHappens } from '../helpers/pages.ts';

const PAGES = {
  'docs/index.md': '# Home\n\nText.\n',
  'docs/letters.md': '# Letters\n\nCafé.\n',
  'docs/code.md': '# Code\n\nText with `code`.\n',
  'docs/block.md': '# Block\n\n```ts\nconst a = 1;\n```\n',
  'docs/index.zh-CN.md': '# 首页\n\n文字。\n',
};
const LOCALES = "locales: [{ id: 'en-US', name: 'English' }, { id: 'zh-CN', name: '中文' }]";

let built: TestBuild;
let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({ ...PAGES, 'cascader-docs.config.ts': `export default { ${LOCALES} };\n` });
  built = await fixture.build({ cache: false });
  expect(built.text).toBe('');
  site = await openSite({ root: fixture.root });
});

const fontsOf = ({ files }: TestBuild): string[] => files.filter((file) => file.endsWith('.woff2'));
const loaded = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  );

describe('the default fonts', () => {
  it.each([
    ['/', ['Geist']],
    ['/letters', ['Geist', 'Geist']],
    ['/code', ['Geist', 'Geist Mono']],
    ['/block', ['Geist', 'Geist Mono']],
  ])('of %s are those that its text needs', async (route, expected) => {
    const { page, messages } = await site.open(route, { beside: false });
    await expect.poll(() => loaded(page)).toEqual(expect.arrayContaining(expected));
    await whileNothingHappens(page);
    expect((await loaded(page)).filter((family) => !family.endsWith(' Fallback'))).toEqual(expected);
    expect(await page.locator('link[rel="preload"][as="font"]').count()).toBe(expected.length);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Geist, "Geist Fallback", /);
    expect(messages).toEqual([]);
  });

  it('have fallback fonts of the same size, so that nothing moves when they load', async () => {
    const { page } = await site.open('/block', { beside: false });
    await expect.poll(() => loaded(page)).toEqual(expect.arrayContaining(['Geist', 'Geist Mono']));
    const sizes = await page.evaluate(async () => {
      const text = 'const answer = 42; '.repeat(5);
      const sizeIn = async (family: string): Promise<number[] | undefined> => {
        // Without the local font of the fallback, a system uses its own fonts.
        const [face] = await document.fonts.load(`100px "${family}"`).catch(() => []);
        if (face?.status !== 'loaded') return undefined;
        const line = document.createElement('span');
        line.style.cssText = `position: absolute; white-space: pre; font: 100px/normal "${family}"`;
        line.textContent = text;
        document.body.append(line);
        const { width, height } = line.getBoundingClientRect();
        line.remove();
        return [width, height];
      };
      const pairs = ['Geist', 'Geist Mono'].map(async (name) => [await sizeIn(name), await sizeIn(`${name} Fallback`)]);
      return await Promise.all(pairs);
    });
    expect(sizes).toHaveLength(2);
    for (const [size = [], fallback = size] of sizes)
      for (const [index, pixels] of size.entries())
        expect(Math.abs((fallback[index] ?? 0) / pixels - 1)).toBeLessThan(0.02);
  });

  it('have each character of English text, and the letters of Latin-1', async () => {
    const { page } = await site.open('/', { beside: false });
    const found = await page.evaluate(async () => {
      const sources = [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .flatMap((rule) => (rule instanceof CSSFontFaceRule ? [rule.style.getPropertyValue('src')] : []))
        .flatMap((source) => /[\w-]+\.woff2/.exec(source) ?? []);
      // A character that the font lacks is as wide as in the font behind it.
      const context = document.createElement('canvas').getContext('2d');
      const widthBefore = (character: string, other: string): number | undefined => {
        if (context) context.font = `600 100px Probe, ${other}`;
        return context?.measureText(character).width;
      };
      const letters = Array.from({ length: 0x100 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
      const texts: string[] = [];
      for (const source of sources) {
        const face = await new FontFace('Probe', `url(/assets/${source})`).load();
        document.fonts.add(face);
        const has = (letter: string): boolean => widthBefore(letter, 'monospace') === widthBefore(letter, 'serif');
        texts.push([...letters, '–', '—', '‘', '’', '“', '”', '…'].filter(has).join(''));
        document.fonts.delete(face);
      }
      return texts;
    });
    const english = expect.stringMatching(
      /^ !"#.*0123456789.*ABCDEFGHIJKLMNOPQRSTUVWXYZ.*abcdefghijklmnopqrstuvwxyz.*~.*–—‘’“”…$/,
    );
    const others = expect.stringMatching(/ÀÁÂ.*ÕÖØ.*ö÷øùúûüýþÿ/);
    expect(found).toEqual([english, others, english, others]);
  });

  it('are not preloaded by a page in another script', async () => {
    expect(await built.read('zh-CN/index.html')).not.toContain('as="font"');
  });

  it('have at most 25 KB for a page in English', async () => {
    expect(fontsOf(built)).toHaveLength(4);
    const { page } = await site.open('/code', { beside: false });
    const sizes = await page.evaluate(
      async (files) =>
        await Promise.all(files.map(async (file) => (await (await fetch(`/${file}`)).arrayBuffer()).byteLength)),
      fontsOf(built).filter((file) => !file.includes('letters')),
    );
    expect(sizes).toHaveLength(2);
    expect(sizes[0] ?? 0).toBeGreaterThan(8_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(25_000);
  });

  it.each([
    ['font: false', { 'cascader-docs.config.ts': 'export default { themeConfig: { font: false } };\n' }],
    ['a configuration of dumi', { '.dumirc.ts': "export default { themeConfig: { name: 'A' } };\n" }],
  ])('are left out by %s', async (_, config) => {
    const other = await buildSite({ 'docs/index.md': '# Home\n\n`code`\n', ...config });
    expect(fontsOf(other)).toEqual([]);
    const sheets = other.files.filter((file) => file.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets) expect(await other.read(sheet)).not.toContain('@font-face');
  });
});
