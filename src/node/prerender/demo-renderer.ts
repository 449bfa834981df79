import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { packageDir } from '../package-dir.ts';
import type { WorkerAnswer, WorkerRequest } from './demo-protocol.ts';

/** What became of one demo. */
export type DemoAnswer = Extract<WorkerAnswer, { type: 'done' | 'failed' }>;

/** Renders demos in a child process, which lives until it is closed, or until a demo ends it. */
export interface DemoRenderer {
  /**
   * Renders demos in turn until all are done or the process stops; the demo that it stopped at has failed, and those
   * behind it have no answer.
   */
  render(request: WorkerRequest): Promise<DemoAnswer[]>;
  close(): void;
}

/**
 * @param options.timeout milliseconds that a demo may take; then its process is killed
 * @param options.signal kills the process
 */
export function createDemoRenderer(options: { timeout: number; signal?: AbortSignal }): DemoRenderer {
  let child: ChildProcess | undefined;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  const render = (request: WorkerRequest): Promise<DemoAnswer[]> => {
    if (isClosed) throw new Error('The renderer of demos is closed');
    // It may have ended while nothing was asked of it.
    if (!child?.connected) child = start(options.signal);
    return ask(child, request, options.timeout).then(({ answers, ended }) => {
      if (ended) child = undefined;
      return answers;
    });
  };
  return {
    render(request) {
      const next = last.then(() => render(request));
      last = next.catch(() => undefined);
      return next;
    },
    close() {
      isClosed = true;
      // A demo may keep it busy for ever: it is not asked.
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

function start(signal?: AbortSignal): ChildProcess {
  const child = fork(path.join(packageDir, 'lib/demo-worker.js'), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    signal,
    killSignal: 'SIGKILL',
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // While nothing is asked of it, it is of no interest how it ends.
  child.on('error', () => undefined);
  return child;
}

function ask(
  child: ChildProcess,
  request: WorkerRequest,
  timeout: number,
): Promise<{ answers: DemoAnswer[]; ended: boolean }> {
  return new Promise((resolve, reject) => {
    const answers: DemoAnswer[] = [];
    let current: string | undefined;
    let reason: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    const settle = (ended: boolean): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('close', onClose);
      resolve({ answers, ended });
    };
    const onMessage = (message: unknown): void => {
      const answer = message as WorkerAnswer;
      if (answer.type === 'end') {
        settle(false);
      } else if (answer.type === 'start') {
        clearTimeout(timer);
        current = answer.id;
        timer = setTimeout(() => {
          reason = `it took longer than ${timeout / 1000} s`;
          child.kill('SIGKILL');
        }, timeout);
      } else {
        answers.push(answer);
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
        answers.push({ type: 'failed', id: stopped, message: ended, stack: '', timedOut: reason !== undefined });
      settle(true);
    };
    child.on('message', onMessage).on('error', onError).on('close', onClose);
    child.send(request);
  });
}
