import { CRASH_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import type { Evaluator } from './evaluator.ts';
import type { Finding } from './types.ts';

/** `selector` of the root. */
export async function findCrash(frame: Evaluator, selector: string, place: Finding['place']): Promise<Finding[]> {
  const roots = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  const read = `${roots}.flatMap((root) => root.getAttribute('${CRASH_ATTRIBUTE}') ?? [])`;
  const messages = (await frame.evaluate(read)) as string[];
  return messages.map((message) => ({ rule: 'crash', place, message: message || 'The demo crashed' }));
}
