/** Work that runs detached, one run at a time. */
export interface Background {
  /** Begins a run, or another one after the run that is under way. */
  begin(): void;
  isRunning(): boolean;
  /** Begins no further run. */
  close(): void;
}

/** @param work is repeated when `begin()` is called meanwhile; a run that fails ends silently, since nobody awaits it */
export function createBackground(work: () => Promise<void>): Background {
  let running: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;
  const begin = (): void => {
    isStale = running !== undefined;
    running ??= work()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (isStale && !isClosed) begin();
      });
  };
  return {
    begin,
    isRunning: () => running !== undefined,
    close() {
      isClosed = true;
    },
  };
}
