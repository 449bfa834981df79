import fs from 'node:fs/promises';
import path from 'node:path';
import { build, preview } from 'cascader-docs';
import { globSync } from 'tinyglobby';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from '../browser-setup.ts';
import { type EngineName, findEngines, PACKAGES } from './find-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Installed engines to test. */
    engines: EngineName[];
    /** Address of this repository's site. */
    ownSite: string;
  }
}

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Finds the engines, warns about missing ones, and serves this repository's site. `ENGINES` selects engines, separated
 * by commas, or `all`. If it is set, a missing engine is an error.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ENGINES } = process.env;
  const known = Object.keys(PACKAGES) as EngineName[];
  const wanted = ENGINES === undefined || ENGINES === 'all' ? known : known.filter((name) => ENGINES.includes(name));
  const found = Object.keys(findEngines());
  const engines = wanted.filter((name) => found.includes(name));
  const missing = wanted.filter((name) => !found.includes(name));
  for (const name of missing)
    console.warn(`${name} is not on this machine (Debian: apt-get install ${PACKAGES[name]})`);
  if (missing.length > 0 && ENGINES !== undefined) throw new Error(`Missing: ${missing.join(', ')}`);
  // Unpack the packaged browser before workers start, because a program cannot run while a worker still writes it.
  if (engines.includes('chromium')) await chromiumOptions({ isWhole: true });
  const outDir = path.join(root, 'tests/.tmp/engines');
  await build({ root, outDir });
  await collectMessages(outDir);
  const server = await preview({ root, outDir, port: 0 });
  project.provide('engines', engines);
  project.provide('ownSite', (server.urls[0] ?? '').replace(/\/$/, ''));
  return () => server.close();
}

/**
 * Adds a script to each page that collects console messages, because some drivers do not report them. It is placed
 * before the page's content security policy, which would block it.
 */
async function collectMessages(outDir: string): Promise<void> {
  const script = await fs.readFile(path.join(import.meta.dirname, 'collect-messages.js'), 'utf8');
  for (const file of globSync('**/*.html', { cwd: outDir, absolute: true })) {
    const html = await fs.readFile(file, 'utf8');
    await fs.writeFile(file, html.replace('<head>', `<head><script>${script}</script>`));
  }
}
