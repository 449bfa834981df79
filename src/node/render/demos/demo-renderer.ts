import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { hashOf } from '../../base/hash.ts';
import { createLru } from '../../base/lru.ts';
import { preciseNow } from '../../base/meter.ts';
import { packageDir } from '../../base/package-dir.ts';
import { clockLimitOf } from '../../project/within-time.ts';
import type {
  Refusal,
  RequestedDemo,
  Verification,
  WorkerAnswer,
  WorkerRequest,
  WorkerScript,
} from './demo-protocol.ts';

interface RenderRequest extends Omit<ProcessRequest, 'timeout' | 'scripts'> {
  scripts: (Omit<ProcessRequest['scripts'][number], 'hash'> & { hash?: string | undefined })[];
}

export interface Rendered {
  answers: DemoAnswer[];
  /** The script that did not compile, so that nothing was rendered. */
  refused?: Refusal | undefined;
  /** Ids of demos that were rendered in one context, with the result of its verification. */
  verified: (Verification & { ids: string[] })[];
}

/** Renders demos in child processes, which run until they are closed or a demo terminates them. */
export type DemoRenderer = ReturnType<typeof createDemoRenderer>;

interface PoolOptions {
  /** Time limit for a demo, in milliseconds: processor time plus waiting. */
  timeout: number;
  /** Maximum number of processes for each build of React. Default: the number of processors. */
  processes?: number;
  /** Number of demos that justify another process, which must start and evaluate the packages. Default: 128. */
  perProcess?: number;
  signal?: AbortSignal | undefined;
}

const CHUNK = 8;

/** Maximum number of distinct style elements that are shared in memory. */
const SHARED_STYLES = 2_000;

export function createDemoRenderer(options: PoolOptions) {
  const { perProcess = 128 } = options;
  const pools = { production: createPool('production', options), development: createPool('development', options) };
  const styles = createLru<string>(SHARED_STYLES);
  return {
    /** Returns equal texts as the same object: most demos of a library have the same long styles. */
    share: (texts: string[]): string[] =>
      texts.map((text) => {
        const shared = styles.get(text) ?? text;
        styles.set(shared, shared);
        return shared;
      }),
    /** Starts a process with React's production build, so that it is ready for the first request. */
    start: (): void => void pools.production.take().then(pools.production.release),
    /** A process that ends is replaced. */
    async render(request: RenderRequest, build: ReactBuild): Promise<Rendered> {
      const pool = pools[build];
      const result: Rendered = { answers: [], verified: [] };
      const queue = [...request.demos];
      const lanes = request.isTrial ? 1 : Math.min(pool.size, Math.ceil(queue.length / perProcess));
      const scripts = request.scripts.map((script) => ({ ...script, hash: script.hash ?? hashOf(script.code) }));
      const own = { ...request, scripts, timeout: options.timeout };
      await Promise.all(Array.from({ length: lanes }, () => renderQueue(queue, own, pool, result)));
      return result;
    },
    close(): void {
      for (const pool of Object.values(pools)) pool.close();
    },
  };
}

/** Renders demos of a queue in one process after another, until the queue is empty or a script does not compile. */
async function renderQueue(
  queue: RequestedDemo[],
  request: ProcessRequest,
  pool: Pool,
  result: Rendered,
): Promise<void> {
  const { timeout, verifies } = request;
  let child = await pool.take();
  /** Demos in the shared context of the process. */
  let ids: string[] = [];
  try {
    while (queue.length > 0 && !result.refused) {
      const demos = queue.splice(0, CHUNK);
      const isTrial = request.isTrial && ids.length === 0;
      const { answers, refused, ended } = await child.render({ ...request, demos, isTrial, verifies: false });
      result.answers.push(...answers);
      result.refused ??= refused;
      const answered = new Set(answers.map(({ id }) => id));
      ids.push(...demos.flatMap(({ id, isAlone }) => (answered.has(id) && !isAlone ? [id] : [])));
      for (const demo of demos.filter(({ id }) => !answered.has(id)).reverse()) {
        if (demo.id !== ended?.id) queue.unshift(demo);
        else if (ended.isLate || demo.isAlone) result.answers.push(failureOf(ended, timeout));
        // Something else may have terminated the process, such as a lack of memory.
        else queue.unshift({ ...demo, isAlone: true });
      }
      if (child.isRunning()) continue;
      pool.release(child);
      child = await pool.take();
      ids = [];
    }
    if (!verifies || ids.length === 0) return;
    const { verified } = await child.render({ ...request, demos: [], isTrial: false });
    if (verified) result.verified.push({ ids, ...verified });
  } finally {
    pool.release(child);
  }
}

function failureOf({ id, isLate, end, start, time }: ProcessEnd, timeout: number): DemoAnswer {
  const message = isLate ? `it took longer than ${timeout / 1000} s` : `it ended its process with ${end}`;
  return { type: 'failed', id, message, stack: '', timedOut: isLate, changed: [], isSpoiled: false, start, time };
}

type Pool = ReturnType<typeof createPool>;

