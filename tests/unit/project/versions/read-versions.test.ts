import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../src/node/base/diagnostics/print.ts';
import { findFile, findOutput, listFiles } from '../../../../src/node/project/versions/archived-files.ts';
import { readVersions } from '../../../../src/node/project/versions/read-versions.ts';
import type { ArchivedVersion } from '../../../../src/node/project/versions/types.ts';
import { versionsFolder } from '../../../helpers/archived-version.ts';
import { makeFolder } from '../../../helpers/folder.ts';

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
const link = (change: object = {}): string => JSON.stringify({ base: '/', href: 'https://a.b', ...change });
const about = (change: object): Record<string, string> => versionsFolder({ '1.x': { files: PAGE, about: change } });

it('has no versions without a folder, or if the configuration turns them off', () => {
  const { site, versions, text } = read({ 'versions/README.md': '', 'versions/.git.json': '' });
  expect([versions, text]).toEqual([[], '']);
  expect(readVersions({ ...site, config: { base: '/', versions: false } })).toEqual({ versions: [], diagnostics: [] });
});

it('reads linked and archived versions, newest first', () => {
  const site = read({
    ...versionsFolder({ '9.x': { files: PAGE, aliases: ['9'] }, '1.x': { files: PAGE } }),
    'versions/10.x.json': link({ label: '10.x (beta)' }),
  });
  expect(site.text).toBe('');
  expect(site.versions).toMatchObject([
    { kind: 'linked', id: '10.x', label: '10.x (beta)', href: 'https://a.b' },
    { kind: 'archived', id: '9.x', label: '9.x', base: '/v/9.x/', aliases: ['9'], pages: [{ path: '' }] },
    { kind: 'archived', id: '1.x', aliases: [] },
  ]);
});

it('finds files of an archived version, but none that must not be published', () => {
  const { root, versions } = read({ ...versionsFolder({ '1.x': { files: PAGE } }), 'secret.txt': 'secret' });
  const version = versions[0] as ArchivedVersion;
  const folder = path.join(root, 'versions/1.x');
  expect(findFile(version, 'assets/a.js')).toBe(path.join(folder, 'assets/a.js'));
  expect(findOutput(versions, 'v/1.x/index.html')).toBe(path.join(folder, 'index.html'));
  fs.writeFileSync(path.join(folder, '.env'), 'secret');
  fs.writeFileSync(path.join(folder, '.cascader-docs'), '{}');
  fs.symlinkSync('../../secret.txt', path.join(folder, 'link.txt'));
  fs.symlinkSync('../..', path.join(folder, 'up'));
  const refused = ['b.js', 'assets', '', '.env', '.cascader-docs', 'link.txt', 'up/secret.txt', '../1.x.json'];
  for (const file of [...refused, 'assets/../index.html', '/etc/passwd', 'assets\\a.js', 'a\0'])
    expect(findFile(version, file), file).toBeUndefined();
  expect(findOutput(versions, 'v/2.x/index.html')).toBeUndefined();
  fs.renameSync(folder, path.join(root, 'moved'));
  fs.symlinkSync('../moved', folder);
  expect(findFile(version, 'index.html')).toBeUndefined();
  expect(listFiles(folder)).toEqual({ is: 'no-folder' });
});

it.each<[string, (folder: string) => void, object]>([
  ['a link to a file', (folder) => fs.symlinkSync('/etc/passwd', path.join(folder, 'a')), { is: 'link', path: 'a' }],
  ['a link to a folder', (folder) => fs.symlinkSync('/etc', path.join(folder, 'a')), { is: 'link', path: 'a' }],
  ['a private file', (folder) => fs.writeFileSync(path.join(folder, '.env'), ''), { is: 'private', path: '.env' }],
  ['a private folder', (folder) => fs.mkdirSync(path.join(folder, '.git')), { is: 'private', path: '.git' }],
  ['the name of a device', (folder) => fs.writeFileSync(path.join(folder, 'aux.js'), ''), { is: 'name' }],
  ['a backslash', (folder) => fs.writeFileSync(path.join(folder, 'a\\b.js'), ''), { is: 'name' }],
  ['other letter case', (folder) => fs.writeFileSync(path.join(folder, 'INDEX.html'), ''), { is: 'name' }],
])('refuses a folder with %s', (_, change, problem) => {
  const { versions } = read(versionsFolder({ '1.x': { files: PAGE } }));
  const { folder } = versions[0] as ArchivedVersion;
  expect(listFiles(folder)).toEqual(['assets/a.js', 'index.html']);
  change(folder);
  expect(listFiles(folder)).toMatchObject(problem);
});

