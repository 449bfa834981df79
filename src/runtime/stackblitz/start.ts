import type { StackBlitzVM } from './connect.ts';
import { showFailure } from './place.ts';

/** This code is in every page's script; the rest is loaded when a reader presses such a button. */
export function startStackBlitz(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const place = button?.closest<HTMLElement>('[data-stackblitz]');
    if (!place) return;
    import('./frame.ts').then(({ enterPlace }) => enterPlace(place)).catch((error: Error) => showFailure(place, error));
  });
}

/**
 * Connects to the editor in a frame.
 *
 * @param frame the frame, or its id
 * @returns rejects with an Error if there is no such frame, or if the editor does not respond to 20 attempts in 10
 * seconds
 */
export async function connectStackBlitz(frame: HTMLIFrameElement | string): Promise<StackBlitzVM> {
  const { connectFrame } = await import('./connect.ts');
  return await connectFrame(frame);
}
