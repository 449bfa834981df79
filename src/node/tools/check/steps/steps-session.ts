import { setTimeout as delay } from 'node:timers/promises';
import { PAGE_DATA_ID } from '../../../../shared/page-data.ts';
import type { InputCommand, LoadedStep, OutlineChange, StepFailure, StepRequest } from '../../../../shared/steps.ts';
import type { BrowserTab } from '../browser-tabs.ts';
import { DeadlineError, within } from '../deadline.ts';
import { waitForRoot } from '../demo-root.ts';

/** Time limit of each expectation, in milliseconds. */
const EXPECTATION_TIME = 5000;
/** Time limit for a page to become idle, in milliseconds. */
const REST_TIME = 3000;
/** Milliseconds after the time limit of a step at which a page counts as hanging. */
const GRACE = 2000;

export interface StepsSessionOptions {
  tab: BrowserTab;
  url: string;
  runner: string;
  /** Time limit for the page and for each step, in milliseconds. */
  timeout: number;
  /** Called in each named state. The state does not change until the returned promise resolves. By default, nothing is called. */
  onState?: (name: string) => Promise<void>;
  /** Called with outlines that differ from the expected outlines. By default, the step fails. */
  onOutline?: (change: OutlineChange) => void;
}

/** The stand-alone page of a demo, in which its steps run. */
export type StepsSession = Awaited<ReturnType<typeof openSteps>>;

/** Opens the page of a demo. Throws a DeadlineError if the demo does not start. */
export async function openSteps(options: StepsSessionOptions) {
  const { tab, url, runner, timeout, onState, onOutline } = options;
  const { page } = tab;
  let lastSign = performance.now();
  let isPaused = false;
  await tab.expose('cascaderStepInput', async (command: InputCommand) => {
    await perform(tab, command);
    lastSign = performance.now();
  });
  await tab.expose('cascaderStepState', async (name: string) => {
    isPaused = true;
    try {
      await onState?.(name);
    } finally {
      isPaused = false;
      lastSign = performance.now();
    }
  });
  await tab.expose('cascaderStepOutline', async (change: OutlineChange) => onOutline?.(change));
  const open = async (): Promise<void> => {
    await tab.goto(`${url}?alone`, timeout);
    if (!(await waitForRoot(page, { timeout }))) throw new DeadlineError();
    await within(timeout, page.evaluate(`(() => {\n${runner}\n})()`));
  };
  await open();
  let js = '';
  let steps: LoadedStep[] = [];
  const load = async (module: string): Promise<LoadedStep[]> => {
    js = module;
    steps = await within(timeout, page.evaluate<LoadedStep[]>(`cascaderSteps.load(${JSON.stringify(js)})`));
    return steps;
  };
  /** Rejects if the page hangs and shows no activity. If a step only takes too long, the runner itself ends the step. */
  const watch = async (signal: AbortSignal): Promise<never> => {
    for (;;) {
      await delay(GRACE / 2, undefined, { signal });
      if (!isPaused && performance.now() - lastSign > timeout + GRACE) throw new DeadlineError();
    }
  };
  return {
    load,
    /** Runs a step. Returns the failure, if any. Throws a DeadlineError if the page hangs, or the driver's error if the page navigated. */
    async run(index: number, input: StepRequest['input']): Promise<StepFailure | undefined> {
      const states = onState !== undefined;
      const request: StepRequest = {
        ...{ index, input, states, updates: onOutline !== undefined, stepTimeout: timeout },
        timeout: Math.min(EXPECTATION_TIME, timeout / 2),
      };
      lastSign = performance.now();
      if (steps[index]?.fresh && index > 0) {
        await open();
        await load(js);
      }
      const ended = new AbortController();
      try {
        const running = page.evaluate<StepFailure | undefined>(`cascaderSteps.run(${JSON.stringify(request)})`);
        running.catch(() => undefined);
        return (await Promise.race([running, watch(ended.signal)])) ?? undefined;
      } finally {
        ended.abort();
      }
    },
    /** Returns false if the page is not idle within three seconds. */
    rest: (): Promise<boolean> => within(timeout + GRACE, page.evaluate<boolean>(`cascaderSteps.rest(${REST_TIME})`)),
  };
}

/** Calls `onState` in the initial state of a demo (`''`) and in each named state. Returns the step that failed. */
export async function visitEachState({
  onState,
  ...options
}: Omit<StepsSessionOptions, 'onState'> & {
  onState: (name: string, session: StepsSession) => Promise<void>;
}): Promise<{ step: string; failure: StepFailure } | undefined> {
  const session: StepsSession = await openSteps({ ...options, onState: (name) => onState(name, session) });
  await onState('', session);
  const js = await options.tab.page.evaluate<string | null>(
    `Object.values(JSON.parse(document.getElementById('${PAGE_DATA_ID}')?.textContent ?? '{}').demos ?? {})[0]?.steps?.js ?? null`,
  );
  const steps = js === null ? [] : await session.load(js);
  for (const [index, { name }] of steps.entries()) {
    const failure = await session.run(index, 'driver');
    if (failure) return { step: `Step ${index + 1} \`${name}\``, failure };
  }
  return undefined;
}

async function perform({ input }: BrowserTab, command: InputCommand): Promise<void> {
  if (command.kind === 'click') await input.click(command, command);
  else if (command.kind === 'move') await input.move(command);
  else if (command.kind === 'drag') await input.drag(command.from, command.to);
  else if (command.kind === 'press') await input.press(command.key);
  else await input.type(command.text);
}
