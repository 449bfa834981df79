import { ENHANCE_ATTRIBUTE } from '../events.ts';
import { loadModule } from '../load-module.ts';

/** Loads the script of an element that is marked when it gets the focus, or is changed, and starts it. */
export function startEnhance(): void {
  const start = ({ target }: Event): void => {
    const element = target instanceof Element ? target.closest(`[${ENHANCE_ATTRIBUTE}]`) : null;
    const script = element?.getAttribute(ENHANCE_ATTRIBUTE);
    if (!element || !script) return;
    element.removeAttribute(ENHANCE_ATTRIBUTE);
    loadModule<{ start: (element: Element) => void }>(script).then(
      (module) => module.start(element),
      // The next use tries again: with another fragment it is another module to the browser.
      () => element.setAttribute(ENHANCE_ATTRIBUTE, `${script}#`),
    );
  };
  // Not every browser gives the focus to a box that is clicked.
  for (const type of ['focusin', 'input']) document.addEventListener(type, start);
}
