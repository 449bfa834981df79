import { setTimeout as delay } from 'node:timers/promises';

export type Requests = ReturnType<typeof createRequests>;

export function createRequests() {
  const open = new Set<Promise<unknown>>();
  const ended = async (): Promise<void> => {
    while (open.size > 0) await Promise.allSettled(open);
  };
  return {
    async add<Result>(request: Promise<Result>): Promise<Result> {
      open.add(request);
      try {
        return await request;
      } finally {
        open.delete(request);
      }
    },
    /** Waits until no request is open, then for `pause` milliseconds, then until requests that began meanwhile have ended. */
    async rest(pause: number): Promise<void> {
      await ended();
      await delay(pause, undefined, { ref: false });
      await ended();
    },
  };
}
