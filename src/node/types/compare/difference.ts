/** `widened` accepts more values, `narrowed` fewer, and `changed` others. */
export type Difference = 'same' | 'widened' | 'narrowed' | 'changed';

export interface Position {
  depth: number;
  /** True if code that uses the library reads the value: a parameter of its callback, or a result. */
  isRead: boolean;
  /** True for the type that an export declares, and not for a use of its name. */
  isDefinition?: boolean;
}

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

export function inside({ depth, isRead }: Position): Position {
  return { depth: depth + 1, isRead };
}
