/** What a build takes and gives. */

import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { BuildStats, OnTime } from '../base/meter.ts';
import type { SiteOverrides } from '../project/config/types.ts';
import type { Compared } from '../store/verify.ts';
import type { PageReasons } from './pages/page-entries.ts';
import type { Stage } from './pipeline-options.ts';

/** Options of `build`. */
export interface BuildOptions extends SiteOverrides {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /**
   * Treat every warning as an error: nothing is written. In a project with a `tsconfig.json` demos are checked against the
   * types too. Default false.
   */
  strict?: boolean;
  /** Replace the files of the output folder one by one instead of swapping folders. Default false. */
  inPlace?: boolean;
  /** Use React's development build in the browser. Default false. */
  development?: boolean;
  /**
   * Number of threads that make pages. Default: as many as there are processors, 8 at the most, for a site of many pages; one
   * for any other. What is made is the same.
   */
  threads?: number;
  /** Tell where time and memory go, other processes among them. Default false. */
  stats?: boolean;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  /** Called with each stage, page and demo when it is done, with its time and its worker. The site is built even if nothing has changed. */
  onTask?: OnTime;
  /** Keep bundles and types between builds, in `node_modules/.cache`. Default true. */
  cache?: boolean;
  /**
   * Make again what could be taken from the cache, bundles, types and up to 50 pages, and compare it: a difference is an error,
   * and the old output stays. Default false.
   */
  verifyCache?: boolean;
  /**
   * What was published before: the output folder of a build or its manifest, a `sitemap.xml`, or a text with an address in each
   * line; a path from the site's folder, or an http address. An address or anchor of it that is gone is an error that names the
   * line to write.
   */
  against?: string;
  /** Ends the build; the old output stays. */
  signal?: AbortSignal;
}

/** What `build` made. */
export interface BuildResult {
  outDir: string;
  pages: number;
  demos: number;
  files: number;
  /** Size of the output. */
  bytes: number;
  /** Milliseconds by stage. */
  timings: Record<Stage, number>;
  /** Where the time went, where `stats` was asked for. */
  stats?: BuildStats;
  /** Warnings; those of the last build where nothing has changed. */
  diagnostics: Diagnostic[];
  /** Pages that were made, with the reasons; the others are taken as an earlier build made them. */
  made: PageReasons[];
  /** What was made again and is as it was kept, where `verifyCache` was asked for. */
  compared?: Compared;
  /** Nothing has changed since the last build: its output was looked at, and left, or put back as it was. */
  isUnchanged?: boolean;
}
