import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../package-dir.ts';
import { MissingCompilerError } from './compiler/binary.ts';
import type { TypesAnswer, TypesRequest, TypesResults } from './protocol.ts';

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

/** Creates a thread that does not run yet. */
export function createTypesThread(): TypesThread {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let last = 0;
  let isClosed = false;
  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = undefined;
  };
  const start = (): Worker => {
    const started = new Worker(TYPES_WORKER, {
      // Whoever runs the tool by `node --eval` has options that no file may be run with.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    started.on('message', (answer: TypesAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
      if ('missing' in answer) asked?.reject(new MissingCompilerError(answer.missing));
      else if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer.result as never);
    });
    started.on('error', failAll);
    started.on('exit', (code) => failAll(new Error(`The thread of the types ended with exit code ${code}`)));
    return started;
  };
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw closed();
        worker ??= start();
        waiting.set(++last, { resolve: resolve as (result: never) => void, reject });
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

function closed(): Error {
  return new Error('The thread of the types is closed');
}
