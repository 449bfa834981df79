/**
 * The end of a sentence about a name that nobody knows: `, did you mean "title"?`; nothing when no known name is near.
 *
 * @param nearest what `nearestName` or `misspelt` has found
 * @param marked how the sentence marks names; default: in double quotes
 */
export function didYouMean(nearest: string | undefined, marked: (name: string) => string = inQuotes): string {
  return nearest === undefined ? '' : `, did you mean ${marked(nearest)}?`;
}

const inQuotes = (name: string): string => `"${name}"`;
export const inTicks = (name: string): string => `\`${name}\``;
