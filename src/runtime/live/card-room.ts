/** Distance from neighboring columns, in pixels. */
const MARGIN = 24;

/**
 * Lets styles extend an edited card over the free space beside the main column: `--room-start` and `--room-end` in pixels.
 *
 * @returns function that stops following the window
 */
export function giveRoom(card: HTMLElement): () => void {
  const update = (): void => {
    const [left, right] = roomBeside(card);
    const isMirrored = getComputedStyle(card).direction === 'rtl';
    card.style.setProperty('--room-start', `${isMirrored ? right : left}px`);
    card.style.setProperty('--room-end', `${isMirrored ? left : right}px`);
  };
  update();
  addEventListener('resize', update);
  return () => removeEventListener('resize', update);
}

/** Returns the free space to the left and right of a card, in pixels: up to the neighboring columns, or the window's edges. */
function roomBeside(card: HTMLElement): [left: number, right: number] {
  const place = (card.parentElement ?? card).getBoundingClientRect();
  const main = card.closest('main');
  const beside = [...(main?.parentElement?.children ?? [])].filter(
    (element) => element !== main && element.checkVisibility({ visibilityProperty: true }),
  );
  let [left, right] = [0, document.documentElement.clientWidth];
  for (const element of beside) {
    const rect = element.getBoundingClientRect();
    if (rect.right <= place.left) left = Math.max(left, rect.right);
    if (rect.left >= place.right) right = Math.min(right, rect.left);
  }
  return [Math.max(0, place.left - left - MARGIN), Math.max(0, right - place.right - MARGIN)];
}
