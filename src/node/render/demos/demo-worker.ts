/** Exits when the parent disconnects, and may be killed at any time. */

import path from 'node:path';
import { performance } from 'node:perf_hooks';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../../base/package-dir.ts';
import { PACKAGES_SCRIPT } from '../../bundle/types.ts';
import { needsBrowser } from './browser-only.ts';
import { createDemoContext, type DemoContext } from './demo-context.ts';
import {
  type Leftovers,
  processorTime,
  type Refusal,
  type RenderedHtml,
  type RequestedDemo,
  type ThrownError,
  TIME_SLOTS,
  type Verification,
  type WatchData,
  type WorkerAnswer,
  type WorkerRequest,
  type WorkerScript,
} from './demo-protocol.ts';

/** Milliseconds between two updates of the waiting time. */
const STEP = 25;

/** Creates a time limit, which a worker watches because a demo may block the main thread. */
function createTimeLimit() {
  const slots = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const set = (slot: keyof typeof TIME_SLOTS, value: number): void =>
    void Atomics.store(slots, TIME_SLOTS[slot], value);
  const idle = (): number => performance.eventLoopUtilization().idle;
  let idleBefore = 0;
  let watch: Worker | undefined;
  const startWatch = (): Worker => {
    // A waiting demo leaves the event loop idle. A busy demo blocks this update, and adds no waiting time.
    setInterval(() => set('waited', idle() - idleBefore), STEP).unref();
    const file = path.join(packageDir, 'lib/demo-watch-worker.js');
    return new Worker(file, { workerData: { slots } satisfies WatchData, execArgv: [] });
  };
  return {
    /** `budget` in milliseconds: processor time plus waiting time. */
    begin(budget: number): void {
      idleBefore = idle();
      set('waited', 0);
      set('start', processorTime());
      set('budget', budget);
      watch ??= startWatch();
      watch.unref();
    },
    end: (): void => set('budget', 0),
  };
}

/** Functions that act on processes. A browser has no processes; here these functions would terminate this process or the build. */
const REFUSED = [
  'abort',
  'chdir',
  'disconnect',
  'dlopen',
  'exit',
  'kill',
  'removeAllListeners',
  'send',
  'setgid',
  'setuid',
] as const;

const SAMPLES = 4;

interface Run {
  shared: vm.Script[];
  /** Hash of the script with the packages, which is part of `shared`. */
  packages: string | undefined;
  own: vm.Script[];
  timeout: number;
  createContext: () => DemoContext;
}

interface SharedContext {
  context: DemoContext;
  packages: Run['packages'];
  own: vm.Script[];
  /** Demos of these scripts that together use most packages, with their HTML. */
  samples: { demo: RequestedDemo; text: string }[];
}

/** Outcome of rendering a demo. `error` is set if it failed. */
interface Outcome extends Leftovers {
  rendered?: RenderedHtml;
  error?: unknown;
  /** The error is in a package, which was evaluated before the demo. */
  isOfPackages?: boolean;
}

const send = process.send?.bind(process);
const exit = process.exit.bind(process);

for (const name of REFUSED)
  Object.defineProperty(process, name, {
    value() {
      throw new Error(`process.${name} cannot be used in a demo`);
    },
  });
serve();

function serve(): void {
  const renderer = createRenderer();
  let last: Promise<void> = Promise.resolve();
  process.on('uncaughtException', renderer.fail);
  process.on('unhandledRejection', renderer.fail);
  process.on('disconnect', () => exit(0));
  process.on('message', (request: WorkerRequest) => {
    last = last.then(() => renderer.render(request));
  });
}

