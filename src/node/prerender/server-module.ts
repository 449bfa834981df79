import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRendering } from '../../shared/page-data.ts';

/** Exports of the server bundle: see `src/app/server-entry.tsx`. */
export interface ServerModule {
  renderPage(rendering: PageRendering, modules?: Record<string, unknown>): string;
  builtinNames: string[];
  modules: Record<string, unknown>;
}

/** Imports the server bundle from a file that is gone when this returns. */
export async function importServerModule(code: string): Promise<ServerModule> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cascader-docs-'));
  try {
    const file = path.join(dir, 'server-entry.mjs');
    await fs.writeFile(file, code);
    return (await import(pathToFileURL(file).href)) as ServerModule;
  } finally {
    await fs.rm(dir, { recursive: true, force: true });
  }
}
