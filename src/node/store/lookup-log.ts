import { channel } from 'node:diagnostics_channel';

/** A lookup of a cached result. */
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

/** Returns true if somebody listens, so that it is worth finding out what changed. */
export function areLookupsLogged(): boolean {
  return lookups.hasSubscribers;
}

/**
 * Publishes a lookup, if somebody listens.
 *
 * @param changes names what changed since the result was cached; absent for a hit
 */
export function logLookup(name: string, changes?: () => string[]): void {
  if (!lookups.hasSubscribers) return;
  lookups.publish({ name, isHit: changes === undefined, changes: changes?.() ?? [] } satisfies Lookup);
}
