import { ENHANCE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { loadModule } from '../load-module.ts';

export function startEnhance(): void {
  const start = ({ target }: Event): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>(`[${ENHANCE_ATTRIBUTE}]`) : null;
    const script = element?.dataset.enhance;
    if (!element || !script) return;
    delete element.dataset.enhance;
    loadModule<{ start: (element: Element) => void }>(script).then(
      (module) => module.start(element),
      // The next use tries again. A different fragment makes the browser load the module again.
      () => {
        element.dataset.enhance = `${script}#`;
      },
    );
  };
  // Some browsers do not focus a checkbox that is clicked.
  for (const type of ['focusin', 'input']) document.addEventListener(type, start);
}
