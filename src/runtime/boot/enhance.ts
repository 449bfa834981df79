import { ENHANCE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { loadModule } from '../load-module.ts';

/** Loads the script of an element that is marked when it gets the focus, or is changed, and starts it. */
export function startEnhance(): void {
  const start = ({ target }: Event): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>(`[${ENHANCE_ATTRIBUTE}]`) : null;
    const script = element?.dataset.enhance;
    if (!element || !script) return;
    delete element.dataset.enhance;
    loadModule<{ start: (element: Element) => void }>(script).then(
      (module) => module.start(element),
      // The next use tries again: with another fragment it is another module to the browser.
      () => {
        element.dataset.enhance = `${script}#`;
      },
    );
  };
  // Not every browser gives the focus to a box that is clicked.
  for (const type of ['focusin', 'input']) document.addEventListener(type, start);
}
