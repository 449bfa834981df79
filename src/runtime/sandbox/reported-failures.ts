import type { FromFrame, LiveFailure } from '../live/protocol.ts';
import { describeFailure } from './failures.ts';
import { type Compilation, placeIn } from './modules.ts';

export interface ReportedFailures {
  /** Returns false if it is the error that was reported last. */
  fail: (error: unknown) => boolean;
  refuse: (name: string) => void;
  describe: (error: unknown, kind: LiveFailure['kind']) => LiveFailure;
  clear: () => void;
}

export function createToldFailures(
  send: (message: FromFrame) => void,
  compilation: () => Compilation | undefined,
): ReportedFailures {
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
    fail,
    refuse(name) {
      const element = name.toLowerCase();
      if (refused.has(element)) return;
      refused.add(element);
      fail(new Error(`An edited demo cannot use <${element}>: it is closed in its frame`));
    },
    describe,
    clear() {
      refused.clear();
      thrown = undefined;
    },
  };
}
