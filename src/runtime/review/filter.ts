import type { ReviewEntry } from '../../shared/screenshot-review.ts';

/** Values that an entry must have. Empty texts match all entries. */
export interface ReviewFilter {
  text: string;
  route: string;
  demo: string;
  width: string;
  color: string;
}

export const CHOICES = ['route', 'demo', 'width', 'color'] as const;

export function matchesFilter(entry: ReviewEntry, filter: ReviewFilter): boolean {
  if (CHOICES.some((name) => filter[name] !== '' && filter[name] !== String(entry[name]))) return false;
  const { title = '', demo, state, route } = entry;
  const text = `${title} ${demo} ${state} ${route}`.toLowerCase();
  return filter.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function valuesOf(entries: readonly ReviewEntry[], name: (typeof CHOICES)[number]): string[] {
  const values = new Set(entries.map((entry) => String(entry[name])));
  return [...values].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
