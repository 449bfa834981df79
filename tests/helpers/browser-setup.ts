import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running browser. */
    browser: string;
  }
}

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As on a desktop: a frame of another origin has a process of its own.
  '--site-per-process',
];

/** Starts one browser for all browser tests: `CHROME_PATH`, else an installed Chromium, else the one inside a package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await chromiumOptions());
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}

/** How to start Chromium. */
export async function chromiumOptions(): Promise<{ executablePath: string; args: string[] }> {
  const installed = [process.env.CHROME_PATH ?? '', ...SYSTEM].find((file) => file !== '' && fs.existsSync(file));
  if (installed) return { executablePath: installed, args: [...FLAGS, '--headless'] };
  return { executablePath: await unpackBrowser(), args: [...FLAGS, '--headless=shell'] };
}

/** Unpacks the browser that an npm package carries, once, and points the dynamic linker to the libraries beside it. */
async function unpackBrowser(): Promise<string> {
  // The variable makes it bring its own libraries, for machines that have none.
  if (!fs.existsSync('/usr/lib/x86_64-linux-gnu/libnss3.so')) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/cascader-docs-browser');
  fs.mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
