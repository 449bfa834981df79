import { join } from 'node:path';
import type { FileState } from './look.ts';

/** Something that is not as it was reported last. */
export interface Difference {
  path: string;
  /** False for what may be a state in between: nothing where a file was, or an empty file. */
  isSettled: boolean;
  /** Remembers the new state, and adds the files that are to be reported. */
  accept: (changed: Set<string>) => void;
}

/** A file of a folder that is another than `folder.files` remembers, or that is gone. */
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

/** A backup that is still there: what it was made of may change once more. */
export function unfinishedSave(path: string): Difference {
  return { path, isSettled: false, accept: () => undefined };
}
