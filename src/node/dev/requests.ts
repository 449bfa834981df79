import { setTimeout as delay } from 'node:timers/promises';

/** Counts requests, so that work for which no page waits runs between them. */
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
    /** Resolves when no request is open, also not after `pause` milliseconds, in which a browser requests scripts. */
    async rest(pause: number): Promise<void> {
      await ended();
      await delay(pause, undefined, { ref: false });
      await ended();
    },
  };
}
