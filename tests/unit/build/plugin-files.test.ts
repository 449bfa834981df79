import { expect, it } from 'vitest';
import { writePluginFiles } from '../../../src/node/build/compose/plugin-files.ts';
import type { LoadedSite } from '../../../src/node/content/types.ts';
import type { Site } from '../../../src/node/project/config/types.ts';

it.each<[what: string, make: () => unknown, problem: string]>([
  ['rejects', () => Promise.reject(new Error('no data')), '`files` of the plugin `own` failed: no data'],
  ['returns garbage', () => 1, '`files` of the plugin `own` returned number'],
  ['returns no text', () => ({ 'a.json': {} }), '`files` of the plugin `own` returned object for `a.json`'],
  [
    'leaves the output',
    () => ({ '../a.json': '' }),
    'The plugin `own` writes `../a.json`, which is not a valid output path',
  ],
])('a plugin whose function %s is reported, and writes nothing', async (_what, make, problem) => {
  const site = { config: { base: '/', locales: [], files: [{ plugin: 'own', make }] } } as unknown as Site;
  const written = await writePluginFiles(site, { pages: [] } as unknown as LoadedSite, {
    search: () => new Map(),
    taken: [],
  });
  expect(written.diagnostics.map(({ text }) => text)).toEqual([problem]);
  expect(written.files.size).toBe(0);
});
