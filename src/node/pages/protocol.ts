/** What is said between the build and its threads that make pages. */
import type { SiteBundle } from '../bundle/types.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';
import type { DocumentOptions } from '../prerender/documents.ts';
import type { PageTerms } from '../search/term-scanner.ts';

/** What makes pages knows of their site. */
export interface PageMakerData {
  site: Site;
  loaded: LoadedSite;
  includeDebug: boolean;
}

/** What a thread is started with: the configuration without functions, pages without their texts. */
export interface PageThreadData extends PageMakerData {
  /** Four bytes: the number of the page that the thread is at, or -1. */
  place: SharedArrayBuffer;
}

/** What all pages of a site are made with: known when the bundler is done. */
export interface PageFacts extends Pick<DocumentOptions, 'search' | 'runsCode'> {
  bundle: SiteBundle;
  /** Script of the renderer. */
  renderer: string;
  /** Folder that the pages are written into. */
  folder: string;
  /** Name of that folder in messages. */
  shownAs: string;
}

/** A page to make, with its place in the list of all. */
export interface NumberedPage {
  number: number;
  page: SourcePage;
}

export type ToThread = { kind: 'page'; job: NumberedPage } | { kind: 'facts'; facts: PageFacts };

/** What a thread tells of a page. */
export type FromThread =
  /** It and its tabs are compiled: all but what only making them needs. */
  | { kind: 'compiled'; number: number; parts: CompiledPage[] }
  /** What search knows of it; to be heard in the order in which it is told. */
  | { kind: 'searched'; number: number; text: string; terms: PageTerms }
  /** It stands in the folder: output path and bytes of its files, and the milliseconds that it took. */
  | { kind: 'made'; number: number; files: [path: string, bytes: number][]; time: number }
  /** It has errors, or could not be rendered, which is told by who tries it again. */
  | { kind: 'failed'; number: number }
  /** It does not come to an end in its time. */
  | { kind: 'late'; number: number }
  /** A file could not be written, or the tool is at fault. */
  | { kind: 'fault'; message: string; stack?: string; path?: string; code?: string; errno?: number };
