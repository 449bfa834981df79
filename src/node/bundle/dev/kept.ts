import { isInside } from '../../base/files/paths.ts';

/** Valid until a file that the result depends on changes. */
export interface Cached<Result> {
  /**
   * Runs do not overlap: while esbuild is building, it answers requests with that build, which would miss changes.
   * Failures are not cached.
   */
  get(make: () => Promise<Result>): Promise<Result>;
  /** Returns true if the last result may be stale, or if its files are unknown. */
  touch(changed: ReadonlySet<string>): boolean;
  drop(): void;
  /** Resolves when no run is in progress. */
  settled(): Promise<void>;
}

export function createKept<Result extends { inputs: Iterable<string>; folders?: string[] }>(): Cached<Result> {
  let cached: Promise<Result> | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Absolute paths of the files that the result depends on. Undefined if they are unknown. */
  let inputs: ReadonlySet<string> | undefined = new Set();
  /** Absolute paths of folders in which every file counts. */
  let folders: string[] = [];
  return {
    get(make) {
      if (cached) return cached;
      const making = last.then(make);
      cached = making;
      inputs = undefined;
      last = making.then(
        (result) => {
          if (cached !== making) return;
          inputs = new Set(result.inputs);
          folders = result.folders ?? [];
        },
        () => {
          if (cached === making) cached = undefined;
        },
      );
      return making;
    },
    touch(changed) {
      const known = inputs;
      const isOf = (file: string): boolean => known?.has(file) || folders.some((folder) => isInside(folder, file));
      if (known && ![...changed].some(isOf)) return false;
      cached = undefined;
      return true;
    },
    drop() {
      cached = undefined;
    },
    settled: () => last,
  };
}
