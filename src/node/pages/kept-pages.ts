import { createTermPacker } from '../search/term-scanner.ts';
import type { Entry } from './page-entry.ts';

/** What is kept of the pages of a site between builds. */
export interface KeptPages {
  format: number;
  /** In the order of their numbers. */
  terms: string[];
  /** By source path, the newest first. */
  pages: Map<string, Entry[]>;
  /** Titles in the sidebars of the newest, by the digest of the sidebar. */
  sidebars: Map<string, Map<string, string>>;
}

/** Raised when an entry changes its shape; whatever else changes is in the key as the tool. */
const FORMAT = 1;
/** Entries of a page: as many branches find theirs again. */
const MOST_ENTRIES = 4;
/** Builds after which an entry that was of no use goes: its page may be gone for ever. */
const MOST_BUILDS = 30;

/** What was read, or nothing where it is not of this shape. */
export function keptPagesOf(read: unknown): KeptPages {
  const kept = read as KeptPages | undefined;
  return kept?.format === FORMAT ? kept : { format: FORMAT, terms: [], pages: new Map(), sidebars: new Map() };
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

/** What the next build is given: the newest entries, and a few of those before. */
export function nextKeptPages(known: KeptPages, newest: NewestPages): KeptPages {
  const { fresh, sidebarOf, sidebars, hashes, terms } = newest;
  const packer = createTermPacker();
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
  const pages: KeptPages['pages'] = new Map();
  for (const sourcePath of new Set([...fresh.keys(), ...known.pages.keys()])) {
    const entries = entriesOf(sourcePath);
    if (entries.length > 0) pages.set(sourcePath, entries);
  }
  return { format: FORMAT, terms: packer.terms, pages, sidebars };
}

/** Undefined when something else has taken the place of one of its files. */
function withHashes(entry: Entry, hashes: ReadonlyMap<string, string>): Entry | undefined {
  const files = entry.files.map(([path, bytes]): Entry['files'][number] => [path, bytes, hashes.get(path) ?? '']);
  return files.every(([, , hash]) => hash !== '') ? { ...entry, files } : undefined;
}
