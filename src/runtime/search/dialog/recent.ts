import { readStorage, writeStorage } from '../../storage.ts';

const RECENT_STORAGE_KEY = 'cascader-docs:searches';
const MAX = 5;
/** Maximum length of a stored search. Longer queries were pasted. */
const MAX_LENGTH = 100;

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStorage(RECENT_STORAGE_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH).slice(0, MAX)
      : [];
  } catch {
    // The value was not written by this file, or is truncated.
    return [];
  }
}

export function rememberSearch(query: string): void {
  const others = recentSearches().filter((text) => text !== query);
  writeStorage(RECENT_STORAGE_KEY, JSON.stringify([query, ...others].slice(0, MAX)));
}

export function forgetSearches(): void {
  writeStorage(RECENT_STORAGE_KEY, '[]');
}
