/** Types that both ways of writing share. */
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { OutputLock } from './lock.ts';

/** Input of both ways of writing. */
export interface WriteJob {
  /** Real path. */
  outDir: string;
  root: string;
  /** Writes the site into a folder. */
  make: MakeSite;
  /** Output paths of the last build. */
  ours: string[];
  /** Top-level entries of the old folder that are not ours. */
  foreign: string[];
  lock: OutputLock;
  /** Where the folders of the replaced site wait for the next build. Undefined if nothing is cached. */
  spareFolders: string | undefined;
  failpoint: (name: string) => void;
  signal?: AbortSignal;
}

/** Files of a site in a folder. */
export interface SiteInFolder {
  /** Output paths, including the marker file. */
  paths: string[];
  /** Total size in bytes. */
  bytes: number;
  /** Sealed files among them, and a function that places them into another folder. */
  sealed?: { paths: ReadonlySet<string>; place: (folder: string) => void } | undefined;
}

/** Writes a whole site, including the marker file, into an empty folder. */
export type MakeSite = (folder: string, beforeFile: () => void) => Promise<SiteInFolder>;

/** Result of writing. */
export interface WriteOutcome {
  diagnostics: Diagnostic[];
  site: SiteInFolder;
}
