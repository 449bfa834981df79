/** The state of a file, to detect changes without reading its content. */
import fs from 'node:fs';

// Reads of a state are not observed, so this is the function of the module before it may be replaced.
const { statSync } = fs;

/** State of a file from its metadata, and the time of its last change in nanoseconds since the epoch. */
export interface FileState {
  state: string;
  changed: bigint;
}

/** Returns the state of a file. Returns undefined if the file is missing. */
export function readState(file: string): FileState | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const { size, ino, mtimeNs, ctimeNs } = stats;
  // The modification time can be set, and npm sets it for every file in a package. The change time cannot be set.
  return { state: [size, ino, mtimeNs, ctimeNs].join(' '), changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs };
}
