import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { run as runCommand } from '../helpers/command.ts';
import { createFolder } from '../unit/output/folders.ts';
import { type Answer, startCodeSandbox } from '../unit/tools/sandbox/code-sandbox-server.ts';

const project = path.resolve(import.meta.dirname, '../..');
const key = 'csb_v1_topsecret';
const list = 'demos/sandboxes.json';

interface RunOptions {
  /** URL of the fake service. Default: one at which no server listens. */
  service?: string;
  key?: string;
  /** Folder of the tool. */
  tool?: string;
  /** Receives a function that kills the process, once it runs. */
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `sandbox create` of the built tool. Its output must not contain the key. */
async function run(root: string, args: string[], options: RunOptions = {}) {
  const { service = 'http://127.0.0.1:9', tool = project } = options;
  const { code, stdout, stderr } = await runCommand(['sandbox', 'create', '--root', root, ...args], {
    bin: path.join(tool, 'bin/cascader-docs.js'),
    env: { CSB_BASE_URL: service, CSB_API_KEY: options.key ?? key },
    onStart: ({ child }) => options.onStart?.((signal) => child.kill(signal)),
  });
  expect(stdout + stderr).not.toContain('topsecret');
  expect(stderr).not.toMatch(/\n\s+at /);
  return { code, stdout, stderr };
}

/** Creates a site with a page that embeds a demo for each name. */
async function createDemos(...names: string[]) {
  const site = await createSite({
    'docs/index.md': `# Home\n\n${names.map((name) => `<code src="../demos/${name}.tsx">Demo ${name}</code>\n`).join('\n')}`,
    ...Object.fromEntries(names.map((name) => [`demos/${name}.tsx`, demo(name)])),
  });
  return {
    ...site,
    readList: async () => JSON.parse(await readFile(path.join(site.root, list), 'utf8')),
    listFile: path.join(site.root, list),
  };
}

/** Copies the built tool into its own folder, with every package except CodeSandbox's. */
async function makeCopyOfTool(): Promise<string> {
  const tool = await createFolder();
  for (const name of ['bin', 'lib', 'src', 'package.json'])
    await cp(path.join(project, name), path.join(tool, name), { recursive: true });
  await mkdir(path.join(tool, 'node_modules'));
  for (const name of await readdir(path.join(project, 'node_modules')))
    if (name !== '@codesandbox')
      await symlink(path.join(project, 'node_modules', name), path.join(tool, 'node_modules', name));
  return tool;
}

let copy: Promise<string> | undefined;

/** Returns the same copy to all callers. */
function copyTool(): Promise<string> {
  copy ??= makeCopyOfTool();
  return copy;
}

const demo = (label: string): string => `export default () => <button type="button">${label}</button>;\n`;
const box = (number: number) => ({ id: `box${number}`, url: `https://codesandbox.io/s/box${number}` });
const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
const exists = (file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  );

describe('sandbox create', () => {
  it('creates a sandbox for every demo, a few at a time, and lists them', async () => {
    const { root, readList } = await createDemos('a', 'b', 'c', 'd', 'e');
    const { url, requests, most } = await startCodeSandbox(() => ({ status: 201, delay: 150 }));
    const { code, stdout, stderr } = await run(root, [], { service: url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('✔ docs-demo-a  https://codesandbox.io/s/box1\n');
    expect(stdout).toMatch(/✔ 5 created → .*demos\/sandboxes\.json\n$/);
    expect(requests.map(({ body }) => body.title).sort()).toEqual(['Demo a', 'Demo b', 'Demo c', 'Demo d', 'Demo e']);
    expect(requests[0]?.authorization).toBe(`Bearer ${key}`);
    expect(most()).toBeGreaterThan(1);
    expect(most()).toBeLessThanOrEqual(3);
    const entries = await readList();
    expect(Object.keys(entries)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `docs-demo-${name}`));
    expect(entries['docs-demo-a']).toEqual({ ...box(1), hash });
  });

  it('leaves unchanged demos alone, replaces changed ones, and replaces all with --force', async () => {
    const { root, write, readList, listFile } = await createDemos('a', 'b');
    const { url, requests } = await startCodeSandbox();
    await run(root, [], { service: url });
    const first = await readFile(listFile, 'utf8');

    const again = await run(root, [], { service: url });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(
      '= docs-demo-a  unchanged; --force creates a new sandbox  https://codesandbox.io/s/box',
    );
    expect(again.stdout).toContain('0 created, 2 unchanged');
    expect(requests).toHaveLength(2);
    expect(await readFile(listFile, 'utf8')).toBe(first);

    await write({ 'demos/b.tsx': demo('changed') });
    const old = (await readList())['docs-demo-b'];
    const changed = await run(root, [], { service: url });
    expect(changed.stdout).toContain(
      `✔ docs-demo-b  https://codesandbox.io/s/box3 (${old.url} stays in your workspace)`,
    );
    expect(requests).toHaveLength(3);
    expect((await readList())['docs-demo-b']).toEqual({ ...box(3), hash: expect.not.stringMatching(old.hash) });

    expect((await run(root, ['a', '--force'], { service: url })).stdout).toContain('1 created');
    expect((await readList())['docs-demo-a']).toMatchObject(box(4));
  });

  it('keeps entries of other demos, reports those without a demo, and removes them with --prune', async () => {
    const { root, write, readList } = await createDemos('a', 'b');
    const [other, odd, gone] = [{ ...box(8), hash: 'x' }, 'mine', { ...box(9), hash: 'y' }];
    await write({ [list]: JSON.stringify({ 'docs-demo-gone': gone, 'docs-demo-b': other, odd }) });
    const { url } = await startCodeSandbox();
    const output = await run(root, ['a'], { service: url });
    expect(output.code).toBe(0);
    expect(output.stdout).toContain(
      '! docs-demo-gone  is in the list, but the demo does not exist; --prune removes it',
    );
    expect(output.stderr).toContain('warning CD702: The entry for odd is ignored: it is not an object');
    expect(await readList()).toEqual({
      'docs-demo-a': { ...box(1), hash },
      'docs-demo-b': other,
      'docs-demo-gone': gone,
      odd,
    });

    const pruned = await run(root, ['a', '--prune'], { service: url });
    expect(pruned.stdout).toContain(`✔ docs-demo-gone  removed from the list (${gone.url} stays in your workspace)`);
    expect(pruned.stdout).toContain('1 unchanged');
    expect(Object.keys(await readList())).toEqual(['docs-demo-a', 'docs-demo-b']);
  });

  it('leaves an entry without a hash alone, because it was written manually', async () => {
    const { root, write, readList } = await createDemos('a');
    await write({ [list]: JSON.stringify({ 'docs-demo-a': box(7) }) });
    const { url } = await startCodeSandbox();
    expect((await run(root, [], { service: url })).stdout).toContain('0 created, 1 unchanged');
    expect((await run(root, ['--force'], { service: url })).stdout).toContain('1 created');
    expect(await readList()).toEqual({ 'docs-demo-a': { ...box(1), hash } });
  });

  it('prints JSON, one object per line', async () => {
    const { root, listFile } = await createDemos('a', 'b');
    const { url } = await startCodeSandbox((_, number) => (number === 1 ? 201 : 422));
    const { code, stdout } = await run(root, ['--format', 'json'], { service: url });
    expect(code).toBe(3);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(4);
    // In the order of the responses.
    expect(lines.slice(0, 2)).toContainEqual({
      sandbox: { demo: expect.any(String), status: 'created', url: box(1).url },
    });
    expect(lines.slice(0, 2)).toContainEqual({ sandbox: { demo: expect.any(String), status: 'failed' } });
    expect(lines[2]).toMatchObject({ severity: 'error', code: 'CD703' });
    expect(lines[3]).toEqual({ summary: { file: listFile, created: 1, failed: 1 } });
  });
});

describe('sandbox create, when requests fail', () => {
  it('records the created sandboxes, and continues after a rejected project', async () => {
    const { root, readList } = await createDemos('a', 'b', 'c', 'd');
    const refuse = ({ body }: { body: { title: string } }): Answer => (body.title === 'Demo b' ? 422 : 201);
    const { url } = await startCodeSandbox(refuse);
    const { code, stdout, stderr } = await run(root, [], { service: url });
    expect(code).toBe(3);
    expect(stdout).toContain('✖ docs-demo-b  failed, see below');
    expect(stdout).toContain('✖ 3 created, 1 failed');
    expect(stderr).toContain(
      'error CD703: No sandbox for docs-demo-b: CodeSandbox refused the request (status 422): reason 422',
    );
    expect(stderr).not.toContain('nothing was written');
    expect(Object.keys(await readList())).toEqual(['docs-demo-a', 'docs-demo-c', 'docs-demo-d']);
  });

  it.each([401, 429])('does not try the rest after status %i, and creates them the next time', async (status) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { root, readList } = await createDemos(...names);
    const answer = (_: unknown, number: number): Answer => (number === 1 ? 201 : { status, delay: 60 });
    const { url, requests } = await startCodeSandbox(answer);
    const { code, stdout, stderr } = await run(root, [], { service: url });
    expect(code).toBe(3);
    expect(stderr).toContain(`CodeSandbox refused the request (status ${status})`);
    expect(stdout).toMatch(/- docs-demo-h {2}not attempted/);
    expect(requests.length).toBeLessThan(names.length);
    expect(Object.keys(await readList())).toHaveLength(1);

    const { url: restored } = await startCodeSandbox();
    expect((await run(root, [], { service: restored })).stdout).toContain('7 created, 1 unchanged');
  });

  it('prints the URL of a sandbox that cannot be recorded', async () => {
    const { root } = await createDemos('a', 'b', 'c', 'd', 'e', 'f');
    // The name is short enough for the list, but not for the temporary file beside it.
    const file = path.join(root, `${'x'.repeat(250)}.json`.slice(-250));
    const { url, requests } = await startCodeSandbox();
    const { code, stderr } = await run(root, ['--file', file], { service: url });
    expect(code).toBe(3);
    expect(stderr).toMatch(/error CD604: Cannot write x+\.json: .+ \(ENAMETOOLONG\)/);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThanOrEqual(3);
    for (const number of requests.keys()) expect(stderr).toContain(`"url": "${box(number + 1).url}"`);
  });
});

describe('sandbox create, before any request', () => {
  it.each([
    ['', 'error CD160: Creating sandboxes requires a CodeSandbox API key, but CSB_API_KEY is not set'],
    ['  ', 'CSB_API_KEY is not set'],
    ['csb_v1 topsecret\nx', 'error CD160: CSB_API_KEY contains characters that a CodeSandbox API key cannot contain'],
  ])('requires a usable key: %j', async (wrong, text) => {
    const { root, listFile } = await createDemos('a');
    const { url, requests } = await startCodeSandbox();
    const { code, stderr } = await run(root, [], { service: url, key: wrong });
    expect(code).toBe(2);
    expect(stderr).toContain(text);
    expect(stderr).toContain('https://codesandbox.io/t/api');
    expect(requests).toEqual([]);
    expect(await exists(listFile)).toBe(false);
  });

  it('explains how to install the package when it is missing', async () => {
    const tool = await copyTool();
    const root = await createFolder({ 'package.json': '{}', 'docs/index.md': '# Home\n' });
    const { code, stderr } = await run(root, [], { tool });
    expect(code).toBe(2);
    expect(stderr).toContain('error CD161: Creating sandboxes requires @codesandbox/sdk, which is not installed');
    expect(stderr).toContain('npm install --save-dev @codesandbox/sdk');
  });

  it('stops on errors of the site', async () => {
    const { root, write } = await createDemos('a');
    await write({ 'docs/other.md': '[x](./gone.md)\n' });
    const { url, requests } = await startCodeSandbox();
    const { code, stderr } = await run(root, [], { service: url });
    expect(code).toBe(1);
    expect(stderr).toContain('docs/other.md:1:5 - error');
    expect(requests).toEqual([]);
  });
});

describe('sandbox create --dry-run', () => {
  it('prints each project, without a key, a request or a file', async () => {
    const { root, listFile } = await createDemos('a', 'b');
    const { url, requests } = await startCodeSandbox();
    const { code, stdout, stderr } = await run(root, ['a', '--dry-run'], { service: url, key: '' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^docs-demo-a {2}Demo a\n/);
    expect(stdout).toMatch(/ source {4}demos\/a\.tsx\n {2}template {2}create-react-app\n/);
    expect(stdout).toMatch(/ App\.tsx {2}\d+ B\n/);
    expect(stdout).toMatch(/ packages {2}react {2}19\./);
    expect(stdout).not.toContain('docs-demo-b');
    expect(requests).toEqual([]);
    expect(await exists(listFile)).toBe(false);
  });

  it('prints whole projects as JSON, one per line', async () => {
    const { root } = await createDemos('a', 'b');
    const { code, stdout } = await run(root, ['--dry-run', '--format', 'json'], { key: '' });
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ demo, file }) => [demo, file])).toEqual([
      ['docs-demo-a', 'demos/a.tsx'],
      ['docs-demo-b', 'demos/b.tsx'],
    ]);
    expect(lines[0].project).toMatchObject({ title: 'Demo a', template: 'create-react-app' });
    expect(lines[0].project.files['App.tsx']).toContain(demo('a').trim());
  });
});

