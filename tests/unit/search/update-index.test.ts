import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/node/base/hash.ts';
import { createIndexFiles, type IndexFilesInput } from '../../../src/node/search/create-search-index.ts';
import type { StoredIndex } from '../../../src/node/search/large-index.ts';
import type { SearchEntry } from '../../../src/shared/entities.ts';
import { packEntry } from '../../../src/shared/search/index-file.ts';
import { createRandom } from '../../helpers/random.ts';

const BASE: Omit<IndexFilesInput, 'pages'> = { base: '/', groupOrder: 'nav', nav: [], small: 0 };

/** An index with its files. */
interface Known {
  index: StoredIndex | undefined;
  files: Map<string, string>;
}

/** Creates the files of an index, with those of the last one if there is one. */
function createFiles(texts: string[][], last?: Known) {
  const pages = texts.map(([key = '', title = '', heading = '', ...paragraphs]) => {
    const sections = [{ rawTitle: heading, title: `${title} - ${heading}`, link: `${key}#a`, paragraphs }];
    const entry: SearchEntry = { title, link: key, navOrder: 0, sections, demos: [] };
    const text = JSON.stringify(packEntry(entry, []));
    return { key, text, hash: hashOf(text) };
  });
  const files = new Map<string, string>();
  let reused = 0;
  const known = last?.index && {
    index: last.index,
    read(name: string): string {
      const text = last.files.get(name);
      if (text === undefined) throw new Error(`${name} is missing`);
      return text;
    },
    reuse(names: [string, unknown][]): boolean {
      if (!names.every(([name]) => last.files.has(name))) return false;
      for (const [name] of names) files.set(name, last.files.get(name) as string);
      reused = names.length;
      return true;
    },
  };
  const index = createIndexFiles({ ...BASE, pages, last: known }, (name, text) => files.set(name, text));
  return { index, files, reused };
}

const sorted = (files: Map<string, string>) => [...files].sort(([a], [b]) => (a < b ? -1 : 1));

/** Pages of random words, few of which are frequent. */
function createPages(random: () => number, count: number): string[][] {
  const word = () => `w${Math.floor(random() ** 3 * 9000).toString(36)}`;
  const words = (length: number) => Array.from({ length }, word).join(' ');
  return Array.from({ length: count }, (_, number) => [`/page-${number}`, words(2), words(2), words(40)]);
}

describe('the index after edits', () => {
  it.each([1, 2])('has the same files as one that is created from all pages (%i)', (seed) => {
    const random = createRandom(seed);
    const pages = createPages(random, 250);
    const pick = (length: number): number => Math.floor(random() * length);
    let last: Known = createFiles(pages);
    for (let round = 0; round < 8; round++) {
      for (let count = pick(4); count > 0; count--) {
        const page = pages[pick(pages.length)] as string[];
        const field = 1 + pick(3);
        const old = (page[field] as string).split(' ');
        const added = random() < 0.5 ? [`w${pick(9000).toString(36)}`] : [`${'aåz𝒜'.charAt(pick(5))}x${round}`];
        page[field] = [...old.slice(pick(3)), ...added].join(' ');
      }
      const updated = createFiles(pages, last);
      const { index, files } = createFiles(pages);
      expect(sorted(updated.files)).toEqual(sorted(files));
      expect(updated.index).toEqual(index);
      expect(updated.reused).toBeGreaterThan(0);
      last = updated;
    }
  });

  it('is created from all pages if their order has changed, or if a file was lost', () => {
    const pages = createPages(createRandom(4), 100);
    const last = createFiles(pages);
    expect(createFiles(pages, last).reused).toBe(last.files.size - 1);
    (pages[50] as string[])[3] = 'other words';
    const lost = new Map([...last.files].slice(1));
    const broken = createFiles(pages, { ...last, files: lost });
    expect(broken.reused).toBe(0);
    expect(sorted(broken.files)).toEqual(sorted(createFiles(pages).files));
    pages.reverse();
    const moved = createFiles(pages, last);
    expect(moved.reused).toBe(0);
    expect(sorted(moved.files)).toEqual(sorted(createFiles(pages).files));
  });
});
