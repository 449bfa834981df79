import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import { findBrowser, type Machine } from '../../../../src/node/tools/check/lab.ts';

const machine = (files: string[], options: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  env: { PATH: '/usr/bin:/home/me/bin' },
  exists: (file) => files.includes(file),
  ...options,
});

describe('the browser for checks', () => {
  it('is the one in CHROME_PATH', () => {
    const named = machine(['/usr/bin/chromium', '/opt/my/chrome'], { env: { CHROME_PATH: '/opt/my/chrome' } });
    expect(findBrowser(named, '')).toBe('/opt/my/chrome');
  });

  it.each<[string, Partial<Machine>, string]>([
    ['Linux', {}, '/usr/bin/chromium'],
    ['Linux, from the PATH', {}, '/home/me/bin/google-chrome'],
    ['Linux, outside of the PATH', { env: {} }, '/snap/bin/chromium'],
    ['Linux, in the folder of the Chrome installer', {}, '/opt/google/chrome/chrome'],
    ['macOS', { platform: 'darwin', env: {} }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    [
      'macOS, for one user',
      { platform: 'darwin', env: { HOME: '/Users/me' } },
      '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    [
      'Windows',
      { platform: 'win32', env: { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' } },
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
  ])('is found on %s', (_name, options, file) => {
    expect(findBrowser(machine([file], options), '')).toBe(file);
  });

  it('can be one that Playwright has installed', () => {
    expect(findBrowser(machine(['/cache/chrome']), '/cache/chrome')).toBe('/cache/chrome');
  });

  it.each<[string, Partial<Machine>, string, string]>([
    ['on the PATH', {}, '', '/usr/bin/chromium-headless-shell'],
    ['of Chrome for Testing', {}, '', '/home/me/bin/chrome-headless-shell'],
    [
      'of Playwright',
      {},
      '/cache/chromium-1228/chrome-linux64/chrome',
      '/cache/chromium_headless_shell-1228/chrome-headless-shell-linux64/chrome-headless-shell',
    ],
    [
      'of Playwright on macOS',
      { platform: 'darwin', env: {} },
      '/cache/chromium-1228/chrome-mac-arm64/Chrome.app/Contents/MacOS/Chrome',
      '/cache/chromium_headless_shell-1228/chrome-headless-shell-mac-arm64/chrome-headless-shell',
    ],
    [
      'of Playwright on Windows',
      { platform: 'win32', env: {} },
      String.raw`C:\cache\chromium-1228\chrome-win64\chrome.exe`,
      String.raw`C:\cache\chromium_headless_shell-1228\chrome-headless-shell-win64\chrome-headless-shell.exe`,
    ],
  ])('is a shell without windows if there is one %s', (_name, options, playwrights, shell) => {
    const files = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', playwrights];
    expect(findBrowser(machine([...files, shell], options), playwrights)).toBe(shell);
  });

  const failure = (searched: Machine): DiagnosticError | undefined => {
    try {
      findBrowser(searched, '');
    } catch (error) {
      return error as DiagnosticError;
    }
  };

  it('is requested in the error if there is none', () => {
    const error = failure(machine([]));
    expect(error).toBeInstanceOf(DiagnosticError);
    expect(error?.exitCode).toBe(2);
    expect(error?.message).toBe('`check` found no browser');
    expect(error?.diagnostics[0]?.notes?.[0]).toContain('CHROME_PATH');
  });

  it('is not replaced by another one if the file in CHROME_PATH is missing', () => {
    const named = machine(['/usr/bin/chromium'], { env: { CHROME_PATH: '/gone' } });
    expect(failure(named)?.message).toBe('CHROME_PATH is /gone, but that file does not exist');
  });
});
