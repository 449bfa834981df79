import type { PlayState } from './play-state.ts';
import type { QuietFocus } from './quiet-focus.ts';

export type PageFocus = ReturnType<typeof createPageFocus>;

export function createPageFocus(element: Element, state: PlayState, quiet: QuietFocus) {
  const isElsewhere = (): boolean => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body || activeElement.matches('iframe')) return false;
    return ![element, ...(state.run?.scope.roots() ?? [])].some((root) => root.contains(activeElement));
  };
  return {
    isElsewhere,
    /** Takes the focus from the page, because keys go to the element that has it. */
    toDemo(): void {
      quiet.toDemo();
      if (isElsewhere()) (document.activeElement as HTMLElement).blur();
    },
    /** Focuses a control, unless the reader has moved the focus elsewhere. */
    toControl(control: HTMLElement): void {
      if (!isElsewhere()) quiet.toControl(control, state.run?.document ?? document);
    },
  };
}
