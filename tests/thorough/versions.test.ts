import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { addVersion, type DiagnosticError, listVersions, removeVersion, verifyVersions } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { endSeen, run, start } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';
import { createRepository } from '../helpers/git.ts';
import { growOld } from '../helpers/grow-old.ts';

const PAGES = 25;

/** Files of a built version. Most pages differ between releases, scripts rarely do. */
function built(id: string, { base = '/', pages = PAGES, release = id } = {}): Record<string, string> {
  const page = (name: string): string =>
    `<!doctype html><html><head><title>${name}</title><script src="${base}v/${id}/assets/a.js"></script></head><body><h1>${name} in ${release}</h1>${'text '.repeat(400)}</body></html>`;
  return Object.fromEntries([
    ['index.html', page('Home')],
    ...Array.from({ length: pages - 1 }, (_, index) => [`p${index}/index.html`, page(`Page ${index}`)]),
    ...Array.from({ length: 10 }, (_, index) => [`assets/${'abcdefghij'[index]}.js`, `console.log(${index})`]),
  ]);
}

function write(root: string, folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, folder, name)), { recursive: true });
    fs.writeFileSync(path.join(root, folder, name), text);
  }
  return path.join(root, folder);
}

function filesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const problemsOf = async ({ root }: TestSite): Promise<string[]> =>
  (await verifyVersions({ root })).diagnostics.filter(({ severity }) => severity === 'error').map(({ text }) => text);

const createPlainSite = (): Promise<TestSite> =>
  createSite({
    ...Object.fromEntries(
      Array.from({ length: PAGES }, (_, page) => [`docs/p${page}.md`, `# Page ${page}\n\nText.\n`]),
    ),
    'docs/index.md': '# Home\n',
    'node_modules/.keep': '',
  });

afterAll(endSeen);

