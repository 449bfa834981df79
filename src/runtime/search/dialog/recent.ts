import { readStorage, writeStorage } from '../../storage.ts';

/** Local storage key of the last searches. */
const RECENT_STORAGE_KEY = 'cascader-docs:searches';
const MAX = 5;
/** What is longer was pasted, and is not offered again. */
const MAX_LENGTH = 100;

/** What was searched for before, the last first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStorage(RECENT_STORAGE_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH).slice(0, MAX)
      : [];
  } catch {
    // Not ours, or cut off: as if there were none.
    return [];
  }
}

/** Remembers a search that led to a page. */
export function rememberSearch(query: string): void {
  const others = recentSearches().filter((text) => text !== query);
  writeStorage(RECENT_STORAGE_KEY, JSON.stringify([query, ...others].slice(0, MAX)));
}

/** Forgets all of them. */
export function forgetSearches(): void {
  writeStorage(RECENT_STORAGE_KEY, '[]');
}
