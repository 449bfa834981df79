import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
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
}

/**
 * Runs scripts that were bundled apart from the renderer, in turn, and gives the value of a variable of the last one.
 * They share nothing but what `require` gives, and can be forgotten.
 */
export function runScripts(scripts: string[], require: (name: string) => unknown, variable: string): unknown {
  const globals: Record<string, unknown> = {};
  const ask = (name: string): unknown => {
    const modules = globals.cascaderModules as Record<string, () => unknown> | undefined;
    return modules && Object.hasOwn(modules, name) ? modules[name]?.() : require(name);
  };
  let value: unknown;
  for (const script of scripts) {
    const run = vm.runInThisContext(
      `(function (require, globalThis) { ${script}\nreturn typeof ${variable} === 'undefined' ? undefined : ${variable}; })`,
    );
    value = run(ask, globals);
  }
  return value;
}

/**
 * What `require` gives to scripts that were bundled apart from a renderer: its React and its own modules.
 *
 * @param folders folders from which `react` and `react-dom` are loaded
 */
export function requireOf({ server }: PageRenderer, folders: Map<string, string>): (name: string) => unknown {
  const loaders = new Map(
    [...folders].map(([name, folder]) => [name, createRequire(path.join(folder, 'package.json'))]),
  );
  return (name) => {
    const { [name]: module } = server.shared ?? {};
    if (module) return Object.defineProperty({ ...module }, '__esModule', { value: true });
    const load = loaders.get(name.split('/')[0] ?? '');
    if (!load) throw new Error(`Cannot find module: ${name}`);
    return load(name);
  };
}

/** Imports the renderer of pages from a file that is gone when this returns. */
export async function importRenderer(script: ServerScript): Promise<PageRenderer> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cascader-docs-'));
  try {
    const file = path.join(dir, SERVER_SCRIPT);
    await fs.writeFile(file, script.code);
    return { server: await importInProduction(pathToFileURL(file).href), script };
  } finally {
    await fs.rm(dir, { recursive: true, force: true });
  }
}
