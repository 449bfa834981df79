/** `work` runs again if `begin()` is called while it runs. A failed run is repeated once, because no caller awaits it. */
export function createBackground(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;
  let hasFailed = false;
  /** Starts a run. If a run is in progress, schedules the next run after it. */
  const begin = (): void => {
    isStale = running !== undefined;
    running ??= work()
      .then(
        () => {
          hasFailed = false;
        },
        () => {
          isStale ||= !hasFailed;
          hasFailed = true;
        },
      )
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
