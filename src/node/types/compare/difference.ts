/** How two types may differ, and where they are compared. */

/**
 * How the values that a type accepts differ from those that another type accepts: `widened` accepts more, `narrowed` fewer, and
 * `changed` others.
 */
export type Difference = 'same' | 'widened' | 'narrowed' | 'changed';

/** Where two types are compared. */
export interface Position {
  /** Number of objects around them. */
  depth: number;
  /** True if code that uses the library reads the value: a parameter of its callback, or a result. */
  isRead: boolean;
  /** True for the type that an export declares, and not for a use of its name. */
  isDefinition?: boolean;
}

/** Joins the differences of the parts of a type. */
export function joinDifferences(differences: Iterable<Difference>): Difference {
  const found = new Set(differences);
  found.delete('same');
  const [first] = found;
  return found.size > 1 ? 'changed' : (first ?? 'same');
}

/** Reverses a difference, for parameters: a callback that accepts more fits more places. */
export function reverse(difference: Difference): Difference {
  return difference === 'widened' ? 'narrowed' : difference === 'narrowed' ? 'widened' : difference;
}

/** Returns the position of a part. */
export function inside({ depth, isRead }: Position): Position {
  return { depth: depth + 1, isRead };
}
