import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isHeld, refusalOf, refusalOfRead } from '../../../src/node/project/file-scope.ts';
import { makeFolder } from '../../helpers/folder.ts';

let root: string;
const at = (name: string): string => path.join(root, name);
const scope = () => ({ projectRoot: at('repo/site'), allowed: [at('repo/shared'), at('repo/site/certs/a.pem')] });

beforeAll(() => {
  root = fs.realpathSync(makeFolder('file-scope'));
  const files = [
    ...['repo/site/a.ts', 'repo/site/.env', 'repo/site/certs/a.pem', 'repo/site/certs/b.pem', 'repo/site/.git/config'],
    ...['repo/shared/a.ts', 'repo/shared/.env', 'repo/other/a.ts', 'repo/node_modules/up/index.js', 'outside/a.ts'],
    ...['repo/site/node_modules/pkg/index.js', 'repo/site/node_modules/pkg/a.key', 'linked/index.js', 'linked/.npmrc'],
    'repo/node_modules/id_ID/index.js',
  ];
  for (const file of files) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), '');
  }
  fs.writeFileSync(at('linked/package.json'), '{ "name": "linked" }');
  const links = { 'site/out.ts': 'outside/a.ts', 'site/out': 'outside', 'site/env.txt': 'repo/site/.env' };
  for (const [link, target] of Object.entries(links)) fs.symlinkSync(at(target), at(`repo/${link}`));
  fs.symlinkSync(at('linked'), at('repo/site/node_modules/linked'));
  fs.symlinkSync(at('repo/site/a.ts'), at('repo/site/.env.ts'));
  fs.symlinkSync(at('repo/site/loop'), at('repo/site/loop'));
});

describe('a file', () => {
  it.each([
    ['of the project', 'repo/site/a.ts', undefined],
    ['of the project that does not exist', 'repo/site/none.ts', undefined],
    ['that is a link to itself', 'repo/site/loop', undefined],
    ['that is allowed', 'repo/shared/a.ts', undefined],
    ['next to an allowed folder', 'repo/other/a.ts', 'outside'],
    ['outside of the project', 'outside/a.ts', 'outside'],
    ['that is a link to a file outside', 'repo/site/out.ts', 'outside'],
    ['through a link to a folder outside', 'repo/site/out/a.ts', 'outside'],
    ['of a folder whose name begins like the project', 'repo/site-b/a.ts', 'outside'],
    ['of a package', 'repo/site/node_modules/pkg/index.js', undefined],
    ['of a package in a parent folder', 'repo/node_modules/up/index.js', undefined],
    ['of a package that is linked', 'repo/site/node_modules/linked/index.js', undefined],
    ['of a package, with a private name', 'repo/site/node_modules/pkg/a.key', 'private'],
    ['of a linked package, with a private name', 'repo/site/node_modules/linked/.npmrc', 'private'],
    ['with a private name', 'repo/site/.env', 'private'],
    ['with a private name in an allowed folder', 'repo/shared/.env', 'private'],
    ['with a private name that is allowed explicitly', 'repo/site/certs/a.pem', undefined],
    ['next to an explicitly allowed one', 'repo/site/certs/b.pem', 'private'],
    ['in a private folder', 'repo/site/.git/config', 'private'],
    ['that is a link to a private file', 'repo/site/env.txt', 'private'],
    ['that is a link with a private name', 'repo/site/.env.ts', 'private'],
  ])('%s: %s is refused as %s', (_, file, refusal) => {
    expect(refusalOf({ filePath: at(file), folder: at('repo/site/docs') }, scope())).toBe(refusal);
  });

  it.each([
    ['linked', 'linked/index.js', undefined],
    ['linked/index.js', 'linked/index.js', undefined],
    ['linked/.npmrc', 'linked/.npmrc', 'private'],
    ['linked/../../../outside/a.ts', 'outside/a.ts', 'outside'],
    // A name that a path mapping resolves outside of the package does not belong to the package.
    ['linked/a.ts', 'outside/a.ts', 'outside'],
    ['../../linked/index.js', 'linked/index.js', 'outside'],
    ['id_ID', 'repo/node_modules/id_ID/index.js', undefined],
    ['./a.ts', 'repo/site/a.ts', undefined],
  ])('imported as %s from %s is refused as %s', (specifier, file, refusal) => {
    expect(refusalOf({ specifier, filePath: at(file), folder: at('repo/site/docs') }, scope())).toBe(refusal);
  });

  it('that was read belongs to the package in whose folder it is', () => {
    const folder = at('repo/site/docs');
    expect(refusalOfRead({ filePath: at('linked/index.js'), folder }, scope())).toBeUndefined();
    expect(refusalOfRead({ filePath: at('outside/a.ts'), folder }, scope())).toBe('outside');
    expect(refusalOfRead({ filePath: at('repo/site/.env'), folder }, scope())).toBe('private');
  });

  it('is checked if it belongs to the site', () => {
    expect(isHeld(at('repo/site/a.ts'), scope())).toBe(true);
    expect(isHeld(at('repo/shared/a.ts'), scope())).toBe(true);
    expect(isHeld(at('outside/a.ts'), scope())).toBe(false);
    expect(isHeld(at('repo/site/node_modules/pkg/index.js'), scope())).toBe(false);
  });
});
