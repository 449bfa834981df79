/** `work` runs again if `begin()` is called while it runs; a failed run is ignored, because no caller awaits it. */
export function createBackground(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;
  /** Starts a run. If a run is in progress, schedules the next run after it. */
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
    isRunning: (): boolean => running !== undefined,
    close(): void {
      isClosed = true;
    },
  };
}
