import type { OutlineChange, StepFailure } from '../../shared/steps.ts';
import { collapse, hasPattern, isDisabled, textOf } from './element-facts.ts';
import { notFound } from './locate.ts';
import { StepError } from './step-error.ts';
import { createFind, type KnownTarget, printValue, type Scope } from './targets.ts';
import type { Expectation, Step, StepApi, Target } from './types.ts';
import { type BasicUser, createUser, type StepInput, type UserOptions } from './user.ts';
import { delay, type WaitOptions, waitFor } from './wait-for.ts';

interface Condition {
  /** Text of the expectation, such as `to have the text 'Rome'`. */
  text: string;
  read(element: Element): string | Element | null;
  holds(value: string | Element | null, element: Element): boolean;
}

/** Expectations without those of `more-steps.ts`. */
export type BasicExpectation = Expectation['not'];

function createExpect(options: WaitOptions): (target: Target) => BasicExpectation {
  return (target) => createExpectation(target as KnownTarget, { ...options, isNot: false });
}

type ExpectationOptions = WaitOptions & { isNot: boolean };

function createExpectation(target: KnownTarget, options: ExpectationOptions): BasicExpectation {
  const { isNot } = options;
  const check = (condition: Condition, not = isNot): Promise<void> =>
    checkElement(target, condition, { ...options, isNot: not });
  const count = (text: string, holds: (elements: Element[]) => boolean): Promise<void> =>
    checkCount(target, { text, holds }, options);
  return {
    get not() {
      return createExpectation(target, { ...options, isNot: !isNot });
    },
    toBeVisible: () => (isNot ? count('be hidden', isEmpty) : check(VISIBLE)),
    toBeHidden: () => (isNot ? check(VISIBLE, false) : count('be hidden', isEmpty)),
    toHaveCount: (wanted) =>
      count(`${isNot ? 'not ' : ''}match ${wanted} elements`, ({ length }) => (length === wanted) !== isNot),
    toHaveText: (wanted) =>
      check({
        text: `have the text ${printValue(wanted)}`,
        read: textOf,
        holds: (value) => includes(value as string, wanted),
      }),
    toHaveValue: (wanted) =>
      check({
        text: `have the value ${printValue(wanted)}`,
        read: fieldValue,
        holds: (value) => value === String(wanted),
      }),
    toHaveAttribute: (name, wanted) =>
      check({
        text: `have the attribute ${name}${wanted === undefined ? '' : ` ${printValue(wanted)}`}`,
        read: (element) => element.getAttribute(name),
        holds: (value) => hasAttribute(value as string | null, wanted),
      }),
    toHaveFocus: () => check(FOCUSED),
    toBeChecked: () => check(state('checked', checkedOf)),
    toBeDisabled: () => check(state('disabled', (element) => String(isDisabled(element)))),
    toBeEnabled: () => check(state('enabled', (element) => String(!isDisabled(element)))),
    toBeExpanded: () => check(state('expanded', (element) => stateOf(element, 'expanded', 'open'))),
    toBeSelected: () => check(state('selected', (element) => stateOf(element, 'selected'))),
  };
}

const VISIBLE: Condition = { text: 'be visible', read: () => null, holds: () => true };

const FOCUSED: Condition = {
  text: 'have the focus',
  read: ({ ownerDocument }) => ownerDocument.activeElement,
  holds: (value, element) => element.contains(value as Element | null),
};

function state(name: string, read: (element: Element) => string): Condition {
  return { text: `be ${name}`, read, holds: (value) => value === 'true' };
}

/** Waits until exactly one element matches and the condition holds for it. */
async function checkElement(
  target: KnownTarget,
  { text, read, holds }: Condition,
  { isNot, ...options }: ExpectationOptions,
): Promise<void> {
  const met = await waitFor(() => {
    const elements = target.elements();
    const [element] = elements;
    return element && elements.length === 1 && holds(read(element), element) !== isNot ? true : undefined;
  }, options);
  if (met) return;
  const [element, ...more] = target.elements();
  if (!element || more.length > 0) throw notFound(target);
  const expected = `${isNot ? 'not to' : 'to'} ${text}`;
  throw new StepError(`Expected ${target.text} ${expected}`, { expected, value: read(element), element });
}

/** Waits until a condition on the number of visible elements is met. */
async function checkCount(
  target: KnownTarget,
  { text, holds }: { text: string; holds: (elements: Element[]) => boolean },
  options: ExpectationOptions,
): Promise<void> {
  const met = await waitFor(() => (holds(target.elements()) ? true : undefined), options);
  if (met) return;
  const expected = `to ${text}`;
  throw new StepError(`Expected ${target.text} ${expected}`, { expected, counted: target.elements() });
}

function isEmpty({ length }: Element[]): boolean {
  return length === 0;
}

function includes(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(collapse(wanted)) : hasPattern(text, wanted);
}

