/** The thread that reads types: the compiler is loaded here only, beside the rest of the build. */
import { parentPort } from 'node:worker_threads';
import { checkFiles } from './check/check-files.ts';
import { readCodeTypes } from './code/code-types.ts';
import { type Compiler, MissingCompilerError, startCompiler } from './compiler/index.ts';
import { extractApi } from './extract-api.ts';
import type { CompilerStarted, TypesAnswer, TypesRequest } from './protocol.ts';
import { findUses } from './usage/find-uses.ts';

/** While a site is written, the types are read again and again. */
let compiler: Compiler | undefined;

parentPort?.on('message', ({ id, request }: { id: number; request: TypesRequest }) => {
  parentPort?.postMessage(answer(id, request));
});

function answer(id: number, request: TypesRequest): TypesAnswer {
  try {
    return { id, result: run(request) };
  } catch (error) {
    if (error instanceof MissingCompilerError) return { id, missing: error.packageName };
    // What has failed may be the compiler itself: the next question begins with another.
    compiler?.close();
    compiler = undefined;
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function run(request: TypesRequest): unknown {
  compiler ??= startCompiler((pid) => parentPort?.postMessage({ pid } satisfies CompilerStarted));
  const session = compiler.begin();
  if (request.type === 'extract') return extractApi(request.options, session);
  if (request.type === 'usage') return findUses(request, session);
  if (request.type === 'code') return readCodeTypes(request.options, session);
  return checkFiles(request.options, session);
}