describe('sandbox create, interrupted', () => {
  it('records pending requests, and starts no others', async () => {
    const { root, readList } = await createDemos('a', 'b', 'c', 'd', 'e', 'f');
    let interrupt: (signal: NodeJS.Signals) => void = () => undefined;
    const { url, requests } = await startCodeSandbox((_, number) => {
      if (number === 3) interrupt('SIGINT');
      return { status: 201, delay: 500 };
    });
    const { code, stdout } = await run(root, [], {
      service: url,
      onStart: (kill) => {
        interrupt = kill;
      },
    });
    expect(code).toBe(130);
    expect(requests).toHaveLength(3);
    expect(Object.keys(await readList())).toHaveLength(3);
    expect(stdout).toContain('3 created, 3 skipped');
  });

  it('exits soon when the service does not answer, and reports what may be left', async () => {
    const { root, listFile } = await createDemos('a');
    let [interrupt, since] = [(_: NodeJS.Signals): void => undefined, 0];
    const { url } = await startCodeSandbox(() => {
      since = Date.now();
      interrupt('SIGTERM');
      return { status: 201, delay: 60_000 };
    });
    const { code, stderr } = await run(root, [], {
      service: url,
      onStart: (kill) => {
        interrupt = kill;
      },
    });
    expect(code).toBe(143);
    expect(Date.now() - since).toBeLessThan(30_000);
    expect(stderr).toContain(
      'error CD704: No sandbox for docs-demo-a: CodeSandbox did not respond: the request was canceled',
    );
    expect(await exists(listFile)).toBe(false);
  });
});
