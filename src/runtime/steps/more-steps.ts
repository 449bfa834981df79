/** Step functions that few demos use. They are in a separate script, so that the player stays small for all other demos. */
import { previewCall } from '../playground/preview.ts';
import { CALL_EVENT, declaredIn, type SpyCall } from './declare.ts';
import { locate, notFound, type Point, reach, settle } from './locate.ts';
import { type Clock, createClock } from './more/clock.ts';
import { normalizeOutline, outlineOf } from './more/outline.ts';
import { chooseOptions, copyText, dragWithEvents, pasteText, setFiles } from './more/page-input.ts';
import type { BasicExpectation, ExtendSteps } from './run-steps.ts';
import { StepError } from './step-error.ts';
import type { KnownTarget } from './targets.ts';
import type { CallExpectation, DragDistance, Expectation, StepApi, StepUser, Target, UploadedFile } from './types.ts';
import { createAct, type UserOptions } from './user.ts';
import { delay, type WaitOptions, waitFor } from './wait-for.ts';

const INTERVAL = 20;
const SHOWN_CALLS = 5;

const clocks = new WeakMap<Window, Clock>();

/** Watches timers and calls of a document from now on. `onCall`: receives the last calls as text. */
export function prepareMore(document: Document, onCall?: (text: string) => void, signal?: AbortSignal): void {
  const view = document.defaultView as Window & typeof globalThis;
  if (!clocks.has(view)) clocks.set(view, createClock(view));
  const declared = declaredIn(view);
  declared.calls.length = 0;
  declared.ofSteps.clear();
  declared.spies.clear();
  if (!onCall) return;
  const show = (): void => onCall(declared.calls.slice(-SHOWN_CALLS).map(printCall).join('\n'));
  document.addEventListener(CALL_EVENT, show, { ...(signal && { signal }) });
}

export const extendSteps: ExtendSteps = (api, options) => {
  const { document, timeout, signal } = options;
  const view = document.defaultView as Window & typeof globalThis;
  const waiting = { timeout, signal };
  return {
    ...api,
    user: { ...api.user, ...createMoreInput(options) } as StepUser,
    expect: Object.assign((target: Target) => expectMore(target, api.expect(target), options), {
      call: (name: string) => expectCall(view, name, waiting),
    }),
    waitFor: (condition) => waitForCondition(condition, waiting),
    clock: {
      async advance(milliseconds) {
        clocks.get(view)?.advance(milliseconds);
        await settle();
      },
    },
    async mock(request, answer) {
      const { mocks, ofSteps } = declaredIn(view);
      if (!mocks.has(request))
        throw new StepError(`The demo has no \`mock('${request}', …)\`, whose answer could be replaced`);
      ofSteps.set(request, answer);
    },
  } satisfies StepApi;
};

function createMoreInput(options: UserOptions): Pick<StepUser, 'select' | 'upload' | 'drag' | 'paste' | 'copy'> {
  const { input, document, onTarget, timeout, signal } = options;
  const waiting = { timeout, signal };
  const act = createAct(options);
  const drag =
    input.drag ?? ((element: Element, from: Point, to: Point) => dragWithEvents(document, element, from, to));
  return {
    select: (target, labels) =>
      act(target, async (element) => chooseOptions(element, [labels].flat(), (target as KnownTarget).text)),
    async upload(target, files) {
      const known = target as KnownTarget;
      // A file input is usually hidden, and its button is another element.
      const element = await waitFor(() => {
        const all = known.all();
        return all.length === 1 ? all[0] : undefined;
      }, waiting);
      if (!element) throw notFound(known);
      await onTarget(element);
      setFiles(element, [files].flat() as UploadedFile[], known.text);
      await settle();
    },
    drag: (target, to) =>
      act(target, async (element) => {
        const end = await endOf(to, waiting);
        const from = await reach(target as KnownTarget, element, waiting);
        return await drag(element, from, end(from));
      }),
    async paste(text) {
      pasteText(document, text);
      await settle();
    },
    copy: async () => copyText(document),
  };
}

/** Returns the function that computes where a drag ends, from where it begins. */
async function endOf(to: Target | DragDistance, options: WaitOptions): Promise<(from: Point) => Point> {
  if (!('find' in to)) return ({ x, y }) => ({ x: x + to.x, y: y + to.y });
  const element = await locate(to as KnownTarget, options);
  return () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
}

async function waitForCondition(
  condition: () => boolean | Promise<boolean>,
  { timeout, signal }: WaitOptions,
): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await condition())) {
    signal?.throwIfAborted();
    if (performance.now() >= end)
      throw new StepError(`The condition did not hold within ${timeout / 1000} s`, { expected: 'the condition holds' });
    await delay(INTERVAL);
  }
}

function expectMore(target: Target, basic: BasicExpectation, options: UserOptions): Expectation {
  const { timeout, signal, onOutline } = options;
  return Object.assign(basic, {
    async toMatchTree(text?: string): Promise<void> {
      const { stack } = new Error('here');
      const element = await locate(target as KnownTarget, { timeout, signal });
      const wanted = normalizeOutline(text ?? '');
      if (await waitFor(() => outlineOf(element) === wanted || undefined, { timeout, signal })) return;
      const outline = outlineOf(element);
      if (onOutline) return await onOutline({ outline, stack });
      const advice = text === undefined ? '. To write it, run `cascader-docs check --update`' : '';
      const message = `Expected ${(target as KnownTarget).text} to match the tree${advice}`;
      throw new StepError(message, { expected: `the tree\n${wanted}`, value: `\n${outline}` });
    },
  });
}

function expectCall(view: typeof globalThis, name: string, options: WaitOptions): CallExpectation {
  const callsOf = (): SpyCall[] => declaredIn(view).calls.filter((call) => call.name === name);
  const check = async (text: string, holds: (calls: SpyCall[]) => boolean): Promise<void> => {
    if (await waitFor(() => holds(callsOf()) || undefined, options)) return;
    const value = callsOf().map(printCall).join('\n') || 'no call';
    throw new StepError(`Expected the spy '${name}' to be called ${text}`, { expected: `to be called ${text}`, value });
  };
  return {
    toHaveBeenCalledTimes: (count) => check(`${count} times`, ({ length }) => length === count),
    toHaveBeenCalledWith(...args) {
      const wanted = JSON.stringify(args);
      return check(`with ${previewCall(args)}`, (calls) => calls.some((call) => printArgs(call) === wanted));
    },
  };
}

/** Events and elements are not data, so they are equal to nothing. */
function printArgs({ args }: SpyCall): string {
  try {
    return JSON.stringify(args);
  } catch {
    return '';
  }
}

function printCall({ name, args }: SpyCall): string {
  return `${name}(${previewCall(args)})`;
}
