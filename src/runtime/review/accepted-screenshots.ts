import { type AcceptedScreenshot, type ReviewEntry, screenshotKey } from '../../shared/screenshot-review.ts';
import { readStorage, writeStorage } from '../storage.ts';

export interface AcceptedScreenshots {
  has(entry: ReviewEntry): boolean;
  /** Marks entries. Those that need no acceptance are ignored. */
  set(entries: readonly ReviewEntry[], isAccepted: boolean): void;
  list(): AcceptedScreenshot[];
}

/** Restores the marks of the last visit. A mark is valid only for the screenshot that the reader saw. */
export function restoreAccepted(entries: readonly ReviewEntry[], storageKey: string): AcceptedScreenshots {
  const marked = new Set(parseMarks(readStorage(storageKey)));
  const has = (entry: ReviewEntry) => entry.digest !== undefined && marked.has(markOf(entry));
  return {
    has,
    set(changed, isAccepted) {
      for (const entry of changed) {
        if (entry.digest === undefined) continue;
        if (isAccepted) marked.add(markOf(entry));
        else marked.delete(markOf(entry));
      }
      writeStorage(storageKey, JSON.stringify(entries.filter(has).map(markOf)));
    },
    list: () =>
      entries
        .filter(has)
        .map(({ demo, state, width, color, digest }) => ({ demo, state, width, color, digest: digest as string })),
  };
}

function markOf(entry: ReviewEntry): string {
  return `${entry.digest} ${screenshotKey(entry)}`;
}

function parseMarks(text: string | undefined): string[] {
  try {
    const marks: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(marks) ? marks : [];
  } catch {
    // Another program wrote this value.
    return [];
  }
}
