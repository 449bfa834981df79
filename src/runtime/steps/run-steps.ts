import type { StepFailure } from '../../shared/steps.ts';
import { createExpect } from './expectation.ts';
import { StepError } from './step-error.ts';
import { createFind, type Scope } from './targets.ts';
import type { Expectation, Step, StepApi, Target } from './types.ts';
import { type BasicUser, createUser, type StepInput, type UserOptions } from './user.ts';
import { delay } from './wait-for.ts';

/** Milliseconds between two looks at the time of a step. */
const INTERVAL = 100;

export interface StepStage {
  scope: Scope;
  document: Document;
  input: StepInput;
  /** Time limit of each expectation and of each search for an element, in milliseconds. */
  timeout: number;
  /** Time limit of a step in milliseconds. */
  stepTimeout: number;
  /** Called with the element that receives input next. The time of the step stands still until the result resolves. */
  onTarget?: (element: Element | undefined) => Promise<void>;
  /** Called for a named state, which must not change until the result resolves. Default: does nothing. */
  onState?: (name: string) => Promise<void>;
  /** Reports more about failures. Default: a failure is its message. */
  reporter?: StepReporter;
  signal?: AbortSignal;
  /** Adds the functions of `more-steps.ts`, for demos that use them. */
  extend?: ExtendSteps | undefined;
}

export interface BasicApi extends Pick<StepApi, 'find' | 'state'> {
  user: BasicUser;
  expect(target: Target): Expectation;
}

export type ExtendSteps = (api: BasicApi, options: UserOptions) => StepApi;

export interface StepReporter {
  watch(api: StepApi): StepApi;
  /** Returns a failure if a call has not ended, although the step has. */
  unfinished(): StepFailure | undefined;
  /** Describes an error that the step threw, while the demo is still as it was. */
  describe(error: unknown, failure: StepFailure): StepFailure;
}

/** Returns why it failed; undefined if it did not. */
export async function runStep(step: Step, stage: StepStage): Promise<StepFailure | undefined> {
  const {
    scope,
    document,
    input,
    timeout,
    stepTimeout,
    reporter,
    extend,
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
    ...{ timeout, signal, input, document },
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

/** Rejects when the time of a step is over. Time in which the step is paused does not count. */
async function late(limit: number, isPaused: () => boolean, signal: AbortSignal): Promise<void> {
  for (let left = limit, last = performance.now(); left > 0; ) {
    if (signal.aborted) return;
    await delay(INTERVAL);
    const now = performance.now();
    if (!isPaused()) left -= now - last;
    last = now;
  }
  throw new StepError(`The step did not end within ${limit / 1000} s`, { expected: 'the step ends' });
}

function failureOf(error: unknown): StepFailure {
  // The error may be of another script, which has its own class.
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
