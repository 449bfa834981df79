/** Returns a value from local storage; undefined if there is none, or if storage is blocked. */
export function readStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage is blocked (private mode, opaque origin).
    return undefined;
  }
}

/** Stores a value for the next visit, if storage is allowed and not full. */
export function writeStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice is valid for this visit only.
  }
}
