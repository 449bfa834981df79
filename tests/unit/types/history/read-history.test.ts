import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readHistory } from '../../../../src/node/types/history/read-history.ts';
import type { ApiFact, ApiHistory } from '../../../../src/shared/api-history.ts';
import { makeFolder } from '../../../helpers/folder.ts';

const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: [{ version: '1.0.0' }],
  names: ['Button'],
  facts: [{ name: 'Button', version: '1.0.0', change: 'removed' }],
};
const textOf = (more: Partial<ApiHistory>): string => JSON.stringify({ ...HISTORY, ...more }, undefined, 1);

it.each<[what: string, text: string, message: string | RegExp, line: number]>([
  ['JSON', '{\n "format": 1,,\n}', /^history\.json is not valid JSON: /, 2],
  ['a merge', textOf({}).replace('"facts": [', '\n<<<<<<< HEAD\n"facts": ['), /contains merge conflict markers/, 13],
  ['a format', textOf({ format: 2 as 1 }), /has format 2, and this version of cascader-docs reads format 1/, 2],
  [
    'a fact',
    textOf({ facts: [...HISTORY.facts, { name: 'Button', version: '1.0.0' } as ApiFact] }),
    /`facts\[1\]` has an unknown `change`/,
    18,
  ],
])('locates an error in %s', async (_what, text, message, line) => {
  const root = makeFolder('history');
  await fs.writeFile(path.join(root, 'history.json'), text);
  const { diagnostics = [] } = (await readHistory(path.join(root, 'history.json'), root)) ?? {};
  expect(diagnostics.map(({ code, location }) => [code, location?.file, location?.line])).toEqual([
    ['CD846', 'history.json', line],
  ]);
  expect(diagnostics[0]?.text).toMatch(message);
});
