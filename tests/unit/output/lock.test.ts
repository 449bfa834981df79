import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startTimeOf } from '../../../src/node/output/lock.ts';

/** A system tells by its own means, or by those that others share with it. */
const TELLING = process.platform === 'linux' ? (['linux', 'darwin'] as const) : (['darwin'] as const);

describe.skipIf(process.platform === 'win32')('when a process began', () => {
  it.each(TELLING)('is the same each time, and nothing once it is gone: %s', async (platform) => {
    const own = await startTimeOf(process.pid, platform);
    expect(own).toMatch(/\d/);
    expect(await startTimeOf(process.pid, platform)).toBe(own);
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    expect(await startTimeOf(child.pid as number, platform)).toBe('');
  });
});

it('Windows does not tell when a process began: its id decides', async () => {
  expect(await startTimeOf(process.pid, 'win32')).toBe('');
});
