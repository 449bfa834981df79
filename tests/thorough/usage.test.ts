import os from 'node:os';
import { expect, it } from 'vitest';
import { start } from '../helpers/command.ts';

const HELP = /^ {2}(?!help\b)([a-z]+)\b(?= .*\S)/gm;

/** Runs a command. No command of this test gets as far as reading a site. */
const run = async (args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  const { ended, stdout, stderr } = start(args, { cwd: os.tmpdir() });
  return { code: await ended, stdout: stdout(), stderr: stderr() };
};

/** Returns the names of the commands that a help text lists. */
const commandsIn = (help: string): string[] =>
  [...(/\nCommands:\n(.*?)(?:\n\n|$)/s.exec(help)?.[1] ?? '').matchAll(HELP)].flatMap(([, name]) => name ?? []);

it('each command refuses an unknown option and further arguments', async () => {
  const commands = commandsIn((await run(['--help'])).stdout);
  expect(commands).toContain('build');
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    const wrong = await run([command, '--nope']);
    expect([command, wrong.code, wrong.stdout]).toEqual([command, 2, '']);
    expect(wrong.stderr).toMatch(/^error: Unknown option `--nope`\n/);
    const many = await run([command, 'a', 'b', 'c', 'd', 'e']);
    expect([command, many.code, many.stdout]).toEqual([command, 2, '']);
    expect(many.stderr).toMatch(/^error: (?:Too many arguments|Unknown command)/);
    expect(wrong.stderr + many.stderr).not.toMatch(/\n\s+at /);
  }
});

it.each([
  [['dev', '--port', 'x'], 'Option `--port <number>` argument `x` is invalid'],
  [['preview', '--port'], 'Option `--port <number>` argument missing'],
  [['pack', '--max-size', '-1'], 'Option `--max-size <kB>` argument'],
  [['api', 'diff'], 'Missing required argument `older`'],
  [['api', 'diff', '1', '2', '--fail-on', 'x'], 'Option `--fail-on <changes>` argument `x` is invalid'],
  [['api', 'history', 'a', 'b'], 'Too many arguments for `history`'],
  [['versions', 'add'], 'Missing required argument `id`'],
])('%j is a wrong use', async (args, message) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`error: ${message}`);
  expect(stderr).not.toMatch(/\n\s+at /);
});
