import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { packageDir } from '../../../../src/node/base/package-dir.ts';
import {
  contextKey,
  createDigest,
  createInputsKey,
  type Key,
  siteKey,
} from '../../../../src/node/build/pages/page-key.ts';
import type { SourcePage } from '../../../../src/node/content/types.ts';
import type { Site } from '../../../../src/node/project/config/types.ts';
import type { SiteContext } from '../../../../src/node/render/render-page.ts';
import type { PageRenderer } from '../../../../src/node/render/server-module.ts';
import type { PageInputs } from '../../../../src/node/render/types.ts';
import { packageHashes, toolHash } from '../../../../src/node/store/tool-files.ts';
import { createSite, siteAt } from '../../content/temporary-site.ts';

/** Some of the packages that the project installs. */
const PEERS = ['react', 'react-dom', 'sass'];
const manifestOf = (name: string): string => `node_modules/${name}/package.json`;
const PROJECT = Object.fromEntries(PEERS.map((name) => [manifestOf(name), '{"version": "1.0.0"}']));

/** Names of the parts of a key that differ. */
function changed(before: Key, now: Key): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
}

const keyOf = (site: Site, includeDebug = false, pages: SourcePage[] = []): Key =>
  siteKey(site, pages, includeDebug, createDigest(site));

it('the key of a site depends on its configuration, but not on its folder or on the name of its output', async () => {
  const site = await createSite(PROJECT);
  const other = await createSite(PROJECT, { outputPath: './other', cacheDir: './.other' });
  expect(changed(keyOf(site), keyOf(other))).toEqual([]);
  expect(changed(keyOf(site), keyOf(siteAt(site.root, { title: 'Other' })))).toEqual(['configuration']);
  expect(changed(keyOf(site), keyOf(siteAt(site.root, {}, 'github:other/other')))).toEqual(['configuration']);
  expect(changed(keyOf(site), keyOf(site, true))).toEqual(['configuration']);
  const page = { filePath: `${site.root}/docs/a.md`, routePath: '/a', title: 'A', tabs: [] } as unknown as SourcePage;
  const before = keyOf(site, false, [page]);
  expect(changed(before, keyOf(site, false, [{ ...page, title: 'Other' }]))).toEqual([]);
  expect(changed(before, keyOf(site, false, [{ ...page, routePath: '/b' }]))).toEqual(['routes']);
});

it('the key of a site depends on the packages that its project installs', async () => {
  const site = await createSite(PROJECT);
  let before = keyOf(site);
  for (const name of PEERS) {
    await fs.writeFile(path.join(site.root, manifestOf(name)), '{"version": "2.0.0"}');
    // Each build loads its site again.
    const now = keyOf({ ...site });
    expect(changed(before, now), name).toEqual(['packages']);
    before = now;
  }
});

it('the key of a site includes the packages that the tool depends on', async () => {
  const { dependencies } = JSON.parse(await fs.readFile(path.join(packageDir, 'package.json'), 'utf8'));
  const names = [...packageHashes(await createSite({})).keys()].map((file) => path.dirname(file));
  const missing = Object.keys(dependencies).filter((name) => !names.some((folder) => folder.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['esbuild', 'satteri']));
});

it('the hash of a package depends on its manifest, even if that is damaged', async () => {
  const site = await createSite({ 'node_modules/sass/package.json': '' });
  const file = path.join(site.root, 'node_modules/sass/package.json');
  expect([...packageHashes(site).keys()]).toContain(file);
  const before = packageHashes(site).get(file);
  await fs.writeFile(file, 'null');
  expect(packageHashes({ ...site }).get(file)).not.toBe(before);
});

it('the hash of the tool depends on the content of its files, but not on its folder', async () => {
  const files = {
    'package.json': '{}',
    'lib/index.js': 'export {}',
    'lib/browser/boot.js': '1',
    ...Object.fromEntries(['app', 'runtime', 'shared', 'theme'].map((name) => [`src/${name}/index.ts`, 'a'])),
  };
  const [{ root }, { root: other }] = await Promise.all([createSite(files), createSite(files)]);
  const before = toolHash(root);
  expect(toolHash(other)).toBe(before);
  for (const [file, text] of Object.entries(files)) {
    const name = path.join(other, file);
    const { atime, mtime } = await fs.stat(name);
    // The size and the modification time stay the same, so only the content differs.
    await fs.writeFile(name, text.replace(/.$/, '_'));
    await fs.utimes(name, atime, mtime);
    expect(toolHash(other), file).not.toBe(before);
    await fs.writeFile(name, text);
  }
  expect(toolHash(other)).toBe(before);
  // Source maps do not change the output.
  await fs.writeFile(path.join(other, 'lib/index.js.map'), '{}');
  expect(toolHash(other)).toBe(before);
});