describe('a site with 12 versions of 25 pages', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await createPlainSite();
    for (let version = 1; version <= 12; version++)
      await addVersion({
        root: site.root,
        id: `${version}.x`,
        from: write(site.root, `old/${version}`, built(`${version}.x`)),
      });
    fs.rmSync(path.join(site.root, 'old'), { recursive: true });
    await growOld();
    expect((await site.build()).text).toBe('');
  });

  /** Times of all sealed files: of the last read, if they are set to the past, and of the last write. */
  const objects = (): string[] => filesIn(path.join(site.root, 'versions/objects'));
  const timesOf = (file: string): string => {
    const { atimeNs, mtimeNs, ino, size } = fs.statSync(file, { bigint: true });
    return `${atimeNs} ${mtimeNs} ${ino} ${size}`;
  };

  it('reads and writes no byte of sealed files', async () => {
    const past = new Date('2020-01-01');
    for (const file of objects()) fs.utimesSync(file, past, new Date('2021-01-01'));
    // The new modification times are recorded.
    expect((await site.build({ strict: true })).exitCode).toBe(0);
    for (const file of objects()) fs.utimesSync(file, past, new Date('2021-01-01'));
    const before = objects().map(timesOf);
    expect((await site.build()).result?.files).toBeGreaterThan(12 * (PAGES + 10));
    expect((await site.build()).result?.isUnchanged).toBe(true);
    fs.rmSync(path.join(site.root, 'dist/v'), { recursive: true });
    expect((await site.build()).exitCode).toBe(0);
    await site.write({ 'docs/p1.md': '# Page 1\n\nChanged.\n' });
    expect((await site.build({ strict: true })).exitCode).toBe(0);
    await site.write({ 'docs/p2.md': '# Page 2\n\nChanged.\n' });
    expect((await site.build()).exitCode).toBe(0);
    expect(objects().map(timesOf)).toEqual(before);
    // Reads are noticed in this folder.
    fs.readFileSync(objects()[0] ?? '');
    expect(objects().map(timesOf)).not.toEqual(before);
  });

  it('is checked for changes in little more time than a site without versions', async () => {
    const plain = await createPlainSite();
    await plain.build();
    await growOld();
    for (const one of [plain, site]) for (let count = 0; count < 2; count++) await one.build();
    const timeOf = async ({ root }: TestSite): Promise<number> => {
      const begun = performance.now();
      const { stdout } = await run(['build'], { cwd: root });
      expect(stdout).toContain('nothing has changed');
      return performance.now() - begun;
    };
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round++) {
      times[0].push(await timeOf(plain));
      times[1].push(await timeOf(site));
    }
    const [without, withVersions] = times.map((list) => Math.min(...list)) as [number, number];
    console.log(`unchanged build: ${without.toFixed()} ms, with 12 versions: ${withVersions.toFixed()} ms`);
    expect(withVersions / without).toBeLessThan(1.5);
  });

  it('is copied once to a disk to which files cannot be linked', async () => {
    const memory = '/dev/shm';
    if (!fs.existsSync(memory) || fs.statSync(memory).dev === fs.statSync(site.root).dev) return;
    const outDir = path.join(makeFolder('versions', memory), 'dist');
    expect((await site.build({ outDir })).exitCode).toBe(0);
    const inodes = (): bigint[] =>
      filesIn(path.join(outDir, 'v/1.x')).map((file) => fs.statSync(file, { bigint: true }).ino);
    const before = inodes();
    expect(before).toHaveLength(PAGES + 10);
    await site.write({ 'docs/p3.md': '# Page 3\n\nChanged.\n' });
    expect((await site.build({ outDir })).exitCode).toBe(0);
    expect(inodes()).toEqual(before);
    await growOld();
    expect((await site.build({ outDir })).result?.isUnchanged).toBe(true);
  });

  it('has whole output and whole seals after builds are killed', async () => {
    const before = objects();
    for (let round = 0; round < 8; round++) {
      await site.write({ 'docs/p4.md': `# Page 4\n\nRound ${round}.\n` });
      const { child, ended } = start(['build'], { cwd: site.root });
      await sleep(300 + round * 150);
      child.kill('SIGKILL');
      await ended;
      await site.build();
      const { files } = await site.build();
      expect(files.filter((file) => /^v\/\d+\.x\//.test(file))).toHaveLength(12 * (PAGES + 10));
    }
    expect(objects()).toEqual(before);
    expect(await problemsOf(site)).toEqual([]);
  });

  it('verifies after 50 further releases', async () => {
    for (let release = 0; release < 50; release++) {
      const id = `${13 + (release % 10)}.x`;
      const from = write(site.root, 'old', built(id, { pages: 5 + (release % 4), release: `${release}` }));
      await addVersion({ root: site.root, id, from, replace: true });
      fs.rmSync(from, { recursive: true });
      if (release % 17 === 0) expect((await site.build()).exitCode).toBe(0);
    }
    const { diagnostics, ids } = await verifyVersions({ root: site.root });
    expect([diagnostics, ids.length]).toEqual([[], 22]);
    for (let version = 13; version <= 22; version++) await removeVersion({ root: site.root, id: `${version}.x` });
    expect((await verifyVersions({ root: site.root })).diagnostics).toEqual([]);
  });
});

