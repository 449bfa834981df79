/** Suggestions for misspelled names. */
import { editDistance } from '../../../shared/edit-distance.ts';

/**
 * Returns the question to append to a sentence about an unknown name: `. Did you mean …?`. Returns `''` without a
 * similar name.
 * @param nearest result of `nearestName` or `misspelt`
 * @param marked formats a name; default: in backticks
 */
export function didYouMean(nearest: string | undefined, marked: (name: string) => string = inTicks): string {
  return nearest === undefined ? '' : `. Did you mean ${marked(nearest)}?`;
}

export const inTicks = (name: string): string => `\`${name}\``;

/** Returns the known name that is nearest to `name`, or else the only one that begins with it. Undefined if no name is similar. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  const names = [...known];
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best ?? startingWith(name, names);
}

/** Returns the only known name that begins with `name`, such as `warning` for `warn`. */
function startingWith(name: string, known: string[]): string | undefined {
  if (name.length < 3) return undefined;
  const longer = known.filter((candidate) => candidate.toLowerCase().startsWith(name.toLowerCase()));
  return longer.length === 1 ? longer[0] : undefined;
}

/** Sorts known names by their edit distance from `name`, the nearest first. */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  const distance = (candidate: string): number => editDistance(name.toLowerCase(), candidate.toLowerCase());
  return [...known].sort((one, other) => distance(one) - distance(other));
}

/**
 * Returns the similar known names. Names may differ by about two letters, short names by one. Two-letter names are
 * never suggested, because they resemble almost any name.
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

/** Returns true if one letter was added, removed or changed, or if two neighboring letters were swapped. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(restA.length, restB.length) <= 1 || (restA.length === 2 && restA === `${restB[1]}${restB[0]}`);
}
