/** `work` runs when `ready` resolves, and again if `begin()` is called meanwhile. A failed run is retried once. */
export function createBackground(work: () => Promise<void>, ready: () => Promise<void> = async () => undefined) {
  let running: Promise<void> | undefined;
  let isWaiting = false;
  let isStale = false;
  let isClosed = false;
  let hasFailed = false;
  const run = async (): Promise<void> => {
    isWaiting = true;
    await ready().finally(() => {
      isWaiting = false;
    });
    if (!isClosed) await work();
  };
  /** Starts a run. If a run is in progress, schedules the next run after it. */
  const begin = (): void => {
    isStale = running !== undefined && !isWaiting;
    running ??= run()
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
