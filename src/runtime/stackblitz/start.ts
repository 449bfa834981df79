import { RENDER_EVENT } from '../events.ts';
import type { StackBlitzVM } from './connect.ts';

/** This code is in every page's script; the rest is loaded only if the page has such an element. */
export function startStackBlitz(): void {
  for (const type of ['click', RENDER_EVENT])
    document.addEventListener(type, ({ target }) => {
      if (document.querySelector('[data-stackblitz]'))
        import('./places.ts').then(({ attendPlaces }) => attendPlaces(target)).catch(console.error);
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
