import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkCompiled } from '../../../../src/node/build/shards/part-pages.ts';
import type { SourcePage } from '../../../../src/node/content/types.ts';
import { assetPath } from '../../../../src/node/markdown/transform/add-asset.ts';
import { makeFolder } from '../../../helpers/folder.ts';

let root: string;
const at = (name: string): string => path.join(root, name);

beforeAll(() => {
  root = fs.realpathSync(makeFolder('part-pages'));
  for (const file of ['site/docs/a.svg', 'site/docs/b.svg', 'site/docs/.env', 'outside.svg']) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), 'x');
  }
  fs.symlinkSync(at('outside.svg'), at('site/docs/link.svg'));
});

/** Checks a page of a shard output that copies one file. Its text refers to all files except `b.svg`. */
function check(file: string, output?: string): void {
  const site = { root: at('site'), projectRoot: at('site'), allowed: [] };
  const planned = {
    sourcePath: 'docs/a.md',
    filePath: at('site/docs/a.md'),
    tabs: [] as SourcePage['tabs'],
  } as SourcePage;
  const named = ['docs/a.svg', 'docs/.env', 'docs/link.svg', '../outside.svg'];
  const filePath = path.resolve(at('site'), file);
  const asset = { filePath, output: output ?? assetPath(filePath, fs.readFileSync(filePath)) };
  const part = { sourcePath: 'docs/a.md', hasHeading: true, anchors: [], links: [], assets: [asset], diagnostics: [] };
  checkCompiled(planned, [part], {
    file: 'entries.bin',
    site,
    answersOf: () => ({
      ...{ asked: [], files: {}, routes: {} },
      disk: { ...Object.fromEntries(named.map((name) => [name, 'hash'])), 'docs/none.svg': null, docs: '/' },
    }),
  });
}

describe('a page of a shard output', () => {
  it('copies a file that its text refers to', () => expect(() => check('docs/a.svg')).not.toThrow());

  it.each([
    ['that its text does not refer to', 'docs/b.svg'],
    ['with a private name', 'docs/.env'],
    ['outside of the project', '../outside.svg'],
    ['that is a link out of the project', 'docs/link.svg'],
  ])('does not copy a file %s', (_, file) => {
    expect(() => check(file)).toThrow('docs/a.md contains no file that may be copied to assets/');
  });

  it('does not copy a file to another path', () => {
    expect(() => check('docs/a.svg', 'index.html')).toThrow('contains no file that may be copied to index.html');
  });
});
