import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../src/shared/command-names.ts';
import { createSite, listFiles } from '../helpers/build-site.ts';
import { BIN, run as cli, start } from '../helpers/command.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { createRepository } from '../helpers/git.ts';
import { growOld } from '../helpers/grow-old.ts';

const home = { 'docs/index.md': '# Home\n\nText.\n' };
const broken = { 'docs/index.md': '# Home\n\n[x](./gone.md)\n' };

describe('command line', () => {
  it('prints its help', async () => {
    const { code, stdout } = await cli(['--help']);
    expect(code).toBe(0);
    expect(stdout.match(/(?<=^ {2})(?!help|npx)[a-z][\w-]*(?=[ |])/gm)).toEqual(COMMAND_NAMES);
    expect((await cli(['build', '--help'])).stdout).toContain('--strict');
  });

  it('prints one located message for a promise of the configuration that rejects with `null`', async () => {
    const code = 'Promise.reject(null); await new Promise((resolve) => setTimeout(resolve, 1000));';
    const { root } = await createSite({ ...home, 'cascader-docs.config.ts': `${code}\nexport default {};\n` });
    const { code: exitCode, stderr } = await cli(['build'], { cwd: root });
    const message = 'cascader-docs.config.ts:1:1 - error CD101: The configuration file threw an error: null\n';
    expect([exitCode, stderr.slice(0, message.length)]).toEqual([2, message]);
    expect(stderr.match(/error/g)).toHaveLength(3);
  });

  it.each([
    'Promise.reject(null);',
    'setTimeout(() => { throw null; }, 0);',
  ])('does not blame itself for a configuration with `%s`', async (code) => {
    const { root } = await createSite({ ...home, 'cascader-docs.config.ts': `${code}\nexport default {};\n` });
    const { code: exitCode, stderr } = await cli(['build'], { cwd: root });
    expect([exitCode, stderr]).toEqual([
      1,
      "✖ The site's code threw `null`, which has no location. Throw an error: `throw new Error('…')`\n",
    ]);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(await fs.readFile(path.resolve(BIN, '../../package.json'), 'utf8'));
    expect((await cli(['--version'])).stdout.trim()).toBe(version);
  });

  it.each([
    ['Bun 1.3.2', { bun: '1.3.2' }],
    ['Deno 2.5.0', { deno: '2.5.0' }],
    ['Node.js 20.18.3', { node: '20.18.3' }],
    ['Node.js 18.20.8', { node: '18.20.8' }],
  ])('reports that it needs Node.js when it runs in %s', async (name, versions) => {
    const { engines } = JSON.parse(await fs.readFile(path.resolve(BIN, '../../package.json'), 'utf8'));
    const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, ...${JSON.stringify(versions)} } });`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
    const { code, stderr } = await cli(['build'], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      `✖ cascader-docs needs Node.js ${engines.node.replace('>=', '')} or later, and this is ${name}.\n`,
    );
    expect(stderr).toContain('Run it with Node.js');
  });

  it('shows the stack of an internal error with --debug, with source locations', async () => {
    const { root } = await createSite(home);
    const script = "process.stdout.write = () => { throw new Error('out of order'); };";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
    const { code, stderr } = await cli(['--debug', 'build', root], { env });
    expect(code).toBe(70);
    expect(stderr).toContain('Internal error: out of order');
    const [, line] = /at write \(.*[\\/]src[\\/]kit[\\/]output\.ts:(\d+):\d+\)/.exec(stderr) ?? [];
    const source = await fs.readFile(path.resolve(BIN, '../../src/kit/output.ts'), 'utf8');
    expect(source.split('\n')[Number(line) - 1]).toContain('stream.write(');
  });

  it('prints each cache lookup, and what changed, with CASCADER_DOCS_DEBUG=store', async () => {
    const demo = (text: string) => `export default () => <p>${text}</p>;\n`;
    const { root, write } = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/d.tsx"></code>\n',
      'docs/other.md': '# Other\n',
      'demos/d.tsx': demo('first'),
      'node_modules/.keep': '',
    });
    await growOld();
    const lookups = async (...args: string[]) => {
      const { stderr } = await cli(['build', ...args], { cwd: root, env: { CASCADER_DOCS_DEBUG: 'store' } });
      return stderr.split('\n').filter((line) => line.startsWith('store '));
    };
    expect(await lookups()).toEqual(expect.arrayContaining(['store miss page /other (the cache has no entry for it)']));
    expect(await lookups()).toEqual(['store hit  build']);
    await write({ 'demos/d.tsx': demo('second') });
    await growOld();
    expect(await lookups()).toEqual(
      expect.arrayContaining([
        'store miss build (demos/d.tsx changed)',
        'store hit  page /other',
        'store hit  demo-styles',
        'store miss demos (demos/d.tsx changed)',
      ]),
    );
    expect(await lookups('--base', '/x/')).toEqual(expect.arrayContaining(['store miss react (key.1.base changed)']));
  });

  it('summarizes a build of the working directory into another folder, and writes its Chrome trace', async () => {
    const { root } = await createSite({
      'docs/index.md': '# Home\n\n<code src="../demos/d.tsx"></code>\n',
      'demos/d.tsx': 'export default () => <p>demo</p>;\n',
    });
    const { code, stdout, stderr } = await cli(['build', '--out', 'site', '--trace', 'trace.json'], { cwd: root });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await listFiles(path.join(root, 'site'))).toContain('index.html');
    expect(stdout).toMatch(/1 page, 1 demo, \d+ files, [\d.]+ [kM]B in [\d.]+ s/);
    expect(stdout).toMatch(/load \d+ · compile \d+ · types \d+ · bundle \d+ · prerender \d+ · write \d+ ms/);
    const events = JSON.parse(await fs.readFile(path.join(root, 'trace.json'), 'utf8')) as Record<string, unknown>[];
    const number = expect.any(Number);
    for (const event of events)
      expect(event).toMatchObject({ ph: 'X', ts: number, dur: number, pid: number, tid: number });
    const tasks = events.map(({ cat, name, args }) => [cat, name, (args as { worker: string }).worker].join(' '));
    expect(tasks).toEqual(
      expect.arrayContaining([
        ...['load', 'compile', 'bundle', 'prerender', 'write'].map((stage) => `stage ${stage} stages`),
        'page docs/index.md main',
        'demo docs-demo-d demos',
      ]),
    );
  });

  it('prints time and memory of a build per stage', async () => {
    const demo = '```tsx\nexport default () => <b>x</b>;\n```\n';
    const { root } = await createSite({ ...home, 'docs/slow.md': `# Slow\n\n${demo}` });
    const { stdout } = await cli(['build', root, '--stats']);
    for (const line of [
      /^ +load +\d+ +\d+$/m,
      /^ +this process +\d+ +\d+ MB$/m,
      /^ +docs\/slow\.md +\d+$/m,
      /^ +docs-slow-demo-0 +\d+$/m,
    ])
      expect(stdout).toMatch(line);
    if (process.platform === 'linux') expect(stdout).toMatch(/^ +demo-worker +\d+ +\d+ MB$/m);
    const json = await cli(['build', root, '--stats', '--format', 'json']);
    const { stats } = JSON.parse(json.stdout.trim().split('\n').at(-1) ?? '').summary;
    expect(stats.slowestDemos.map(({ name }: { name: string }) => name)).toEqual(['docs-slow-demo-0']);
    expect(stats.stages.write.cpu).toBeGreaterThan(0);
  });

  it('lists missing and outdated translations', async () => {
    const { root, write } = await createSite({
      ...home,
      'docs/index.de.md': '# Heim\n',
      'docs/new.md': '# New\n',
      'docs/tabbed.md': '# Tabbed\n',
      'docs/tabbed.$tab-more.md': '# More\n',
      'docs/tabbed.de.md': '# Geteilt\n',
      'cascader-docs.config.ts': `export default {
        locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }, { id: 'fr', name: 'Français' }],
      };`,
    });
    const { git } = createRepository(root);
    await write({ 'docs/tabbed.$tab-more.md': '# More of it\n', 'docs/index.de.md': '# Daheim\n' });
    git('commit', '--quiet', '--all', '--date', '2040-05-06T12:00:00Z', '-m', 'second');
    // An uncommitted change counts as current, because it is about to be committed.
    await write({ 'docs/index.md': '# Home again\n' });
    const { code, stdout, stderr } = await cli(['translations', root]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [missing, outdated, german, ...french] = stdout.trim().split('\n');
    expect(missing).toBe('missing  docs/new.md → /de/new');
    expect(outdated).toMatch(/^outdated docs\/tabbed\.de\.md \d{4}-\d\d-\d\d, docs\/tabbed\.md 2040-05-06$/);
    expect(german).toBe('! Deutsch (de): 2 of 3 pages translated, 1 of them outdated');
    expect(french).toContain('missing  docs/index.md → /fr');
    expect(french.at(-1)).toBe('! Français (fr): 0 of 3 pages translated, 0 of them outdated');
    const strict = await cli(['translations', root, '--strict', '--format', 'json']);
    expect(strict.code).toBe(1);
    expect(JSON.parse(strict.stdout)).toMatchObject({ pages: 3, hasDates: true, locales: [{ translated: 2 }, {}] });
  });

  it('exits with 1 on content errors, with their location and without a stack', async () => {
    const { root } = await createSite(broken);
    const { code, stderr } = await cli(['build', root]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^docs\/index\.md:3:5 - error CD\d{3}: /);
    expect(stderr).toContain('3 │ [x](./gone.md)');
    expect(stderr).toContain('1 error; nothing was written.');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('prints the diagnostics of a file together, in the order of their lines', async () => {
    const { root } = await createSite({
      'docs/index.md': '# A\n\n<code src="../demos/a.tsx"></code>\n\n[x](./gone.md)\n\n[y](./index.md#gone)\n',
      'docs/other.md': '# B\n\n[x](./gone.md)\n',
      'demos/a.tsx': "/**\n * titel: A\n */\nimport './gone';\nexport default () => null;\n",
    });
    const { stderr } = await cli(['build', root]);
    const places = stderr.match(/^[\w/.]+:\d+(?=:\d+ - )/gm) ?? [];
    expect(places).toHaveLength(5);
    const files = [...new Set(places.map((place) => place.split(':')[0]))];
    const lineOf = (place: string): number => Number(place.split(':')[1]);
    const sorted = files.flatMap((file) =>
      places.filter((place) => place.startsWith(`${file}:`)).sort((a, b) => lineOf(a) - lineOf(b)),
    );
    expect(places).toEqual(sorted);
  });

  it('says only after commands that write that nothing was written', async () => {
    const { root } = await createSite({ ...home, 'cascader-docs.config.ts': 'throw new Error("bad day");\n' });
    for (const command of ['check', 'preview', 'translations']) {
      const { code, stderr } = await cli([command, root]);
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(stderr).toMatch(/^✖ 1 error\.$/m);
    }
    for (const command of ['build', 'pack'])
      expect((await cli([command, root])).stderr).toMatch(/^✖ 1 error; nothing was written\.$/m);
  });

  it('prints commands for the package manager of the project', async () => {
    const demo = "import 'no-such-package';\nexport default () => <b>a</b>;\n";
    const { root } = await createSite({
      'docs/index.md': '# A\n\n<code src="./_a.tsx"></code>\n',
      'docs/_a.tsx': demo,
      'pnpm-lock.yaml': '',
    });
    expect((await cli(['build'], { cwd: root })).stderr).toContain('`pnpm add no-such-package`');
    const { stdout } = await cli(['build', '--format', 'json'], { cwd: root });
    expect(stdout).toContain('`pnpm add no-such-package`');
  });

  it('prints diagnostics as JSON, one per line', async () => {
    const { root } = await createSite(broken);
    const { code, stdout } = await cli(['build', root, '--format', 'json']);
    expect(code).toBe(1);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ severity: 'error', location: { file: 'docs/index.md', line: 3, column: 5 } });
  });

  it.each([
    [['bild'], 'Unknown command `bild`'],
    [['build', '--format', 'xml'], 'Allowed choices are text, json'],
    [['preview', '--port', '70000'], '0 to 65535'],
    [['build', 'no/such/folder'], 'no/such/folder'],
  ])('exits with 2 on invalid usage: %j', async (args, message) => {
    const { code, stderr } = await cli(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('exits with 3 when the output cannot be written', async () => {
    const { root } = await createSite(home);
    await fs.writeFile(path.join(root, 'blocked'), '');
    const { code, stderr } = await cli(['build', root, '--out', path.join(root, 'blocked/site')]);
    expect(code).toBe(3);
    expect(stderr).toContain('blocked');
  });

  it('serves the built site, and reports when there is none', async () => {
    const { root } = await createSite(home);
    const missing = await cli(['preview', root]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('build');
    await cli(['build', root]);
    const { child, ended, stdout } = start(['preview', root, '--port', '0']);
    await waitFor(() => /http:\/\/localhost:\d+\//.test(stdout()));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });
});
