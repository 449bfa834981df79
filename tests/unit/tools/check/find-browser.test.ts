import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import { findBrowser, findFirefox, type Machine } from '../../../../src/node/tools/check/find-browser.ts';

const machine = (files: string[], options: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  env: { PATH: '/usr/bin:/home/me/bin' },
  exists: (file) => files.includes(file),
  ...options,
});

describe('the browser for checks', () => {
  it('is the one in CHROME_PATH', () => {
    const named = machine(['/usr/bin/chromium', '/opt/my/chrome'], { env: { CHROME_PATH: '/opt/my/chrome' } });
    expect(findBrowser(named)).toBe('/opt/my/chrome');
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
    expect(findBrowser(machine([file], options))).toBe(file);
  });

  it('can be one that Playwright has installed', () => {
    expect(findBrowser(machine(['/cache/chrome']), ['/cache/chrome'])).toBe('/cache/chrome');
  });

  const failure = (searched: Machine): DiagnosticError | undefined => {
    try {
      findBrowser(searched);
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

describe('Firefox for checks', () => {
  it('is the one in FIREFOX_PATH', () => {
    const named = machine(['/usr/bin/firefox', '/opt/my/firefox'], { env: { FIREFOX_PATH: '/opt/my/firefox' } });
    expect(findFirefox(named)).toBe('/opt/my/firefox');
  });

  it.each<[string, Partial<Machine>, string]>([
    ['Debian', {}, '/usr/bin/firefox-esr'],
    ['Linux', {}, '/usr/bin/firefox'],
    ['Linux, from the PATH', {}, '/home/me/bin/firefox'],
    ['Linux, from the archive of Mozilla', { env: {} }, '/opt/firefox/firefox'],
    ['macOS', { platform: 'darwin', env: {} }, '/Applications/Firefox.app/Contents/MacOS/firefox'],
    [
      'macOS, for one user',
      { platform: 'darwin', env: { HOME: '/Users/me' } },
      '/Users/me/Applications/Firefox Developer Edition.app/Contents/MacOS/firefox',
    ],
    [
      'Windows',
      { platform: 'win32', env: { PROGRAMFILES: 'C:\\Program Files' } },
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
  ])('is found on %s', (_name, options, file) => {
    expect(findFirefox(machine([file], options))).toBe(file);
  });

  it('is the extended support release if there are two', () => {
    expect(findFirefox(machine(['/usr/bin/firefox', '/usr/bin/firefox-esr']))).toBe('/usr/bin/firefox-esr');
  });

  it.each<[string, Partial<Machine>, string, string]>([
    [
      'there is none',
      { env: { CHROME_PATH: '/usr/bin/chromium' } },
      '`check` found no Firefox',
      'Install Firefox, or set FIREFOX_PATH to its executable.',
    ],
    [
      'the file in FIREFOX_PATH is missing',
      { env: { FIREFOX_PATH: '/gone' } },
      'FIREFOX_PATH is /gone, but that file does not exist',
      'Correct the path, or unset FIREFOX_PATH.',
    ],
  ])('is requested in the error if %s', (_name, options, text, note) => {
    expect(() => findFirefox(machine(['/usr/bin/chromium'], options))).toThrowError(
      expect.objectContaining({
        exitCode: 2,
        diagnostics: [expect.objectContaining({ code: 'CD151', text, notes: [note] })],
      }),
    );
  });
});
