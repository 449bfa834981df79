import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { BuildStats, OnTime, Stage } from '../base/meter.ts';
import type { SiteOverrides } from '../project/config/types.ts';
import type { Compared } from '../store/verify.ts';
import type { PageReasons } from './pages/page-entries.ts';

/** Options of `build`. */
export interface BuildOptions extends SiteOverrides {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /**
   * Treats every warning as an error: if there are warnings, nothing is written. In a project with a `tsconfig.json`,
   * demos are also checked against the types. Default false.
   */
  strict?: boolean;
  /** Uses React's development build in the browser. Default false. */
  development?: boolean;
  /** Reports time and memory per stage, including other processes. Default false. */
  stats?: boolean;
  /** Called when a stage begins. */
  onStage?: (stage: Stage) => void;
  /**
   * Called with each stage, page and demo when it is done, with its time and its worker. If this option is set, the
   * site is built even if nothing has changed.
   */
  onTask?: OnTime;
  /** Caches bundles and types between builds, in `node_modules/.cache`. Default true. */
  cache?: boolean;
  /**
   * Rebuilds results that could be restored from the cache (bundles, types and up to 50 pages), and compares the
   * results with the cache. A difference is an error, and the old output remains. Default false.
   */
  verifyCache?: boolean;
  /**
   * The published site: the output folder of a build or its manifest, a `sitemap.xml`, or a text file with one URL per
   * line. The value is a path relative to the site's folder, or an HTTP URL. The build reports an error for each URL or
   * anchor that no longer exists, with the line to add.
   */
  against?: string;
  /** Aborts the build; the old output remains. */
  signal?: AbortSignal;
}

/** Result of `build`. */
export interface BuildResult {
  outDir: string;
  pages: number;
  demos: number;
  files: number;
  /** Size of the output, in bytes. */
  bytes: number;
  /** Milliseconds by stage. */
  timings: Record<Stage, number>;
  /** Time and memory per stage, if `stats` is set. */
  stats?: BuildStats;
  /** Warnings. If nothing has changed, these are the warnings of the last build. */
  diagnostics: Diagnostic[];
  /** Pages that were rendered, with the reasons why they were rendered. All other pages were cache hits. */
  made: PageReasons[];
  /** Results that were rebuilt and compared with the cache without a difference, if `verifyCache` is set. */
  compared?: Compared;
  /** True if nothing has changed since the last build. The output of that build was checked, and restored if it differed. */
  isUnchanged?: boolean;
}
