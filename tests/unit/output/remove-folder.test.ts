import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFolder } from '../../../src/node/output/remove-folder.ts';
import { makeFolder } from '../../helpers/folder.ts';

const folder = makeFolder('remove');
const at = (name: string): string => path.join(folder, name);

describe('removeFolder', () => {
  it('removes a folder with its content, but not the targets of links in it', async () => {
    fs.mkdirSync(at('kept'));
    fs.writeFileSync(at('kept/file'), 'text');
    fs.mkdirSync(at('gone/below/further'), { recursive: true });
    fs.writeFileSync(at('gone/below/file'), 'text');
    fs.symlinkSync(at('kept'), at('gone/below/link'));
    await removeFolder(at('gone'));
    expect(fs.readdirSync(folder)).toEqual(['kept']);
    expect(fs.readdirSync(at('kept'))).toEqual(['file']);
  });

  it('removes a link without its target', async () => {
    fs.symlinkSync(at('kept'), at('link'));
    await removeFolder(at('link'));
    expect(fs.readdirSync(folder)).toEqual(['kept']);
    expect(fs.readdirSync(at('kept'))).toEqual(['file']);
  });

  it('accepts a missing folder', async () => {
    await removeFolder(at('nowhere'));
    expect(fs.readdirSync(folder)).toEqual(['kept']);
  });
});
