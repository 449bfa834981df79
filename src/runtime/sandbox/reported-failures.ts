import type { FromFrame, LiveFailure } from '../live/protocol.ts';
import { describeFailure } from './failures.ts';
import { type Compilation, placeIn } from './modules.ts';

export type ReportedFailures = ReturnType<typeof createToldFailures>;

export function createToldFailures(send: (message: FromFrame) => void, compilation: () => Compilation | undefined) {
  const refused = new Set<string>();
  /** The last error. The guards throw the same error for everything that they stop together. */
  let thrown: unknown;
  const describe = (error: unknown, kind: LiveFailure['kind']): LiveFailure =>
    describeFailure(error, kind, (...place) => {
      const code = compilation();
      return code && placeIn(code, ...place);
    });
  const fail = (error: unknown): boolean => {
    if (error !== undefined && error === thrown) return false;
    thrown = error;
    send({ type: 'failed', failure: describe(error, 'runtime') });
    return true;
  };
  return {
    /** Returns false if it is the error that was reported last. */
    fail,
    refuse(name: string): void {
      const element = name.toLowerCase();
      if (refused.has(element)) return;
      refused.add(element);
      fail(new Error(`An edited demo cannot use <${element}>: it is closed in its frame`));
    },
    describe,
    clear(): void {
      refused.clear();
      thrown = undefined;
    },
  };
}
