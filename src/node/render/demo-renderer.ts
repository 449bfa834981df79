import os from 'node:os';
import { hashOf } from '../base/hash.ts';
import {
  type DemoAnswer,
  type DemoProcess,
  type ProcessEnd,
  type ProcessRequest,
  type ReactBuild,
  startDemoProcess,
} from './demo-process.ts';
import type { Refusal, RequestedDemo, Verification } from './demo-protocol.ts';

export interface RenderRequest extends Omit<ProcessRequest, 'timeout' | 'scripts'> {
  scripts: (Omit<ProcessRequest['scripts'][number], 'hash'> & { hash?: string | undefined })[];
}

export interface Rendered {
  answers: DemoAnswer[];
  /** The script that did not compile, so that nothing was rendered. */
  refused?: Refusal | undefined;
  /** Ids of demos that were rendered in one context, with the result of its verification. */
  verified: (Verification & { ids: string[] })[];
}

/** Renders demos in child processes, which run until they are closed or a demo ends them. */
export type DemoRenderer = ReturnType<typeof createDemoRenderer>;

interface PoolOptions {
  /** Time limit for a demo, in milliseconds: processor time plus waiting. */
  timeout: number;
  /** Maximum number of processes for each build of React. Default: the number of processors. */
  processes?: number;
  signal?: AbortSignal | undefined;
}

/** Number of demos that justify another process, which must start and evaluate the packages. */
const PER_PROCESS = 16;

const CHUNK = 8;

export function createDemoRenderer(options: PoolOptions) {
  const pools = { production: createPool('production', options), development: createPool('development', options) };
  return {
    /** Starts a process with React's production build, so that it is ready for the first request. */
    start: (): void => void pools.production.take().then(pools.production.release),
    /** A process that ends is replaced. */
    async render(request: RenderRequest, build: ReactBuild): Promise<Rendered> {
      const pool = pools[build];
      const result: Rendered = { answers: [], verified: [] };
      const queue = [...request.demos];
      const lanes = request.isTrial ? 1 : Math.min(pool.size, Math.ceil(queue.length / PER_PROCESS));
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
        // Something else may have ended the process, such as a lack of memory.
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
