import { createHighlight } from './highlight.ts';
import type { PageFocus } from './page-focus.ts';
import { isPlaying, type PlayState } from './play-state.ts';

/** Milliseconds for which an element is highlighted before it receives input, at normal speed. */
const PAUSE = 900;

/** Highlights an element before it receives input, and waits while the player is paused. */
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
