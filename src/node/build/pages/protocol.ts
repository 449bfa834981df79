/** Messages between the build and the workers that build pages. */

import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { PageContents } from '../../render/types.ts';
import type { PageTerms } from '../../search/term-scanner.ts';
import type { SiteFolders } from '../../store/dependencies.ts';
import type { ObservedRead } from '../../store/observe-reads.ts';
import type { LookUp } from './look-ups.ts';
import type { Key } from './page-key.ts';

/** Data of the site that building pages requires. */
export interface PageMakerData {
  site: Site;
  /** Without the files of sealed versions: pages need only `versionChoices`. */
  loaded: Omit<LoadedSite, 'versions'>;
  includeDebug: boolean;
  /** Folders that pages may read. If set, keys and queries are reported so that pages can be cached. */
  keep?: SiteFolders | undefined;
}

/** Site data for a worker: the configuration without functions, pages without their text. */
export interface PageThreadData extends Omit<PageMakerData, 'loaded'> {
  loaded: Omit<LoadedSite, 'texts' | 'versions'>;
}

/** Data with which a worker is started. */
export interface PageWorkerData extends PageThreadData {
  /** Four bytes: the number of the worker's current page, or -1. */
  place: SharedArrayBuffer;
}

/** Inputs that all pages of a site share, available when the bundler is done. */
export interface PageFacts {
  context: Omit<SiteContext, 'site'>;
  /** Script of the renderer. */
  renderer: string;
  /** Folder for the pages. */
  folder: string;
  /** Name of the folder in messages. */
  shownAs: string;
}

/** A task for a page; `number` is its index in the list of all pages. */
export type PageTask =
  /** Compiles the page, and renders it when the inputs that all pages share are available. */
  | { kind: 'whole'; number: number; page: SourcePage; contents?: PageContents }
  /** Compiles the page. It can be rendered only after other stages have processed its compiled data. */
  | { kind: 'compile'; number: number; page: SourcePage }
  | { kind: 'make'; number: number; page: SourcePage; parts: CompiledPage[]; contents: PageContents };

export type ToThread = PageTask | { kind: 'site'; known: PageFacts };

/** Message to a worker, which cannot access the memory of the main thread. So a page comes with its text and the text of its tabs. */
export type ToWorker = (PageTask & { texts: string[] }) | Exclude<ToThread, PageTask>;

/** Message of a worker. */
export type FromThread =
  /** A query of the disk. */
  | { kind: 'read'; read: ObservedRead }
  /** A page and its tabs are compiled. If the worker also renders the page, only the data for the rest of the site is sent. */
  | { kind: 'compiled'; number: number; parts: CompiledPage[]; compiling?: LookUp[]; start: number; time: number }
  /** Search data of a page. These messages must be handled in the order in which they are sent. */
  | { kind: 'searched'; number: number; text: string; terms: PageTerms }
  /** A page is written: output path, bytes and hash of its files. */
  | {
      kind: 'made';
      number: number;
      files: [path: string, bytes: number, hash: string][];
      inputs?: Key;
      rendering?: LookUp[];
      /** Start time, in milliseconds since the epoch. */
      start: number;
      time: number;
    }
  /** A page could not be rendered. */
  | { kind: 'failed'; number: number; cause: { message: string; stack?: string } }
  /** A page exceeded its time limit. */
  | { kind: 'late'; number: number }
  /** A file could not be written, or the tool has a bug. */
  | { kind: 'fault'; message: string; stack?: string; path?: string; code?: string; errno?: number };
