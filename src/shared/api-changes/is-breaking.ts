import type { ApiFact } from '../api-history.ts';
import type { ShownChange } from './compose-facts.ts';
import { exportOf } from './names.ts';

/** The part of a version that must be incremented. */
export type Advice = 'major' | 'minor' | 'patch';

const BREAKING: ReadonlySet<ShownChange> = new Set<ShownChange>([
  'removed',
  'required',
  'narrowed',
  'changed',
  'again',
]);
const BREAKING_READ: ReadonlySet<ShownChange> = new Set<ShownChange>([
  'removed',
  'optional',
  'widened',
  'changed',
  'again',
]);

/**
 * True if the compiler may reject code that passes values, annotates callback parameters, uses refs and imports names.
 * Code that reads props is not covered.
 */
export function isBreaking({
  change,
  read,
  required,
}: Pick<Judged, 'change' | 'required'> & { read?: boolean }): boolean {
  if (change === 'added') return required === true;
  return (read ? BREAKING_READ : BREAKING).has(change);
}

interface Judged extends Pick<ApiFact, 'name' | 'read' | 'required'> {
  change: ShownChange;
}

/** A required property of a new export breaks nothing. */
export function breakingOf<Fact extends Judged>(facts: readonly Fact[]): Set<Fact> {
  const added = new Set(facts.filter(({ change }) => change === 'added').map(({ name }) => name));
  return new Set(facts.filter((fact) => isBreaking(fact) && !added.has(exportOf(fact.name))));
}

/** Returns the part of the version that must be incremented for the facts according to semver. */
export function adviceFor(facts: readonly Judged[]): Advice {
  if (breakingOf(facts).size > 0) return 'major';
  return facts.length > 0 ? 'minor' : 'patch';
}
