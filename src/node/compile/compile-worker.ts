/** A thread that compiles pages: it gets the site and all pages when it starts, then source paths, and answers with what it made. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SourcePage } from '../load/types.ts';
import { type CompilerOptions, createCompiler } from './compile-site.ts';

startWorker(workerData as CompilerOptions);

function startWorker(options: CompilerOptions): void {
  const compiler = createCompiler(options);
  const all = options.pages.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]);
  const byPath = new Map(all.map((page) => [page.sourcePath, page]));
  parentPort?.on('message', async (sourcePaths: string[]) => {
    const compiled = [];
    for (const sourcePath of sourcePaths) compiled.push(await compiler.compile(byPath.get(sourcePath) as SourcePage));
    parentPort?.postMessage(compiled);
  });
}
