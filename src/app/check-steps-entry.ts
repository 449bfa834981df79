import { createReporter } from '../runtime/steps/create-reporter.ts';
import { createDispatchInput } from '../runtime/steps/dispatch-input.ts';
import { createPressGuard } from '../runtime/steps/guard-press.ts';
import type { Point } from '../runtime/steps/locate.ts';
import { extendSteps, prepareMore } from '../runtime/steps/more-steps.ts';
import { scopeOf } from '../runtime/steps/portals.ts';
import { runStep } from '../runtime/steps/run-steps.ts';
import type { Step } from '../runtime/steps/types.ts';
import type { StepInput } from '../runtime/steps/user.ts';
import { waitForRest } from '../runtime/steps/wait-for-rest.ts';
import type { InputCommand, LoadedStep, StepFailure, StepRequest } from '../shared/steps.ts';

export interface StepsInPage {
  /** Imports the steps of a demo. */
  load(url: string): Promise<LoadedStep[]>;
  run(request: StepRequest): Promise<StepFailure | undefined>;
  /** Waits until the page rests, for at most `timeout` milliseconds. */
  rest(timeout: number): Promise<boolean>;
}

declare global {
  var cascaderSteps: StepsInPage | undefined;
  var cascaderStepInput: (command: InputCommand) => Promise<void>;
  var cascaderStepState: (name: string) => Promise<void>;
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
  run({ index, input, timeout, stepTimeout, states }) {
    const onState = states ? (name: string): Promise<void> => cascaderStepState(name) : undefined;
    return runStep(steps[index] as Step, {
      ...{ scope, document, timeout, stepTimeout, reporter: createReporter() },
      extend: extendSteps,
      input: input === 'driver' ? driven : events,
      ...(onState && { onState }),
    });
  },
  rest: (timeout) => waitForRest(document, timeout),
};
