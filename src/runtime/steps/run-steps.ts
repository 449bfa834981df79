import type { StepFailure } from '../../shared/steps.ts';
import { createExpect } from './expectation.ts';
import { StepError } from './step-error.ts';
import { createFind, type Scope } from './targets.ts';
import type { Step, StepApi } from './types.ts';
import { createUser, type StepInput } from './user.ts';
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
}

export interface StepReporter {
  watch(api: StepApi): StepApi;
  /** Returns a failure if a call has not ended, although the step has. */
  unfinished(): StepFailure | undefined;
  /** Describes an error that the step threw, while the demo is still as it was. */
  describe(error: unknown, failure: StepFailure): StepFailure;
}

/** Returns why it failed; undefined if it did not. */
export async function runStep(step: Step, stage: StepStage): Promise<StepFailure | undefined> {
  const { scope, document, input, timeout, stepTimeout, reporter, onTarget = nothing, onState = nothing } = stage;
  const ended = new AbortController();
  const signal = stage.signal ? AbortSignal.any([stage.signal, ended.signal]) : ended.signal;
  let isPaused = false;
  const pause = async (wait: Promise<void>): Promise<void> => {
    isPaused = true;
    await wait;
    isPaused = false;
  };
  const waiting = { timeout, signal };
  const api: StepApi = {
    find: createFind(scope),
    expect: createExpect(waiting),
    user: createUser({ ...waiting, input, document, onTarget: (element) => pause(onTarget(element)) }),
    state: (name) => pause(onState(name)),
  };
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
  if (error instanceof StepError) {
    const { message, evidence } = error;
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
