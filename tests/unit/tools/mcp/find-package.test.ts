import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findPack, findPackage } from '../../../../src/node/tools/mcp/choose-files.ts';
import { makeFolder } from '../../../helpers/folder.ts';

/** Returns a project with files; objects are written as JSON. */
function project(files: Record<string, object>): string {
  const root = fs.realpathSync(makeFolder('reader'));
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), JSON.stringify(content));
  }
  return root;
}
const pack = (folder: string, name: string): Record<string, object> => ({
  [`${folder}/pack.json`]: { package: name },
  [`${folder}/SKILL.md`]: {},
});

it('only the documentation of the package itself is found', () => {
  const root = project({
    'node_modules/a/package.json': { name: 'a', version: '1.0.0' },
    ...pack('node_modules/a/packages/b/skills/b', 'b'),
  });
  expect(() => findPack(findPackage('a', root))).toThrow();
  for (const [file, content] of Object.entries(pack('node_modules/a/skills/a', 'a'))) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), JSON.stringify(content));
  }
  expect(findPack(findPackage('a', root))).toBe(path.join(root, 'node_modules/a/skills/a'));
});

it('a package that is installed as an alias is found', () => {
  const root = project({
    'package.json': { name: 'reader' },
    'node_modules/v3/package.json': { name: 'rc-cascader', version: '3.1.0' },
    ...pack('node_modules/v3/skills/rc-cascader', 'rc-cascader'),
  });
  const found = findPackage('v3', root);
  expect(found).toEqual({ name: 'rc-cascader', version: '3.1.0', dir: path.join(root, 'node_modules/v3') });
  expect(findPack(found)).toBe(path.join(root, 'node_modules/v3/skills/rc-cascader'));
  expect(() => findPackage('rc-cascader', root)).toThrow();
  expect(findPackage('reader', root).dir).toBe(root);
});
