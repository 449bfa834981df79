import fs from 'node:fs';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  exists: (filePath: string) => boolean;
}

const LINUX_NAMES = [
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
  ...['microsoft-edge-stable', 'microsoft-edge', 'msedge'],
];
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/microsoft/msedge'];
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_FILES = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, exists: fs.existsSync };
}

/**
 * The browser in `CHROME_PATH`, or an installed Chromium, Chrome or Edge; `more` paths are tried after the usual ones.
 * Throws a DiagnosticError with exit code 2.
 */
export function findBrowser(machine: Machine, more: string[] = []): string {
  const { env, exists } = machine;
  const named = env.CHROME_PATH;
  if (named && !exists(named)) throw failure(2, 'no-browser', { case: 'path', named });
  const found = named || [...usualPlaces(machine), ...more].find((file) => exists(file));
  if (!found) throw failure(2, 'no-browser', { case: 'chromium' });
  return found;
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
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
}
