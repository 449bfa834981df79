/** Keeps the first item of each id. For example, several pages can embed the same demo. */
export function uniqueById<T extends { id: string }>(items: Iterable<T>): T[] {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(item.id)) found.set(item.id, item);
  return [...found.values()];
}
