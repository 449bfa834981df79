import type { Browser } from 'playwright-core';
import { hashOf } from '../../base/hash.ts';
import type { Cache } from '../../store/cache.ts';
import { compareContracts } from './compare-contracts.ts';
import type { Contracts, OnInitial, StateContract } from './record-contract.ts';

/** Contracts of demos in one state of the site. Demos whose contracts differ from the other state are recorded again. */
export type Visits = ReturnType<typeof openTwice>;

export type RecordVisit = (ids: readonly string[], visit: 'first' | 'again') => Promise<Contracts>;

/** Opens demos. Each demo is opened again at most once. */
export function openTwice(ids: readonly string[], record: RecordVisit) {
  const first = record(ids, 'first');
  first.catch(() => undefined);
  const opened = new Map<string, Promise<Contracts>>();
  const openAgain = (id: string): Promise<Contracts> => {
    const recording = opened.get(id) ?? record([id], 'again');
    recording.catch(() => undefined);
    opened.set(id, recording);
    return recording;
  };
  return {
    first,
    again: async (differing: readonly string[]): Promise<Contracts> =>
      new Map((await Promise.all(differing.map(openAgain))).flatMap((contracts) => [...contracts])),
  };
}

/** Functions that record the demos in each state. `onInitial` is called for each demo before its steps run. */
export interface RecordBoth {
  old: RecordVisit;
  now: (ids: readonly string[], onInitial?: OnInitial) => Promise<Contracts>;
}

/** Opens demos in both states. A demo whose initial states differ is opened again while its steps are still running. */
export function openBoth(ids: readonly string[], record: RecordBoth): { old: Visits; now: Visits } {
  const old = openTwice(ids, record.old);
  const compareInitial = async (id: string, state: StateContract): Promise<void> => {
    const initial: Contracts = new Map([[id, new Map([['', state]])]]);
    if (compareContracts(await old.first, initial).length > 0) await Promise.all([old.again([id]), now.again([id])]);
  };
  const onInitial: OnInitial = (id, state) => void compareInitial(id, state).catch(() => undefined);
  const now = openTwice(ids, (wanted, visit) => record.now(wanted, visit === 'first' ? onInitial : undefined));
  return { old, now };
}

/** What the contracts of a built site depend on. */
export interface BuiltContracts {
  /** Commit of the site. Undefined for a site whose content may change. */
  commit: string | undefined;
  base: string;
  browser: Browser;
  /** Script of axe-core. */
  axe: string | undefined;
}

/** Caches the contracts of a commit, except for demos with a failure, which may pass the next time. */
export function keepContracts(
  cache: Cache,
  { commit, base, browser, axe = '' }: BuiltContracts,
  record: (ids: readonly string[]) => Promise<Contracts>,
): RecordVisit {
  return async (ids, visit) => {
    const key = commit && [commit, base, visit, process.platform, browser.version(), hashOf(axe)];
    const failed: Contracts = new Map();
    const kept = await cache.rememberEach('contracts', new Map(ids.map((id) => [id, key])), async (missing) => {
      const recorded = await record(missing);
      for (const [id, states] of recorded) if (states.get('')?.steps.length !== 0) failed.set(id, states);
      return new Map([...recorded].filter(([id]) => !failed.has(id)));
    });
    return new Map([...kept, ...failed]);
  };
}
