import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAt } from '../../src/node/tools/checkout/build-at.ts';
import { isAlive } from '../helpers/command.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { COMMAND, createSiteRepository, messageOf, pageAt, SITE, siteIn, stateOf } from '../helpers/site-repository.ts';
import { startBuildAt } from '../helpers/start-build-at.ts';

/** Folder for temporary files of a test, so that its checkouts can be counted. */
let temporary = '';

beforeEach(() => {
  temporary = makeFolder('temporary', OUTSIDE);
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('TEMP', temporary);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function waitFor(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 30_000, interval: 20 }).toBe(true);
}

const cached = (root: string): string[] =>
  fs.readdirSync(path.join(root, 'node_modules/.cache/cascader-docs/commits')).sort();

const leftovers = (): string[] => fs.readdirSync(temporary).filter((name) => name.startsWith('cascader'));

function ageLeftovers(): void {
  for (const name of leftovers()) fs.utimesSync(path.join(temporary, name), new Date(0), new Date(0));
}

describe('buildAt', () => {
  it('builds a site as it was at a commit', async () => {
    const { site, commit, git } = await createSiteRepository();
    const first = git('rev-parse', 'HEAD').trim();
    await commit({ 'page.html': 'second' });
    const steps: string[] = [];
    const { page, built } = await pageAt(site, 'HEAD~1', { onProgress: (step) => steps.push(step) });
    expect(page).toBe('first');
    expect(built).toMatchObject({ commit: first, isCached: false });
    expect(steps).toEqual(['checkout', 'build']);
    expect(built.diagnostics).toEqual([]);
    expect((await pageAt(site, 'main')).page).toBe('second');
  });

  it('installs the packages of the lock file of the commit, not those of the working tree', async () => {
    const lock = (version: string): string =>
      JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { name: 'fixture', dependencies: { dep: `file:./packages/${version}` } },
          'node_modules/dep': { resolved: `packages/${version}`, link: true },
          [`packages/${version}`]: { name: 'dep', version: `${version}.0.0` },
        },
      });
    const manifest = (version: string): string =>
      JSON.stringify({ name: 'fixture', dependencies: { dep: `file:./packages/${version}` } });
    const { site, commit, write } = await createSiteRepository({
      ...SITE,
      'packages/1/package.json': '{"name": "dep", "version": "1.0.0"}',
      'packages/2/package.json': '{"name": "dep", "version": "2.0.0"}',
      'package.json': manifest('1'),
      'package-lock.json': lock('1'),
      'build.mjs': SITE['build.mjs'].replace("'page.html'", "'node_modules/dep/package.json'"),
    });
    await commit({ 'package.json': manifest('2'), 'package-lock.json': lock('2') });
    await write({ 'node_modules/dep/package.json': '{"name": "dep", "version": "3.0.0"}' });
    const { page, built } = await pageAt(site, 'HEAD~1');
    expect(JSON.parse(page).version).toBe('1.0.0');
    expect(built.diagnostics).toEqual([]);
    expect(JSON.parse((await pageAt(site, 'HEAD')).page).version).toBe('2.0.0');
  });

  it('links the same packages for a checkout of a cached site, and leaves them when it removes the checkout', async () => {
    const dep = { 'node_modules/dep': { version: '1.0.0' } };
    const { site, top, write } = await createSiteRepository({
      ...SITE,
      'package.json': '{"name": "fixture"}',
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'fixture' } } }),
    });
    await pageAt(site, 'HEAD');
    await write({ 'node_modules/dep/package.json': JSON.stringify(dep) });
    const steps: string[] = [];
    let seen = '';
    await pageAt(site, 'HEAD', {
      hasSamePackages: true,
      onProgress: (step) => steps.push(step),
      inCheckout: async ({ root }) => {
        seen = fs.readFileSync(path.join(root, 'node_modules/dep/package.json'), 'utf8');
      },
    });
    expect(steps).toEqual(['checkout']);
    expect(seen).toBe(JSON.stringify(dep));
    expect(leftovers()).toEqual([]);
    expect(fs.existsSync(path.join(top, 'node_modules/dep/package.json'))).toBe(true);
  });

  it('warns about a commit without a lock file, also when the site is cached', async () => {
    const { site } = await createSiteRepository({ ...SITE, 'package.json': '{"name": "fixture"}' });
    for (const isCached of [false, true]) {
      const { built } = await pageAt(site, 'HEAD');
      expect(built.isCached).toBe(isCached);
      expect(built.diagnostics.map(({ code, text }) => [code, text])).toEqual([
        ['CD188', expect.stringMatching(/^Commit \w{10} has no lock file, .* \(npm install\)$/)],
      ]);
    }
  });

  it('returns the cached site of a commit and command at once', async () => {
    const { site } = await createSiteRepository({
      ...SITE,
      'build.mjs': `${SITE['build.mjs']}\nfs.appendFileSync(process.env.COUNT, 'x');`,
    });
    const count = path.join(makeFolder('count', OUTSIDE), 'count');
    vi.stubEnv('COUNT', count);
    const { built } = await pageAt(site, 'HEAD');
    const again = await pageAt(site, 'main');
    expect(again.built).toMatchObject({ folder: built.folder, isCached: true });
    expect(fs.readFileSync(count, 'utf8')).toBe('x');
    const other = await pageAt(site, 'HEAD', { command: `${COMMAND} --other` });
    expect(other.built).toMatchObject({ isCached: false });
    expect(other.built.folder).not.toBe(built.folder);
    const base = await pageAt(site, 'HEAD', { base: '/other/' });
    expect(base.built.isCached).toBe(false);
  });

  it('builds a site in a subfolder of a workspace', async () => {
    const { site, top, commit } = await createSiteRepository(
      {
        ...Object.fromEntries(Object.entries(SITE).map(([file, text]) => [`packages/site/${file}`, text])),
        'package.json': '{"name": "root", "private": true, "workspaces": ["packages/*"]}',
        'packages/library/package.json': '{"name": "library", "version": "1.0.0", "main": "index.cjs"}',
        'packages/library/index.cjs': "module.exports = 'old library';",
        'packages/site/build.mjs': `${SITE['build.mjs']}\nfs.writeFileSync(out + '/index.html', (await import('library')).default);`,
      },
      'packages/site',
    );
    await commit({ 'packages/library/index.cjs': "module.exports = 'new library';" });
    fs.mkdirSync(path.join(top, 'node_modules'));
    fs.symlinkSync(path.join(top, 'packages/library'), path.join(top, 'node_modules/library'), 'junction');
    expect((await pageAt(site, 'HEAD~1')).page).toBe('old library');
    expect(fs.existsSync(path.join(site.root, 'node_modules/.cache/cascader-docs/commits'))).toBe(true);
  });

  it('caches in the node_modules of a parent folder if the site has none', async () => {
    const { site, top } = await createSiteRepository(
      {
        'site/page.html': 'x',
        'site/build.mjs': SITE['build.mjs'],
        '.gitignore': 'node_modules\n',
      },
      'site',
    );
    fs.rmdirSync(path.join(site.root, 'node_modules'));
    fs.mkdirSync(path.join(top, 'node_modules'));
    const { built } = await pageAt(site, 'HEAD');
    expect(built.folder.startsWith(path.join(top, 'node_modules/.cache/cascader-docs/commits'))).toBe(true);
  });

  it('caches outside of the working tree if there is no node_modules', async () => {
    const repository = await createSiteRepository();
    fs.rmdirSync(path.join(repository.top, 'node_modules'));
    const { built } = await pageAt(repository.site, 'HEAD');
    expect(built.folder.startsWith(temporary)).toBe(true);
    expect((await pageAt(repository.site, 'HEAD')).built.isCached).toBe(true);
    expect(fs.existsSync(path.join(repository.top, 'node_modules'))).toBe(false);
  });

  it('fails if the command writes no site', async () => {
    const { site } = await createSiteRepository({ ...SITE, 'build.mjs': '' });
    const message = await messageOf(buildAt(site, 'HEAD', { command: COMMAND }));
    expect(message).toMatch(
      /^error CD185: The build of commit \w{10} wrote no site: node build\.mjs succeeded, but there is no index\.html/,
    );
    expect(message).toContain('CASCADER_DOCS_OUT');
  });

  it('runs the version of cascader-docs that the commit installs', async () => {
    const tool = `#!/usr/bin/env node
      const fs = require('node:fs'); const out = process.argv[process.argv.indexOf('--out') + 1];
      fs.mkdirSync(out); fs.writeFileSync(out + '/index.html', process.argv.slice(2).join(' ').replace(out, 'OUT'));`;
    const { site } = await createSiteRepository({
      ...SITE,
      'package.json': '{"name": "fixture", "dependencies": {"cascader-docs": "file:./tool"}}',
      'tool/package.json': '{"name": "cascader-docs", "version": "0.0.1", "bin": {"cascader-docs": "cli.cjs"}}',
      'tool/cli.cjs': tool,
    });
    const { page } = await pageAt({ ...site, config: { ...site.config, base: '/lib/' } }, 'HEAD', {
      command: undefined,
    });
    expect(page).toBe('build --out OUT --base /lib/ --no-cache');
  });

  it('writes files that archives leave out, with the filters of the repository', async () => {
    const { site, git, commit } = await createSiteRepository();
    git('config', 'filter.shout.clean', 'cat');
    git('config', 'filter.shout.smudge', 'tr a-z A-Z');
    await commit({ '.gitattributes': 'page.html filter=shout export-ignore\n', 'page.html': 'quiet' });
    expect((await pageAt(site, 'HEAD')).page).toBe('QUIET');
  });

  it('does not change a repository with uncommitted changes, also if an install script changes its own', async () => {
    const hooks = 'git config core.hooksPath hooks && git tag from-install && git commit --quiet --allow-empty -m x';
    const manifest = JSON.stringify({ name: 'fixture', scripts: { prepare: hooks } });
    const repository = await createSiteRepository({ ...SITE, 'package.json': manifest });
    const { site, git, write, commit } = repository;
    vi.stubEnv('GIT_AUTHOR_NAME', 'x').stubEnv('GIT_AUTHOR_EMAIL', 'x@example.org');
    vi.stubEnv('GIT_COMMITTER_NAME', 'x').stubEnv('GIT_COMMITTER_EMAIL', 'x@example.org');
    await commit({ 'page.html': 'second' });
    await write({ 'page.html': 'edited', 'new.txt': 'untracked', 'staged.txt': 'staged' });
    git('add', 'staged.txt');
    // As in a git hook.
    vi.stubEnv('GIT_DIR', path.join(repository.top, '.git')).stubEnv(
      'GIT_INDEX_FILE',
      path.join(repository.top, '.git/index'),
    );
    const before = stateOf(repository);
    expect((await pageAt(site, 'HEAD~1')).page).toBe('first');
    expect(stateOf(repository)).toEqual(before);
    expect(before.status).toBe(' M page.html\nA  staged.txt\n?? new.txt\n');
  });

  it('works in a linked working tree and in a submodule', async () => {
    const { top, git } = await createSiteRepository();
    const linked = path.join(makeFolder('linked', OUTSIDE), 'tree');
    git('worktree', 'add', '--quiet', linked);
    expect((await pageAt(siteIn(linked), 'HEAD')).page).toBe('first');
    const outer = await createSiteRepository({ 'a.txt': '' });
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', top, 'inner');
    const inner = path.join(outer.top, 'inner');
    fs.writeFileSync(path.join(inner, 'page.html'), 'edited');
    expect((await pageAt(siteIn(inner), 'HEAD')).page).toBe('first');
    expect(fs.readFileSync(path.join(inner, 'page.html'), 'utf8')).toBe('edited');
  });

  it('reports submodules, which it leaves out', async () => {
    const other = await createSiteRepository({ 'a.txt': '' });
    const { site, git, commit } = await createSiteRepository();
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.top, 'vendor/other');
    await commit({});
    const { built } = await pageAt(site, 'HEAD');
    expect(built.diagnostics.map(({ code, text }) => `${code} ${text}`)[0]).toMatch(
      /^CD187 Submodules of commit \w{10} are not checked out: vendor\/other$/,
    );
  });

  it('builds in a shallow clone and in a clone without file contents', async () => {
    const build = `${SITE['build.mjs']}
      import { execFileSync } from 'node:child_process';
      const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
      fs.appendFileSync(out + '/index.html', ' ' + git('rev-parse', '--is-shallow-repository') + ' ' + git('rev-list', '--count', 'HEAD'));`;
    const { top, git, commit } = await createSiteRepository({ ...SITE, 'build.mjs': build });
    await commit({ 'page.html': 'second' });
    git('config', 'uploadpack.allowFilter', 'true');
    for (const [option, state] of [
      ['--depth=1', 'true 1'],
      ['--filter=blob:none', 'false 2'],
    ] as const) {
      const clone = path.join(makeFolder('clone', OUTSIDE), 'clone');
      execFileSync('git', ['clone', '--quiet', '--no-checkout', option, pathToFileURL(top).href, clone]);
      const objects = (): unknown => fs.readdirSync(path.join(clone, '.git/objects'), { recursive: true });
      const before = objects();
      expect((await pageAt(siteIn(clone), 'HEAD')).page).toBe(`second ${state}`);
      expect(objects()).toEqual(before);
    }
  });
});

