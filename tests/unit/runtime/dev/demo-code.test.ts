import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { replaceCode } from '../../../../src/runtime/dev/demo-code.ts';
import type { LoadModule } from '../../../../src/runtime/load-module.ts';

it('runs the new code after the old code, which may still be loading', async () => {
  vi.stubGlobal('window', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const ran: unknown[] = [];
  const load = (async (url) => {
    await wait(url === 'old.js' ? 20 : 0);
    ran.push(url);
    return {};
  }) as LoadModule;
  await replaceCode(load, 'old.js', 'new.js');
  expect(ran).toEqual(['old.js', 'new.js']);
});
