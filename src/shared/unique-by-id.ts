/** The items, of those with the same id the first. A demo that several pages embed is one demo. */
export function uniqueById<T extends { id: string }>(items: Iterable<T>): T[] {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(item.id)) found.set(item.id, item);
  return [...found.values()];
}
