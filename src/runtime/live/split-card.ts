import { readStorage, writeStorage } from '../storage.ts';

/** Local storage key of the demo's share of the width, in percent. */
const SPLIT_STORAGE_KEY = 'cascader-docs:split';
/** Shares of the demo, in percent. */
const SHARE = { least: 20, most: 80, step: 2, usual: 50 };
/** Pixels that a card leaves free beside it. */
const MARGIN = 24;

/**
 * Divides an edited card between demo and code, side by side: the handle is dragged, or moved by the arrow keys, Home and End; a
 * double click is the middle again. The share is remembered. The card takes the room beside the text that nothing else needs.
 * Styles decide whether the two stand side by side, by `--demo-share` and `--room-start` and `--room-end`, in pixels.
 *
 * @returns function that ends it
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
      // A frame below the pointer would take its moves.
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

/** Pixels on the left and on the right of a card's place up to the columns beside the main one, or to the edges of the window. */
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
