import type { StackBlitzPlace } from './place.ts';
import { tellFailure } from './tell-failure.ts';

/** How far outside of the viewport a frame is loaded. */
const NEAR_VIEWPORT = '200px';

/**
 * Does what a button of a place is there for, and watches places that load when they near the viewport.
 *
 * @param target what was clicked, if anything was
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
  // It may have been clicked twice, or be gone, since.
  if (!place.isConnected || place.querySelector('iframe')) return;
  const frame = embedEditor(place, data);
  if (clicked) frame.focus();
}
