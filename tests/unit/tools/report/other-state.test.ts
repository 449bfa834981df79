import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Site } from '../../../../src/node/project/config/types.ts';
import { noCache } from '../../../../src/node/store/cache.ts';
import { openOther, resolveOther } from '../../../../src/node/tools/report/other-state.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';

const SITE = { root: '/', config: { base: '/' } } as Site;
const FILES: Record<string, string> = {
  '/kit/': 'home',
  '/kit/index.html': '<script src="/kit/assets/a.js"></script>',
  '/kit/assets/a.js': 'a',
  '/kit/old/index.html': 'old',
  '/kit/old.md': 'Old.',
  '/kit/~demos/one/index.html': 'demo',
};
const SITEMAP =
  '<urlset><url><loc>https://example.org/kit/</loc></url><url><loc>https://example.org/kit/old</loc></url></urlset>';

/** Serves files on this machine, and returns the address of the site. */
async function publish(files: Record<string, string>, { hasPageForAll = false } = {}): Promise<string> {
  const server = createServer((request, response) => {
    const text = files[request.url ?? ''] ?? (hasPageForAll ? 'Page' : undefined);
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/kit`;
}

const candidates = async () => ['index.html', 'new/index.html', '~demos/one/index.html', '~demos/two/index.html'];
const OPTIONS = { candidates, cache: noCache };
const open = async (url: string) => await openOther(SITE, { is: 'url', url }, OPTIONS);
const NO_SOURCE = 'Costs of imports and translations: a built site does not contain its source';

it('reads a published site by the list of its files', async () => {
  const marker = { version: 1, files: ['index.html', '~demos/one/index.html'], anchors: { '/': ['a'] } };
  const url = await publish({ ...FILES, '/kit/.cascader-docs': JSON.stringify(marker) });
  const { built, published, notComparable } = await open(`${url}/index.html?a#b`);
  expect(built).toMatchObject({ base: '/kit/', ids: new Set(['one']) });
  expect([...(built?.outputs.keys() ?? [])]).toEqual(marker.files);
  expect(await built?.serve()).toMatchObject({ url: `${url}/` });
  expect(published).toEqual(new Map([['/', ['a']]]));
  expect(notComparable).toEqual([NO_SOURCE]);
});

it.each([
  false,
  true,
])('reads a site without the list by its sitemap and the new files (a page for all: %s)', async (hasPageForAll) => {
  const url = await publish({ ...FILES, '/kit/sitemap.xml': SITEMAP }, { hasPageForAll });
  const { built, published, notComparable } = await open(url);
  expect([...(built?.outputs.keys() ?? [])].sort()).toEqual([
    ...['assets/a.js', 'index.html', 'old.md', 'old/index.html', '~demos/one/index.html'],
  ]);
  expect(built?.ids).toEqual(new Set(['one']));
  expect(published).toEqual(
    new Map([
      ['/', []],
      ['/old', []],
    ]),
  );
  expect(notComparable).toEqual([NO_SOURCE]);
});

it('lists what cannot be compared, and why', async () => {
  const withoutList = await open(await publish(FILES));
  expect(withoutList.built?.ids).toEqual(new Set(['one']));
  expect(withoutList.notComparable).toEqual([
    NO_SOURCE,
    expect.stringMatching(/^Lost URLs: .*the response status was 404/),
  ]);
  const empty = await open(await publish({}));
  expect(empty).toMatchObject({ notComparable: [expect.stringMatching(/^Everything: .*has no pages of this site/)] });
  const refused = await open('http://127.0.0.1:1/');
  expect(refused).toMatchObject({ notComparable: [expect.stringMatching(/^Everything: /)] });
  expect([empty.built, refused.built]).toEqual([undefined, undefined]);
  const folder = await openOther(SITE, { is: 'nothing', folder: './gone' }, OPTIONS);
  expect(folder.notComparable).toEqual([expect.stringMatching(/^Everything: .*gone/)]);
});

it('returns the reason without a repository', async () => {
  const root = makeFolder('plain', OUTSIDE);
  expect(await resolveOther(undefined, { root })).toMatchObject({
    reason: expect.stringMatching(/is not in a git repository/),
  });
  expect(await resolveOther('mian', { root })).toMatchObject({ reason: expect.stringMatching(/^mian is neither/) });
});
