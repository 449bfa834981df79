/** What is said between the machines that build one site. */
import type { CompiledPage } from '../compile/types.ts';
import type { Target } from '../config/targets.ts';
import type { SourcePage } from '../load/types.ts';
import type { SiteFacts } from '../prerender/render-page.ts';
import type { FallbackPlace, PageContents, PagePlace } from '../prerender/types.ts';

/** What a shard is made of: plain data that names no folder of a machine, and changes when anything in it does. */
export interface Shard {
  /** The tool, its renderer, the configuration: a machine with others would make other pages. */
  maker: string;
  /** What decides of the configuration besides its file. */
  overrides: { base: string; target?: Target };
  facts: Omit<SiteFacts, 'site'>;
  pages: ShardPage[];
  /** Sidebars that pages name by their number. */
  sidebars: PagePlace['sidebar'][];
  /** Answers to what its pages may ask. */
  answers: Answers;
}

/** A page as its shard gets it. */
export interface ShardPage {
  /** Without texts: they are read, and must have these hashes. */
  page: SourcePage;
  /** Hashes of the texts of the page and its tabs. */
  sources: string[];
  place: ByNumber<Omit<PagePlace, 'fallbacks'>> & { fallbacks?: ByNumber<FallbackPlace>[] };
  /** Of a page that is compiled already, since it was bundled. */
  compiled?: { parts: CompiledPage[]; contents: PageContents };
}

/** A place with the number of its sidebar. */
export type ByNumber<Place> = Omit<Place, 'sidebar'> & { sidebar: number };

/** What stands at places that pages may lead to. */
export interface Answers {
  /** Pages by file, relative to the root; null: none. */
  files: Record<string, { routePath: string; tab?: string } | null>;
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
  /** Hash of its list of pages. */
  pages: string;
}

/** A page of a part: a line of its list. */
export interface PartPage {
  sourcePath: string;
  /** Output path, hash, bytes. */
  files: [path: string, hash: string, bytes: number][];
  /** The page and its tabs, as others see them; absent where the plan has compiled it. */
  parts?: CompiledPage[];
  /** What search knows of it. */
  search?: string;
}
