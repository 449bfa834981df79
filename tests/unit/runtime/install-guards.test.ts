import { afterEach, expect, it, vi } from 'vitest';
import { createGuard } from '../../../src/runtime/sandbox/install-guards.ts';

afterEach(() => vi.unstubAllGlobals());

it('a loop that pauses is not stopped when messages are late, as on a busy machine', async () => {
  class LateChannel {
    readonly port1 = { onmessage: null };
    readonly port2 = { postMessage: () => undefined };
  }
  vi.stubGlobal('MessageChannel', LateChannel);
  const guard = createGuard(500, 'It did not end');
  const end = Date.now() + 1500;
  while (Date.now() < end) {
    for (let round = 0; round < 20; round++) guard();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(() => {
    for (;;) guard();
  }).toThrow('It did not end');
});
