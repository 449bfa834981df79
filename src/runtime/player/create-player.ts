import { HIGHLIGHT_CLASS, STEP_ACTION_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { PLAY_EVENT } from '../events.ts';
import { createDispatchInput } from '../steps/dispatch-input.ts';
import { runStep } from '../steps/run-steps.ts';
import { mountAfresh } from './mount-afresh.ts';
import { createShownState, isPlaying, type PlayState, type Run, textIn } from './play-state.ts';
import { createPageFocus, createQuietFocus, type PageFocus, type QuietFocus } from './quiet-focus.ts';
import { createStepList, type StepList } from './step-list.ts';
import type { Player, PlayerContext } from './types.ts';

/** Milliseconds for which an element is highlighted before it receives input, at normal speed. */
const PAUSE = 900;

type Present = (target: Element | undefined, signal: AbortSignal) => Promise<void>;

function createPresent(
  state: PlayState,
  options: {
    focus: PageFocus;
    speed: () => number;
    /** Called when the reader uses another part of the page. */
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

/** The highlight is outside of the body, because the runner looks for the demo's popups in the body. */
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

/** Time limits of an expectation and of a step, in milliseconds. */
const TIMES = { timeout: 3000, stepTimeout: 10_000 };

interface SequenceOptions {
  context: PlayerContext;
  state: PlayState;
  list: StepList;
  quiet: QuietFocus;
  focus: PageFocus;
  present: Present;
  onChange: () => void;
}

function createSequence(options: SequenceOptions): () => Promise<void> {
  const { context, state, list, focus, present, onChange } = options;
  const { demo, announce } = context;
  const infos = demo.steps?.list ?? [];
  const sayStep = (index: number): void => {
    const name = infos[index]?.name;
    if (name !== undefined) announce(textIn(context, 'steps.now', { number: index + 1, count: infos.length, name }));
  };
  const { start, perform } = createStarter(options);
  /** Returns false if the player must stop. */
  const runNext = async (signal: AbortSignal): Promise<boolean> => {
    const index = state.done;
    const { name, realInput } = infos[index] ?? { name: '' };
    if (realInput) {
      state.isYours = true;
      list.mark(index, 'yours');
      announce(textIn(context, 'steps.yours', { name }));
      return false;
    }
    if (infos[index]?.fresh && index > 0) await start(signal);
    if (!state.run) return false;
    list.mark(index, 'running');
    if (!state.isSilent) sayStep(index);
    const message = await perform(index, state.run, signal);
    if (message !== undefined) {
      const note = textIn(context, 'steps.failed', { message });
      state.isFailed = true;
      list.mark(index, 'failed', note);
      announce(`${name}. ${note}`);
      return false;
    }
    list.mark(index, 'done', textIn(context, 'steps.done'));
    state.done++;
    return true;
  };
  return async () => {
    const { signal } = state.ending;
    if (state.run) focus.toDemo();
    else await start(signal);
    onChange();
    while (state.run && state.done < state.goal) {
      if (state.isPaused) await present(undefined, signal);
      if (!(await runNext(signal))) break;
      onChange();
    }
    if (state.isSilent) sayStep(state.done - 1);
    else if (state.done === infos.length) announce(textIn(context, 'steps.finished'));
  };
}

function createStarter({ context, state, list, quiet, focus, present }: SequenceOptions) {
  const { demo, steps, announce, more } = context;
  return {
    async start(signal: AbortSignal): Promise<void> {
      document.dispatchEvent(new CustomEvent(PLAY_EVENT, { detail: demo.id }));
      quiet.forget();
      list.note('');
      const fresh = await mountAfresh(context);
      signal.throwIfAborted();
      if (typeof fresh === 'string') {
        list.note(fresh);
        announce(fresh);
        return;
      }
      const { defaultView } = fresh.document;
      if (defaultView && defaultView !== window) quiet.watch(defaultView, signal);
      state.run = { ...fresh, input: createDispatchInput(fresh.document, fresh.scope) };
      more?.prepareMore(fresh.document, list.note, signal);
      focus.toDemo();
    },
    /** Returns why the step failed; undefined if it did not. */
    async perform(index: number, { scope, document, input }: Run, signal: AbortSignal): Promise<string | undefined> {
      const step = steps[index];
      if (!step) return undefined;
      const running = runStep(step, {
        ...{ scope, document, input, signal, extend: more?.extendSteps, ...TIMES },
        onTarget: (target) => present(target, signal),
        onState: () => present(undefined, signal),
      });
      return (await Promise.race([running, whenAborted(signal)]))?.message;
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const SPEEDS = [1, 2, 0.5];

/** Creates the player, but mounts nothing yet. */
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
      // An aborted run has no message for the reader.
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
      const { isBusy, isYours, goal, done } = state;
      // Each press plays a step, even during an earlier step. While all steps are played, it stops after the current step.
      return go((isBusy && goal < count ? goal : done) + (isYours ? 2 : 1));
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
