import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../helpers/command.ts';

const FILES = {
  'package.json': '{ "name": "kit", "version": "1.0.0" }',
  'src/index.tsx': 'export const Button = (props: { tone?: string }) => <b>{props.tone}</b>;\n',
  'docs/index.md': '# Home\n',
};

/** Only root can mount a file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Options of the file system, the exit code of each command, and a part of its message. */
const SYSTEMS: [what: string, options: string, remount: string | undefined, commands: [string, number, RegExp][]][] = [
  ['full disk', 'size=300k', undefined, [['build', 3, /CD603: No space left on the disk to write dist\//]]],
  [
    'read-only folder',
    'size=4m',
    'remount,ro',
    [
      ['build', 2, /CD601: The output folder dist cannot be replaced, because its parent folder is not writable/],
      ['pack', 3, /CD604: Cannot write skills\/kit: /],
      ['init ./new', 3, /CD130: Cannot write the starter: /],
      ['check', 3, /CD104: The system refused `mkdir`: /],
    ],
  ],
];

describe.skipIf(!canMount).each(SYSTEMS)('a %s', (_, options, remount, commands) => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'cascader-unwritable-'));
  const list = (): string[] => fs.readdirSync(root, { recursive: true }).map(String).sort();
  let before: string[];

  beforeAll(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root]);
    for (const [file, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    if (remount) execFileSync('mount', ['-o', remount, root]);
    before = list();
  });

  afterAll(() => {
    execFileSync('umount', [root]);
    fs.rmdirSync(root);
  });

  it.each(commands)('ends `%s` with a message, and nothing is half written', async (command, exitCode, message) => {
    const { ended, stderr } = start(command.split(' '), { cwd: root });
    expect(await ended).toBe(exitCode);
    expect(stderr()).toMatch(message);
    expect(stderr()).not.toMatch(/\n\s+at /);
    expect(list()).toEqual(before);
  });
});
