import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../src/node/base/diagnostics/print.ts';
import { readVersions } from '../../../../src/node/project/versions/read-versions.ts';
import { readSealedFile } from '../../../../src/node/project/versions/sealed-file.ts';
import type { SealedVersion } from '../../../../src/node/project/versions/types.ts';
import { makeFolder } from '../../../helpers/folder.ts';
import { type TestVersion, versionsFolder } from '../../../helpers/sealed-version.ts';

/** Writes files, and reads the versions of a site in that folder. */
function read(files: Record<string, string>, { base = '/' } = {}) {
  const root = makeFolder('versions');
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  const site = { root, projectRoot: root, config: { base, versions: path.join(root, 'versions') } };
  const { versions, diagnostics } = readVersions(site);
  return { root, site, versions, text: diagnostics.map((one) => formatDiagnostic(one)).join('\n') };
}

const PAGE = { 'index.html': '<h1>Old</h1>', 'assets/a.js': 'a' };
const list = (...versions: object[]): Record<string, string> => ({
  'versions/versions.json': JSON.stringify({ format: 1, base: '/', versions }),
});
const tree = (change: object): Record<string, string> => versionsFolder({ '1.x': { files: PAGE, tree: change } });

it('has no versions without a folder, or if the configuration turns them off', () => {
  const { site, versions, text } = read({});
  expect([versions, text]).toEqual([undefined, '']);
  expect(readVersions({ ...site, config: { base: '/', versions: false } })).toEqual({ diagnostics: [] });
});

it('reads linked and sealed versions', () => {
  const sealed = versionsFolder({ '1.x': { files: PAGE, aliases: ['1'] } });
  const { versions } = JSON.parse(sealed['versions/versions.json'] ?? '') as { versions: object[] };
  const site = read({ ...sealed, ...list({ id: '2.x', label: '2.x (beta)', href: 'https://a.b' }, ...versions) });
  expect(site.text).toBe('');
  expect(site.versions?.versions).toMatchObject([
    { kind: 'linked', id: '2.x', label: '2.x (beta)', href: 'https://a.b' },
    { kind: 'sealed', id: '1.x', label: '1.x', base: '/v/1.x/', aliases: ['1'], pages: [{ path: '' }] },
  ]);
  const version = site.versions?.versions[1] as SealedVersion;
  const { versions: folder = { folder: '' } } = site;
  expect(readSealedFile(folder, version, 'assets/a.js')?.toString()).toBe('a');
  expect(readSealedFile(folder, version, 'assets/b.js')).toBeUndefined();
  const hash = version.files.get('assets/a.js')?.hash ?? '';
  fs.writeFileSync(path.join(folder.folder, 'objects', hash.slice(0, 2), hash.slice(2)), 'b');
  expect(() => readSealedFile(folder, version, 'assets/a.js')).toThrow('was changed');
});

it('reports a moved site, except if it is built for the base of a version', () => {
  const files = versionsFolder({ '1.x': { files: PAGE } }, { base: '/lib/' });
  expect(read(files, { base: '/lib/' }).versions?.versions).toHaveLength(1);
  expect(read(files, { base: '/lib/v/2.x/' })).toMatchObject({ versions: undefined, text: '' });
  const { versions, text } = read(files, { base: '/other/' });
  expect(versions).toBeUndefined();
  expect(text).toContain('CD863: The site moved from /lib/ to /other/, but its versions were sealed for /lib/: 1.x');
});

it.each<[string, Record<string, string>, string]>([
  ['a syntax error', { 'versions/versions.json': '{ "format": 1,\n }' }, 'versions/versions.json:2:2 - error CD860'],
  ['a merge conflict', { 'versions/versions.json': '<<<<<<< HEAD\n' }, 'the conflict markers of a merge'],
  ['a newer format', { 'versions/versions.json': '{"format": 2}' }, 'which a newer version of cascader-docs wrote'],
  ['a base without slash', { 'versions/versions.json': '{"format": 1, "base": "x"}' }, '`base` is not a path'],
  ['no list', { 'versions/versions.json': '{"format": 1, "base": "/"}' }, '`versions` is not a list'],
  ['an id with a path', list({ id: '../x', href: 'https://a.b' }), 'the id "../x" is not valid'],
  ['the id of a device', list({ id: 'con.1', href: 'https://a.b' }), 'Windows reserves this name'],
  ['the id `current`', list({ id: 'Current', href: 'https://a.b' }), 'this name is reserved'],
  ['a script as a link', list({ id: '1', href: 'javascript:alert(1)' }), 'a link is not an address'],
  ['neither seal nor link', list({ id: '1' }), 'must have either `seal` or `href`'],
  ['a wrong seal', list({ id: '1', seal: 'x' }), 'a seal is not a SHA-256 hash'],
  ['a label of two lines', list({ id: '1', label: 'a\nb', href: 'https://a.b' }), 'a label is not a line of text'],
  [
    'twins in other letter case',
    list({ id: 'a', href: 'https://a.b' }, { id: 'A', href: 'https://a.b' }),
    'two versions have the id or alias "A"',
  ],
  [
    'an alias that is an id',
    list({ id: 'a', href: 'https://a.b' }, { id: 'b', seal: '0'.repeat(64), aliases: ['a'] }),
    'two versions have the id or alias "a"',
  ],
  ['no tree', list({ id: '1', seal: '0'.repeat(64) }), 'versions/1.json cannot be used: it cannot be read (ENOENT)'],
])('reports a list with %s', (_, files, message) => {
  expect(read(files).text).toContain(message);
});

