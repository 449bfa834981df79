/** What is said between the build and its threads that make pages. */

import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { SiteFacts } from '../../render/render-page.ts';
import type { PageContents } from '../../render/types.ts';
import type { PageTerms } from '../../search/term-scanner.ts';
import type { Place } from '../../store/dependencies.ts';
import type { Fact } from '../../store/observe-reads.ts';
import type { LookUp } from './look-ups.ts';
import type { Key } from './page-key.ts';

/** What makes pages knows of their site. */
export interface PageMakerData {
  site: Site;
  loaded: LoadedSite;
  includeDebug: boolean;
  /** Where pages may read, when what they are made of is to be told, so that they can be kept. */
  keep?: Place;
}

/** What a thread gets: the configuration without functions, pages without their texts. */
export interface PageThreadData extends Omit<PageMakerData, 'loaded'> {
  loaded: Omit<LoadedSite, 'texts'>;
}

/** What a thread is started with. */
export interface PageWorkerData extends PageThreadData {
  /** Four bytes: the number of the page that the thread is at, or -1. */
  place: SharedArrayBuffer;
}

/** What all pages of a site are made with: known when the bundler is done. */
export interface PageFacts {
  facts: Omit<SiteFacts, 'site'>;
  /** Script of the renderer. */
  renderer: string;
  /** Folder that the pages are written into. */
  folder: string;
  /** Name of that folder in messages. */
  shownAs: string;
}

/** Work at a page; `number` is its place in the list of all. */
export type PageTask =
  /** Compile it and, as soon as the site is known, make it. */
  | { kind: 'whole'; number: number; page: SourcePage; contents?: PageContents }
  /** Compile it: others need what it has before it can be made. */
  | { kind: 'compile'; number: number; page: SourcePage }
  | { kind: 'make'; number: number; page: SourcePage; parts: CompiledPage[]; contents: PageContents };

export type ToThread = PageTask | { kind: 'site'; known: PageFacts };

/** The same for a thread without this thread's memory: a page comes with its text and those of its tabs. */
export type ToWorker = (PageTask & { texts: string[] }) | Exclude<ToThread, PageTask>;

/** What a thread tells of a page. */
export type FromThread =
  /** Something that it has asked of the disk. */
  | { kind: 'read'; fact: Fact }
  /** It and its tabs are compiled: all of it, or what is left for others of a page that is made in one go. */
  | { kind: 'compiled'; number: number; parts: CompiledPage[]; compiling?: LookUp[]; start: number; time: number }
  /** What search knows of it; to be heard in the order in which it is told. */
  | { kind: 'searched'; number: number; text: string; terms: PageTerms }
  /** It stands in the folder: output path, bytes and hash of its files. */
  | {
      kind: 'made';
      number: number;
      files: [path: string, bytes: number, hash: string][];
      record?: Key;
      rendering?: LookUp[];
      /** When it began, in milliseconds since the epoch. */
      start: number;
      time: number;
    }
  /** It could not be rendered. */
  | { kind: 'failed'; number: number; cause: { message: string; stack?: string } }
  /** It does not come to an end in its time. */
  | { kind: 'late'; number: number }
  /** A file could not be written, or the tool is at fault. */
  | { kind: 'fault'; message: string; stack?: string; path?: string; code?: string; errno?: number };
