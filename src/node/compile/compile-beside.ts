import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import type { CompilerOptions } from './compile-site.ts';
import type { CompiledPage } from './types.ts';

/** Pages that a thread is given at a time. */
const BATCH = 16;

/** What can be given to a thread: plugins of bundler and PostCSS are functions, and no matter of pages. */
function withoutFunctions(options: CompilerOptions): CompilerOptions {
  const { site } = options;
  const esbuild = { ...site.config.esbuild, plugins: [] };
  return { ...options, site: { ...site, config: { ...site.config, esbuild, postcss: undefined } } };
}

/**
 * Compiles pages in this thread from the front of the list, and in a second one from its end, until they meet. What the
 * second thread leaves undone, should it come to an end, is compiled here.
 *
 * @param compile compiles a page in this thread
 * @param options what the second thread makes its compiler of
 * @returns the compiled pages in the order of `pages`
 */
export async function compileBeside(
  pages: SourcePage[],
  compile: (page: SourcePage) => Promise<CompiledPage>,
  options: CompilerOptions,
  signal?: AbortSignal,
): Promise<CompiledPage[]> {
  const compiled = new Map<string, CompiledPage>();
  const waiting = [...pages];
  let given: SourcePage[] = [];
  const worker = new Worker(path.join(packageDir, 'lib/compile-worker.js'), {
    workerData: withoutFunctions(options),
  });
  const idle = new Promise<void>((resolve) => {
    const giveMore = (): void => {
      // The last pages are not worth the way.
      given = waiting.length > BATCH ? waiting.splice(-BATCH) : [];
      if (given.length === 0) resolve();
      else worker.postMessage(given.map(({ sourcePath }) => sourcePath));
    };
    worker.on('online', giveMore);
    worker.on('message', (pages: CompiledPage[]) => {
      for (const page of pages) compiled.set(page.sourcePath, page);
      giveMore();
    });
    // Whatever ended it, this thread meets it too, and tells it.
    worker.on('error', () => resolve());
    worker.on('exit', () => resolve());
  });
  const compileHere = async (): Promise<void> => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      compiled.set(page.sourcePath, await compile(page));
      // Lets the other thread's answers through.
      await setImmediate();
      signal?.throwIfAborted();
    }
  };
  try {
    await compileHere();
    await idle;
    waiting.push(...given.filter(({ sourcePath }) => !compiled.has(sourcePath)));
    await compileHere();
  } finally {
    await worker.terminate();
  }
  return pages.map(({ sourcePath }) => compiled.get(sourcePath) as CompiledPage);
}
