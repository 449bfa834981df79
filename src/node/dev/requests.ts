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
    /** Resolves when no request is open, and still none after `pause` milliseconds. */
    async rest(pause: number): Promise<void> {
      await ended();
      await delay(pause, undefined, { ref: false });
      await ended();
    },
  };
}
