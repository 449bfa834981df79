import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importDriver, readAxe, resolvePeer } from '../../../../src/node/tools/check/import-peer.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
const elsewhere = makeFolder('peers', OUTSIDE);

beforeAll(async () => {
  const folder = path.join(elsewhere, 'node_modules/axe-core');
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'package.json'), '{"main": "axe.js"}');
  await fs.writeFile(path.join(folder, 'axe.js'), '');
  await fs.writeFile(path.join(folder, 'axe.min.js'), 'their axe');
});

describe('optional packages', () => {
  it('are loaded from the project, or else from the tool', async () => {
    expect(await readAxe([elsewhere, repository])).toBe('their axe');
    expect((await importDriver([elsewhere, repository])).chromium.name()).toBe('chromium');
  });

  it('are requested with the command that installs them', () => {
    expect(() => resolvePeer('playwright-core', [elsewhere])).toThrowError(
      expect.objectContaining({
        exitCode: 2,
        diagnostics: [
          expect.objectContaining({
            code: 'CD150',
            text: '`check` needs playwright-core, which is not installed',
            notes: ['Install both packages: `npm install --save-dev playwright-core axe-core`.'],
          }),
        ],
      }),
    );
  });
});
