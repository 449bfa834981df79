import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { processorTime, timeOfPs } from '../../../src/node/base/meter.ts';
import { waitFor } from '../../helpers/dev-site.ts';

it.skipIf(process.platform === 'win32')('measures what a process computes, not how long it runs', async () => {
  const busy = spawn(process.execPath, ['-e', 'for (;;);']);
  const pid = busy.pid as number;
  try {
    await waitFor(() => (processorTime(pid) ?? 0) > 300);
    busy.kill('SIGSTOP');
    const stopped = processorTime(pid);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(processorTime(pid)).toBe(stopped);
  } finally {
    busy.kill('SIGKILL');
  }
  await waitFor(() => busy.exitCode !== null || busy.signalCode !== null);
  expect(processorTime(pid)).toBeUndefined();
});

it('reads the times that ps prints', () => {
  expect(['0:01.25', ' 01:02:03\n', '1-00:00:01'].map(timeOfPs)).toEqual([1250, 3_723_000, 86_401_000]);
});
