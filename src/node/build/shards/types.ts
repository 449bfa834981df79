/** Data that the machines which build one site exchange. */

import type { SourcePage } from '../../content/types.ts';
import type { PageAddress } from '../../markdown/page-index.ts';
import type { CompiledPage, PlainPage } from '../../markdown/types.ts';
import type { SiteOverrides } from '../../project/config/types.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { FallbackPage, PageContents, PageSiteData } from '../../render/types.ts';
import type { LookUp } from '../pages/look-ups.ts';
import type { Key } from '../pages/page-key.ts';

/** Tasks in a shard output. A page has `render`, and `compile` if it is text alone; or it has `left`. */
export const TASKS = { header: 'part', compile: 'compile', render: 'render', left: 'left' } as const;

/**
 * Data that the pages of a shard share: the first line of its data. Then there is a line for each page, and a line for each sidebar
 * before the first page that shows it.
 */
export interface ShardFacts {
  /** Hash of the tool, its renderer and the configuration. If the hashes differ, two machines would render different pages. */
  maker: string;
  /** Options that override the configuration file, without the output folder. */
  overrides: { [Name in Exclude<keyof SiteOverrides, 'outDir'>]-?: SiteOverrides[Name] | undefined };
  facts: Omit<SiteContext, 'site'>;
  /** The list of all pages as JSON, if the theme imports it. */
  allPages?: string;
}

/** A sidebar. Pages refer to it by its number, from 0 on. */
export interface ShardSidebar {
  sidebar: PageSiteData['sidebar'];
}

/** A page in the data of its shard. */
export interface ShardPage {
  /** The page. Its text is read where it is rendered, and must have the hashes in `sources`. */
  page: PlannedPage;
  /** Hashes of the text of the page and its tabs. */
  sources: string[];
  place: ByNumber<Omit<PageSiteData, 'fallbacks'>> & { fallbacks?: ByNumber<FallbackPage>[] };
  /** Key of its inputs other than its text; see `createInputsKey`. */
  key: Key;
  /** For a page that was compiled for the bundler. */
  compiled?: { parts: CompiledPage[]; contents: PageContents };
  /** For a page that the shard compiles. */
  answers?: Answers;
}

/** A page without data derived from its text. */
export interface PlannedPage extends Omit<SourcePage, 'look' | 'tabs'> {
  tabs: { key: string; title: string; page: PlannedPage }[];
}

/** A place with the number of its sidebar instead of the sidebar. */
export type ByNumber<Place> = Omit<Place, 'sidebar'> & { sidebar: number };

/** Answers to the queries that a page may make. */
export interface Answers {
  /** Paths that are answered, relative to the root, see `queriedFiles`. */
  asked: string[];
  /** Pages by file, relative to the root. A path of `asked` that is missing here is not a page. */
  files: Record<string, PageAddress>;
  /** Whether a page exists, by route. */
  routes: Record<string, boolean>;
  /** Content of the disk, by path relative to the root: the hash of a file, `/` for a folder, null if nothing exists. */
  disk: Record<string, string | null>;
}

/** The header file of a shard. */
export interface ShardHeader {
  version: 1;
  shard: number;
  /** Number of shards. */
  of: number;
  /** Number of its pages. */
  pages: number;
  /** Hash of its data. */
  data: string;
}

/** The header of a shard output, an entry of its own. */
export interface PartHeader {
  version: 2;
  shard: number;
  /** Number of shards. */
  of: number;
}

/** The cached result of compiling a page of text alone; see `CompileEntry`. Paths are movable. */
export interface PlainEntry {
  compiling: LookUp[];
  /** The page and its tabs. */
  parts: PlainPage[];
}
