/** Value in local storage; undefined when there is none, or when storage is blocked. */
export function readStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Blocked (private mode, opaque origin): as if nothing had been stored.
    return undefined;
  }
}

/** Stores a value for the next visit, where storage is allowed and has room. */
export function writeStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice holds for this visit only.
  }
}
