import { expect, it } from 'vitest';
import type { PageMakerData } from '../../../../src/node/build/pages/protocol.ts';
import { toThreadData } from '../../../../src/node/build/pages/thread-data.ts';

it('sends neither the text of pages nor the files of sealed versions to a worker', () => {
  const loaded = { pages: [], texts: new Map(), versions: { versions: [] }, versionChoices: [] };
  const data = { site: { config: {} }, loaded, includeDebug: false } as unknown as PageMakerData;
  expect(Object.keys(toThreadData(data).loaded)).toEqual(['pages', 'versionChoices']);
});
