/** What is said between the machines that build one site. */

import type { SourcePage } from '../../content/types.ts';
import type { PageAddress } from '../../markdown/page-index.ts';
import type { CompiledPage, PlainPage } from '../../markdown/types.ts';
import type { SiteOverrides } from '../../project/config/types.ts';
import type { SiteFacts } from '../../render/render-page.ts';
import type { FallbackPlace, PageContents, PagePlace } from '../../render/types.ts';

/** What the pages of a shard share: the first line of its data. A line for each page follows, and one for each sidebar before them. */
export interface ShardFacts {
  /** The tool, its renderer, the configuration: a machine with others would make other pages. */
  maker: string;
  /** Options that win over the configuration file, all but the output folder. */
  overrides: { [Name in Exclude<keyof SiteOverrides, 'outDir'>]-?: SiteOverrides[Name] | undefined };
  facts: Omit<SiteFacts, 'site'>;
  /** The list of all pages as JSON, if the theme imports it. */
  allPages?: string;
}

/** A sidebar; pages name it by its number, from 0 on. */
export interface ShardSidebar {
  sidebar: PagePlace['sidebar'];
}

/** A page as its shard gets it. */
export interface ShardPage {
  /** Its texts are read where it is made, and must have the hashes in `sources`. */
  page: PlannedPage;
  /** Hashes of the texts of the page and its tabs. */
  sources: string[];
  place: ByNumber<Omit<PagePlace, 'fallbacks'>> & { fallbacks?: ByNumber<FallbackPlace>[] };
  /** Of a page that is compiled already, since it was bundled. */
  compiled?: { parts: CompiledPage[]; contents: PageContents };
  /** Of a page that is compiled where it is made. */
  answers?: Answers;
}

/** A page without what its text says. */
export interface PlannedPage extends Omit<SourcePage, 'look' | 'tabs'> {
  tabs: { key: string; title: string; page: PlannedPage }[];
}

/** A place with the number of its sidebar. */
export type ByNumber<Place> = Omit<Place, 'sidebar'> & { sidebar: number };

/** What stands at places that a page may lead to. */
export interface Answers {
  /** Places that are answered, relative to the root, see `askedFiles`. */
  asked: string[];
  /** Pages by file, relative to the root; of what is not here there is none. */
  files: Record<string, PageAddress>;
  /** Whether there is a page. */
  routes: Record<string, boolean>;
  /** What is on the disk, relative to the root: the hash of a file, `/` for a folder, null for nothing. */
  disk: Record<string, string | null>;
}

/** What the folder of a shard has. */
export interface ShardHeader {
  version: 1;
  shard: number;
  /** Of how many. */
  of: number;
  /** Pages that it has. */
  pages: number;
  /** Hash of its data. */
  data: string;
}

/** The list of what a part has. */
export interface PartHeader {
  version: 1;
  shard: number;
  /** Of how many. */
  of: number;
  /** Hash of the shard that it was made of. */
  made: string;
  /** Hashes of its lists by file. */
  lists: Record<string, string>;
}

/** A file of a part: a line of their list. */
export type PartFile = [output: string, hash: string, bytes: number];

/** A page of a part: a line of its list. */
export interface PartPage {
  sourcePath: string;
  /** The page and its tabs, as others see them; absent where the plan has compiled it. */
  parts?: PlainPage[];
  /** What search knows of it: bytes and characters of its line in the list of that. */
  search?: [bytes: number, characters: number];
}

/** A line of a file of a plan or a part. */
export interface ShardLine {
  /** Absolute. */
  file: string;
  /** From 1. */
  number: number;
}

/** A part that was read. */
export interface Part {
  /** Absolute. */
  folder: string;
  header: PartHeader;
  pages: PartPageAt[];
}

/** A page of a part that was read, with its line in the list of pages. */
export interface PartPageAt extends PartPage {
  at: ShardLine;
}
