import { RENDER_EVENT } from '../events.ts';
import type { StackBlitzVM } from './connect.ts';

/**
 * Brings `<StackBlitz>` to life, wherever it stands: buttons when they are clicked, and frames that load when they near
 * the viewport. Every page has this in its script, and loads the rest only when there is such a place in it.
 */
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
 * @returns rejects with an Error when there is no such frame, or when the editor does not answer 20 tries in 10 seconds
 */
export async function connectStackBlitz(frame: HTMLIFrameElement | string): Promise<StackBlitzVM> {
  const { connectFrame } = await import('./connect.ts');
  return await connectFrame(frame);
}
