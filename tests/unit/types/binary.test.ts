import path from 'node:path';
import { expect, it } from 'vitest';
import { findBinary, MissingCompilerError } from '../../../src/node/types/compiler/binary.ts';
import { createLibrary } from '../../helpers/library-types/library.ts';

const name = `@typescript/typescript-${process.platform}-${process.arch}`;
const tool = 'node_modules/cascader-docs';

it.each([
  `node_modules/${name}`,
  `${tool}/node_modules/${name}`,
])('finds the compiler in %s if the project has another TypeScript', async (place) => {
  const folder = await createLibrary({
    'node_modules/typescript/package.json': '{"name": "typescript"}',
    [`${tool}/node_modules/typescript/package.json`]: '{"name": "typescript"}',
    [`${place}/package.json`]: '{}',
  });
  const binary = findBinary(path.join(folder, tool, 'lib/index.js'));
  expect(path.dirname(path.dirname(binary))).toBe(path.join(folder, place));
});

it('names the missing package', () => {
  const find = () => findBinary('/nowhere/index.js');
  expect(find).toThrow(MissingCompilerError);
  expect(find).toThrow(name);
});