const HASH = '0'.repeat(64);
it.each<[string, object, string]>([
  ['another id', { id: '2.x' }, 'its id is "2.x"'],
  ['another base', { base: '/v/2.x/' }, 'its base is /v/2.x/, not /v/1.x/'],
  ['a path that leaves the folder', { files: { '../a.js': [HASH, 1] } }, '`../a.js` is not a valid name'],
  ['an absolute path', { files: { '/a.js': [HASH, 1] } }, '`/a.js` is not a valid name'],
  ['a backslash', { files: { 'a\\b.js': [HASH, 1] } }, 'is not a valid name'],
  ['a drive', { files: { 'aux.js': [HASH, 1] } }, 'has a name that Windows reserves'],
  ['the marker file', { files: { '.cascader-docs': [HASH, 1] } }, 'is not a valid name'],
  ['a private file', { files: { 'a/.env': [HASH, 1] } }, 'is the name of a private file'],
  ['twins in other letter case', { files: { 'a.js': [HASH, 1], 'A.js': [HASH, 1] } }, 'are the same file on systems'],
  ['a file as a folder', { files: { a: [HASH, 1], 'a/b': [HASH, 1] } }, '`a` is a file, but other pages or files need'],
  ['a hash with a path', { files: { 'a.js': [`../${HASH}`, 1] } }, 'has no SHA-256 hash'],
  ['no size', { files: { 'a.js': [HASH, -1] } }, 'has no size'],
  ['a page elsewhere', { pages: [{ path: '../x', heading: 'x' }] }, '"../x" is not the path of a page'],
  ['half a character in a page', { pages: [{ path: 'a\ud800', heading: 'x' }] }, 'is not the path of a page'],
  [
    'half a character in an address',
    { pages: [{ path: 'a', address: 'a\udc00.html', heading: 'x' }] },
    'is not the path of a page',
  ],
  ['half a character in a file', { files: { 'a\ud800.js': [HASH, 1] } }, 'is not a path'],
  ['headers of the site', { headers: [{ path: '/*', headers: [['A', 'b']] }] }, 'is not below the base'],
  [
    'headers of two lines',
    { headers: [{ path: '/v/1.x/*', headers: [['A', 'b\n/*\n  C: d']] }] },
    'the headers of "/v/1.x/*" are not valid',
  ],
  ['a redirect to a script', { redirects: [{ from: '/v/1.x/a', to: 'javascript:a', status: 301 }] }, 'the target'],
])('reports a tree with %s', (_, change, message) => {
  const { versions, text } = read(tree(change));
  expect(text).toContain(message);
  expect(text).toContain('versions/1.x.json:');
  expect(versions?.versions).toEqual([]);
});

it('reports a tree that was changed', () => {
  const files = tree({});
  files['versions/1.x.json'] += ' ';
  expect(read(files).text).toContain('its content does not match the seal');
});

it('reports a tree that is a symbolic link', () => {
  const files = tree({});
  const { root, site } = read(files);
  fs.renameSync(path.join(root, 'versions/1.x.json'), path.join(root, 'tree.json'));
  fs.symlinkSync('../tree.json', path.join(root, 'versions/1.x.json'));
  expect(readVersions(site).diagnostics[0]?.text).toContain('it is not a regular file');
});

it('refuses a tree with a million files quickly', () => {
  const files: [string, unknown][] = [];
  for (let index = 0; index < 100_001; index++) files.push([`assets/${index}.js`, [HASH, 1]]);
  const many: TestVersion = { files: {}, tree: { files: Object.fromEntries(files) } };
  expect(read(versionsFolder({ '1.x': many })).text).toContain('it has 100001 files, more than the limit of 100000');
  const { root, site } = read(tree({}));
  fs.truncateSync(path.join(root, 'versions/1.x.json'), 130_000_000);
  const start = performance.now();
  expect(readVersions(site).diagnostics[0]?.text).toContain('130000000 bytes, more than the limit');
  expect(performance.now() - start).toBeLessThan(500);
});

it('reads a tree that was not renamed yet, unless it is a link or a special file', () => {
  const { root, site } = read(tree({}));
  const [own, next] = ['1.x.json', '1.x.json.next'].map((name) => path.join(root, 'versions', name)) as [
    string,
    string,
  ];
  fs.symlinkSync('/dev/zero', next);
  expect(readVersions(site)).toMatchObject({ diagnostics: [], versions: { versions: [{ id: '1.x' }] } });
  fs.rmSync(next);
  fs.mkdirSync(next);
  expect(readVersions(site).diagnostics).toEqual([]);
  fs.rmdirSync(next);
  fs.renameSync(own, next);
  expect(readVersions(site)).toMatchObject({ diagnostics: [], versions: { versions: [{ id: '1.x' }] } });
});
