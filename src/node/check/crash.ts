import type { Frame } from 'playwright-core';
import type { Finding } from './types.ts';

/** What the crash box inside `selector` says, if there is one. */
export async function findCrash(frame: Frame, selector: string, place: Finding['place']): Promise<Finding[]> {
  const messages = await frame.evaluate(
    (selector) =>
      [...document.querySelectorAll(`${selector} .crash-box`)].map(
        (box) => box.querySelector('strong')?.textContent ?? '',
      ),
    selector,
  );
  return messages.map((message) => ({ rule: 'crash', place, message: message || 'The demo crashed' }));
}