describe('failures of buildAt', () => {
  it('names the command, the exit code, the output and the log of a failed installation', async () => {
    const manifest = JSON.stringify({
      name: 'fixture',
      scripts: { install: 'node -e "console.log(\'no compiler\'); process.exit(3)"' },
    });
    const { site } = await createSiteRepository({ ...SITE, 'package.json': manifest });
    const message = await messageOf(buildAt(site, 'HEAD', { command: COMMAND }));
    expect(message).toMatch(
      /^error CD184: The packages of commit \w{10} cannot be installed: npm install exited with code 3\n/,
    );
    expect(message).toContain('\n    no compiler\n');
    const log = /Full output: (.*)/.exec(message)?.[1] ?? '';
    expect(fs.readFileSync(log, 'utf8')).toMatch(/^\$ npm install\n/);
    expect(leftovers()).toEqual([]);
  });

  it('shows the last 20 lines of a failed build, without colors', async () => {
    const build = "for (let i = 1; i <= 30; i++) console.log('\\u001b[31mline ' + i + '\\u001b[0m'); process.exit(7);";
    const { site } = await createSiteRepository({ ...SITE, 'build.mjs': build });
    const message = await messageOf(buildAt(site, 'HEAD', { command: COMMAND }));
    expect(message).toMatch(
      /^error CD185: The site of commit \w{10} cannot be built: node build\.mjs exited with code 7\n/,
    );
    expect(message).toContain('output:\n    line 11\n');
    expect(message).toContain('\n    line 30\n');
    expect(message).not.toContain('line 10');
  });

  it('is not cached: the build runs again', async () => {
    const { site } = await createSiteRepository({
      ...SITE,
      'build.mjs': `if (process.env.FAILS) process.exit(1);\n${SITE['build.mjs']}`,
    });
    vi.stubEnv('FAILS', '1');
    expect(await messageOf(buildAt(site, 'HEAD', { command: COMMAND }))).toContain('CD185');
    expect(cached(site.root)).toEqual([expect.stringMatching(/\.log$/)]);
    vi.stubEnv('FAILS', '');
    expect((await pageAt(site, 'HEAD')).page).toBe('first');
    expect(cached(site.root)).toEqual([expect.stringMatching(/^[\w-]+$/)]);
  });

  it('ends a command after its time limit', async () => {
    const { site } = await createSiteRepository({ ...SITE, 'build.mjs': 'setInterval(() => {}, 1000);' });
    const message = await messageOf(buildAt(site, 'HEAD', { command: COMMAND, timeout: 1000 }));
    expect(message).toMatch(/CD185: .* node build\.mjs did not finish within 1 s/);
  });

  it('ends all processes when it is aborted, and removes the checkout', async () => {
    const { site, top } = await createSiteRepository({ ...SITE, 'build.mjs': HANGING });
    vi.stubEnv('PIDS', path.join(top, 'node_modules/pids'));
    const controller = new AbortController();
    const building = buildAt(site, 'HEAD', { command: COMMAND, signal: controller.signal });
    const failed = expect(building).rejects.toThrow('stopped');
    await waitFor(() => pidsIn(top).length === 2);
    controller.abort(new Error('stopped'));
    await failed;
    await waitFor(() => pidsIn(top).every((pid) => !isAlive(pid)));
    expect(leftovers()).toEqual([]);
    expect(cached(site.root)).toEqual([]);
  });

  it('suggests similar names for an unknown ref', async () => {
    const { site, git } = await createSiteRepository();
    git('tag', 'v1.2.0');
    git('update-ref', 'refs/remotes/origin/release', 'HEAD');
    expect(await messageOf(buildAt(site, 'v1.2'))).toContain(
      'error CD181: The git ref v1.2 does not exist, or is not a commit\n  → Similar names: v1.2.0',
    );
    expect(await messageOf(buildAt(site, 'release'))).toContain('Similar names: origin/release');
    expect(await messageOf(buildAt(site, 'HEAD:page.html'))).toContain('CD181');
    for (const option of ['--all', '-h', '--since=2020', ''])
      expect(await messageOf(buildAt(site, option))).toContain('CD181');
  });

  it('reports a missing repository, missing git, and a commit without the site', async () => {
    const folder = makeFolder('plain', OUTSIDE);
    expect(await messageOf(buildAt(siteIn(folder), 'HEAD'))).toContain(`CD180: ${folder} is not in a git repository`);
    const { top, commit, site } = await createSiteRepository();
    await commit({ 'docs/page.html': '' });
    expect(await messageOf(buildAt(siteIn(path.join(top, 'docs')), 'HEAD~1', { command: COMMAND }))).toMatch(
      /CD183: Commit \w{10} does not contain the site folder, docs\//,
    );
    vi.stubEnv('TMPDIR', path.join(folder, 'missing'));
    vi.stubEnv('TEMP', path.join(folder, 'missing'));
    expect(await messageOf(buildAt(site, 'HEAD'))).toMatch(
      /CD183: The temporary folder .*missing is not writable: ENOENT/,
    );
    vi.stubEnv('PATH', folder);
    expect(await messageOf(buildAt(site, 'HEAD'))).toContain(
      'CD180: Reading a commit requires git, which is not installed',
    );
  });
});