it('the context key includes everything that is the same on every page', async () => {
  const site = await createSite({});
  const facts = (more: object = {}): SiteContext =>
    ({ site, bundle: { buildId: 'a' }, nav: {}, runsCode: false, year: 2001, ...more }) as unknown as SiteContext;
  const renderer = (code: string): PageRenderer => ({ script: { code } }) as unknown as PageRenderer;
  const context = (given: SiteContext, by: PageRenderer): Key => contextKey(given, by, createDigest(site));
  const by = renderer(`import "${pathToFileURL(path.join(site.root, 'theme.js')).href}"`);
  const before = context(facts(), by);
  const differs = (given: SiteContext, other: PageRenderer): string[] => changed(before, context(given, other));
  expect(differs(facts(), by)).toEqual([]);
  expect(differs(facts({ bundle: { buildId: 'b' } }), by)).toEqual(['bundle']);
  expect(differs(facts({ nav: { 'en-US': [{ title: 'A', link: '/' }] } }), by)).toEqual(['navigation']);
  expect(differs(facts({ year: 2002 }), by)).toEqual(['footer']);
  expect(differs(facts({ runsCode: true }), by)).toEqual(['footer']);
  expect(differs(facts(), renderer('other'))).toEqual(['theme']);
});

it('the key of a page includes all its inputs', async () => {
  const sidebar: PageInputs['sidebar'] = [{ title: 'Group', children: [{ title: 'A', link: '/a', order: 1 }] }];
  const record: PageInputs = {
    demos: [],
    tables: [],
    preloads: new Map(),
    integrity: new Map(),
    sidebar,
    translations: new Map(),
  };
  const demo = { demo: { id: 'one' }, html: '<b>1</b>' } as unknown as PageInputs['demos'][number];
  const recordKey = createInputsKey(createDigest(await createSite({})));
  const keyOf = (known: PageInputs) => recordKey('/a', known);
  const before = keyOf(record);
  const differs = (more: Partial<PageInputs>, old = before): string[] => changed(old, keyOf({ ...record, ...more }));
  expect(differs({})).toEqual([]);
  expect(differs({ sidebar: [{ title: 'Other', children: [] }] })).toEqual(['sidebar']);
  expect(differs({ sidebarPath: '/other' })).toEqual(['place']);
  expect(differs({ previous: { title: 'B', link: '/b' } })).toEqual(['previous']);
  expect(differs({ next: { title: 'B', link: '/b' } })).toEqual(['next']);
  expect(differs({ translations: new Map([['de-DE', '/de/a']]) })).toEqual(['translations']);
  const twin = { path: 'a.md', links: new Map([['./b.md', '/b.md']]) };
  expect(differs({ twin })).toEqual(['twin']);
  expect(differs({ twin: { ...twin, links: new Map([['./b.md', '/c.md']]) } }, keyOf({ ...record, twin }))).toEqual([
    'twin',
  ]);
  const withDemo = keyOf({ ...record, demos: [demo] });
  expect(differs({ demos: [{ ...demo, html: '<b>2</b>' } as typeof demo] }, withDemo)).toEqual(['demo one']);
  expect(differs({ demos: [demo], integrity: new Map([['/a.css', 'sha256-a']]) }, withDemo)).toEqual(['scripts']);
  expect(differs({ tables: [{ Button: {} as PageInputs['tables'][number][string] }] })).toEqual(['tables']);
});

it('the key of a page includes only the visible entries of a long sidebar', async () => {
  const keyOf = createInputsKey(createDigest(await createSite({})));
  const children = Array.from({ length: 100 }, (_, order) => ({ title: `P ${order}`, link: `/p-${order}`, order }));
  const record = (items: typeof children) =>
    ({
      sidebar: [{ title: 'Group', children: items }],
      translations: new Map(),
      tables: [],
      demos: [],
    }) as unknown as PageInputs;
  const renamed = children.map((item) => (item.order === 0 ? { ...item, title: 'Renamed' } : item));
  const isSame = (route: string): boolean =>
    changed(keyOf(route, record(children)), keyOf(route, record(renamed))).length === 0;
  expect(children.filter(({ link }) => !isSame(link))).toEqual(children.slice(0, 31));
  // One entry more than the limit adds a link to all entries. The nested entry makes both sidebars long.
  const nested = { title: 'N', link: '/n', order: 0, children: [{ title: 'M', link: '/n/m', order: 0 }] };
  const many = [nested, ...children.slice(0, 59)] as typeof children;
  expect(changed(keyOf('/n', record(many)), keyOf('/n', record([...many, ...children.slice(99)])))).toEqual([
    'sidebar',
  ]);
  // A fallback page shows the same entries.
  const fallback = (items: typeof children, routePath: string) =>
    keyOf('/', {
      ...record([]),
      sidebar: [],
      fallbacks: [{ ...record(items), routePath, locale: 'de' }],
    } as unknown as PageInputs);
  expect(changed(fallback(children, '/p-0'), fallback(renamed, '/p-0'))).toEqual(['fallbacks']);
  expect(changed(fallback(children, '/p-99'), fallback(renamed, '/p-99'))).toEqual([]);
});
