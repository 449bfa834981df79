import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRendering } from '../../shared/page-data.ts';
import { makeScriptFolder } from '../base/files/script-folder.ts';
import { startLoading } from '../base/loading-page.ts';
import { createSharedChange } from '../base/shared-change.ts';
import type { ServerScript } from '../bundle/types.ts';
import { withinTime } from '../project/within-time.ts';
import { observed, observeReads, type Seen } from '../store/observe-reads.ts';

/** Exports of the server bundle: see `src/app/server-entry.tsx`. */
export interface ServerModule {
  renderPage(rendering: PageRendering, modules?: Record<string, unknown>): string;
  builtinNames: string[];
  modules: Record<string, unknown>;
  /** Modules that pages which are bundled apart ask for, by name; dev only. */
  shared?: Record<string, Record<string, unknown>>;
}

/** Name of the server bundle in stack traces. */
export const SERVER_SCRIPT = 'server-entry.mjs';

const require = createRequire(import.meta.url);

const production = createSharedChange(() => {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  return () => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  };
});

/** Runs a task that loads React, which selects its build by `NODE_ENV`. */
export async function inProduction<Result>(task: () => Result | Promise<Result>): Promise<Result> {
  const end = production.begin();
  try {
    return await task();
  } finally {
    end();
  }
}

/** What is required can be stopped when it hangs; a module that awaits at its top level can only be imported. */
async function loadModule(
  code: string,
  { dir, pageTimeout }: { dir: string; pageTimeout: number },
): Promise<Pick<PageRenderer, 'server' | 'seen'>> {
  startLoading();
  let file = '';
  let runs = 0;
  // What was stopped while it was loaded cannot be loaded again.
  const load = (): ServerModule => {
    file = path.join(dir, `${runs++}`, SERVER_SCRIPT);
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, code);
    return require(file);
  };
  try {
    const { result, seen } = observed(() => withinTime(pageTimeout, load));
    return { server: result, seen };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    const reads = observeReads();
    try {
      return { server: (await import(pathToFileURL(file).href)) as ServerModule, seen: reads.seen() };
    } finally {
      reads.stop();
    }
  }
}

/** The renderer of pages, ready to be called, with its script for the places of what it throws. */
export interface PageRenderer {
  server: ServerModule;
  script: ServerScript;
  /** What its modules asked of the disk when they were loaded, in a build. */
  seen?: Seen;
  /** Makes the same with React's development build, whose messages are words. */
  inDevelopment?: () => Promise<PageRenderer>;
}

/**
 * Imports the renderer of pages from a file that is gone when this returns, or when the process ends before.
 *
 * @param pageTimeout milliseconds that its modules may take
 * @throws a TimeoutError, or what a module throws
 */
export async function importRenderer(script: ServerScript, pageTimeout: number): Promise<PageRenderer> {
  const dir = makeScriptFolder();
  const remove = (): void => fs.rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return { ...(await inProduction(() => loadModule(script.code, { dir, pageTimeout }))), script };
  } finally {
    process.off('exit', remove);
    remove();
  }
}
