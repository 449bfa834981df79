import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkFolder } from '../../../../src/node/tools/checkout/work-folder.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';

describe('createWorkFolder', () => {
  it('removes what killed processes left behind a day ago, and nothing else', async () => {
    const parent = makeFolder('parent', OUTSIDE);
    const create = (name: string): string => {
      const folder = path.join(parent, `cascader-docs-checkout-${name}`);
      fs.mkdirSync(path.join(folder, 'checkout'), { recursive: true, mode: 0o700 });
      return folder;
    };
    const age = (folder: string): void => fs.utimesSync(folder, new Date(0), new Date(0));
    const other = makeFolder('other', OUTSIDE);
    fs.writeFileSync(path.join(other, 'file'), '');
    fs.symlinkSync(other, path.join(parent, 'cascader-docs-checkout-link'), 'junction');
    age(create('old'));
    create('young');
    const open = create('open-to-all');
    fs.chmodSync(open, 0o777);
    age(open);
    const first = await createWorkFolder(parent);
    const second = await createWorkFolder(parent);
    const names = () => fs.readdirSync(parent).map((name) => name.replace('cascader-docs-checkout-', ''));
    const ofRuns = [first, second].map(({ folder }) => path.basename(folder).replace('cascader-docs-checkout-', ''));
    expect(names().sort()).toEqual([...ofRuns, 'link', 'open-to-all', 'young'].sort());
    expect(fs.readdirSync(other)).toEqual(['file']);
    await first.remove();
    await second.remove();
    expect(names().sort()).toEqual(['link', 'open-to-all', 'young']);
  });
});
