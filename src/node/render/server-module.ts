import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRendering } from '../../shared/page-data.ts';
import { startLoading } from '../base/loading-page.ts';
import { createSharedChange } from '../base/shared-change.ts';
import type { ServerScript } from '../bundle/types.ts';
import { withinTime } from '../project/within-time.ts';

/** Prefix of the folder names. Every folder with this prefix is assumed to be ours. */
const NAME = '.cascader-docs-script-';

function makeScriptFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), NAME));
}

export interface ServerModule {
  renderPage(rendering: PageRendering, modules?: Record<string, unknown>): string;
  builtinNames: string[];
  namesOfTheme: { used: string[]; known: string[] };
  modules: Record<string, unknown>;
  /** Modules that separately bundled pages require, by name; only in `dev`. */
  shared?: Record<string, Record<string, unknown>>;
}

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

/** `require` can be interrupted if a module hangs; a module with a top-level `await` can only be imported. */
async function loadModule(
  code: string,
  { dir, pageTimeout }: { dir: string; pageTimeout: number },
): Promise<ServerModule> {
  startLoading();
  let file = '';
  let runs = 0;
  // A module whose loading was interrupted cannot be loaded again, so each try has a new path.
  const load = (): ServerModule => {
    file = path.join(dir, `${runs++}`, SERVER_SCRIPT);
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, code);
    return require(file);
  };
  try {
    return withinTime(pageTimeout, load);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return (await import(pathToFileURL(file).href)) as ServerModule;
  }
}

export interface PageRenderer {
  server: ServerModule;
  script: ServerScript;
  /** Loads the same renderer with React's development build, which has error messages instead of codes. */
  inDevelopment?: () => Promise<PageRenderer>;
}

/**
 * Imports the renderer from a temporary file, which is removed afterwards. Throws a TimeoutError, or the error of a
 * module. `pageTimeout`: milliseconds.
 */
export async function importRenderer(script: ServerScript, pageTimeout: number): Promise<PageRenderer> {
  const dir = makeScriptFolder();
  const remove = (): void => fs.rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return { server: await inProduction(() => loadModule(script.code, { dir, pageTimeout })), script };
  } finally {
    process.off('exit', remove);
    remove();
  }
}
