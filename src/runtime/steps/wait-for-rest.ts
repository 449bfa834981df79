import { delay } from './wait-for.ts';

/** Milliseconds between two snapshots. */
const INTERVAL = 50;
/** Number of equal snapshots in a row that count as rest. */
const EQUAL = 2;

/** Waits for markup, boxes, animations, fonts and images. Returns false if they do not rest in `timeout` ms. */
export async function waitForRest(document: Document, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout;
  await Promise.race([document.fonts.ready, delay(timeout)]);
  let last = '';
  for (let equal = 0; performance.now() < end; ) {
    const now = isBusy(document) ? undefined : snapshot(document);
    equal = now !== undefined && now === last ? equal + 1 : 0;
    if (equal >= EQUAL) return true;
    last = now ?? '';
    await delay(INTERVAL);
  }
  return false;
}

/** Animations without an end do not count. */
function isBusy(document: Document): boolean {
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const { endTime } = effect?.getComputedTiming() ?? {};
    return playState === 'running' && typeof endTime === 'number' && Number.isFinite(endTime);
  });
  return isMoving || [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy');
}

function snapshot({ body }: Document): string {
  const boxes = Array.from(body.querySelectorAll('*'), (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${x},${y},${width},${height}`;
  });
  return `${body.innerHTML}\n${boxes.join(' ')}`;
}
