import { channel } from 'node:diagnostics_channel';

/** Lookup of a cached result. */
export interface Lookup {
  /** Name of the result. */
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

/**
 * Publishes a lookup, if the channel has a subscriber.
 *
 * @param changes returns what changed since the result was cached; absent for a hit
 */
export function logLookup(name: string, changes?: () => string[]): void {
  if (!lookups.hasSubscribers) return;
  lookups.publish({ name, isHit: changes === undefined, changes: changes?.() ?? [] } satisfies Lookup);
}
