/** Attribute of the live region; boot finds its own strings there, in the language of the interface. */
export const ANNOUNCER_ATTRIBUTE = 'data-announcer';

/** The live region of the page. */
export function announcer(): HTMLElement | null {
  return document.querySelector(`[${ANNOUNCER_ATTRIBUTE}]`);
}

/** Tells a message to screen readers. */
export function announce(message: string): void {
  const region = announcer();
  if (region) region.textContent = message;
}