describe('a command that is killed', () => {
  const CHILD = `
import { addVersion } from '${pathToFileURL(path.resolve('lib/index.js')).href}';
const [root, from, point, count, replace] = process.argv.slice(2);
let calls = 0;
await addVersion({
  root, from, id: '2.x', replace: replace === 'true',
  failpoint: (name) => {
    if (name === point && ++calls === Number(count)) process.kill(process.pid, 'SIGKILL');
  },
});
`;

  it.each([
    ['object', 1],
    ['object', 7],
    ['tree', 1],
    ['list', 1],
    ['listed', 1],
    ['renamed', 1],
  ])('leaves the old or the new version at %s %i', async (point, count) => {
    const site = await createPlainSite();
    const child = path.join(site.root, 'child.mjs');
    fs.writeFileSync(child, CHILD);
    const old = write(site.root, 'old/a', built('2.x', { release: 'old' }));
    const now = write(site.root, 'old/b', built('2.x', { release: 'new' }));
    await addVersion({ root: site.root, id: '1.x', from: write(site.root, 'old/1', built('1.x')) });
    for (const replace of [false, true]) {
      const from = replace ? now : old;
      const { signal, stderr } = spawnSync(
        process.execPath,
        [child, site.root, from, point, `${count}`, `${replace}`],
        {
          encoding: 'utf8',
        },
      );
      expect([signal, stderr]).toEqual(['SIGKILL', '']);
      expect(await problemsOf(site)).toEqual([]);
      const { versions } = await listVersions({ root: site.root });
      const isDone = point === 'listed' || point === 'renamed';
      expect(versions.map(({ id }) => id).filter((id) => id !== '0.x')).toEqual(
        isDone || replace ? ['2.x', '1.x'] : ['1.x'],
      );
      const { read, exitCode } = await site.build();
      expect(exitCode).toBe(0);
      if (isDone || replace)
        expect(await read('v/2.x/index.html')).toContain(`Home in ${replace && isDone ? 'new' : 'old'}`);
      // The next command finishes or removes what is left.
      await addVersion({ root: site.root, id: '0.x', href: 'https://a.b', replace: true });
      expect((await verifyVersions({ root: site.root })).diagnostics).toEqual([]);
      expect(filesIn(path.join(site.root, 'versions')).filter((file) => /\.(?:tmp|next)$|lock/.test(file))).toEqual([]);
      if (!replace && !isDone) await addVersion({ root: site.root, id: '2.x', from });
    }
  });

  it('excludes another command at the same time', async () => {
    const site = await createPlainSite();
    const from = write(site.root, 'old', built('1.x', { pages: 400 }));
    const add = (id: string) =>
      addVersion({ root: site.root, id, from }).then(
        () => 'added',
        (error: DiagnosticError) => error.diagnostics[0]?.code,
      );
    expect((await Promise.all([add('1.x'), add('1.x')])).sort()).toEqual(['CD602', 'added']);
    expect(await problemsOf(site)).toEqual([]);
  });
});

describe('a git ref', () => {
  const FILES = {
    'package.json': '{"name": "kit", "version": "2.0.0"}',
    'docs/index.md': '# Home\n',
    'node_modules/.keep': '',
    '.gitignore': 'dist\nnode_modules\n',
  };
  const BUILD = `node -e "const fs = require('fs'); fs.mkdirSync('docs-dist/a', { recursive: true }); const page = '<head><script src=' + process.env.CASCADER_DOCS_BASE + 'a.js></script></head><body><h1>Old</h1>'; fs.writeFileSync('docs-dist/index.html', page); fs.writeFileSync('docs-dist/a/index.html', page); fs.writeFileSync('docs-dist/a.js', '')"`;

  it('is built in a temporary checkout, and the repository stays as it is', async () => {
    const site = await createSite(FILES);
    const { git } = createRepository(site.root);
    git('tag', 'v1');
    const status = (): string => git('status', '--porcelain', '--branch') + git('for-each-ref');
    const before = status();
    const failed = addVersion({ root: site.root, id: '1.x', from: 'v1', build: 'node -e "process.exit(3)"' });
    await expect(failed).rejects.toThrow('exited with code 3');
    await expect(addVersion({ root: site.root, id: '1.x', from: 'v9' })).rejects.toThrow('v9');
    expect([status(), fs.existsSync(path.join(site.root, 'versions'))]).toEqual([before, false]);
    const { diagnostics, pages } = await addVersion({ root: site.root, id: '1.x', from: 'v1', build: BUILD });
    expect(diagnostics.at(-1)).toMatchObject({ code: 'CD877', text: 'The command wrote the site to docs-dist' });
    expect(pages).toBe(2);
    const own = await addVersion({ root: site.root, id: '2.x', from: 'v1' });
    expect(own.pages).toBe(1);
    fs.rmSync(path.join(site.root, 'versions'), { recursive: true });
    expect(status()).toBe(before);
  });
});
