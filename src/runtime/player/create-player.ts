import { STEP_ACTION_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { PLAY_EVENT } from '../events.ts';
import { createPresent } from './create-present.ts';
import { createSequence } from './create-sequence.ts';
import { createPageFocus } from './page-focus.ts';
import { createShownState, textIn } from './play-state.ts';
import { createQuietFocus } from './quiet-focus.ts';
import { createStepList } from './step-list.ts';
import type { Player, PlayerContext } from './types.ts';

const SPEEDS = [1, 2, 0.5];

/** Mounts nothing yet. */
export function createPlayer(context: PlayerContext): Player {
  const { demo, element } = context;
  const list = createStepList(element);
  const disposed = new AbortController();
  const count = demo.steps?.list.length ?? 0;
  const { state, onChange, pause, stop } = createShownState(list, count);
  let speed = 1;
  let used = element;

  const quiet = createQuietFocus(element, { onPress: press, onEscape: pause });
  const focus = createPageFocus(element, state, quiet);
  const onPause = (): void => focus.toControl(used);
  const present = createPresent(state, { focus, speed: () => speed, onLeave: pause, onPause });
  const advance = createSequence({ context, state, list, quiet, focus, present, onChange });

  const go = async (goal: number): Promise<void> => {
    const { signal } = state.ending;
    state.goal = Math.min(goal, count);
    if (state.isYours) list.mark(state.done++, 'done', textIn(context, 'steps.done'));
    state.isYours = false;
    const wasBusy = state.isBusy;
    state.isBusy = true;
    state.isPaused = false;
    onChange();
    if (wasBusy) return;
    try {
      await advance();
    } catch (error) {
      // What was aborted has no message for the reader.
      if (!signal.aborted) list.note((error as Error).message);
    }
    if (signal.aborted) return;
    state.isBusy = false;
    state.isSilent = false;
    onChange();
    onPause();
  };
  const actions: Record<string, (control: HTMLElement) => unknown> = {
    play() {
      if (pause()) return undefined;
      if (!state.isBusy && (state.isFailed || state.done === count)) stop();
      state.isSilent = false;
      return go(count);
    },
    next() {
      state.isSilent = false;
      return go(state.done + (state.isYours ? 2 : 1));
    },
    previous() {
      const { done, isBusy, isFailed, isYours } = state;
      stop();
      state.isSilent = true;
      return go(Math.max(done - (isBusy || isFailed || isYours ? 0 : 1), 0));
    },
    speed({ lastElementChild }) {
      speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
      if (lastElementChild) lastElementChild.textContent = `${speed}×`;
    },
  };
  function press(control: HTMLElement): void {
    if (control.matches(':disabled, [aria-disabled="true"]')) return;
    used = control;
    actions[control.getAttribute(STEP_ACTION_ATTRIBUTE) ?? '']?.(control);
  }
  const stopForOther = (event: Event): void => {
    if ((event as CustomEvent<string | null>).detail !== demo.id) stop();
  };
  quiet.watch(window, disposed.signal);
  document.addEventListener(PLAY_EVENT, stopForOther, { signal: disposed.signal });
  return {
    press,
    dispose() {
      stop();
      disposed.abort();
    },
  };
}
