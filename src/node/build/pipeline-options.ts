import type { DemoSource } from '../../shared/demo-source.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { OnTime, Stage } from '../base/meter.ts';
import type { SiteVersion } from '../project/versions/types.ts';
import type { Cache } from '../store/cache.ts';
import type { Entries } from '../store/entries.ts';
import type { Verification } from '../store/verify.ts';
import type { SiteApi } from '../types/tables/site-api.ts';
import type { DemoListEntry } from './compose/demo-list.ts';
import type { PageReasons } from './pages/page-entries.ts';
import type { Published } from './published.ts';

export interface PipelineOptions {
  /** Includes pages and demos marked as `debug`. */
  includeDebug?: boolean;
  /** Source paths of pages to leave out, as if their files did not exist. */
  omit?: ReadonlySet<string>;
  /** Errors do not end the run if something can still be rendered. The result contains the errors as diagnostics. */
  tolerates?: boolean;
  /** Ids of demos that are left out of the bundles, or `all`. */
  omitDemos?: ReadonlySet<string> | 'all';
  /** The published site. Each of its URLs and anchors that no longer exists is reported as an error. */
  published?: Published;
  /** Uses React's development build in the browser, for tests. */
  development?: boolean;
  /** Checks demos and code blocks against the types. */
  checkTypes?: boolean;
  types?: boolean;
  /** Cache of bundles. Default: no cache. */
  cache?: Cache;
  /** Cache of the types that were read. Default: {@link createTypesCache}. */
  typesCache?: Cache;
  /** Results of earlier builds: the parsed text of pages and, if `into` is set, rendered pages. Default: nothing is cached. */
  entries?: Entries | undefined;
  /**
   * Folder for the pages; `shownAs` is its name in messages. Default: pages are rendered on request.
   */
  into?: { folder: string; shownAs: string };
  /** Renders a sample of the cached pages again, and compares the results with the cache. */
  verification?: Verification | undefined;
  /** Also renders demos with whole packages instead of reduced ones, and reports those whose HTML differs. */
  comparesDemos?: boolean | undefined;
  onTime?: OnTime;
  /** Called when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/** A site that is ready to be written. */
export interface PipelineResult {
  diagnostics: Diagnostic[];
  pages: number;
  demos: number;
  /** True if a demo declares that its output may differ in each build. */
  isVolatile: boolean;
  /** The file, page and URLs of each demo. */
  demoList: DemoListEntry[];
  /** Data for editing and exporting each demo, by id. Inline demos have no such data. */
  demoSources: Map<string, DemoSource>;
  /** Sizes of the pages in the folder of `into`, in bytes, by output path. */
  written: Map<string, number>;
  /** All other contents by output path. Documents are rendered only when they are requested. */
  outputs: Map<string, Uint8Array | string | (() => string)>;
  /** Absolute paths of the files that pages depend on. */
  files: string[];
  /** Files to copy: absolute path by output path. */
  copies: Map<string, string>;
  versions: SiteVersion[];
  /** Anchors of each page, by its route. */
  anchors: Record<string, string[]>;
  /** Types of the library, and which of them the demos use; absent if no page needs types. */
  types?: SiteApi;
  /** Pages that were rendered, with the reasons why they were rendered. All other pages were cache hits. */
  made: PageReasons[];
  /**
   * Explains the error that ended the work on the outputs. Returns a StrayError as a DiagnosticError with the location in the
   * author's code.
   */
  explain: (error: unknown) => Promise<unknown>;
  /** Throws a DiagnosticError if documents could not be rendered. Call this function after all documents are rendered. */
  check: () => Promise<void>;
}
