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
  /** Where the replaced site waits for the next build. Undefined if nothing is cached. */
  spareSite: string | undefined;
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

/** Writes a whole site, including the marker file, into a folder. Files that are already there may be those of an earlier site. */
export type MakeSite = (folder: string, hooks: MakeHooks) => Promise<SiteInFolder>;

/** What the function that writes a site calls. */
export interface MakeHooks {
  /** Called before each file. */
  beforeFile: () => void;
  /** Removes the files of an earlier site, except those at the given paths. */
  removeOthers: (paths: string[]) => Promise<void>;
}

/** Result of writing. */
export interface WriteOutcome {
  diagnostics: Diagnostic[];
  site: SiteInFolder;
}
