import type { Frame } from 'playwright-core';
import { CRASH_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import type { Finding } from './types.ts';

/**
 * Returns a finding for each crashed demo root.
 *
 * @param selector selector of the root
 */
export async function findCrash(frame: Frame, selector: string, place: Finding['place']): Promise<Finding[]> {
  const messages = await frame.evaluate(
    ([selector, attribute]) =>
      [...document.querySelectorAll(selector)].flatMap((root) => root.getAttribute(attribute) ?? []),
    [selector, CRASH_ATTRIBUTE] as const,
  );
  return messages.map((message) => ({ rule: 'crash', place, message: message || 'The demo crashed' }));
}
