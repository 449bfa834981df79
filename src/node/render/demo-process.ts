import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { preciseNow } from '../base/meter.ts';
import { packageDir } from '../base/package-dir.ts';
import { clockLimitOf } from '../project/within-time.ts';
import type { Refusal, Verification, WorkerAnswer, WorkerRequest, WorkerScript } from './demo-protocol.ts';

/** React's development build has messages, its production build only codes. */
export type ReactBuild = 'production' | 'development';

export type DemoAnswer = Extract<WorkerAnswer, { type: 'done' | 'failed' }> & { start: number; time: number };

/** Request to a process. It gets the code of each script once. */
export interface ProcessRequest extends Omit<WorkerRequest, 'scripts'> {
  scripts: (WorkerScript & { code: string })[];
}

/** Outcome of a request. Demos without an answer were not rendered. */
export interface ProcessOutcome {
  answers: DemoAnswer[];
  /** The script that did not compile, so that nothing was rendered. */
  refused?: Refusal;
  verified?: Verification;
  /** Memory that the process uses, in bytes. */
  memory?: number;
  /** Set if the process ended before all demos were rendered. */
  ended?: ProcessEnd | undefined;
}

export interface ProcessEnd {
  id: string;
  /** The demo has used up its time. */
  isLate: boolean;
  /** The signal or exit code. */
  end: string;
  start: number;
  time: number;
}

export type DemoProcess = ReturnType<typeof startDemoProcess>;

/** Time limit for starting a process, compiling scripts and evaluating packages, in milliseconds. */
const START_TIME = 60_000;

/** Memory by which a process may grow, in bytes. The engine frees contexts late. */
const GROWTH = 200 * 2 ** 20;

export function startDemoProcess(build: ReactBuild, signal?: AbortSignal) {
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
      // It may have refused others too.
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
        // The process measures the demo. This ends a demo that blocks the process without using the processor.
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
      // Processor time and waiting overlap, and a process can use several processors, so a demo may use up its time sooner by the clock.
      const isLate = time * 4 >= timeout;
      const end = signal ?? `exit code ${code}`;
      settle({ ended: id === undefined ? undefined : { id, isLate, end, start: since, time } });
    };
    child.on('message', onMessage).on('error', onError).on('close', onClose);
    allow(Math.max(timeout, START_TIME));
    child.send(request);
  });
}
