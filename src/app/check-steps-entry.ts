import { extendWithPlay } from '../runtime/play/play-story.ts';
import { createReporter } from '../runtime/steps/create-reporter.ts';
import { createDispatchInput } from '../runtime/steps/dispatch-input.ts';
import { type Point, reaches } from '../runtime/steps/locate.ts';
import { prepareMore } from '../runtime/steps/more-steps.ts';
import { runStep } from '../runtime/steps/run-steps.ts';
import { scopeOf } from '../runtime/steps/targets.ts';
import type { Step } from '../runtime/steps/types.ts';
import type { StepInput } from '../runtime/steps/user.ts';
import { delay } from '../runtime/steps/wait-for.ts';
import type { InputCommand, LoadedStep, OutlineChange, StepFailure, StepRequest } from '../shared/steps.ts';

/** Milliseconds between two snapshots. */
const INTERVAL = 50;
/** Number of consecutive equal snapshots after which the page counts as stable. */
const EQUAL = 2;

/** Waits until markup, boxes, animations, fonts and images are stable. Returns false if they still change after `timeout` ms. */
async function waitForRest(document: Document, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout;
  let last = '';
  for (let equal = 0; performance.now() < end; ) {
    const now = isBusy(document) ? undefined : snapshot(document);
    equal = now !== undefined && now === last ? equal + 1 : 0;
    if (equal >= EQUAL) return true;
    last = now ?? '';
    await delay(INTERVAL);
  }
  return false;
}

/** Infinite animations do not count. */
function isBusy(document: Document): boolean {
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const { endTime } = effect?.getComputedTiming() ?? {};
    return playState === 'running' && typeof endTime === 'number' && Number.isFinite(endTime);
  });
  // New text may need another font.
  const isLoading = document.fonts.status === 'loading';
  return isMoving || isLoading || [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy');
}

function snapshot({ body }: Document): string {
  const boxes = Array.from(body.querySelectorAll('*'), (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${x},${y},${width},${height}`;
  });
  return `${body.innerHTML}\n${boxes.join(' ')}`;
}

const EVENTS = 'pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu'.split(' ');

/** Prevents presses that miss the wanted element. Listeners that the page added to the window earlier still receive them. */
function createPressGuard(view: Window) {
  let wanted: { element: Element; hit: Element | null } | undefined;
  let hasMissed: boolean | undefined;
  const decide = (event: Event): void => {
    if (!wanted || !event.isTrusted) return;
    hasMissed ??= event.target !== wanted.hit && !reaches(event.target as Element, wanted.element);
    if (!hasMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of EVENTS) view.addEventListener(type, decide, { capture: true });
  return {
    /** Returns false if the press would have hit another element; the page then received only the pointer movement. */
    async press(element: Element, { x, y }: Point, perform: () => Promise<void>): Promise<boolean> {
      wanted = { element, hit: view.document.elementFromPoint(x, y) };
      hasMissed = undefined;
      try {
        await perform();
        return !hasMissed;
      } finally {
        wanted = undefined;
      }
    },
  };
}

export interface StepsInPage {
  /** Imports the steps of a demo. */
  load(url: string): Promise<LoadedStep[]>;
  run(request: StepRequest): Promise<StepFailure | undefined>;
  /** Waits until the page is stable, for at most `timeout` milliseconds. */
  rest(timeout: number): Promise<boolean>;
}

declare global {
  var cascaderSteps: StepsInPage | undefined;
  var cascaderStepInput: (command: InputCommand) => Promise<void>;
  var cascaderStepState: (name: string) => Promise<void>;
  var cascaderStepOutline: (change: OutlineChange) => Promise<void>;
}

const scope = scopeOf(document.body);
const events = createDispatchInput(document);
const guard = createPressGuard(window);
let steps: readonly Step[] = [];

const driven: StepInput = {
  click: (element, point, options) =>
    guard.press(element, point, () => cascaderStepInput({ kind: 'click', ...point, ...options })),
  drag: (element, from, to) => guard.press(element, from, () => cascaderStepInput({ kind: 'drag', from, to })),
  hover: (_element: Element, point: Point) => cascaderStepInput({ kind: 'move', ...point }),
  type: (text) => cascaderStepInput({ kind: 'type', text }),
  press: (key) => cascaderStepInput({ kind: 'press', key }),
};

globalThis.cascaderSteps = {
  async load(url) {
    ({ steps } = (await import(/* @vite-ignore */ url)) as { steps: readonly Step[] });
    prepareMore(document);
    return steps.map(({ name, fresh = false }) => ({ name, fresh }));
  },
  run({ index, input, timeout, stepTimeout, states, updates }) {
    const onState = states ? (name: string): Promise<void> => cascaderStepState(name) : undefined;
    return runStep(steps[index] as Step, {
      ...{ scope, document, timeout, stepTimeout, reporter: createReporter() },
      extend: extendWithPlay,
      input: input === 'driver' ? driven : events,
      ...(onState && { onState }),
      ...(updates && { onOutline: (change) => cascaderStepOutline(change) }),
    });
  },
  rest: (timeout) => waitForRest(document, timeout),
};
