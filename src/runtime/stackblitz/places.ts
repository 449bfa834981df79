import type { StackBlitzPlace } from './place.ts';
import { tellFailure } from './tell-failure.ts';

/** Distance outside of the viewport at which a frame is loaded. */
const NEAR_VIEWPORT = '200px';

/**
 * Handles a click on an element's button, and watches elements that load near the viewport.
 *
 * @param target the clicked element, if any
 */
export function attendPlaces(target: EventTarget | null): void {
  const button = target instanceof Element ? target.closest('button') : null;
  const clicked = button?.closest<HTMLElement>('[data-stackblitz]');
  if (clicked) enter(clicked, true).catch((error: Error) => tellFailure(clicked, error));
  for (const place of document.querySelectorAll<HTMLElement>('[data-stackblitz-visible]')) {
    place.removeAttribute('data-stackblitz-visible');
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        enter(place, false).catch((error: Error) => tellFailure(place, error));
      },
      { rootMargin: NEAR_VIEWPORT },
    );
    observer.observe(place);
  }
}

async function enter(place: HTMLElement, clicked: boolean): Promise<void> {
  const data: StackBlitzPlace = JSON.parse(place.dataset.stackblitz ?? '');
  const { embedEditor, openProject } = await import('./frame.ts');
  const { project, embed, editor } = data.options;
  if (project && !embed) {
    openProject(project, editor);
    return;
  }
  // The button may have been clicked twice, or the element may have been removed.
  if (!place.isConnected || place.querySelector('iframe')) return;
  const frame = embedEditor(place, data);
  if (clicked) frame.focus();
}