function createPool(build: ReactBuild, { processes = os.availableParallelism(), signal }: PoolOptions) {
  const all = new Set<DemoProcess>();
  const idle: DemoProcess[] = [];
  const waiting: ((child: DemoProcess) => void)[] = [];
  let isClosed = false;
  const start = (): DemoProcess => {
    if (isClosed) throw new Error('The renderer of demos is closed');
    const child = startDemoProcess(build, signal);
    all.add(child);
    return child;
  };
  return {
    size: processes,
    async take(): Promise<DemoProcess> {
      const child = idle.pop();
      if (child?.isRunning()) return child;
      if (child) all.delete(child);
      return all.size < processes ? start() : await new Promise((resolve) => waiting.push(resolve));
    },
    release(child: DemoProcess): void {
      if (child.hasGrown()) child.kill();
      const isRunning = child.isRunning();
      if (!isRunning) all.delete(child);
      const next = waiting.shift();
      if (next) next(isRunning ? child : start());
      else if (isRunning) idle.push(child);
    },
    close(): void {
      isClosed = true;
      for (const child of all) child.kill();
    },
  };
}

/** React's development build has messages, its production build only codes. */
export type ReactBuild = 'production' | 'development';

export type DemoAnswer = Extract<WorkerAnswer, { type: 'done' | 'failed' }> & { start: number; time: number };

/** Request to a process. It gets the code of each script once. */
interface ProcessRequest extends Omit<WorkerRequest, 'scripts'> {
  scripts: (WorkerScript & { code: string })[];
}

interface ProcessOutcome {
  answers: DemoAnswer[];
  /** The script that did not compile, so that nothing was rendered. */
  refused?: Refusal;
  verified?: Verification;
  /** Memory that the process uses, in bytes. */
  memory?: number;
  /** Set if the process ended before all demos were rendered. */
  ended?: ProcessEnd | undefined;
}

interface ProcessEnd {
  id: string;
  /** The demo has used up its time. */
  isLate: boolean;
  /** The signal or exit code. */
  end: string;
  start: number;
  time: number;
}

type DemoProcess = ReturnType<typeof startDemoProcess>;

/** Time limit for starting a process, compiling scripts and evaluating packages, in milliseconds. */
const START_TIME = 60_000;

/** Memory by which a process may grow, in bytes. The engine frees contexts late. */
const GROWTH = 200 * 2 ** 20;

function startDemoProcess(build: ReactBuild, signal?: AbortSignal) {
  const child = fork(path.join(packageDir, 'lib/demo-worker.js'), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    signal,
    killSignal: 'SIGKILL',
    execArgv: [],
    env: { ...process.env, NODE_ENV: build },
  });
  // Between requests, errors of the process do not matter.
  child.on('error', () => undefined);
  const known = new Set<string>();
  let isRunning = true;
  let [first, memory] = [0, 0];
  child.on('close', () => {
    isRunning = false;
  });
  return {
    /** Resolves after all demos, or when the process ends. */
    async render({ scripts, ...request }: ProcessRequest): Promise<ProcessOutcome> {
      const sent = scripts.map((script) => ({ ...script, code: known.has(script.hash) ? undefined : script.code }));
      known.clear();
      for (const { hash } of scripts) known.add(hash);
      const outcome = await sendRequest(child, { ...request, scripts: sent });
      // The process may have refused other scripts too.
      if (outcome.refused) known.clear();
      memory = outcome.memory ?? memory;
      first ||= memory;
      return outcome;
    },
    isRunning: (): boolean => isRunning && !child.killed,
    /** True if it uses much more memory than after its first request. */
    hasGrown: (): boolean => memory > first + GROWTH,
    // A demo may block it forever, so it is killed.
    kill: (): void => void child.kill('SIGKILL'),
  };
}

async function sendRequest(child: ChildProcess, request: WorkerRequest): Promise<ProcessOutcome> {
  const { timeout, demos } = request;
  return await new Promise((resolve, reject) => {
    const answers: DemoAnswer[] = [];
    let current: string | undefined;
    let since = preciseNow();
    let timer: NodeJS.Timeout | undefined;
    const allow = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    };
    const settle = (outcome: Omit<ProcessOutcome, 'answers'>): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('close', onClose);
      resolve({ answers, ...outcome });
    };
    const onMessage = (message: unknown): void => {
      const answer = message as WorkerAnswer;
      if (answer.type === 'end') {
        settle({ verified: answer.verified, memory: answer.memory });
      } else if (answer.type === 'refused') {
        settle({ refused: answer });
      } else if (answer.type === 'start') {
        current = answer.id;
        since = preciseNow();
        // The process measures the demo itself. This limit stops a demo that blocks the process without using the processor.
        allow(clockLimitOf(timeout));
      } else {
        answers.push({ ...answer, start: since, time: preciseNow() - since });
        current = undefined;
        allow(Math.max(timeout, START_TIME));
        if (answer.isSpoiled) {
          child.kill('SIGKILL');
          settle({});
        }
      }
    };
    const onError = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const onClose = (code: number | null, signal: string | null): void => {
      const id = current ?? demos[answers.length]?.id;
      const time = preciseNow() - since;
      // Processor time and waiting overlap, and a process can use several processors, so a demo may use up its time in less elapsed time.
      const isLate = time * 4 >= timeout;
      const end = signal ?? `exit code ${code}`;
      settle({ ended: id === undefined ? undefined : { id, isLate, end, start: since, time } });
    };
    child.on('message', onMessage).on('error', onError).on('close', onClose);
    allow(Math.max(timeout, START_TIME));
    child.send(request);
  });
}
