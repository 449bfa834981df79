/** Updates are made one after another: what changes meanwhile is the next one's. */
export interface UpdateQueue {
  /** Resolves when it is made, or left out because the queue was closed meanwhile. What it throws is told. */
  add(update: () => Promise<void>): Promise<void>;
  /** True while one waits for another. */
  isWaiting(): boolean;
  /** Lets the first begin. */
  start(): void;
  /** No further one begins. Resolves when the one under way has ended. */
  close(): Promise<void>;
}

/** @param onError told of what an update throws */
export function createUpdateQueue(onError: (error: unknown) => void): UpdateQueue {
  let start = (): void => undefined;
  let last = new Promise<void>((resolve) => {
    start = resolve;
  });
  let waiting = 0;
  let isClosed = false;
  return {
    add(update) {
      waiting++;
      const next = (): Promise<void> | undefined => {
        waiting--;
        return isClosed ? undefined : update();
      };
      last = last.then(next).catch(onError);
      return last;
    },
    isWaiting: () => waiting > 0,
    start: () => start(),
    close() {
      isClosed = true;
      start();
      return last;
    },
  };
}
