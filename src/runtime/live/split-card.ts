import { STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { readStorage, writeStorage } from '../storage.ts';

/** Local storage key of the demo's share of the width, in percent. */
const SPLIT_STORAGE_KEY = 'cascader-docs:split';
/** Limits, step and default of the demo's share, in percent. */
const SHARE = { least: 20, most: 80, step: 2, usual: 50 };
/** Distance from the neighboring columns and the window's edges, in pixels. */
const MARGIN = 24;

/**
 * Splits an edited card into demo and code, side by side. The handle can be dragged, or moved with the arrow keys, Home
 * and End; a double click resets it to the middle. The share is stored. The card also uses the free space next to the
 * main column. Styles decide whether demo and code are side by side, with `--demo-share`, and `--room-start` and
 * `--room-end` in pixels.
 *
 * @returns function that removes the split
 */
export function splitCard(card: HTMLElement, handle: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const isMirrored = (): boolean => getComputedStyle(card).direction === 'rtl';
  let share = SHARE.usual;
  const divide = (wanted: number): void => {
    share = Math.round(Math.min(SHARE.most, Math.max(SHARE.least, wanted)));
    card.style.setProperty('--demo-share', `${share}%`);
    handle.setAttribute('aria-valuenow', String(share));
  };
  const remember = (wanted: number): void => {
    divide(wanted);
    writeStorage(SPLIT_STORAGE_KEY, String(share));
  };
  const makeRoom = (): void => {
    const [left, right] = roomBeside(card);
    const [start, end] = isMirrored() ? [right, left] : [left, right];
    card.style.setProperty('--room-start', `${start}px`);
    card.style.setProperty('--room-end', `${end}px`);
  };
  handle.addEventListener(
    'keydown',
    (event) => {
      const forward = isMirrored() ? 'ArrowLeft' : 'ArrowRight';
      const back = isMirrored() ? 'ArrowRight' : 'ArrowLeft';
      const wanted = { [forward]: share + SHARE.step, [back]: share - SHARE.step, Home: SHARE.least, End: SHARE.most };
      const next = wanted[event.key];
      if (next === undefined) return;
      event.preventDefault();
      remember(next);
    },
    { signal },
  );
  handle.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      // Otherwise, a frame under the pointer would receive the pointer's moves.
      handle.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  handle.addEventListener(
    'pointermove',
    ({ pointerId, clientX }) => {
      if (!handle.hasPointerCapture(pointerId)) return;
      const { left, right, width } = card.getBoundingClientRect();
      divide(((isMirrored() ? right - clientX : clientX - left) / width) * 100);
    },
    { signal },
  );
  handle.addEventListener('pointerup', () => remember(share), { signal });
  handle.addEventListener('dblclick', () => remember(SHARE.usual), { signal });
  addEventListener('resize', makeRoom, { signal });
  divide(Number(readStorage(SPLIT_STORAGE_KEY) ?? SHARE.usual) || SHARE.usual);
  makeRoom();
  return () => {
    controller.abort();
    for (const name of ['--demo-share', '--room-start', '--room-end']) card.style.removeProperty(name);
  };
}

/** Returns the free space to the left and right of a card, in pixels: up to the neighboring columns, or the window's edges. */
function roomBeside(card: HTMLElement): [left: number, right: number] {
  const place = (card.parentElement ?? card).getBoundingClientRect();
  const main = card.closest('main');
  const sidebar = document.querySelector(`[${STATIC_ATTRIBUTE}="sidebar"]`)?.parentElement;
  const beside = [...(main?.parentElement?.children ?? []), ...(sidebar ? [sidebar] : [])].filter(
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
