import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserType } from 'playwright-core';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

/** `playwright-core`, which the project installs. */
type BrowserDriver = Record<BrowserName, BrowserType>;

/** Throws a DiagnosticError with exit code 2 and the command to install it. */
export async function importDriver(folders: string[]): Promise<BrowserDriver> {
  const module = await import(pathToFileURL(resolvePeer('playwright-core', folders)).href);
  // The package is a CommonJS module: its exports are properties of the default export.
  return (module.default ?? module) as BrowserDriver;
}

/** Throws a DiagnosticError with exit code 2 if axe-core is not installed. */
export async function readAxe(folders: string[]): Promise<string> {
  return await fs.readFile(path.join(path.dirname(resolvePeer('axe-core', folders)), 'axe.min.js'), 'utf8');
}

/** `folders` where it may be installed, the project's own first. */
export function resolvePeer(name: string, folders: string[]): string {
  for (const folder of folders) {
    try {
      return createRequire(path.join(folder, 'package.json')).resolve(name);
    } catch {
      // The package is not installed there, so the next folder is tried.
    }
  }
  throw failure(2, 'missing-check-package', { name });
}
