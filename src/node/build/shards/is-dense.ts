/**
 * Returns true if no list in plain data has gaps. A few bytes describe a list with gaps of any length, and a schema would check
 * each item of it. Data may contain itself.
 */
export function isDense(data: unknown): boolean {
  const seen = new Set<unknown>([data]);
  // The loop visits the values that it adds.
  for (const value of seen) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (Array.isArray(value) && Object.keys(value).length < value.length) return false;
    const inner = value instanceof Map ? value.values() : Object.values(value);
    for (const part of inner) if (typeof part === 'object' && part !== null) seen.add(part);
  }
  return true;
}
