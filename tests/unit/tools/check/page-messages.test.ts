import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { collectMessages } from '../../../../src/node/tools/check/page-messages.ts';

it('forgets a rejection that is handled later, and only that', async () => {
  const session = Object.assign(new EventEmitter(), { send: async () => undefined });
  const context = {
    browser: () => ({ browserType: () => ({ name: () => 'chromium' }) }),
    newCDPSession: () => session,
  };
  const messages = await collectMessages({ context: () => context } as unknown as Page);
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
