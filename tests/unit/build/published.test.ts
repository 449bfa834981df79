import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPublished } from '../../../src/node/build/published.ts';
import type { Site } from '../../../src/node/project/config/types.ts';
import { makeFolder } from '../../helpers/folder.ts';

const root = makeFolder('published');
const site = { root, config: { base: '/' } } as Site;

describe('a list of published addresses', () => {
  // The list may be written by other tools.
  it.each([
    ['{"addresses": {"/": 5}}', '`/` is not an address with a list of anchors'],
    ['{"addresses": {"/": [null]}}', '`/` is not an address with a list of anchors'],
    ['{"addresses": {"": []}}', '`` is not an address with a list of anchors'],
    ['null', '`null` is not an address'],
    ['/\nhttp://\n', '`http://` is not an address'],
    ['/\nhttps://[\n', '`https://[` is not an address'],
    ['\n# nothing\n', 'it has no address'],
    ['<urlset></urlset>', 'it has no address'],
  ])('is refused if it is %j', async (list, reason) => {
    fs.writeFileSync(path.join(root, 'list.txt'), list);
    await expect(readPublished('list.txt', site)).rejects.toMatchObject({
      diagnostics: [{ code: 'CD226', text: `The published site cannot be read from list.txt: ${reason}` }],
    });
  });

  it('may contain names of object properties', async () => {
    fs.writeFileSync(path.join(root, 'list.txt'), '{"addresses": {"/__proto__": ["constructor"]}}');
    expect([...(await readPublished('list.txt', site))]).toEqual([['/__proto__', ['constructor']]]);
  });
});
