/** The site that is to be archived. */
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { BuildAtStep } from '../checkout/build-at.ts';

/** A built site in a folder. */
export interface VersionSource {
  /** Absolute. */
  folder: string;
  diagnostics: Diagnostic[];
  /** Removes temporary files. */
  release(): Promise<void>;
}

export interface SourceOptions {
  /** Id of the version. */
  id: string;
  from: string;
  /** Base of the version. */
  base: string;
  /** Folder of the versions, absolute. */
  versions: string;
  /** Command that builds a git ref. */
  build?: string | undefined;
  /** Folder that the command writes to. */
  output?: string | undefined;
  /** Folder to which a relative path refers. */
  cwd: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((step: BuildAtStep) => void) | undefined;
}
