/** What the pipeline takes and gives. */
import type { DemoSource } from '../../shared/demo-source.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { OnTime } from '../base/meter.ts';
import type { Stage } from '../base/stage.ts';
import type { TextParts } from '../base/text-parts.ts';
import type { Published } from '../output/published.ts';
import type { Cache } from '../store/cache.ts';
import type { Contents } from '../store/contents.ts';
import type { EntryLog } from '../store/entry-log.ts';
import type { Verification } from '../store/verify.ts';
import type { SiteApi } from '../types/tables/site-api.ts';
import type { DemoListEntry } from './compose/demo-list.ts';
import type { PageReasons } from './pages/page-entries.ts';
import type { Parts } from './shards/read-parts.ts';

export type { Stage } from '../base/stage.ts';

export interface PipelineOptions {
  /** Keep pages and demos that are marked `debug`. */
  includeDebug?: boolean;
  /** Source paths of pages that are left out, as if they were not there. */
  omit?: ReadonlySet<string>;
  /** Errors do not end the run if something can still be rendered. They are in the diagnostics of the result. */
  tolerates?: boolean;
  /** Ids of demos that are left out of the bundles. */
  omitDemos?: ReadonlySet<string>;
  /** What was published before: an address or anchor of it that is gone is an error. */
  published?: Published;
  /** Use React's development build in the browser, for tests. */
  development?: boolean;
  /** Check demos and code blocks against the types. */
  checkTypes?: boolean;
  /** Read the types of the library also when no page asks for them. */
  types?: boolean;
  /** Keeps bundles between builds. Default: nothing is kept. */
  cache?: Cache;
  /** Keeps what was read of types. Default: {@link createTypesCache}. */
  typesCache?: Cache;
  /** Results of earlier builds: texts and, with `into.contents`, pages. Default: nothing is cached. */
  entries?: EntryLog | undefined;
  /**
   * Folder into which pages may be written at once, by threads, where they are many; `shownAs` is its name in messages. By
   * default documents are rendered when they are asked for. With `contents` pages are kept, and taken as they were made before.
   */
  into?: { folder: string; shownAs: string; contents?: Contents };
  /** Some pages that could be taken from there are made again, and compared. */
  verification?: Verification | undefined;
  /** Pages that were made on other machines. */
  parts?: Parts;
  /** Pages are to be made on other machines: those of text alone are not compiled here. */
  divides?: boolean;
  /** Number of threads that make pages. Default: as many as there are processors, 8 at the most, where pages are many. */
  threads?: number;
  /** Called with the number of pages found so far, each time that a page is found. */
  onPages?: (pages: number) => void;
  /** Told how long pages and demos took. */
  onTime?: OnTime;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/** A site, ready to be written. */
export interface PipelineResult {
  diagnostics: Diagnostic[];
  pages: number;
  demos: number;
  /** A demo says that what it shows may be another thing at each build. */
  isVolatile: boolean;
  /** Of each demo its file, its page and its addresses. */
  demoList: DemoListEntry[];
  /** What editing and exporting a demo needs, by id; none for an inline demo. */
  demoSources: Map<string, DemoSource>;
  /** Bytes of the pages that stand in the folder of `into`, by output path. */
  written: Map<string, number>;
  /** All other contents by output path; documents are rendered when they are asked for. */
  outputs: Map<string, Uint8Array | string | (() => string | TextParts)>;
  /** Files to copy: absolute path by output path. */
  copies: Map<string, string>;
  /** Anchors of each page, by its address without base. */
  addresses: Record<string, string[]>;
  /** Types of the library and what demos use of them; absent where no page asks for types. */
  types?: SiteApi;
  /** Pages that were made, with the reasons; the others were taken as an earlier build made them. */
  made: PageReasons[];
  /** Explains what ended the work on the outputs: a StrayError as a DiagnosticError with the place in the author's code. */
  explain: (error: unknown) => Promise<unknown>;
  /** Throws a DiagnosticError when documents could not be rendered; to be asked once all are. */
  check: () => Promise<void>;
}
