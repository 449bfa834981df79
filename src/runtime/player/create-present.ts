import { HIGHLIGHT_CLASS } from '../../shared/dom-contract.ts';
import type { PageFocus } from './page-focus.ts';
import { isPlaying, type PlayState } from './play-state.ts';

/** Milliseconds for which an element is highlighted before it receives input, at normal speed. */
const PAUSE = 900;

export type Present = (target: Element | undefined, signal: AbortSignal) => Promise<void>;

export function createPresent(
  state: PlayState,
  options: {
    focus: PageFocus;
    speed: () => number;
    /** The reader uses another part of the page. */
    onLeave: () => void;
    onPause: () => void;
  },
): Present {
  const { focus, speed, onLeave, onPause } = options;
  const highlight = createHighlight();
  return async (target, signal) => {
    try {
      let left = state.isSilent ? 0 : PAUSE;
      let wasPaused = false;
      for (let last = performance.now(); left > 0 || state.isPaused; ) {
        if (target) highlight.show(target);
        if (state.isPaused && !wasPaused) onPause();
        wasPaused = state.isPaused;
        const now = await nextFrame();
        signal.throwIfAborted();
        if (!state.isPaused) left -= (now - last) * speed();
        last = now;
        if (isPlaying(state) && focus.isElsewhere()) onLeave();
      }
      signal.throwIfAborted();
      focus.toDemo();
    } finally {
      highlight.hide();
    }
  };
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

/** Outside of the body, where the runner looks for popups of the demo. */
function createHighlight() {
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
