import fs from 'node:fs/promises';
import path from 'node:path';
import { build, preview } from 'cascader-docs';
import { globSync } from 'tinyglobby';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from '../browser-setup.ts';
import { type EngineName, findEngines, PACKAGES } from './find-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Engines that are on the machine. */
    engines: EngineName[];
    /** Address of this site. */
    ownSite: string;
  }
}

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Finds the engines, names those that are missing, and serves this site. `ENGINES` names those that are tried, with commas, and
 * that none of them may be missing; `all` are all.
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
  // Unpacks the packaged browser before workers start: a program that another worker still writes cannot be run.
  if (engines.includes('chromium')) await chromiumOptions({ isWhole: true });
  const outDir = path.join(root, 'tests/.tmp/engines');
  await build({ root, outDir });
  await collectMessages(outDir);
  const server = await preview({ root, outDir, port: 0 });
  project.provide('engines', engines);
  project.provide('ownSite', (server.urls[0] ?? '').replace(/\/$/, ''));
  return () => server.close();
}

/** Some drivers do not tell what is written to the console: pages get a script that keeps it, before their policy forbids it. */
async function collectMessages(outDir: string): Promise<void> {
  const script = await fs.readFile(path.join(import.meta.dirname, 'collect-messages.js'), 'utf8');
  for (const file of globSync('**/*.html', { cwd: outDir, absolute: true })) {
    const html = await fs.readFile(file, 'utf8');
    await fs.writeFile(file, html.replace('<head>', `<head><script>${script}</script>`));
  }
}
