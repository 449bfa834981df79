/**
 * A modal dialog makes the rest of the page inert: the browser would recompute the style of every element before it
 * opens.
 */
export function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  const all = [...dialog.querySelectorAll<HTMLElement>('input, button, a[href]:not([tabindex])')];
  // The foot is hidden in low windows.
  const stops = all.filter((stop) => stop.checkVisibility());
  const [first, last] = [stops[0], stops.at(-1)];
  const [edge, next] = event.shiftKey ? [first, last] : [last, first];
  const active = document.activeElement;
  if (active !== edge && active !== dialog) return;
  event.preventDefault();
  next?.focus();
}
