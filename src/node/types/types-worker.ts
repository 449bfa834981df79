/** Worker that reads types. Only this worker loads the compiler, in parallel with the rest of the build. */
import { parentPort } from 'node:worker_threads';
import { checkFiles } from './check/check-files.ts';
import { readCodeTypes } from './code/code-types.ts';
import { compareApis } from './compare/compare-apis.ts';
import { missingImports } from './compare/missing-imports.ts';
import { type Compiler, MissingCompilerError, startCompiler } from './compiler/index.ts';
import { readPlaygrounds } from './controls/read-playgrounds.ts';
import { extractApi } from './extract/extract-api.ts';
import type { CompilerStarted, TypesAnswer, TypesRequest } from './types-thread.ts';
import { findUses } from './usage/find-uses.ts';

startWorker();

function startWorker(): void {
  let compiler: Compiler | undefined;
  const run = (request: TypesRequest): unknown => {
    if (request.type === 'rest') {
      compiler?.close();
      compiler = undefined;
      return undefined;
    }
    compiler ??= startCompiler((pid) => parentPort?.postMessage({ pid } satisfies CompilerStarted));
    const session = compiler.begin();
    if (request.type === 'extract') return extractApi(request.options, session);
    if (request.type === 'usage') return findUses(request, session);
    if (request.type === 'code') return readCodeTypes(request.options, session);
    if (request.type === 'playgrounds') return readPlaygrounds(request.options, session);
    if (request.type === 'compare') return compareApis(request.options, session);
    if (request.type === 'missing') return missingImports(request.options, session);
    return checkFiles(request.options, session);
  };
  const answer = (id: number, request: TypesRequest): TypesAnswer => {
    try {
      return { id, result: run(request) };
    } catch (error) {
      if (error instanceof MissingCompilerError) return { id, missing: error.packageName };
      const ended = compiler?.lastWords(error);
      // The compiler itself may have failed, so the next request starts a new one.
      compiler?.close();
      compiler = undefined;
      if (ended !== undefined) return { id, ended };
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  parentPort?.on('message', ({ id, request }: { id: number; request: TypesRequest }) => {
    parentPort?.postMessage(answer(id, request));
  });
}
