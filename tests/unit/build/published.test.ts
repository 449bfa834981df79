import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsByRoute, checkPublished, readPublished } from '../../../src/node/build/published.ts';
import type { LoadedSite, SourcePage } from '../../../src/node/content/types.ts';
import type { CompiledPage } from '../../../src/node/markdown/types.ts';
import type { Site } from '../../../src/node/project/config/types.ts';
import { makeFolder } from '../../helpers/folder.ts';

const root = makeFolder('published');
const site = { root, config: { base: '/' } } as Site;

describe('anchors', () => {
  const page = { routePath: '/a', sourcePath: 'docs/a.md', tabs: [] } as unknown as SourcePage;
  const compiled = (more: object) => new Map([['docs/a.md', { anchors: ['a', 'part'], ...more } as CompiledPage]]);

  it('are published without that of the title, because the URL leads there', () => {
    expect(anchorsByRoute([page], compiled({ titleAnchor: 'a' }))).toEqual({ '/a': ['part'] });
  });

  it('are not checked on interactive pages, because the browser may create them', () => {
    const loaded = { pages: [page], redirects: [], movedAnchors: [], publicFiles: [] } as unknown as LoadedSite;
    const check = (more: object) => checkPublished(new Map([['/a', ['gone']]]), loaded, compiled(more));
    expect(check({}).map(({ code }) => code)).toEqual(['CD228']);
    expect(check({ module: {} })).toEqual([]);
  });
});

describe('a list of published URLs', () => {
  // The list may be written by other tools.
  it.each([
    ['{"anchors": {"/": 5}}', '`/` is not a URL with a list of anchors'],
    ['{"anchors": {"/": [null]}}', '`/` is not a URL with a list of anchors'],
    ['{"anchors": {"": []}}', '`` is not a URL with a list of anchors'],
    ['null', '`null` is not a URL'],
    ['/\nhttp://\n', '`http://` is not a URL'],
    ['/\nhttps://[\n', '`https://[` is not a URL'],
    ['\n# nothing\n', 'it contains no URLs'],
    ['<urlset></urlset>', 'it contains no URLs'],
  ])('is refused if it is %j', async (list, reason) => {
    fs.writeFileSync(path.join(root, 'list.txt'), list);
    await expect(readPublished('list.txt', site)).rejects.toMatchObject({
      diagnostics: [{ code: 'CD226', text: `The published site cannot be read from list.txt: ${reason}` }],
    });
  });

  it('may contain names of object properties', async () => {
    fs.writeFileSync(path.join(root, 'list.txt'), '{"anchors": {"/__proto__": ["constructor"]}}');
    expect([...(await readPublished('list.txt', site))]).toEqual([['/__proto__', ['constructor']]]);
  });
});
