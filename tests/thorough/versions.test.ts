import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addVersion, type DiagnosticError } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { endSeen, run, start } from '../helpers/command.ts';
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

  it('has whole output after builds are killed', async () => {
    for (let round = 0; round < 4; round++) {
      await site.write({ 'docs/p4.md': `# Page 4\n\nRound ${round}.\n` });
      const { child, ended } = start(['build'], { cwd: site.root });
      await sleep(300 + round * 300);
      child.kill('SIGKILL');
      await ended;
      await site.build();
      const { files } = await site.build();
      expect(files.filter((file) => /^v\/\d+\.x\//.test(file))).toHaveLength(12 * (PAGES + 10));
    }
  });
});

it('only one command at a time adds a version', async () => {
  const site = await createPlainSite();
  const from = write(site.root, 'old', built('1.x', { pages: 400 }));
  const add = () =>
    addVersion({ root: site.root, id: '1.x', from }).then(
      () => 'added',
      (error: DiagnosticError) => error.diagnostics[0]?.code,
    );
  expect((await Promise.all([add(), add()])).sort()).toEqual(['CD602', 'added']);
  expect((await site.build()).exitCode).toBe(0);
});

describe('a git ref', () => {
  const FILES = {
    'package.json': '{"name": "kit", "version": "2.0.0"}',
    'docs/index.md': '# Home\n',
    'node_modules/.keep': '',
    '.gitignore': 'dist\nnode_modules\n',
  };
  const BUILD = `node -e "const fs = require('fs'); const out = process.env.CASCADER_DOCS_OUT; fs.mkdirSync(out + '/a', { recursive: true }); const page = '<head><script src=' + process.env.CASCADER_DOCS_BASE + 'a.js></script></head><body><h1>Old</h1>'; fs.writeFileSync(out + '/index.html', page); fs.writeFileSync(out + '/a/index.html', page); fs.writeFileSync(out + '/a.js', '')"`;

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
    const { pages } = await addVersion({ root: site.root, id: '1.x', from: 'v1', build: BUILD });
    expect(pages).toBe(2);
    const own = await addVersion({ root: site.root, id: '2.x', from: 'v1' });
    expect(own.pages).toBe(1);
    fs.rmSync(path.join(site.root, 'versions'), { recursive: true });
    expect(status()).toBe(before);
  });
});
