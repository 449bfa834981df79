import { describeFailure } from './describe-failure.ts';
import type { StepReporter } from './run-steps.ts';
import { StepError } from './step-error.ts';
import type { StepApi, Target } from './types.ts';

export function createReporter(): StepReporter {
  let lastStack = '';
  /** Calls that have not ended, with their stacks. */
  const pending = new Map<Promise<unknown>, string>();
  /** Stacks of the calls whose errors the step may throw. */
  const stacks = new WeakMap<object, string>();
  const track = <Result>(call: Promise<Result>, stack: string): Promise<Result> => {
    pending.set(call, stack);
    call.then(
      () => pending.delete(call),
      (error: unknown) => {
        pending.delete(call);
        if (error instanceof StepError && !stacks.has(error)) stacks.set(error, stack);
      },
    );
    return call;
  };
  const watchAll = <Functions extends object>(functions: Functions, stackOf: () => string): Functions =>
    new Proxy(functions, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'function')
          return (...values: unknown[]) => {
            lastStack = stackOf();
            return track(value(...values) as Promise<void>, lastStack);
          };
        return typeof value === 'object' && value !== null ? watchAll(value, stackOf) : value;
      },
    });
  return {
    watch({ find, expect, ...others }: StepApi): StepApi {
      const watched = <Subject, Functions extends object>(create: (subject: Subject) => Functions) => {
        return (subject: Subject): Functions => {
          const stack = takeStack();
          return watchAll(create(subject), () => stack);
        };
      };
      return {
        ...watchAll(others, takeStack),
        find,
        expect: Object.assign(
          watched((target: Target) => expect(target)),
          { call: watched(expect.call) },
        ),
      };
    },
    unfinished() {
      const [stack] = pending.values();
      if (stack === undefined) return undefined;
      return { message: 'The step ended before this call was finished. Write `await` before it', stack };
    },
    describe(error, failure) {
      if (!(error instanceof StepError)) return failure;
      return describeFailure({ ...failure, stack: stacks.get(error) ?? lastStack }, error.evidence);
    },
  };
}

/** Returns the stack of the caller's caller. Browsers keep the first ten frames only, so this is called early. */
function takeStack(): string {
  return new Error('here').stack ?? '';
}
