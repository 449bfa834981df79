/** Runs the play function of a story as the steps of its demo. */
import { ROOT_ID } from '../../shared/page-data.ts';
import { extendSteps } from '../steps/more-steps.ts';
import type { ExtendSteps } from '../steps/run-steps.ts';
import { StepError } from '../steps/step-error.ts';
import type { KnownTarget, Scope } from '../steps/targets.ts';
import type { StepApi } from '../steps/types.ts';
import type { UserOptions } from '../steps/user.ts';
import { delay } from '../steps/wait-for.ts';
import { expect } from './expect.ts';
import { createFireEvent, createUserEvent } from './input.ts';
import { createQueries, type Queries } from './queries.ts';

/** A story with a play function. */
interface PlayedStory {
  play(context: object): unknown;
  /** Names of the steps, if the play function has several. */
  steps: string[];
  args: object;
  loaded?: object;
}

/** The exports of `storybook/test` while a play function runs, and the window of the story. */
export interface PlayTools {
  view: typeof globalThis;
  [name: string]: unknown;
}

declare global {
  var cascaderPlay: PlayTools | undefined;
}

/** Milliseconds between two attempts. */
const INTERVAL = 20;

/** A play function that waits before each of its steps. */
interface Run {
  ended: Promise<unknown>;
  /** Resolves before the next step, and lets the play function continue. */
  next(): Promise<unknown>;
}

const runs = new WeakMap<() => PlayedStory, Run>();

/** Adds `play` to the functions of steps. */
export const extendWithPlay: ExtendSteps = (basic, options) => {
  const api = extendSteps(basic, options);
  return Object.assign(api, {
    /** Runs the play function of a story up to the end of a step. */
    async play(story: () => PlayedStory, index: number): Promise<void> {
      const tools = createTools(api, options);
      globalThis.cascaderPlay = tools.exports;
      try {
        const run = index === 0 ? start(story) : runs.get(story);
        if (!run) return;
        runs.set(story, run);
        await run.next();
        await tools.idle();
      } catch (error) {
        if (error instanceof StepError && !error.evidence.stack) error.evidence.stack = error.stack;
        throw error;
      }
    },
  });
};

function start(load: () => PlayedStory): Run {
  const { play, steps, args, loaded = {} } = load();
  const gates: (() => void)[] = [];
  let reached: () => void = () => undefined;
  let at = -1;
  const step = async (name: string, perform: (context: object) => unknown): Promise<void> => {
    const index = steps.indexOf(name);
    if (index > 0 && index === at + 1) {
      const opened = new Promise<void>((resolve) => gates.push(resolve));
      reached();
      await opened;
    }
    if (index === at + 1) at = index;
    await perform(context);
  };
  const context: object = { args, loaded, globals: {}, parameters: {}, initialArgs: args, viewMode: 'story', step };
  for (const name of ['canvasElement', 'canvas', 'userEvent', 'mount', 'expect'])
    Object.defineProperty(context, name, { enumerable: true, get: () => globalThis.cascaderPlay?.[name] });
  Object.assign(context, { context });
  let ended: Promise<unknown> | undefined;
  return {
    get ended() {
      return ended ?? Promise.resolve();
    },
    next() {
      const waits = new Promise<void>((resolve) => {
        reached = resolve;
      });
      ended ??= Promise.resolve().then(() => play(context));
      gates.shift()?.();
      return Promise.race([waits, ended]);
    },
  };
}

function createTools(api: StepApi, options: UserOptions): { exports: PlayTools; idle(): Promise<void> } {
  const { document, timeout, signal } = options;
  const { body } = document;
  const { scope } = api.find.css('*') as KnownTarget;
  const wait = async <Result>(attempt: () => Result, { timeout: limit = timeout } = {}): Promise<Awaited<Result>> => {
    const end = performance.now() + Math.max(limit, timeout);
    for (;;) {
      signal?.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        if (performance.now() >= end) throw error;
      }
      await delay(INTERVAL);
    }
  };
  const within = (element: Element): Queries => {
    // The rest of the page does not belong to the demo.
    const own: Scope = element === body ? scope : { roots: () => [element] };
    return createQueries(own, wait as never);
  };
  const [root = body] = scope.roots();
  const canvasElement = root === body ? (document.getElementById(ROOT_ID) ?? body) : root;
  const { userEvent, idle } = createUserEvent(api.user, options);
  const canvas = within(canvasElement);
  return {
    exports: {
      view: document.defaultView as Window & typeof globalThis,
      ...{ canvasElement, canvas, within, userEvent, expect, fireEvent: createFireEvent(), waitFor: wait },
      screen: within(body),
      waitForElementToBeRemoved: (given: unknown) =>
        wait(() => {
          if (isThere(given)) throw new StepError('Expected the element to be removed');
        }),
      async mount(...given: unknown[]) {
        if (given.length > 0) throw new StepError('`mount` cannot render another element here');
        return canvas;
      },
    },
    idle,
  };
}

function isThere(given: unknown): boolean {
  let found: unknown = given;
  if (typeof given === 'function') {
    try {
      found = given();
    } catch {
      // Queries throw if they find nothing.
      return false;
    }
  }
  return [found].flat().some((element) => (element as Element | null)?.isConnected === true);
}
