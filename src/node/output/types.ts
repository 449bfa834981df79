/** What the ways of writing take and give. */
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { OutputLock } from './lock.ts';

/** What both ways of writing need. */
export interface WriteJob {
  /** Real path. */
  outDir: string;
  root: string;
  /** Makes the site in a folder, as far as `files` are not to be written there still. */
  make: MakeSite;
  /** Output paths of the last build. */
  ours: string[];
  /** Top-level entries of the old folder that are not ours. */
  foreign: string[];
  lock: OutputLock;
  failpoint: (name: string) => void;
  signal?: AbortSignal;
}

/** The files of a site in a folder. */
export interface SiteInFolder {
  /** Output paths, marker included. */
  paths: string[];
  /** Bytes of all of them. */
  bytes: number;
}

/** Writes a whole site, marker included, into an empty folder. */
export type MakeSite = (folder: string, beforeFile: () => void) => Promise<SiteInFolder>;

/** What a way of writing has done. */
export interface WriteOutcome {
  diagnostics: Diagnostic[];
  site: SiteInFolder;
}
