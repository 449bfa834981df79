import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { preciseNow } from '../base/meter.ts';
import { packageDir } from '../base/package-dir.ts';
import { clockLimitOf } from '../project/within-time.ts';
import type { Refusal, WorkerAnswer, WorkerRequest } from './demo-protocol.ts';

/** The result of one demo, and its time in milliseconds. */
export type DemoAnswer = Extract<WorkerAnswer, { type: 'done' | 'failed' }> & { start: number; time: number };

/** The result of a request. */
export interface Rendered {
  answers: DemoAnswer[];
  /** The script that did not compile, so that nothing was rendered. */
  refused?: Refusal;
}

/** The build of React that renders demos. The development build has error messages, the production build only codes. */
export type ReactBuild = 'production' | 'development';

/** Renders demos in child processes, one for each build of React. A process runs until it is closed or a demo ends it. */
export interface DemoRenderer {
  /** Starts the process of the production build, so that it is ready for the first request. */
  start(): void;
  /**
   * Renders demos in turn until all are done or the process stops. The demo at which it stopped has failed, and later demos have no
   * answer. There is at least one answer, unless a script does not compile.
   */
  render(request: WorkerRequest, build: ReactBuild): Promise<Rendered>;
  /**
   * Renders one demo in a new process, with React's production build. Its time limit counts processor time and waiting, so that a
   * busy machine changes nothing. By the clock it may take at most six times as long.
   */
  renderAlone(request: WorkerRequest): Promise<Rendered>;
  close(): void;
}

/** Time limit for starting a process and compiling scripts, in milliseconds, unless `demoTimeout` is longer. */
const START_TIME = 60_000;

interface ProcessOptions {
  timeout: number;
  signal?: AbortSignal;
}

/**
 * @param options.timeout time limit for a demo, in milliseconds; then its process is killed
 * @param options.signal kills the processes
 */
export function createDemoRenderer(options: ProcessOptions): DemoRenderer {
  const processes = {
    production: createProcess('production', options),
    development: createProcess('development', options),
  };
  const alone = new Set<ChildProcess>();
  const { timeout, signal } = options;
  return {
    start: processes.production.start,
    render: (request, build) => processes[build].render(request),
    async renderAlone(request) {
      const child = start('production', signal);
      alone.add(child);
      try {
        return await sendRequest(child, { ...request, budget: timeout }, timeout);
      } finally {
        child.kill('SIGKILL');
        alone.delete(child);
      }
    },
    close() {
      for (const { close } of Object.values(processes)) close();
      for (const child of alone) child.kill('SIGKILL');
    },
  };
}

function createProcess(build: ReactBuild, { timeout, signal }: ProcessOptions) {
  let child: ChildProcess | undefined;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  /** Returns the running process. If it has ended between requests, starts a new process. */
  const living = (): ChildProcess => {
    if (isClosed) throw new Error('The renderer of demos is closed');
    if (!child?.connected) child = start(build, signal);
    return child;
  };
  const render = async (request: WorkerRequest): Promise<Rendered> => {
    const { ended, ...rendered } = await sendRequest(living(), request, timeout);
    if (ended) child = undefined;
    return rendered;
  };
  return {
    start: (): void => void living(),
    render(request: WorkerRequest): Promise<Rendered> {
      const next = last.then(() => render(request));
      last = next.catch(() => undefined);
      return next;
    },
    close() {
      isClosed = true;
      // A demo may block it forever, so it is killed.
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

function start(build: ReactBuild, signal?: AbortSignal): ChildProcess {
  const child = fork(path.join(packageDir, 'lib/demo-worker.js'), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    signal,
    killSignal: 'SIGKILL',
    execArgv: [],
    env: { ...process.env, NODE_ENV: build },
  });
  // Between requests its errors do not matter.
  child.on('error', () => undefined);
  return child;
}

function sendRequest(
  child: ChildProcess,
  request: WorkerRequest,
  timeout: number,
): Promise<Rendered & { ended: boolean }> {
  const isMeasured = request.budget !== undefined;
  return new Promise((resolve, reject) => {
    const answers: DemoAnswer[] = [];
    let current: string | undefined;
    let since = preciseNow();
    const late = `it took longer than ${timeout / 1000} s`;
    // A measured process ends itself when its time is used up.
    let reason = isMeasured ? late : undefined;
    let timer: NodeJS.Timeout | undefined;
    const allow = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reason = late;
        child.kill('SIGKILL');
      }, milliseconds);
    };
    const settle = (outcome: { refused?: Refusal; ended?: boolean }): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('close', onClose);
      resolve({ answers, ended: false, ...outcome });
    };
    const onMessage = (message: unknown): void => {
      const answer = message as WorkerAnswer;
      if (answer.type === 'end') {
        settle({});
      } else if (answer.type === 'refused') {
        settle({ refused: answer });
      } else if (answer.type === 'start') {
        current = answer.id;
        since = preciseNow();
        allow(isMeasured ? clockLimitOf(timeout) : timeout);
      } else {
        answers.push({ ...answer, start: since, time: preciseNow() - since });
        current = undefined;
      }
    };
    const onError = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const onClose = (code: number | null, signal: string | null): void => {
      const ended =
        reason ?? (signal ? `it ended its process with ${signal}` : `it ended its process with exit code ${code}`);
      const stopped = current ?? (answers.length === 0 ? request.ids[0] : undefined);
      if (stopped !== undefined && !answers.some(({ id }) => id === stopped))
        answers.push({
          type: 'failed',
          id: stopped,
          message: ended,
          stack: '',
          timedOut: reason !== undefined,
          start: since,
          time: preciseNow() - since,
        });
      settle({ ended: true });
    };
    child.on('message', onMessage).on('error', onError).on('close', onClose);
    // Everything has a time limit, including the compilation of the scripts.
    allow(Math.max(timeout, START_TIME));
    child.send(request);
  });
}
