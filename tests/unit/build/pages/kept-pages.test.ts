import { describe, expect, it } from 'vitest';
import { type KnownPages, knownPagesOf, nextKeptPages } from '../../../../src/node/build/pages/kept-pages.ts';
import type { Entry } from '../../../../src/node/build/pages/page-entry.ts';

const PAGES = Array.from({ length: 20 }, (_, index) => `p${index}.md`);

/** What is on the disk after a build. */
interface Disk {
  all: unknown;
  recent: unknown;
}

/** An entry of which search knows words, by the terms of the build. */
function entryOf(words: string[], terms: string[]): Entry {
  const numberOf = (word: string): number => {
    const known = terms.indexOf(word);
    return known === -1 ? terms.push(word) - 1 : known;
  };
  const texts = Uint32Array.from(words, numberOf);
  const none = new Uint32Array();
  // Of the key, nothing is looked at here.
  const rest = { key: {} as Entry['key'], parts: [], files: [] as Entry['files'], sidebar: 'sidebar' };
  return { ...rest, search: { text: words.join(' '), terms: { titles: none, headings: none, texts } } };
}

/** A build in which some pages are made of other words, and the others are taken. */
function build(disk: Disk, words: Record<string, string[]>, sidebar = 'sidebar'): Disk {
  const known = knownPagesOf(disk);
  const terms: string[] = [];
  const entry = (page: string): Entry => {
    const own = words[page];
    return own ? entryOf(own, terms) : (known.pages.get(page)?.[0] as Entry);
  };
  const next = nextKeptPages(known, {
    fresh: new Map(PAGES.map((page) => [page, entry(page)])),
    sidebarOf: () => sidebar,
    sidebars: new Map([[sidebar, new Map()]]),
    hashes: new Map(),
    terms,
  });
  return 'all' in next ? { all: next.all, recent: undefined } : { ...disk, recent: next.recent };
}

/** Words of the newest entry of each page. */
function wordsOf(known: KnownPages): Record<string, string[]> {
  const newest = ([page, [entry]]: [string, Entry[]]): [string, string[]] => {
    const { texts } = entry?.search?.terms ?? { texts: [] };
    expect(entry?.search?.text).toBe(Array.from(texts, (number) => known.terms[number]).join(' '));
    return [page, Array.from(texts, (number) => known.terms[number] as string)];
  };
  return Object.fromEntries([...known.pages].map(newest));
}

const first = Object.fromEntries(PAGES.map((page, index) => [page, ['all', `word${index}`]]));
const NOTHING: Disk = { all: undefined, recent: undefined };

describe('what is kept of pages', () => {
  it('is written of few alone, with the numbers that terms have', () => {
    const base = build(NOTHING, first);
    const one = build(base, { 'p3.md': ['new', 'all'] });
    expect(one.all).toBe(base.all);
    expect(one.recent).toMatchObject({ terms: ['new'] });
    const two = build(one, { 'p4.md': ['other', 'new', 'word3'] });
    expect(two.all).toBe(base.all);
    const known = knownPagesOf(two);
    expect([...known.recent]).toEqual(['p3.md', 'p4.md']);
    expect(wordsOf(known)).toEqual({ ...first, 'p3.md': ['new', 'all'], 'p4.md': ['other', 'new', 'word3'] });
    // Those before stay: another branch has them.
    expect(known.pages.get('p3.md')?.[1]?.search?.text).toBe('all word3');
  });

  it('is written of all when few have become many, and when all show another sidebar', () => {
    const base = build(NOTHING, first);
    const few = build(build(base, { 'p0.md': ['a'] }), { 'p1.md': ['b'] });
    expect(few.recent).toBeDefined();
    const many = build(few, { 'p2.md': ['c'] });
    expect(many.recent).toBeUndefined();
    expect(wordsOf(knownPagesOf(many))).toEqual({ ...first, 'p0.md': ['a'], 'p1.md': ['b'], 'p2.md': ['c'] });
    expect(build(base, {}, 'another').recent).toBeUndefined();
  });

  it('is nothing of the few, when they go with what another build has written', () => {
    const base = build(NOTHING, first);
    const one = build(base, { 'p3.md': ['new'] });
    const other = build(NOTHING, first);
    expect(wordsOf(knownPagesOf({ all: other.all, recent: one.recent }))).toEqual(first);
    expect(knownPagesOf({ all: undefined, recent: one.recent }).pages.size).toBe(0);
  });
});
