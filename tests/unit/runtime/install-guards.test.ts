import { afterEach, expect, it, vi } from 'vitest';
import { GUARDS } from '../../../src/runtime/sandbox/guard-code.ts';
import { installGuards } from '../../../src/runtime/sandbox/install-guards.ts';

afterEach(() => vi.unstubAllGlobals());

it('a loop that pauses is not stopped when messages are late, as on a busy machine', async () => {
  class LateChannel {
    readonly port1 = { onmessage: null };
    readonly port2 = { postMessage: () => undefined };
  }
  vi.stubGlobal('MessageChannel', LateChannel);
  installGuards({ loop: 500, call: 500 });
  const loop = Reflect.get(globalThis, GUARDS.loop) as () => void;
  const end = Date.now() + 1500;
  while (Date.now() < end) {
    for (let round = 0; round < 20; round++) loop();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(() => {
    for (;;) loop();
  }).toThrow('A loop did not end within 0.5 s');
});
