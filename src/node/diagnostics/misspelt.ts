import { nearestName } from './diagnostic.ts';

/**
 * The known name that an unknown one was probably meant to be: about two letters apart, in short names one. Undefined
 * for a known name and for one that is like none. Names of two letters are like everything, and are not suggested.
 */
export function misspelt(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.includes(name)) return undefined;
  const nearest = nearestName(
    name,
    names.filter(({ length }) => length > 2),
  );
  if (nearest === undefined || Math.abs(nearest.length - name.length) > 2) return undefined;
  const isLong = Math.min(name.length, nearest.length) > 4;
  return isLong || isOneSlip(name.toLowerCase(), nearest.toLowerCase()) ? nearest : undefined;
}

/** One letter added, left out or changed, or two neighbours exchanged. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(restA.length, restB.length) <= 1 || (restA.length === 2 && restA === `${restB[1]}${restB[0]}`);
}
