import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRendering } from '../../shared/page-data.ts';
import type { ServerScript } from '../bundle/types.ts';

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

/** React chooses its build by the environment when it is first imported. */
async function importInProduction(url: string): Promise<ServerModule> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await import(url);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** The renderer of pages, ready to be called, with its script for the places of what it throws. */
export interface PageRenderer {
  server: ServerModule;
  script: ServerScript;
  /** Makes the same with React's development build, whose messages are words. */
  inDevelopment?: () => Promise<PageRenderer>;
}

/** Imports the renderer of pages from a file that is gone when this returns, or when the process ends before. */
export async function importRenderer(script: ServerScript): Promise<PageRenderer> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cascader-docs-'));
  const remove = (): void => fs.rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = path.join(dir, SERVER_SCRIPT);
    fs.writeFileSync(file, script.code);
    return { server: await importInProduction(pathToFileURL(file).href), script };
  } finally {
    process.off('exit', remove);
    remove();
  }
}
