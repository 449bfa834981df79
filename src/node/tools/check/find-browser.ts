import fs from 'node:fs';
import path from 'node:path';
import type { BrowserVariable } from '../../base/diagnostics/codes/commands.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
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
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const CHROME_FOLDERS = [...LINUX_FOLDERS, '/opt/google/chrome', '/opt/microsoft/msedge'];
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_FILES = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

const FIREFOX = {
  linux: ['firefox-esr', 'firefox'],
  mac: ['Firefox', 'Firefox Developer Edition', 'Firefox Nightly'],
  windows: ['Mozilla Firefox', 'Firefox Developer Edition', 'Firefox Nightly'],
};
const FIREFOX_FOLDERS = [...LINUX_FOLDERS, '/usr/lib/firefox', '/usr/lib64/firefox', '/opt/firefox'];

export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, exists: fs.existsSync };
}

/**
 * The browser in `CHROME_PATH`, or an installed Chromium, Chrome or Edge; `more` paths are tried after the usual ones.
 * Throws a DiagnosticError with exit code 2.
 */
export function findBrowser(machine: Machine, more: string[] = []): string {
  return find(machine, 'CHROME_PATH', [...usualPlaces(machine), ...more]);
}

/** `FIREFOX_PATH`, or an installed one. Throws a DiagnosticError with exit code 2. */
export function findFirefox(machine: Machine): string {
  return find(machine, 'FIREFOX_PATH', firefoxPlaces(machine));
}

function find({ env, exists }: Machine, variable: BrowserVariable, places: string[]): string {
  const named = env[variable];
  if (named) {
    if (exists(named)) return named;
    throw failure(2, 'no-browser', { variable, named });
  }
  const found = places.find((file) => exists(file));
  if (found) return found;
  throw failure(2, 'no-browser', { variable });
}

function usualPlaces(machine: Machine): string[] {
  const { platform } = machine;
  if (platform === 'win32') return windowsPlaces(machine, WINDOWS_FILES);
  if (platform === 'darwin') return macPlaces(machine, MAC_NAMES);
  return [
    ...linuxPlaces(machine, LINUX_NAMES, CHROME_FOLDERS),
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ];
}

function firefoxPlaces(machine: Machine): string[] {
  const { platform } = machine;
  if (platform === 'win32')
    return windowsPlaces(
      machine,
      FIREFOX.windows.map((name) => `${name}\\firefox.exe`),
    );
  if (platform === 'darwin') return macPlaces(machine, FIREFOX.mac, 'firefox');
  return linuxPlaces(machine, FIREFOX.linux, FIREFOX_FOLDERS);
}

function windowsPlaces({ env }: Machine, files: string[]): string[] {
  const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
  return files.flatMap((file) => roots.map((root) => path.win32.join(root, file)));
}

/** `executable` in each app defaults to the name of the app. */
function macPlaces({ env }: Machine, names: string[], executable?: string): string[] {
  const roots = ['/Applications', ...(env.HOME ? [`${env.HOME}/Applications`] : [])];
  return names.flatMap((name) => roots.map((root) => `${root}/${name}.app/Contents/MacOS/${executable ?? name}`));
}

function linuxPlaces({ env }: Machine, names: string[], folders: string[]): string[] {
  const all = [...(env.PATH ?? '').split(':').filter(Boolean), ...folders];
  return names.flatMap((name) => all.map((folder) => path.posix.join(folder, name)));
}
