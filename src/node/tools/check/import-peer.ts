import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserType } from 'playwright-core';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

/** The `playwright-core` package, which the project installs. */
type BrowserDriver = Record<BrowserName, BrowserType>;

/** Imports playwright-core. Throws a DiagnosticError with exit code 2 and the command that installs the package. */
export async function importDriver(folders: string[]): Promise<BrowserDriver> {
  const module = await import(pathToFileURL(resolvePeer('playwright-core', folders)).href);
  // The package is a CommonJS module, so its exports are properties of the default export.
  return (module.default ?? module) as BrowserDriver;
}

/** Reads the script of axe-core. Throws a DiagnosticError with exit code 2 if axe-core is not installed. */
export async function readAxe(folders: string[]): Promise<string> {
  return await fs.readFile(path.join(path.dirname(resolvePeer('axe-core', folders)), 'axe.min.js'), 'utf8');
}

/** Resolves a package in one of the `folders`. The project's own folders come first. */
export function resolvePeer(name: string, folders: string[]): string {
  for (const folder of folders) {
    try {
      return createRequire(path.join(folder, 'package.json')).resolve(name);
    } catch {
      // The package is not installed in this folder, so the next folder is tried.
    }
  }
  throw failure(2, 'missing-check-package', { name });
}
