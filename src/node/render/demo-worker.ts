/**
 * The child process that renders demos. It receives scripts and ids from its parent and answers with HTML or an error. It renders
 * one demo after another, each in a fresh context. It exits when the parent disconnects, and may be killed at any time.
 */
import { once } from 'node:events';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../base/package-dir.ts';
import type { WorkerAnswer, WorkerRequest, WorkerScript } from './demo-protocol.ts';
import type { WatchData } from './demo-watch-worker.ts';

/** Host globals that a demo may expect in addition to the language. */
const HOST_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'Event',
  'EventTarget',
  'Headers',
  'MessageChannel',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'WritableStream',
  'atob',
  'btoa',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'structuredClone',
] as const;

/** Functions that act on processes. A browser has no processes; here these functions would end this process or the build. */
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

/** Result of a demo's script, see `app/demo-server-entry.tsx`. */
interface Rendered {
  html: string;
  styles: string[];
}

const requireBuiltin = createRequire(import.meta.url);
const send = process.send?.bind(process);
const exit = process.exit.bind(process);

for (const name of REFUSED)
  Object.defineProperty(process, name, {
    value() {
      throw new Error(`process.${name} cannot be used in a demo`);
    },
  });
serve();

/** Compiled scripts by name. */
type Compiled = Map<string, { code: string; script: vm.Script }>;

/** The demo that is being rendered. */
interface CurrentDemo {
  id: string;
  isCurrent(): boolean;
  /** Reports the error that it threw, once. Errors that arrive after the demo are ignored. */
  report(error: unknown): void;
}

/** Handles the requests of the parent until the parent disconnects. */
function serve(): void {
  const compiled: Compiled = new Map();
  let current: string | undefined;
  const report = (error: unknown): void => {
    if (current === undefined) return;
    answer({ type: 'failed', id: current, ...describe(error) });
    current = undefined;
  };
  const renderAll = async ({ scripts: texts, reactFolders, ids, budget }: WorkerRequest): Promise<void> => {
    const scripts = compile(texts, compiled);
    if (!scripts) return;
    const loaders = new Map(
      [...reactFolders].map(([name, folder]) => [name, createRequire(path.join(folder, 'package.json'))]),
    );
    // Only React is shared between demos: it has no state that a demo could leave behind.
    const requireReact = (name: string): unknown => loaders.get(name.split('/')[0] ?? '')?.(name);
    if (budget !== undefined) await startWatch(budget);
    for (const id of ids) {
      current = id;
      answer({ type: 'start', id });
      await renderOne(scripts, requireReact, { id, isCurrent: () => current === id, report });
      current = undefined;
    }
    answer({ type: 'end' });
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
  process.on('disconnect', () => exit(0));
  process.on('message', (request: WorkerRequest) => void renderAll(request));
}

/** Starts the worker that ends this process when a demo has used up its time. */
async function startWatch(budget: number): Promise<void> {
  const waited = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(path.join(packageDir, 'lib/demo-watch-worker.js'), {
    workerData: { budget, waited } satisfies WatchData,
    execArgv: [],
  });
  watch.unref();
  await once(watch, 'online');
  const { idle } = performance.eventLoopUtilization();
  // A waiting demo leaves the event loop idle. A busy demo blocks this update, but a busy demo adds no waiting time.
  setInterval(() => Atomics.store(waited, 0, performance.eventLoopUtilization().idle - idle), WAITING_STEP).unref();
}

/** Milliseconds between two updates of the waiting time. */
const WAITING_STEP = 25;

/**
 * Compiles scripts. The compiled scripts of packages are reused while demos are edited. If a script does not compile, reports it
 * and returns undefined.
 */
function compile(scripts: WorkerScript[], compiled: Compiled): vm.Script[] | undefined {
  for (const { name, code } of scripts) {
    if (compiled.get(name)?.code === code) continue;
    try {
      compiled.set(name, { code, script: new vm.Script(code, { filename: name }) });
    } catch (error) {
      answer({ type: 'refused', name, message: describe(error).message });
      return undefined;
    }
  }
  return scripts.flatMap(({ name }) => compiled.get(name)?.script ?? []);
}

async function renderOne(
  scripts: vm.Script[],
  requireReact: (name: string) => unknown,
  { id, isCurrent, report }: CurrentDemo,
): Promise<void> {
  const timers = new Set<NodeJS.Timeout | NodeJS.Immediate>();
  try {
    const globals = createGlobals(timers);
    const context = vm.createContext(globals);
    globals.require = (name: string): unknown => {
      // If demos need no package but React, there are no modules.
      const modules = (globals.cascaderModules ?? {}) as Record<string, () => unknown>;
      if (Object.hasOwn(modules, name)) return modules[name]?.();
      // Packages may use Node's built-in modules in their code for Node.
      return isBuiltin(name) ? requireBuiltin(name) : requireReact(name);
    };
    for (const script of scripts) script.runInContext(context);
    const { html, styles } = await (vm.runInContext(`demos[${JSON.stringify(id)}]()`, context) as Promise<Rendered>);
    // An unhandled rejection is reported one turn later. It still belongs to this demo.
    await new Promise((resolve) => setImmediate(resolve));
    if (isCurrent()) answer({ type: 'done', id, html, styles: [...styles] });
  } catch (error) {
    report(error);
  } finally {
    for (const timer of timers) {
      clearTimeout(timer as NodeJS.Timeout);
      clearImmediate(timer as NodeJS.Immediate);
    }
  }
}

function describe(error: unknown): { message: string; stack: string } {
  try {
    if (typeof error !== 'object' || error === null) return { message: String(error), stack: '' };
    const { message, stack } = error as Partial<Error>;
    const isError = typeof message === 'string' && typeof stack === 'string';
    return isError ? { message, stack } : { message: String(error), stack: '' };
  } catch {
    // A getter of the thrown object threw in turn, so there is no message.
    return { message: 'a value that cannot be read', stack: '' };
  }
}

function answer(message: WorkerAnswer): void {
  send?.(message);
}

/** Creates the globals of a context. Nothing in them outlives the demo; timers are collected in `timers`. */
function createGlobals(timers: Set<NodeJS.Timeout | NodeJS.Immediate>): Record<string, unknown> {
  const globals: Record<string, unknown> = {};
  // Getters, because Node loads some globals on first access, such as `fetch`.
  for (const name of HOST_GLOBALS) {
    const get = (): unknown => (globalThis as Record<string, unknown>)[name];
    const set = (value: unknown): void => {
      Object.defineProperty(globals, name, { value, writable: true, configurable: true });
    };
    Object.defineProperty(globals, name, { get, set, configurable: true });
  }
  const keep = <Timer extends NodeJS.Timeout | NodeJS.Immediate>(timer: Timer): Timer => {
    timers.add(timer);
    return timer;
  };
  globals.setTimeout = (callback: () => void, delay?: number, ...rest: []) =>
    keep(setTimeout(callback, delay, ...rest));
  globals.setInterval = (callback: () => void, delay?: number, ...rest: []) =>
    keep(setInterval(callback, delay, ...rest));
  globals.setImmediate = (callback: () => void, ...rest: []) => keep(setImmediate(callback, ...rest));
  Object.assign(globals, { clearTimeout, clearInterval, clearImmediate });
  globals.console = Object.fromEntries(Object.keys(console).map((name) => [name, () => undefined]));
  // The value of `import.meta.env.SSR`.
  globals.cascaderDocsServer = true;
  globals.process = Object.create(process, { env: { value: { NODE_ENV: 'production' } } });
  return globals;
}
