import { ANNOUNCER_ATTRIBUTE } from '../shared/dom-contract.ts';

/** The live region of the page. */
export function announcer(): HTMLElement | null {
  return document.querySelector(`[${ANNOUNCER_ATTRIBUTE}]`);
}

/** Tells a message to screen readers. */
export function announce(message: string): void {
  const region = announcer();
  if (region) region.textContent = message;
}
