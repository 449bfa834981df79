import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { withThread } from '../../../../src/node/tools/history/version-reader.ts';
import { createTypesThread } from '../../../../src/node/types/types-thread.ts';
import { makeFolder } from '../../../helpers/folder.ts';

it('reports a compiler that does not answer as an error of the author', async () => {
  const dir = makeFolder('version-reader');
  const newer = { dir, entry: 'lib', packageName: 'lib' };
  // The worker needs longer to start.
  const thread = createTypesThread({ limit: 10 });
  const compared = withThread(undefined, (own) => own.request({ type: 'compare', options: { newer } }), thread);
  await expect(compared).rejects.toMatchObject({ name: 'DiagnosticError', diagnostics: [{ code: 'CD817' }] });
});

it('leaves no listeners at the signal, of which Node would print a warning after ten versions', async () => {
  const { signal } = new AbortController();
  const open = { ...createTypesThread(), close: async () => {} };
  await Promise.all(Array.from({ length: 3 }, () => withThread(signal, async () => 'names', open)));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