function hasAttribute(value: string | null, wanted: string | RegExp | undefined): boolean {
  if (value === null || wanted === undefined) return value !== null;
  return typeof wanted === 'string' ? value === wanted : hasPattern(value, wanted);
}

function fieldValue(element: Element): string {
  const { ariaValueText, ariaValueNow, value = '' } = element as HTMLInputElement;
  return ariaValueText ?? ariaValueNow ?? String(value);
}

export function checkedOf(element: Element): string {
  return (element as HTMLInputElement).indeterminate ? 'mixed' : stateOf(element, 'checked');
}

/** Returns the ARIA state, or else that of a native element, whose property may have a different name. */
export function stateOf(element: Element, name: string, property = name): string {
  return (
    element.getAttribute(`aria-${name}`) ?? String((element as unknown as Record<string, unknown>)[property] === true)
  );
}

/** Milliseconds between two checks of a step's time. */
const INTERVAL = 100;

export interface StepStage {
  scope: Scope;
  document: Document;
  input: StepInput;
  /** Time limit of each expectation and of each search for an element, in milliseconds. */
  timeout: number;
  /** Time limit of a step in milliseconds. */
  stepTimeout: number;
  /** Called with the element that receives input next. The step's time is paused until the result resolves. */
  onTarget?: (element: Element | undefined) => Promise<void>;
  /** Called for a named state, which must not change until the result resolves. Default: does nothing. */
  onState?: (name: string) => Promise<void>;
  /** Called with an outline that differs from the expected one; the difference is then not a failure. */
  onOutline?: ((change: OutlineChange) => Promise<void>) | undefined;
  /** Adds details to failures. Default: a failure contains only its message. */
  reporter?: StepReporter;
  signal?: AbortSignal;
  /** Adds the functions of `more-steps.ts`, for demos that use them. */
  extend?: ExtendSteps | undefined;
}

export interface BasicApi extends Pick<StepApi, 'find' | 'state'> {
  user: BasicUser;
  expect(target: Target): BasicExpectation;
}

export type ExtendSteps = (api: BasicApi, options: UserOptions) => StepApi;

export interface StepReporter {
  watch(api: StepApi): StepApi;
  /** Returns a failure if a call is still pending after the step has ended. */
  unfinished(): StepFailure | undefined;
  /** Describes an error that the step threw, while the demo is still as it was. */
  describe(error: unknown, failure: StepFailure): StepFailure;
}

/** Returns why the step failed; undefined if it passed. */
export async function runStep(step: Step, stage: StepStage): Promise<StepFailure | undefined> {
  const {
    scope,
    document,
    input,
    timeout,
    stepTimeout,
    reporter,
    extend,
    onOutline,
    onTarget = nothing,
    onState = nothing,
  } = stage;
  const ended = new AbortController();
  const signal = stage.signal ? AbortSignal.any([stage.signal, ended.signal]) : ended.signal;
  let isPaused = false;
  const pause = async (wait: Promise<void>): Promise<void> => {
    isPaused = true;
    await wait;
    isPaused = false;
  };
  const options: UserOptions = {
    ...{ timeout, signal, input, document, onOutline },
    onTarget: (element) => pause(onTarget(element)),
  };
  const basic: BasicApi = {
    find: createFind(scope),
    expect: createExpect({ timeout, signal }),
    user: createUser(options),
    state: (name) => pause(onState(name)),
  };
  const api = extend?.(basic, options) ?? (basic as StepApi);
  try {
    const running = Promise.resolve(step.run(reporter?.watch(api) ?? api));
    running.catch(() => undefined);
    await Promise.race([running, late(stepTimeout, () => isPaused, ended.signal)]);
    return reporter?.unfinished();
  } catch (error) {
    stage.signal?.throwIfAborted();
    const failure = failureOf(error);
    return reporter?.describe(error, failure) ?? failure;
  } finally {
    ended.abort();
  }
}

/** Rejects when a step exceeds its time limit. Time during which the step is paused does not count. */
async function late(limit: number, isPaused: () => boolean, signal: AbortSignal): Promise<void> {
  for (let left = limit, last = performance.now(); left > 0; ) {
    if (signal.aborted) return;
    await delay(INTERVAL);
    const now = performance.now();
    if (!isPaused()) left -= now - last;
    last = now;
  }
  throw new StepError(`The step did not finish within ${limit / 1000} s`, { expected: 'the step finishes' });
}

function failureOf(error: unknown): StepFailure {
  // The error may be from another script, which has its own class.
  if ((error as Error | undefined)?.name === 'StepError') {
    const { message, evidence } = error as StepError;
    return { message, ...(evidence.needsRealInput && { needsRealInput: true }) };
  }
  const { name, message, stack } = (error ?? {}) as Partial<Error>;
  return {
    message:
      message === undefined ? `The step threw ${String(error)}` : `The step threw ${name ?? 'Error'}: ${message}`,
    ...(typeof stack === 'string' && { stack }),
  };
}

async function nothing(): Promise<void> {}
