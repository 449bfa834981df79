import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserType } from 'playwright-core';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

/** What drives a browser: `playwright-core`, brought by the project. */
export interface BrowserDriver {
  chromium: BrowserType;
}

/** Imports playwright-core. Throws a DiagnosticError with exit code 2 that says how to install it. */
export async function importDriver(folders: string[]): Promise<BrowserDriver> {
  const module = await import(pathToFileURL(resolvePeer('playwright-core', folders)).href);
  // A CommonJS module: its exports are those of its default.
  return (module.default ?? module) as BrowserDriver;
}

/** Reads the script of axe-core, to be run in pages. Throws a DiagnosticError with exit code 2. */
export async function readAxe(folders: string[]): Promise<string> {
  return await fs.readFile(path.join(path.dirname(resolvePeer('axe-core', folders)), 'axe.min.js'), 'utf8');
}

/**
 * Path of the main file of an optional package.
 *
 * @param folders where it may be installed, the project's own first
 */
export function resolvePeer(name: string, folders: string[]): string {
  for (const folder of folders) {
    try {
      return createRequire(path.join(folder, 'package.json')).resolve(name);
    } catch {
      // Not installed there: the next folder is asked.
    }
  }
  throw failure(2, 'missing-check-package', { name });
}
