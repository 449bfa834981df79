import { expect, it } from 'vitest';
import type { CompiledPage } from '../../../../src/node/markdown/types.ts';
import { checkNames } from '../../../../src/node/types/tables/check-names.ts';
import type { ApiComponent } from '../../../../src/shared/api.ts';

const location = { file: 'docs/index.md', line: 1, column: 1 };
const members = (...names: string[]) => names.map((name) => ({ name, origin: 'kit' }));

it.each([
  ['is unknown', 'other', members('size'), ['`Box` has no property `other`']],
  ['is allowed by an index signature', 'other', members('size', '[key: string]'), []],
  ['is of no member, because the export has none', 'other', [], []],
])('a row whose name %s', (_what, name, props, texts) => {
  const page = {
    apis: [{ id: 'Box', location, tag: location, rows: [{ name, location }] }],
  } as unknown as CompiledPage;
  const component = { id: 'Box', name: 'Box', props } as unknown as ApiComponent;
  expect(checkNames([page], [component]).map(({ text }) => text)).toEqual(texts);
});
