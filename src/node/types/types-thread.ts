import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../base/package-dir.ts';
import { MissingCompilerError, SilentCompilerError } from './compiler/binary.ts';
import type { CompilerStarted, TypesAnswer, TypesRequest, TypesResults } from './protocol.ts';

/** Asks the thread of the types; it is started with the first question, and holds the process while it has one. */
export interface TypesThread {
  /** Rejects when the thread is closed, or closes before it has answered. */
  ask<Type extends TypesRequest['type']>(request: Extract<TypesRequest, { type: Type }>): Promise<TypesResults[Type]>;
  close(): Promise<void>;
}

/** Script of the thread. */
export const TYPES_WORKER = path.join(packageDir, 'lib/types-worker.js');
/** Young objects of the compiler live long: with more room for them, fewer are moved. */
const YOUNG_MB = 64;

/** Milliseconds that an answer may take, many times what a large library needs. */
const LIMIT = 180_000;

/**
 * Creates a thread that does not run yet.
 *
 * @param options.limit milliseconds without an answer after which the compiler is ended. All open requests then fail with a
 * SilentCompilerError
 */
export function createTypesThread({ limit = LIMIT }: { limit?: number } = {}): TypesThread {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let pid: number | undefined;
  let last = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  /** Requests are answered one after another, so the time starts again with each answer. */
  const restartTimer = (): void => {
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(giveUp, limit);
  };
  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    restartTimer();
    worker = undefined;
  };
  const start = (): Worker => {
    const started = new Worker(TYPES_WORKER, {
      // Whoever runs the tool by `node --eval` has options that no file may be run with.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    started.on('message', (answer: TypesAnswer | CompilerStarted) => {
      if ('pid' in answer) {
        pid = answer.pid;
        return;
      }
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      restartTimer();
      if (waiting.size === 0) started.unref();
      if ('missing' in answer) asked?.reject(new MissingCompilerError(answer.missing));
      else if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer.result as never);
    });
    // The open requests may be those of a newer worker.
    const failOwn = (error: Error): void => {
      if (worker === started) failAll(error);
    };
    started.on('error', failOwn);
    started.on('exit', (code) => failOwn(new Error(`The thread of the types ended with exit code ${code}`)));
    return started;
  };
  /** Ends the compiler, and the worker that waits for it. The next request starts new ones. */
  const giveUp = (): void => {
    const silent = worker;
    failAll(new SilentCompilerError(limit));
    if (pid !== undefined) endProcess(pid);
    pid = undefined;
    void silent?.terminate();
  };
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw closed();
        worker ??= start();
        waiting.set(++last, { resolve: resolve as (result: never) => void, reject });
        if (waiting.size === 1) restartTimer();
        worker.ref();
        worker.postMessage({ id: last, request });
      }),
    async close() {
      isClosed = true;
      const closing = worker;
      failAll(closed());
      await closing?.terminate();
    },
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function closed(): Error {
  return new Error('The thread of the types is closed');
}
