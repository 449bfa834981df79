import { randomUUID } from 'node:crypto';
import { createTermPacker } from '../../search/term-scanner.ts';
import type { Entry } from './page-entry.ts';

/** What is kept of the pages of a site between builds. */
export interface KeptPages {
  format: number;
  /** What is kept of few of them since names it; none where nothing is kept. */
  id: string;
  /** In the order of their numbers. */
  terms: string[];
  /** By source path, the newest first. */
  pages: Map<string, Entry[]>;
  /** Titles in the sidebars of the newest, by the digest of the sidebar. */
  sidebars: Map<string, Map<string, string>>;
}

/** What is kept of few pages, beside that of all: an edit of one page does not write those of all others again. */
export interface RecentPages extends Pick<KeptPages, 'pages' | 'sidebars'> {
  /** Of the {@link KeptPages} that it goes with. */
  of: string;
  /** They have numbers beyond those of all pages. */
  terms: string[];
}

/** Both together, as they were read. */
export interface KnownPages extends Omit<KeptPages, 'format'> {
  /** How many of the terms are kept with all pages. */
  ownTerms: number;
  /** Source paths of those that are kept apart. */
  recent: ReadonlySet<string>;
}

/** Raised when an entry changes its shape; whatever else changes is in the key as the tool. */
const FORMAT = 2;
/** Entries of a page: as many branches find theirs again. */
const MOST_ENTRIES = 4;
/** Builds that wrote all entries, after which one that was of no use goes: its page may be gone for ever. */
const MOST_BUILDS = 30;

/** Of so many pages one may be kept apart. */
const RECENT_SHARE = 8;

/** What was read, or nothing where it is not of this shape; what is recent where it goes with it. */
export function knownPagesOf(read: { all: unknown; recent: unknown }): KnownPages {
  const all = read.all as KeptPages | undefined;
  if (all?.format !== FORMAT)
    return { id: '', terms: [], pages: new Map(), sidebars: new Map(), ownTerms: 0, recent: new Set() };
  const ownTerms = all.terms.length;
  const recent = read.recent as RecentPages | undefined;
  if (recent?.of !== all.id) return { ...all, ownTerms, recent: new Set() };
  return {
    id: all.id,
    terms: [...all.terms, ...recent.terms],
    pages: new Map([...all.pages, ...recent.pages]),
    sidebars: recent.sidebars,
    ownTerms,
    recent: new Set(recent.pages.keys()),
  };
}

/** What a build knows of its pages when it is done. */
export interface NewestPages {
  /** What was taken or made, by source path. */
  fresh: ReadonlyMap<string, Entry>;
  /** Digest of the sidebar of each of them. */
  sidebarOf: (sourcePath: string) => string | undefined;
  sidebars: KeptPages['sidebars'];
  /** Of the files in the new site, by output path. */
  hashes: ReadonlyMap<string, string>;
  /** Of the build, in the order of their numbers. */
  terms: string[];
}

/**
 * What the next build is given: the newest entries, and a few of those before. Where few pages have others than the last build
 * gave, these alone.
 */
export function nextKeptPages(known: KnownPages, newest: NewestPages): { all: KeptPages } | { recent: RecentPages } {
  const { fresh, sidebarOf, sidebars } = newest;
  const isOther = ([sourcePath, entry]: [string, Entry]): boolean => {
    const before = known.pages.get(sourcePath)?.[0];
    return before !== entry || before.sidebar !== sidebarOf(sourcePath);
  };
  const others = new Set([...fresh].filter(isOther).map(([sourcePath]) => sourcePath));
  const recent = new Set([...known.recent, ...others]);
  if (known.id === '' || recent.size > known.pages.size / RECENT_SHARE) {
    const { terms, entriesOf } = createNext(known, newest, []);
    const pages = pagesOf(new Set([...fresh.keys(), ...known.pages.keys()]), entriesOf);
    return { all: { format: FORMAT, id: randomUUID(), terms, pages, sidebars } };
  }
  // With the numbers that they have.
  const { terms, entriesOf } = createNext(known, newest, known.terms);
  const pages = pagesOf(recent, (page) => (others.has(page) ? entriesOf(page) : (known.pages.get(page) ?? [])));
  return { recent: { of: known.id, terms: terms.slice(known.ownTerms), pages, sidebars } };
}

function pagesOf(sourcePaths: Iterable<string>, entriesOf: (sourcePath: string) => Entry[]): KeptPages['pages'] {
  const pages: KeptPages['pages'] = new Map();
  for (const sourcePath of sourcePaths) {
    const entries = entriesOf(sourcePath);
    if (entries.length > 0) pages.set(sourcePath, entries);
  }
  return pages;
}

/** The next entries of each page, and the terms that their numbers are of: those that are given, and what comes to them. */
function createNext(known: KnownPages, { fresh, sidebarOf, hashes, terms }: NewestPages, numbered: string[]) {
  const packer = createTermPacker(numbered);
  const packed = (entry: Entry, own: string[]): Entry => {
    const { search } = entry;
    return search ? { ...entry, search: { ...search, terms: packer.pack(search.terms, own) } } : entry;
  };
  /** The newest of a page, unless something else has taken the place of one of its files. */
  const firstOf = (sourcePath: string, entry: Entry, isOld: boolean): Entry | undefined => {
    const own = { ...entry, sidebar: sidebarOf(sourcePath) };
    const first = isOld ? { ...own, age: 0 } : withHashes(own, hashes);
    return first && packed(first, isOld ? known.terms : terms);
  };
  const entriesOf = (sourcePath: string): Entry[] => {
    const old = known.pages.get(sourcePath) ?? [];
    const entry = fresh.get(sourcePath);
    const first = entry && firstOf(sourcePath, entry, old.includes(entry));
    const others = old
      .filter((other) => other !== entry && (other.age ?? 0) < MOST_BUILDS)
      .map((other) => packed({ ...other, age: (other.age ?? 0) + 1 }, known.terms));
    return [...(first ? [first] : []), ...others].slice(0, MOST_ENTRIES);
  };
  return { terms: packer.terms, entriesOf };
}

/** Undefined when something else has taken the place of one of its files. */
function withHashes(entry: Entry, hashes: ReadonlyMap<string, string>): Entry | undefined {
  const files = entry.files.map(([path, bytes]): Entry['files'][number] => [path, bytes, hashes.get(path) ?? '']);
  return files.every(([, , hash]) => hash !== '') ? { ...entry, files } : undefined;
}
