import { channel } from 'node:diagnostics_channel';

export interface Lookup {
  name: string;
  isHit: boolean;
  /** What changed since the result was cached. Empty for a hit. */
  changes: string[];
}

/** Name of the channel of `node:diagnostics_channel` on which each {@link Lookup} is published. */
export const LOOKUPS = 'cascader-docs:store';

const lookups = channel(LOOKUPS);

/** Returns true if the channel has a subscriber. Only then are the reasons for misses computed. */
export function areLookupsLogged(): boolean {
  return lookups.hasSubscribers;
}

/** `changes` is absent for a hit, and is called only if the channel has a subscriber. */
export function logLookup(name: string, changes?: () => string[]): void {
  if (!lookups.hasSubscribers) return;
  lookups.publish({ name, isHit: changes === undefined, changes: changes?.() ?? [] } satisfies Lookup);
}
