/** Runs updates one after another. Changes during an update belong to the next update. */
export function createUpdateQueue(onError: (error: unknown) => void) {
  let start = (): void => undefined;
  let last = new Promise<void>((resolve) => {
    start = resolve;
  });
  let waiting = 0;
  let isClosed = false;
  return {
    /** Resolves when the update has ended, or was skipped because the queue was closed. Errors go to `onError`. */
    add(update: () => Promise<void>): Promise<void> {
      waiting++;
      const next = (): Promise<void> | undefined => {
        waiting--;
        return isClosed ? undefined : update();
      };
      last = last.then(next).catch(onError);
      return last;
    },
    /** Returns true if an update waits for another one to end. */
    isWaiting: (): boolean => waiting > 0,
    start: (): void => start(),
    /** Starts no further update. Resolves when the current update has ended. */
    close(): Promise<void> {
      isClosed = true;
      start();
      return last;
    },
  };
}
