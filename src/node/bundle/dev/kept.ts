import { isInside } from '../../base/files/paths.ts';

/** Cached result that depends on files. It is valid until one of them changes. */
export interface Cached<Result> {
  /**
   * Returns the cached result, or runs `make`. Runs do not overlap: while esbuild is building, it answers further
   * requests with that build, which would miss changes since its start. A failure is not cached.
   */
  get(make: () => Promise<Result>): Promise<Result>;
  /**
   * Reports changed files. Returns true if the last result may be stale: it depends on one of the files, or its files
   * are unknown, because it is being built or failed.
   */
  touch(changed: ReadonlySet<string>): boolean;
  /** Evicts the result, because inputs other than files have changed. */
  drop(): void;
  /** Resolves when no run is in progress. */
  settled(): Promise<void>;
}

/** Creates an empty cache for one result. */
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
