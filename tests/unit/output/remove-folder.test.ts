import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFolder } from '../../../src/node/output/remove-folder.ts';
import { makeFolder } from '../../helpers/folder.ts';

const folder = makeFolder('remove');
const at = (name: string): string => path.join(folder, name);

describe('a folder that is removed', () => {
  it('goes with all below it, but for what links lead to', async () => {
    fs.mkdirSync(at('kept'));
    fs.writeFileSync(at('kept/file'), 'text');
    fs.mkdirSync(at('gone/below/further'), { recursive: true });
    fs.writeFileSync(at('gone/below/file'), 'text');
    fs.symlinkSync(at('kept'), at('gone/below/link'));
    await removeFolder(at('gone'));
    expect(fs.readdirSync(folder)).toEqual(['kept']);
    expect(fs.readdirSync(at('kept'))).toEqual(['file']);
  });

  it('leaves what is behind it when it is a link', async () => {
    fs.symlinkSync(at('kept'), at('link'));
    await removeFolder(at('link'));
    expect(fs.readdirSync(folder)).toEqual(['kept']);
    expect(fs.readdirSync(at('kept'))).toEqual(['file']);
  });

  it('need not be there', async () => {
    await removeFolder(at('nowhere'));
    expect(fs.readdirSync(folder)).toEqual(['kept']);
  });
});