function createRenderer() {
  const compiled = new Map<string, vm.Script>();
  const limit = createTimeLimit();
  let shared: SharedContext | undefined;
  let reject: ((error: unknown) => void) | undefined;

  const renderIn = async (context: DemoContext, demo: RequestedDemo, run: Run): Promise<Outcome> => {
    try {
      context.load(run.shared);
      context.evaluate(demo.modules);
    } catch (error) {
      return { error, isOfPackages: true, ...context.clean() };
    }
    answer({ type: 'start', id: demo.id });
    const failing = new Promise<never>((_, onError) => {
      reject = onError;
    });
    limit.begin(run.timeout);
    const outcome = await Promise.race([context.render(demo.id, run.own), failing]).then(
      (rendered) => ({ rendered }),
      (error: unknown) => ({ error }),
    );
    limit.end();
    reject = undefined;
    return { ...outcome, ...context.clean() };
  };
  /** Renders a demo in the shared context. If that fails, renders it again in a context of its own. */
  const renderShared = async (demo: RequestedDemo, run: Run): Promise<Outcome> => {
    // Without this, the packages of every page that `dev` has rendered would stay in memory.
    if (shared?.packages !== run.packages) shared = undefined;
    shared ??= { context: run.createContext(), packages: run.packages, own: run.own, samples: [] };
    // Samples of the previous scripts can no longer be rendered.
    if (run.own.some((script, index) => script !== shared?.own[index]))
      Object.assign(shared, { own: run.own, samples: [] });
    const { context, samples } = shared;
    const outcome = await renderIn(context, demo, run);
    // Meanwhile, packages may have used the changed objects.
    if (outcome.changed.length > 0) shared = undefined;
    else if (outcome.rendered && samples.length < SAMPLES && usesOtherPackage(demo, samples))
      samples.push({ demo, text: textOf(outcome.rendered) });
    if (outcome.rendered || outcome.isSpoiled) return outcome;
    if (!outcome.isOfPackages && needsBrowser(describe(outcome.error).message)) return outcome;
    return await renderAlone(demo, run);
  };
  const renderAlone = async (demo: RequestedDemo, run: Run): Promise<Outcome> => {
    const outcome = await renderIn(run.createContext(), demo, run);
    // The error of a package is located at the import in the demo, so the demo must evaluate it.
    return outcome.isOfPackages ? await renderIn(run.createContext(), { ...demo, modules: [] }, run) : outcome;
  };
  const verify = async (run: Run): Promise<Verification> => {
    const verified: Verification = { same: [], different: [] };
    shared?.context.forgetStyles();
    for (const { demo, text } of shared?.samples ?? []) {
      const { rendered } = await renderIn(shared?.context as DemoContext, demo, run);
      verified[rendered && textOf(rendered) === text ? 'same' : 'different'].push(demo.id);
    }
    if (verified.different.length > 0) shared = undefined;
    return verified;
  };
  return {
    /** Reports an error that no demo caught. An error that arrives after its demo is ignored. */
    fail: (error: unknown): void => reject?.(error),
    async render({ scripts, reactFolders, demos, timeout, verifies, isTrial }: WorkerRequest): Promise<void> {
      const refused = compile(scripts, compiled);
      if (refused) return answer({ type: 'refused', ...refused });
      const pick = (isOwn: boolean): vm.Script[] =>
        scripts.flatMap((script) => (script.isOwn === isOwn ? (compiled.get(script.hash) ?? []) : []));
      const run = {
        shared: pick(false),
        packages: scripts.find(({ name }) => name === PACKAGES_SCRIPT)?.hash,
        own: pick(true),
        timeout,
        createContext: () => createDemoContext(reactFolders),
      };
      if (isTrial) shared = undefined;
      for (const demo of demos) {
        const { rendered, error, changed, isSpoiled } = demo.isAlone
          ? await renderAlone(demo, run)
          : await renderShared(demo, run);
        const leftovers = { changed, isSpoiled };
        if (rendered) answer({ type: 'done', id: demo.id, ...rendered, ...leftovers });
        else answer({ type: 'failed', id: demo.id, ...describe(error), ...leftovers });
        if (isSpoiled) return;
      }
      const verified = verifies ? await verify(run) : { same: [], different: [] };
      answer({ type: 'end', verified, memory: process.memoryUsage.rss() });
    },
  };
}

function compile(scripts: WorkerScript[], compiled: Map<string, vm.Script>): Refusal | undefined {
  const requested = new Set(scripts.map(({ hash }) => hash));
  for (const hash of compiled.keys()) if (!requested.has(hash)) compiled.delete(hash);
  let refusal: Refusal | undefined;
  for (const { name, hash, code } of scripts) {
    if (code === undefined) continue;
    try {
      compiled.set(hash, new vm.Script(code, { filename: name }));
    } catch (error) {
      refusal ??= { name, message: describe(error).message };
    }
  }
  return refusal;
}

/** Returns true if a demo imports a package that no sample imports. The first demo of a context is always a sample. */
function usesOtherPackage(demo: RequestedDemo, samples: SharedContext['samples']): boolean {
  const known = new Set(samples.flatMap((sample) => sample.demo.modules));
  return samples.length === 0 || demo.modules.some((name) => !known.has(name));
}

function textOf({ html, styles }: RenderedHtml): string {
  return [html, ...styles].join('\n');
}

function describe(error: unknown): ThrownError {
  try {
    if (typeof error !== 'object' || error === null) return { message: String(error), stack: '' };
    const { message, stack, isRetried } = error as Partial<ThrownError>;
    const isError = typeof message === 'string' && typeof stack === 'string';
    return isError
      ? { message, stack, ...(isRetried === true && { isRetried }) }
      : { message: String(error), stack: '' };
  } catch {
    // A getter of the thrown object threw in turn, so there is no message.
    return { message: 'a value that cannot be read', stack: '' };
  }
}

function answer(message: WorkerAnswer): void {
  send?.(message);
}
