import fs from 'node:fs';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

/** Properties of a machine that are needed to find a browser. */
export interface Machine {
  platform: NodeJS.Platform;
  /** Environment variables. */
  env: Record<string, string | undefined>;
  /** Returns true if the file exists. */
  exists: (filePath: string) => boolean;
}

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/microsoft/msedge'];
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_FILES = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Returns the machine that this process runs on. */
export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, exists: fs.existsSync };
}

/**
 * Returns the path of the browser for the check: the one in `CHROME_PATH`, or else an installed Chromium, Chrome or Edge.
 *
 * @param more additional paths to try after the usual ones
 * @throws DiagnosticError with exit code 2 if there is none
 */
export function findBrowser(machine: Machine, more: string[] = []): string {
  const { env, exists } = machine;
  if (env.CHROME_PATH) {
    if (exists(env.CHROME_PATH)) return env.CHROME_PATH;
    throw failure(2, 'no-browser', { named: env.CHROME_PATH });
  }
  const found = [...usualPlaces(machine), ...more].find((file) => exists(file));
  if (found) return found;
  throw failure(2, 'no-browser', {});
}

function usualPlaces({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return WINDOWS_FILES.flatMap((file) => roots.map((root) => path.win32.join(root, file)));
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env.HOME ? [`${env.HOME}/Applications`] : [])];
    return MAC_NAMES.flatMap((name) => roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`));
  }
  const folders = [...(env.PATH ?? '').split(':').filter(Boolean), ...LINUX_FOLDERS];
  return [
    ...LINUX_NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name))),
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ];
}
