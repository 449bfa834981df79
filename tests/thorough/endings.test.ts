import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, listFiles } from '../helpers/build-site.ts';
import { BIN, endSeen, start } from '../helpers/command.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { COMMANDS, type CommandSite, createLibrarySite, FAULTS, spoil } from '../helpers/faulty-sites.ts';

afterAll(endSeen);

/** Every command that reads a site and exits, or serves it until it is stopped. */
const ALL: [command: string, args: string[]][] = [
  ...COMMANDS.map((command): [string, string[]] => [command, command.split(' ')]),
  ['sandbox create', ['sandbox', 'create', '--dry-run', '--root']],
  ['dev', ['dev', '--port', '0']],
  ['preview', ['preview', '--port', '0']],
];

let site: CommandSite;

beforeAll(async () => {
  site = await createLibrarySite({ types: true });
});

describe('a command that meets an error', () => {
  const firsts = FAULTS.filter(({ stage }, index) => FAULTS.findIndex((fault) => fault.stage === stage) === index);
  const endless = FAULTS.filter(({ what }) => what.includes('hangs'));

  it.each([...firsts, ...endless])('exits, and leaves nothing behind: $stage: $what', async (fault) => {
    await site.empty();
    const restore = await spoil(site, fault);
    const { code, left } = await site.run(['build', '.', ...(fault.args ?? [])]);
    await restore();
    expect({ code, left }).toEqual({ code: fault.codes[0], left: [] });
  });

  it.each(COMMANDS.map((command, index) => [command, index] as const))('exits: %s', async (command, index) => {
    await site.empty();
    const fault = FAULTS.find(({ what }) => what === 'a missing demo') as (typeof FAULTS)[number];
    const restore = await spoil(site, fault);
    const { code, left } = await site.run([...command.split(' '), '.']);
    await restore();
    expect({ code, left }).toEqual({ code: fault.codes[index], left: [] });
  });
});

describe('a command that is stopped', () => {
  // Alternates between a signal early in the run and one while types are read or the bundler runs. A signal may arrive
  // twice.
  it.each(
    ALL.map(([name, args], index) => ({ name, args, after: index % 2 ? 700 : 150 })),
  )('by a signal leaves nothing behind: $name after $after ms', async ({ args, after }) => {
    await site.empty();
    const { code, left, stderr } = await site.run([...args, '.'], {
      signals: [
        ['SIGTERM', after],
        ['SIGTERM', after + 5],
      ],
    });
    // The signal may arrive before a handler is installed, or after all work is done.
    expect([0, 2, 143, 'SIGTERM']).toContain(code);
    expect(left).toEqual([]);
    expect(stderr).not.toMatch(/\n\s+at |fatal error/);
  });

  it('by several signals while it writes cleans up, or has succeeded', async () => {
    const pages = Array.from({ length: 400 }, (_, page) => [`docs/p${page}.md`, `# Page ${page}\n`]);
    const { root } = await createSite(Object.fromEntries(pages));
    const { child, ended } = start(['build', root]);
    await waitFor(async () => (await fs.readdir(root)).some((name) => name.startsWith('.dist')));
    for (let count = 0; count < 3; count++) child.kill('SIGINT');
    const code = await ended;
    expect([0, 130]).toContain(code);
    expect(await fs.readdir(root)).toEqual(['.gitignore', ...(code === 0 ? ['dist'] : []), 'docs', 'package.json']);
  });
});

describe('a program that builds', () => {
  it('may be passed to Node.js as text', async () => {
    await site.empty();
    const tool = pathToFileURL(path.resolve(import.meta.dirname, '../../lib/index.js'));
    const program = `import { build } from '${tool}'; console.log((await build()).pages > 0);`;
    const command = start(['--eval', program], { bin: '--input-type=module', cwd: site.root });
    expect({ code: await command.ended, printed: command.stdout(), stderr: command.stderr() }).toEqual({
      code: 0,
      printed: 'true\n',
      stderr: '',
    });
  });
});

describe('a command whose output is not read', () => {
  it('does its work nevertheless', async () => {
    const { root } = await createSite({ 'docs/index.md': '# Home\n' });
    const { child, ended } = start(['build', root]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await ended).toBe(0);
    expect(await listFiles(path.join(root, 'dist'))).toContain('index.html');
  });
});

/** Runs a command in a terminal, with `script` from util-linux, which Linux distributions include. */
describe.runIf(process.platform === 'linux')('dev in a terminal', () => {
  it.each([
    ['Ctrl+C', '\u0003', 130],
    ['q', 'q', 0],
  ])('exits on %s', async (_, key, expected) => {
    await site.empty();
    const command = [process.execPath, BIN, 'dev', site.root, '--port', '0'].map((part) => `'${part}'`).join(' ');
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { stdio: 'pipe' });
    let output = '';
    terminal.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const ended = new Promise((resolve) => terminal.on('close', resolve));
    await waitFor(() => output.includes('http://'));
    terminal.stdin.write(key);
    expect(await ended).toBe(expected);
  });
});