it('reports a moved site, except if it is built for the base of a version', () => {
  const files = versionsFolder({ '1.x': { files: PAGE } }, { base: '/lib/' });
  expect(read(files, { base: '/lib/' }).versions).toHaveLength(1);
  expect(read(files, { base: '/lib/v/2.x/' })).toMatchObject({ versions: [], text: '' });
  expect(read({ 'versions/0.x.json': link() }, { base: '/v/2.x/' })).toMatchObject({ versions: [], text: '' });
  expect(read({ 'versions/0.x.json': link() }, { base: '/other/' }).versions).toHaveLength(1);
  const { versions, text } = read(files, { base: '/other/' });
  expect(versions).toEqual([]);
  expect(text).toContain('versions/1.x.json:1:1 - error CD863: The site moved from /lib/ to /other/');
});

const one = (text: string, id = '1.x'): Record<string, string> => ({ [`versions/${id}.json`]: text });
it.each<[string, Record<string, string>, string]>([
  ['a syntax error', one('{ "base": "/",\n }'), 'versions/1.x.json:2:2 - error CD860'],
  ['a merge conflict', one('<<<<<<< HEAD\n'), 'it is not valid JSON'],
  ['a base without slash', one('{"base": "x"}'), '`base` is not a path'],
  ['an id that leads out', one(link(), 'a..'), 'the id "a.." is not valid'],
  ['the id of a device', one(link(), 'con.1'), 'Windows reserves this name'],
  ['the id `current`', one(link(), 'Current'), 'this name is reserved'],
  ['the name of a description', one(link(), '1.json'), 'the id "1.json" is not valid'],
  ['a script as a link', one(link({ href: 'javascript:alert(1)' })), 'a link is not a URL'],
  ['neither pages nor link', one('{"base": "/"}'), 'it must have `pages` or `href`'],
  ['a label of two lines', one(link({ label: 'a\nb' })), 'a label is not a line of text'],
  ['an alias with a path', about({ aliases: ['../a'] }), 'the alias "../a" is not valid'],
  ['twins in other letter case', { ...one(link(), 'a'), ...one(link(), 'A') }, 'two versions have the id or alias `A`'],
  [
    'an alias that is an id',
    { ...one(link(), '1'), ...about({ aliases: ['1'] }) },
    'two versions have the id or alias',
  ],
])('reports %s', (_, files, message) => {
  expect(read(files).text).toContain(message);
});

it.each<[string, object, string]>([
  ['a page elsewhere', { pages: [{ path: '../x', heading: 'x' }] }, '"../x" is not the path of a page'],
  ['half a character in a page', { pages: [{ path: 'a\ud800', heading: 'x' }] }, 'is not the path of a page'],
  [
    'half a character in an address',
    { pages: [{ path: 'a', url: 'a\udc00.html', heading: 'x' }] },
    'is not the path of a page',
  ],
  ['headers of the site', { headers: [{ path: '/*', headers: [['A', 'b']] }] }, 'is not below the base'],
  [
    'headers of two lines',
    { headers: [{ path: '/v/1.x/*', headers: [['A', 'b\n/*\n  C: d']] }] },
    'the headers of "/v/1.x/*" are not valid',
  ],
  ['a redirect to a script', { redirects: [{ from: '/v/1.x/a', to: 'javascript:a', status: 301 }] }, 'the target'],
])('reports a description with %s', (_, change, message) => {
  const { versions, text } = read(about(change));
  expect(text).toContain(message);
  expect(text).toContain('versions/1.x.json:');
  expect(versions).toEqual([]);
});

it('reports a description that is a symbolic link, or too large', () => {
  const { root, site } = read(about({}));
  const file = path.join(root, 'versions/1.x.json');
  fs.truncateSync(file, 130_000_000);
  const start = performance.now();
  expect(readVersions(site).diagnostics[0]?.text).toContain('130000000 bytes, more than the limit');
  expect(performance.now() - start).toBeLessThan(500);
  fs.renameSync(file, path.join(root, 'about.json'));
  fs.symlinkSync('../about.json', file);
  expect(readVersions(site).diagnostics[0]?.text).toContain('it is not a regular file');
});
