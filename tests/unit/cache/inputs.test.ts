import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { areSameInputs, type InputPlace, isOwn, takeInputs } from '../../../src/node/cache/inputs.ts';
import { observed } from '../../../src/node/cache/observe-reads.ts';
import { makeScriptFolder } from '../../../src/node/files/script-folder.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

const placeIn = (projectRoot: string): InputPlace => ({ projectRoot, outDir: path.join(projectRoot, 'dist') });

/** A file system in memory, where many build for speed. */
const IN_MEMORY = '/dev/shm';

describe('inputs of a build', () => {
  it.each([
    ['a folder for temporary files', OUTSIDE],
    ['a file system in memory', fs.existsSync(IN_MEMORY) ? IN_MEMORY : OUTSIDE],
  ])('are others when a page has changed in %s', (_what, parent) => {
    // The name of this project, as an archive of its branch unpacks it.
    const root = path.join(makeFolder('inputs', parent), 'cascader-docs-master');
    fs.mkdirSync(root);
    const place = placeIn(root);
    const file = path.join(root, 'page.md');
    fs.writeFileSync(file, 'one');
    const { seen } = observed(() => fs.readFileSync(file));
    const inputs = takeInputs(seen, place, Date.now());
    expect(inputs && areSameInputs(inputs, place)).toBe(true);
    fs.writeFileSync(file, 'two');
    expect(inputs && areSameInputs(inputs, place)).toBe(false);
  });

  it('are not what the build makes itself, nor what tells of the machine', () => {
    const place = placeIn('/repo');
    const folder = makeScriptFolder();
    fs.rmdirSync(folder);
    const own = ['/repo/dist/index.html', '/repo/node_modules/.cache/x', '/proc/self/status', '/dev/null'];
    for (const file of [...own, `${folder}/script.mjs`]) expect(isOwn(file, place), file).toBe(true);
    for (const file of [
      '/repo/docs/index.md',
      '/dev/shm/repo/docs/index.md',
      '/devices/a.md',
      '/cascader-docs-master/a.md',
    ])
      expect(isOwn(file, place), file).toBe(false);
  });
});
