import { nearestName } from '../diagnostics/diagnostic.ts';

/** The end of a message about an unknown name: `, did you mean "title"?`, or nothing when no known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `, did you mean "${nearest}"?`;
}
