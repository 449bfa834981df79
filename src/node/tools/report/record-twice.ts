import type { Browser } from 'playwright-core';
import { hashOf } from '../../base/hash.ts';
import type { Cache } from '../../store/cache.ts';
import { mostAtOnce } from '../check/check-demos.ts';
import type { Contracts } from './record-contract.ts';

/** Contracts of demos in one state of the site, which are recorded twice if they differ from the other state. */
export type Visits = ReturnType<typeof openTwice>;

export type RecordVisit = (ids: readonly string[], visit: 'first' | 'again') => Promise<Contracts>;

/**
 * Opens demos. If tabs are free, opens them a second time at once, because only the end of the first visit shows whether they
 * differ.
 */
export function openTwice(ids: readonly string[], record: RecordVisit, atOnce = mostAtOnce()) {
  const first = record(ids, 'first');
  const again = 2 * ids.length <= atOnce ? record(ids, 'again') : undefined;
  for (const recording of [first, again]) recording?.catch(() => undefined);
  return { first, again: (differing: readonly string[]): Promise<Contracts> => again ?? record(differing, 'again') };
}

/** What the contracts of a built site depend on. */
export interface BuiltContracts {
  /** Undefined for a site whose content may change. */
  commit: string | undefined;
  base: string;
  browser: Browser;
  /** Script of axe-core. */
  axe: string | undefined;
}

/** Caches the contracts of a commit, except those of demos in which something failed: they may pass the next time. */
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
