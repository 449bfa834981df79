import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startTimeOf } from '../../../src/node/output/lock.ts';

/** Linux has its own method, and also supports the one for other systems. */
const PLATFORMS = process.platform === 'linux' ? (['linux', 'darwin'] as const) : (['darwin'] as const);

describe.skipIf(process.platform === 'win32')('start time of a process', () => {
  it.each(PLATFORMS)('does not change, and is empty after the process has ended: %s', async (platform) => {
    const own = await startTimeOf(process.pid, platform);
    expect(own).toMatch(/\d/);
    expect(await startTimeOf(process.pid, platform)).toBe(own);
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    expect(await startTimeOf(child.pid as number, platform)).toBe('');
  });
});

it('finds no start time of processes on Windows, so only their ids are compared', async () => {
  expect(await startTimeOf(process.pid, 'win32')).toBe('');
});
