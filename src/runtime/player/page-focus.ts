import type { PlayState } from './play-state.ts';
import type { QuietFocus } from './quiet-focus.ts';

/** The focus of the page, while steps move the focus in the demo. */
export interface PageFocus {
  /** Returns true if the focus is in the page, but in neither the demo nor the steps. */
  isElsewhere: () => boolean;
  /** Takes the focus from the page, because keys go to the element that has it. */
  toDemo: () => void;
  /** Focuses a control, unless the reader has moved the focus elsewhere. */
  toControl: (control: HTMLElement) => void;
}

/** Creates the rules of who has the focus. */
export function createPageFocus(element: Element, state: PlayState, quiet: QuietFocus): PageFocus {
  const isElsewhere = (): boolean => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body || activeElement.matches('iframe')) return false;
    return ![element, ...(state.run?.scope.roots() ?? [])].some((root) => root.contains(activeElement));
  };
  return {
    isElsewhere,
    toDemo() {
      quiet.toDemo();
      if (isElsewhere()) (document.activeElement as HTMLElement).blur();
    },
    toControl(control) {
      if (!isElsewhere()) quiet.toControl(control, state.run?.document ?? document);
    },
  };
}
