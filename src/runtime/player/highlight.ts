import { HIGHLIGHT_CLASS } from '../../shared/dom-contract.ts';

/** Receives no input. */
export type Highlight = ReturnType<typeof createHighlight>;

/** Outside of the body, where the runner looks for popups of the demo. */
export function createHighlight() {
  let box: HTMLElement | undefined;
  let shown: Element | undefined;
  const hide = (): void => {
    box?.remove();
    box = undefined;
    shown = undefined;
  };
  return {
    hide,
    /** Shows the box where the element is now. Call it for each frame. */
    show(element: Element): void {
      if (shown !== element) hide();
      shown = element;
      if (!box) {
        box = document.createElement('div');
        box.className = HIGHLIGHT_CLASS;
        box.ariaHidden = 'true';
        // In the top layer it is also above the demo's dialogs.
        box.popover = 'manual';
        document.documentElement.append(box);
        box.showPopover();
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      const frame = element.ownerDocument.defaultView?.frameElement?.getBoundingClientRect();
      Object.assign(box.style, {
        left: `${left + (frame?.left ?? 0)}px`,
        top: `${top + (frame?.top ?? 0)}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    },
  };
}
