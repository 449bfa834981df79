/** The thread that reads types: the compiler is loaded here only, beside the rest of the build. */
import { parentPort } from 'node:worker_threads';
import { checkTypes } from './check-types/check-types.ts';
import { extractApi } from './extract-api.ts';
import type { ApiAnswer, ApiRequest } from './protocol.ts';
import { createSourceFiles } from './source-files.ts';
import { findUsage } from './usage/find-usage.ts';

/** While a site is written, the types are read again and again. */
const sources = createSourceFiles();

parentPort?.on('message', ({ id, request }: { id: number; request: ApiRequest }) => {
  parentPort?.postMessage(answer(id, request));
});

function answer(id: number, request: ApiRequest): ApiAnswer {
  try {
    return { id, result: run(request) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function run(request: ApiRequest): unknown {
  if (request.type === 'extract') return extractApi(request.options, sources);
  if (request.type === 'usage') return findUsage(request);
  return checkTypes(request.options);
}
