import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ApiComponent } from '../../shared/api.ts';
import { processorTime } from '../base/meter.ts';
import { packageDir } from '../base/package-dir.ts';
import type { CheckFilesOptions, CheckFilesResult } from './check/check-files.ts';
import type { CodeTypesOptions, CodeTypesResult } from './code/code-types.ts';
import type { CompareApisOptions, ComparedApis } from './compare/compare-apis.ts';
import type { MissingImports, MissingImportsOptions } from './compare/missing-imports.ts';
import { EndedCompilerError, MissingCompilerError, SilentCompilerError } from './compiler/binary.ts';
import type { PlaygroundsOptions, PlaygroundsResult } from './controls/read-playgrounds.ts';
import type { ExtractApiOptions, ExtractedApi } from './extract/extract-api.ts';
import type { UsageDemo } from './usage/find-uses.ts';
import type { DemoUses } from './usage/usage.ts';

/** Sends requests to the types worker. The worker starts with the first request. Node.js only stays alive while requests are pending. */
export interface TypesThread {
  /** Rejects if the worker is closed before it has responded. */
  request<Type extends TypesRequest['type']>(
    request: Extract<TypesRequest, { type: Type }>,
  ): Promise<TypesResults[Type]>;
  /** Ends the compiler after the pending requests, and frees its memory. The next request starts a new compiler. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export const TYPES_WORKER = path.join(packageDir, 'lib/types-worker.js');
/** Space for the compiler's objects in MB. The objects are long-lived, so with more space, the garbage collector moves fewer objects. */
const YOUNG_MB = 64;

/** Limit in milliseconds for the processor time of an answer, which is many times what a large library needs. */
const LIMIT = 180_000;
/** Number of times that the compiler is checked within `LIMIT`. */
const LOOKS = 10;

/**
 * `limit` is in milliseconds: of processor time for an answer, or of time without any processor time. After that, all pending requests fail
 * with a SilentCompilerError. `pause`: milliseconds without a request after which worker and compiler end.
 */
export function createTypesThread({ limit = LIMIT, pause }: { limit?: number; pause?: number } = {}): TypesThread {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let pid: number | undefined;
  let last = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseTimer: NodeJS.Timeout | undefined;
  /** Returns the processor time that the compiler has used, in milliseconds. */
  const usedTime = (): number => (pid === undefined ? 0 : (processorTime(pid) ?? 0));
  /** Restarts the time limit. Requests are answered one at a time, so the limit starts again after each answer. */
  const restartTimer = (): void => {
    clearInterval(timer);
    clearTimeout(pauseTimer);
    if (waiting.size === 0) {
      if (pause !== undefined) pauseTimer = setTimeout(end, pause).unref();
      return;
    }
    const start = usedTime();
    let [last, idle] = [start, 0];
    timer = setInterval(() => {
      const used = usedTime();
      idle = used === last ? idle + 1 : 0;
      last = used;
      if (idle >= LOOKS || used - start >= limit) giveUp();
    }, limit / LOOKS);
  };
  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    restartTimer();
    worker = undefined;
  };
  const start = (): Worker => {
    const started = new Worker(TYPES_WORKER, {
      // If the tool is run by `node --eval`, the process has options that do not allow running a file.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    started.on('message', (answer: TypesAnswer | CompilerStarted) => {
      if ('pid' in answer) {
        pid = answer.pid;
        return;
      }
      const pending = waiting.get(answer.id);
      waiting.delete(answer.id);
      restartTimer();
      if (waiting.size === 0) started.unref();
      if ('missing' in answer) pending?.reject(new MissingCompilerError(answer.missing));
      else if ('ended' in answer) pending?.reject(new EndedCompilerError(answer.ended));
      else if ('error' in answer) pending?.reject(new Error(answer.error));
      else pending?.resolve(answer.result as never);
    });
    // The pending requests may belong to a newer worker.
    const failOwn = (error: Error): void => {
      if (worker === started) failAll(error);
    };
    started.on('error', failOwn);
    started.on('exit', (code) => failOwn(new Error(`The types thread ended with exit code ${code}`)));
    return started;
  };
  /** Ends the compiler and the worker. The next request starts both again. */
  const end = (): void => {
    const ended = worker;
    worker = undefined;
    if (pid !== undefined) endProcess(pid);
    pid = undefined;
    void ended?.terminate();
  };
  const giveUp = (): void => {
    end();
    failAll(new SilentCompilerError(limit));
  };
  const request: TypesThread['request'] = (wanted) =>
    new Promise((resolve, reject) => {
      if (isClosed) throw closed();
      worker ??= start();
      waiting.set(++last, { resolve: resolve as (result: never) => void, reject });
      if (waiting.size === 1) restartTimer();
      worker.ref();
      worker.postMessage({ id: last, request: wanted });
    });
  return {
    request,
    async rest() {
      if (!worker) return;
      await request({ type: 'rest' });
      pid = undefined;
    },
    async close() {
      isClosed = true;
      const closing = worker;
      // While it computes an answer, the compiler would not notice that its channel is closed.
      if (waiting.size > 0 && pid !== undefined) endProcess(pid);
      failAll(closed());
      await closing?.terminate();
    },
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

function closed(): Error {
  return new Error('The types thread is closed');
}

export type TypesRequest =
  | { type: 'extract'; options: ExtractApiOptions }
  | { type: 'usage'; demos: UsageDemo[]; library: string[]; components: ApiComponent[] }
  | { type: 'check'; options: CheckFilesOptions }
  | { type: 'code'; options: CodeTypesOptions }
  | { type: 'playgrounds'; options: PlaygroundsOptions }
  | { type: 'compare'; options: CompareApisOptions }
  | { type: 'missing'; options: MissingImportsOptions }
  | { type: 'rest' };

interface TypesResults {
  extract: ExtractedApi;
  usage: Map<string, DemoUses>;
  check: CheckFilesResult;
  code: CodeTypesResult;
  playgrounds: PlaygroundsResult;
  compare: ComparedApis;
  missing: MissingImports;
  rest: undefined;
}

/** Message that the compiler has started, so that the main thread can terminate the compiler's process. */
export interface CompilerStarted {
  pid: number;
}

/** `error`: internal error; `missing`: a compiler package that is not installed; `ended`: output of a compiler that has ended. */
export type TypesAnswer =
  | { id: number; result: unknown }
  | { id: number; error: string }
  | { id: number; missing: string }
  | { id: number; ended: string };
