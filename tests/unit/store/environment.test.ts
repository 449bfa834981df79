import { expect, it } from 'vitest';
import { environmentOf } from '../../../src/node/store/tool-files.ts';

const { versions, env } = process;

it.each(['node', 'v8', 'icu', 'unicode', 'cldr'])('the environment depends on the version of %s', (name) => {
  expect(environmentOf({ versions: { ...versions, [name]: '0' }, env })).not.toEqual(environmentOf());
});

it.each([
  ...['CASCADER_PUBLIC_WORD', 'GIT_DIR', 'LC_ALL', 'LANG', 'LANGUAGE', 'TZ'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'SASS_PATH'],
])('the environment depends on the variable %s', (name) => {
  const seen = environmentOf({ versions, env: { ...env, [name]: 'other' } });
  expect(seen).not.toEqual(environmentOf({ versions, env: { ...env, [name]: 'one' } }));
});

it('the environment depends on no other variable', () => {
  expect(environmentOf({ versions, env: { ...env, PWD: '/other', CI: 'other' } })).toEqual(environmentOf());
});
