import fs from 'node:fs';
import path from 'node:path';
import * as puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startFirefox } from '../../../src/node/tools/check/browsers/firefox-pages.ts';
import { LostPageError } from '../../../src/node/tools/check/browsers/page-expression.ts';
import { findEngines } from '../../helpers/engines/find-engines.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';
import { startStepBrowser } from '../../helpers/step-browsers.ts';

/** Processes are found in `/proc`. */
describe.runIf(inject('engines').includes('firefox') && process.platform === 'linux')('the process of Firefox', () => {
  const executablePath = findEngines().firefox?.browser ?? '';
  const folder = makeFolder('firefox', OUTSIDE);
  const { TMPDIR } = process.env;
  beforeAll(() => {
    // The profile is created here, and the variable marks the processes.
    process.env.TMPDIR = folder;
  });
  afterAll(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  const profiles = (): string[] => fs.readdirSync(folder).filter((name) => name.startsWith('cascader-docs-'));
  const processes = (): string[] =>
    fs.readdirSync('/proc').filter((pid) => {
      try {
        const isMarked = fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TMPDIR=${folder}\0`);
        return isMarked && fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1') !== '';
      } catch {
        // The process has ended, or the entry is not a process.
        return false;
      }
    });
  const left = (): string[] => [...processes(), ...profiles()];

  it('ends with its profile when the browser is closed, and pending work rejects', async () => {
    const browser = await startStepBrowser('firefox');
    const page = await browser.openPage();
    expect(profiles()).toHaveLength(1);
    expect(processes().length).toBeGreaterThan(1);
    const pending = page.evaluate('new Promise(() => {})');
    const navigation = page.expose('call', async () => 1).then(() => page.goto('http://127.0.0.1:9', 60_000));
    const opening = browser.openPage();
    await Promise.all([
      expect(pending).rejects.toThrow(LostPageError),
      expect(navigation).rejects.toThrow(),
      browser.close(),
    ]);
    expect(left()).toEqual([]);
    expect(browser.isConnected()).toBe(false);
    await Promise.all([expect(opening).rejects.toThrow(), page.close()]);
    await browser.close();
  });

  it('is noticed when it crashes', async () => {
    const browser = await startStepBrowser('firefox');
    const page = await browser.openPage();
    const pending = page.evaluate('new Promise(() => {})');
    const firefox = processes().find((pid) =>
      fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(executablePath),
    );
    process.kill(Number(firefox), 'SIGKILL');
    await expect(pending).rejects.toThrow(LostPageError);
    expect(browser.isConnected()).toBe(false);
    await browser.close();
    expect(left()).toEqual([]);
  });

  it.each([
    ['does not exist', '/nowhere/firefox', /Browser was not found at/],
    ['ends at once', '/bin/false', /Code: 1/],
    ['prints its error', path.join(folder, 'failing'), /^Error: no library$/],
  ])('is reported if it %s', async (_, program, reason) => {
    await fs.promises.writeFile(path.join(folder, 'failing'), '#!/bin/sh\necho "Error: no library" >&2\nexit 1', {
      mode: 0o755,
    });
    await expect(startFirefox({ executablePath: program, puppeteer })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [
        {
          code: 'CD152',
          text: `The browser ${program} did not start`,
          notes: [expect.stringMatching(reason), 'Set FIREFOX_PATH to another browser.'],
        },
      ],
    });
    expect(left()).toEqual([]);
  });
});
