import { join } from 'node:path';
import type { FileState } from './look.ts';

export interface Difference {
  path: string;
  /** False for a possible intermediate state of a save: a missing or an empty file. */
  isSettled: boolean;
  /** Stores the new state, and adds the files to report. */
  accept: (changed: Set<string>) => void;
}

export function changedFile(
  folder: { path: string; files: Map<string, FileState> },
  name: string,
  file: FileState | undefined,
): Difference {
  const path = join(folder.path, name);
  return {
    path,
    isSettled: file !== undefined && (!file.isEmpty || folder.files.get(name)?.isEmpty === true),
    accept: (changed) => {
      changed.add(path);
      if (file) folder.files.set(name, file);
      else folder.files.delete(name);
    },
  };
}

export function unfinishedSave(path: string): Difference {
  return { path, isSettled: false, accept: () => undefined };
}
