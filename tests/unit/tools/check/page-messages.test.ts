import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { collectMessages } from '../../../../src/node/tools/check/page-messages.ts';

async function collect() {
  const session = Object.assign(new EventEmitter(), { send: async () => undefined });
  const context = {
    browser: () => ({ browserType: () => ({ name: () => 'chromium' }) }),
    newCDPSession: () => session,
  };
  return { session, messages: await collectMessages({ context: () => context } as unknown as Page) };
}

it('forgets a rejection that is handled later, and only that', async () => {
  const { session, messages } = await collect();
  for (const exceptionId of [1, 2])
    session.emit('Runtime.exceptionThrown', {
      exceptionDetails: {
        text: 'Uncaught (in promise)',
        exception: { description: `Error: ${exceptionId}` },
        exceptionId,
      },
    });
  session.emit('Runtime.exceptionRevoked', { exceptionId: 1 });
  expect(messages.take()).toEqual([{ rule: 'unhandled-rejection', text: 'Error: 2', scripts: [] }]);
});

it('leaves out that a font was preloaded and is late, which depends on the load of the machine', async () => {
  const { session, messages } = await collect();
  const text =
    'The resource /a.woff2 was preloaded using link preload but not used within a few seconds from the load event.';
  session.emit('Log.entryAdded', { entry: { level: 'warning', text } });
  session.emit('Log.entryAdded', { entry: { level: 'warning', text: 'Failed to load' } });
  expect(messages.take()).toEqual([{ rule: 'console-warning', text: 'Failed to load', scripts: [] }]);
});
