import { isInside } from '../../base/files/paths.ts';

/** Something made of files, kept until one of them changes. */
export interface Kept<Result> {
  /**
   * What is kept, or what `make` makes. One is made after the other: the bundler gives those who ask it while it works what
   * it began before, and a change since then would be missed. A failure is nothing that is kept.
   */
  get(make: () => Promise<Result>): Promise<Result>;
  /**
   * Tells that files have changed. True when what was given may be another thing now: one of them went in, or nobody knows
   * what went in, because it is being made or could not be made.
   */
  touch(changed: ReadonlySet<string>): boolean;
  /** Lets go of what is kept: it is to be made of something else. */
  drop(): void;
  /** Resolves when nothing is being made. */
  settled(): Promise<void>;
}

/** Keeps nothing yet. */
export function createKept<Result extends { inputs: Iterable<string>; folders?: string[] }>(): Kept<Result> {
  let kept: Promise<Result> | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Absolute paths of the files that went in, where they are known. */
  let inputs: ReadonlySet<string> | undefined = new Set();
  /** Those of the folders in which any file goes in. */
  let folders: string[] = [];
  return {
    get(make) {
      if (kept) return kept;
      const making = last.then(make);
      kept = making;
      inputs = undefined;
      last = making.then(
        (result) => {
          if (kept !== making) return;
          inputs = new Set(result.inputs);
          folders = result.folders ?? [];
        },
        () => {
          if (kept === making) kept = undefined;
        },
      );
      return making;
    },
    touch(changed) {
      const known = inputs;
      const isOf = (file: string): boolean => known?.has(file) || folders.some((folder) => isInside(folder, file));
      if (known && ![...changed].some(isOf)) return false;
      kept = undefined;
      return true;
    },
    drop() {
      kept = undefined;
    },
    settled: () => last,
  };
}
