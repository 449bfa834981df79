import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchEngine } from '../../src/runtime/search/engine.ts';
import type { SearchResult } from '../../src/runtime/search/protocol.ts';
import { buildOwnSite } from '../helpers/built-once.ts';
import { createRandom } from '../helpers/random.ts';
import { engineOfSite } from '../helpers/search-questions.ts';
import { openOwnSite } from '../helpers/sites.ts';

describe('a search for any word of a page', () => {
  /** Words and phrases to search for on each page. `npm run test:soak` searches for the larger numbers. */
  const [wordCount, phraseCount] = process.env.WORDS === 'all' ? [50, 20] : [15, 8];
  /** Visible text of every page by route, without what the shell adds to it. */
  const texts = new Map<string, string>();
  const plainWords = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const pieces = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const routesOf = (result: SearchResult): string[] => [
    ...new Set(result.groups.flatMap(({ hints }) => hints.map(({ link }) => link.replace(/[?#].*/, '')))),
  ];
  let engine: SearchEngine;
  const pagesWith = new Map<string, number>();

  beforeAll(async () => {
    const own = await openOwnSite();
    engine = await engineOfSite(await buildOwnSite());
    const { page } = await own.open('/', { javaScriptEnabled: false });
    for (const route of own.routes.filter((route) => !/^\/(?:~|no\/)/.test(route))) {
      await page.goto(own.url + route);
      const [text, members] = await page.locator('main').evaluate((main: HTMLElement) => {
        // Members of objects are found too, although they are folded. Rows without an id repeat those of another page.
        const folded = [...main.querySelectorAll('.api-more td')].map((cell) => cell.textContent).join(' ');
        for (const element of main.querySelectorAll(
          '.content-footer, .steps-controls, .steps-edited, .keyboard-table :is(caption, thead, td:first-child), [data-steps] > summary, .code-language, .demo-actions, .demo-code, .demo-window, .back-to-top, .api-more, .api-tools, .api-required, .api-table > tbody > tr:not([id]), .api :is(summary, th, [data-message])',
        ))
          element.remove();
        return [main.innerText, folded] as const;
      });
      texts.set(route, text);
      for (const piece of new Set(pieces(`${text} ${members}`))) pagesWith.set(piece, (pagesWith.get(piece) ?? 0) + 1);
    }
  });

  it('finds the page, among the first five hits if the word is on few pages', async () => {
    expect(texts.size).toBe(28);
    const random = createRandom(7);
    const lost: string[] = [];
    let rare = 0;
    for (const [route, text] of texts) {
      const words = plainWords(text);
      for (let count = 0; count < wordCount; count++) {
        const word = words[Math.floor(random() * words.length)] ?? '';
        const found = routesOf(await engine.search(word, { limit: 8 }));
        // The API may match too, with a name that begins with the word.
        const isRare = Math.min(...pieces(word).map((piece) => pagesWith.get(piece) ?? 0)) < 5;
        if (isRare) rare++;
        if (!(isRare ? found.slice(0, 5) : found).includes(route)) lost.push(`${route}: ${word}`);
      }
    }
    expect(lost).toEqual([]);
    expect(rare).toBeGreaterThan(wordCount * 6);
  });

  it('finds the page among the first five hits by three words of a line that is on few pages', async () => {
    const random = createRandom(8);
    const plainTexts = [...texts.values()].map((text) => plainWords(text).join(' '));
    const lost: string[] = [];
    let searched = 0;
    for (const [route, text] of texts) {
      const lines = text
        .split('\n')
        .map(plainWords)
        .filter(({ length }) => length >= 3);
      for (let count = 0; count < phraseCount; count++) {
        const line = lines[Math.floor(random() * lines.length)] ?? [];
        const start = Math.floor(random() * (line.length - 2));
        const phrase = line.slice(start, start + 3).join(' ');
        if (plainTexts.filter((other) => other.includes(phrase)).length > 5) continue;
        searched++;
        if (
          !routesOf(await engine.search(phrase, { limit: 8 }))
            .slice(0, 5)
            .includes(route)
        )
          lost.push(`${route}: ${phrase}`);
      }
    }
    expect(lost).toEqual([]);
    expect(searched).toBeGreaterThan(phraseCount * 15);
  });
});
