import { ANNOUNCER_ATTRIBUTE } from '../shared/dom-contract.ts';

export function announcer(): HTMLElement | null {
  return document.querySelector(`[${ANNOUNCER_ATTRIBUTE}]`);
}

export function announce(message: string): void {
  const region = announcer();
  if (region) region.textContent = message;
}
