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
    ['of the project that is not there', 'repo/site/none.ts', undefined],
    ['that is a link to itself', 'repo/site/loop', undefined],
    ['that is allowed', 'repo/shared/a.ts', undefined],
    ['beside what is allowed', 'repo/other/a.ts', 'outside'],
    ['outside', 'outside/a.ts', 'outside'],
    ['that is a link to one outside', 'repo/site/out.ts', 'outside'],
    ['through a link to a folder outside', 'repo/site/out/a.ts', 'outside'],
    ['of a folder that begins as the project does', 'repo/site-b/a.ts', 'outside'],
    ['of a package', 'repo/site/node_modules/pkg/index.js', undefined],
    ['of a package above', 'repo/node_modules/up/index.js', undefined],
    ['of a package that is linked', 'repo/site/node_modules/linked/index.js', undefined],
    ['of a package, with a private name', 'repo/site/node_modules/pkg/a.key', 'private'],
    ['of a linked package, with a private name', 'repo/site/node_modules/linked/.npmrc', 'private'],
    ['with a private name', 'repo/site/.env', 'private'],
    ['with a private name, that is allowed with its folder', 'repo/shared/.env', 'private'],
    ['with a private name, that is allowed by itself', 'repo/site/certs/a.pem', undefined],
    ['beside one that is allowed by itself', 'repo/site/certs/b.pem', 'private'],
    ['in a private folder', 'repo/site/.git/config', 'private'],
    ['that is a link to a private one', 'repo/site/env.txt', 'private'],
    ['that is a link with a private name', 'repo/site/.env.ts', 'private'],
  ])('%s: %s is refused as %s', (_, file, refusal) => {
    expect(refusalOf({ filePath: at(file), folder: at('repo/site/docs') }, scope())).toBe(refusal);
  });

  it.each([
    ['linked', 'linked/index.js', undefined],
    ['linked/index.js', 'linked/index.js', undefined],
    ['linked/.npmrc', 'linked/.npmrc', 'private'],
    ['linked/../../../outside/a.ts', 'outside/a.ts', 'outside'],
    // A name that is mapped to a folder outside is not that of the package.
    ['linked/a.ts', 'outside/a.ts', 'outside'],
    ['../../linked/index.js', 'linked/index.js', 'outside'],
    ['id_ID', 'repo/node_modules/id_ID/index.js', undefined],
    ['./a.ts', 'repo/site/a.ts', undefined],
  ])('that is imported as %s from %s is refused as %s', (specifier, file, refusal) => {
    expect(refusalOf({ specifier, filePath: at(file), folder: at('repo/site/docs') }, scope())).toBe(refusal);
  });

  it('that was read counts as one of its package where that is installed', () => {
    const folder = at('repo/site/docs');
    expect(refusalOfRead({ filePath: at('linked/index.js'), folder }, scope())).toBeUndefined();
    expect(refusalOfRead({ filePath: at('outside/a.ts'), folder }, scope())).toBe('outside');
    expect(refusalOfRead({ filePath: at('repo/site/.env'), folder }, scope())).toBe('private');
  });

  it('is held to the rule when it is the site’s own', () => {
    expect(isHeld(at('repo/site/a.ts'), scope())).toBe(true);
    expect(isHeld(at('repo/shared/a.ts'), scope())).toBe(true);
    expect(isHeld(at('outside/a.ts'), scope())).toBe(false);
    expect(isHeld(at('repo/site/node_modules/pkg/index.js'), scope())).toBe(false);
  });
});