/** Build that starts another process, and hangs. */
const HANGING = `
import fs from 'node:fs';
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
fs.writeFileSync(process.env.PIDS, process.pid + ' ' + child.pid);
setInterval(() => {}, 1000);
`;

function pidsIn(top: string): number[] {
  try {
    return fs.readFileSync(path.join(top, 'node_modules/pids'), 'utf8').split(' ').map(Number);
  } catch {
    // The build has not started.
    return [];
  }
}

describe('several processes', () => {
  it('leave the repository unchanged when they are killed, and a run on the next day removes what they left', async () => {
    const repository = await createSiteRepository({
      ...SITE,
      'build.mjs': `if (process.env.PIDS) {${HANGING.replaceAll(/import (.*) from (.*);/g, 'const $1 = await import($2);').replace('const fs =', 'const { default: fs } =')}} else {${SITE['build.mjs'].replace("import fs from 'node:fs';", "const fs = await import('node:fs');")}}`,
    });
    const { site, top, write } = repository;
    await write({ 'page.html': 'edited' });
    const before = stateOf(repository);
    const running = await startBuildAt(site.root, 'HEAD', COMMAND, { PIDS: path.join(top, 'node_modules/pids') });
    await waitFor(() => pidsIn(top).length === 2);
    running.child.kill('SIGKILL');
    await running.ended;
    expect(stateOf(repository)).toEqual(before);
    for (const pid of pidsIn(top)) process.kill(pid, 'SIGKILL');
    expect(leftovers()).toHaveLength(1);
    expect((await pageAt(site, 'HEAD')).page).toBe('first');
    // Another process may still use the folder.
    expect(leftovers()).toHaveLength(1);
    ageLeftovers();
    await pageAt(site, 'HEAD', { command: `${COMMAND} again` });
    expect(leftovers()).toEqual([]);
  });

  it('build the same commit at once, and get the same site', async () => {
    const { site, top } = await createSiteRepository({
      ...SITE,
      'build.mjs': `${SITE['build.mjs']}\nfs.appendFileSync(process.env.COUNT, 'x');\nawait new Promise((resolve) => { const wait = setInterval(() => { if (fs.readFileSync(process.env.COUNT, 'utf8') === 'xxx') { clearInterval(wait); resolve(); } }, 20); });`,
    });
    const env = { COUNT: path.join(top, 'node_modules/count') };
    const runs = await Promise.all(Array.from({ length: 3 }, () => startBuildAt(site.root, 'HEAD', COMMAND, env)));
    const folders = await Promise.all(runs.map(async ({ ended }) => JSON.parse(await ended).folder));
    expect(new Set(folders).size).toBe(1);
    expect(fs.readFileSync(path.join(folders[0], 'index.html'), 'utf8')).toBe('first');
    expect(cached(site.root)).toEqual([path.basename(path.dirname(folders[0]))]);
    await pageAt(site, 'HEAD');
  });

  it('evict sites and logs that were not used for a day', async () => {
    const { site } = await createSiteRepository();
    const old = await buildAt(site, 'HEAD', { command: COMMAND });
    const used = await buildAt(site, 'HEAD', { command: `${COMMAND} a` });
    const cache = path.dirname(path.dirname(old.folder));
    fs.writeFileSync(path.join(cache, 'failed.log'), '');
    fs.mkdirSync(path.join(cache, 'killed.new-x/site'), { recursive: true });
    for (const name of fs.readdirSync(cache)) fs.utimesSync(path.join(cache, name), new Date(0), new Date(0));
    expect((await buildAt(site, 'HEAD', { command: `${COMMAND} a` })).isCached).toBe(true);
    const { folder } = await buildAt(site, 'HEAD', { command: `${COMMAND} b` });
    expect(cached(site.root)).toEqual([used.folder, folder].map((one) => path.basename(path.dirname(one))).sort());
  });
});
