/** Plays the steps of a demo: loaded when a reader presses one of the controls. */
import { STEP_ACTION_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { PLAY_EVENT } from '../events.ts';
import { createPresent } from './create-present.ts';
import { createSequence } from './create-sequence.ts';
import { createPageFocus } from './page-focus.ts';
import { initialState, isPlaying, textIn } from './play-state.ts';
import { createQuietFocus } from './quiet-focus.ts';
import { createStepList } from './step-list.ts';
import type { Player, PlayerContext } from './types.ts';

const SPEEDS = [1, 2, 0.5];

/** Creates the player of a demo. It mounts nothing yet. */
export function createPlayer(context: PlayerContext): Player {
  const { demo, element } = context;
  const list = createStepList(element);
  const disposed = new AbortController();
  const state = initialState();
  const count = demo.steps?.list.length ?? 0;
  let speed = 1;
  /** The control that the reader used last. */
  let used = element;

  const onChange = (): void => {
    const { run, done, isBusy, isFailed, isYours } = state;
    const hasPrevious = run !== undefined && (done > 0 || isFailed || isYours || isBusy);
    list.setControls({ isPlaying: isPlaying(state), hasPrevious, hasNext: !isFailed && (!run || done < count) });
  };
  const setPaused = (isPaused: boolean): void => {
    state.isPaused = isPaused;
    onChange();
  };
  const stop = (): void => {
    state.ending.abort();
    Object.assign(state, initialState());
    list.clear();
    list.note('');
    onChange();
  };
  const quiet = createQuietFocus(element, {
    onPress: press,
    onEscape() {
      const isEnded = isPlaying(state);
      if (isEnded) setPaused(true);
      return isEnded;
    },
  });
  const focus = createPageFocus(element, state, quiet);
  const onPause = (): void => focus.toControl(used);
  const present = createPresent(state, { focus, speed: () => speed, onLeave: () => setPaused(true), onPause });
  const advance = createSequence({ context, state, list, quiet, focus, present, onChange });

  /** Runs steps up to a number. */
  const go = async (goal: number): Promise<void> => {
    const { signal } = state.ending;
    state.goal = Math.min(goal, count);
    if (state.isYours) list.mark(state.done++, 'done', textIn(context, 'steps.done'));
    state.isYours = false;
    const wasBusy = state.isBusy;
    state.isBusy = true;
    setPaused(false);
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
      if (isPlaying(state)) return setPaused(true);
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
    speed(control) {
      speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
      if (control.lastElementChild) control.lastElementChild.textContent = `${speed}×`;
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
