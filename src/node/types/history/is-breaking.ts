/** Decides what a change of the API means for code that uses the library. */
import type { ApiChange, ApiFact } from '../../../shared/api-history.ts';
import { exportOf } from './api-names.ts';

/** The part of a version that must be raised. */
export type Advice = 'major' | 'minor' | 'patch';

/** For values that the code passes. */
const BREAKING: ReadonlySet<ApiChange> = new Set<ApiChange>(['removed', 'required', 'narrowed', 'changed']);
/** For values that the code reads: results of functions, members of refs, and constants. */
const BREAKING_READ: ReadonlySet<ApiChange> = new Set<ApiChange>(['removed', 'optional', 'widened', 'changed']);

/**
 * Returns true if the compiler may reject code that worked with the older version: code that passes values, annotates the
 * parameters of its callbacks, uses refs and imports names. Code that reads props, as wrappers do, is not covered, and neither
 * are parameters without annotation.
 */
export function isBreaking({ change, read, required }: Pick<ApiFact, 'change' | 'read' | 'required'>): boolean {
  if (change === 'added') return required === true;
  return (read ? BREAKING_READ : BREAKING).has(change);
}

/** What decides whether a fact is breaking. */
type Judged = Pick<ApiFact, 'name' | 'change' | 'read' | 'required'>;

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
