/** Decides what a change of the API means for code that uses the library. */
import type { ApiFact } from '../api-history.ts';
import type { ShownChange } from './compose-facts.ts';
import { exportOf } from './names.ts';

/** The part of a version that must be raised. */
export type Advice = 'major' | 'minor' | 'patch';

/** For values that the code passes. */
const BREAKING: ReadonlySet<ShownChange> = new Set<ShownChange>([
  'removed',
  'required',
  'narrowed',
  'changed',
  'again',
]);
/** For values that the code reads: results of functions, members of refs, and constants. */
const BREAKING_READ: ReadonlySet<ShownChange> = new Set<ShownChange>([
  'removed',
  'optional',
  'widened',
  'changed',
  'again',
]);

/**
 * Returns true if the compiler may reject code that worked with the older version: code that passes values, annotates the
 * parameters of its callbacks, uses refs and imports names. Code that reads props, as wrappers do, is not covered, and neither
 * are parameters without annotation.
 */
export function isBreaking({
  change,
  read,
  required,
}: Pick<Judged, 'change' | 'required'> & { read?: boolean }): boolean {
  if (change === 'added') return required === true;
  return (read ? BREAKING_READ : BREAKING).has(change);
}

/** What decides whether a fact is breaking. */
interface Judged extends Pick<ApiFact, 'name' | 'read' | 'required'> {
  change: ShownChange;
}

/** Returns the breaking facts of a version. A required property of a new export breaks nothing. */
export function breakingOf<Fact extends Judged>(facts: readonly Fact[]): Set<Fact> {
  const added = new Set(facts.filter(({ change }) => change === 'added').map(({ name }) => name));
  return new Set(facts.filter((fact) => isBreaking(fact) && !added.has(exportOf(fact.name))));
}

/** Returns the part of the version that semver requires to be raised for the facts. */
export function adviceFor(facts: readonly Judged[]): Advice {
  if (breakingOf(facts).size > 0) return 'major';
  return facts.length > 0 ? 'minor' : 'patch';
}
