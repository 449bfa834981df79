import type { StackBlitzPlace } from './place.ts';
import { showFailure } from './place.ts';

/** Distance outside of the viewport at which a frame is loaded. */
const NEAR_VIEWPORT = '200px';

export function attendPlaces(target: EventTarget | null): void {
  const button = target instanceof Element ? target.closest('button') : null;
  const clicked = button?.closest<HTMLElement>('[data-stackblitz]');
  if (clicked) enter(clicked, true).catch((error: Error) => showFailure(clicked, error));
  for (const element of document.querySelectorAll<HTMLElement>('[data-stackblitz-visible]')) {
    element.removeAttribute('data-stackblitz-visible');
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        enter(element, false).catch((error: Error) => showFailure(element, error));
      },
      { rootMargin: NEAR_VIEWPORT },
    );
    observer.observe(element);
  }
}

async function enter(container: HTMLElement, clicked: boolean): Promise<void> {
  const data: StackBlitzPlace = JSON.parse(container.dataset.stackblitz ?? '');
  const { embedEditor, openProject } = await import('./frame.ts');
  const { project, embed, editor } = data.options;
  if (project && !embed) {
    openProject(project, editor);
    return;
  }
  if (!container.isConnected || container.querySelector('iframe')) return;
  const frame = embedEditor(container, data);
  if (clicked) frame.focus();
}
