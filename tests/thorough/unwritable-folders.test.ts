import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartOptions, start } from '../helpers/command.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { createPublished } from '../helpers/published-library.ts';

const FILES = {
  'package.json': '{ "name": "kit", "version": "1.0.0" }',
  'src/index.tsx': 'export const Button = (props: { tone?: string }) => <b>{props.tone}</b>;\n',
  'docs/index.md': '# Home\n\n<code src="../demos/button.tsx"></code>\n\n<API id="Button" />\n',
  'demos/button.tsx': 'import { Button } from \'kit\';\nexport default () => <Button tone="loud" />;\n',
};

const CONFIG = { 'cascader-docs.config.ts': "export default { title: 'Kit' };\n" };

/** Only root can mount a file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a file system of a size for the tests of a group, with files, and fills or locks it. */
function mountSystem(options: string, files: Record<string, string>, { remount = '' } = {}): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'cascader-unwritable-'));
  beforeAll(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root]);
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    if (remount) execFileSync('mount', ['-o', `remount,${remount}`, root]);
    else fill(root);
  });
  afterAll(() => {
    execFileSync('umount', [root]);
    fs.rmdirSync(root);
  });
  return root;
}

function fill(root: string): void {
  const file = fs.openSync(path.join(root, 'filler'), 'w');
  try {
    for (;;) fs.writeSync(file, Buffer.alloc(1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(file);
  }
}

const list = (root: string): string[] => fs.readdirSync(root, { recursive: true }).map(String).sort();

async function expectMessage(
  args: string[],
  options: StartOptions,
  { exitCode, message }: { exitCode: number; message: RegExp },
): Promise<void> {
  const { ended, stderr } = start(args, options);
  expect([await ended, stderr()]).toEqual([exitCode, expect.stringMatching(message)]);
  // Neither a stack nor a folder of the machine.
  expect(stderr()).not.toMatch(/\n\s+at |\/cascader-unwritable-\w+\//);
}

const OLD = 'versions add 1.x --href https://old.example/';
const NO_COPY = /CD603: No space left on the disk to write \.cascader-docs\.config\.ts\.\S+ \(ENOSPC\)/;
const READ_ONLY_COPY = /CD604: Cannot write \.cascader-docs\.config\.ts\.\S+: read-only file system \(EROFS\)/;

/** Options of the file system, the exit code of each command, and a part of its message. */
const SYSTEMS: {
  what: string;
  options: string;
  remount?: string;
  files: Record<string, string>;
  commands: [string, number, RegExp][];
}[] = [
  {
    what: 'full disk',
    options: 'size=300k',
    files: FILES,
    commands: [
      ['build', 3, /CD603: No space left on the disk to write dist \(ENOSPC\)/],
      ['pack', 3, /CD603: No space left on the disk to write skills\/kit \(ENOSPC\)/],
      ['init', 3, /CD603: No space left on the disk to write cascader-docs\.config\.ts \(ENOSPC\)/],
      ['init ./new', 3, /CD603: No space left on the disk to write new\/\S+ \(ENOSPC\)/],
      [OLD, 3, /CD603: No space left on the disk to write versions\/1\.x\S* \(ENOSPC\)/],
    ],
  },
  {
    what: 'full disk with a configuration',
    options: 'size=300k',
    files: { ...FILES, ...CONFIG },
    commands: ['build', 'check', 'doctor', 'translations', 'cache', OLD].map((command) => [command, 3, NO_COPY]),
  },
  {
    what: 'read-only folder',
    options: 'size=4m',
    remount: 'ro',
    files: FILES,
    commands: [
      ['build', 2, /CD601: The output folder dist cannot be replaced, because its parent folder is not writable/],
      ['pack', 3, /CD604: Cannot write skills\/kit: /],
      ['init', 3, /CD604: Cannot write cascader-docs\.config\.ts: read-only file system \(EROFS\)/],
      ['init ./new', 3, /CD604: Cannot write new: /],
      [OLD, 3, /CD604: Cannot write versions: /],
      ['check', 3, /CD104: The system refused `mkdir`: /],
    ],
  },
  {
    what: 'read-only folder with a configuration',
    options: 'size=4m',
    remount: 'ro',
    files: { ...FILES, ...CONFIG },
    commands: ['build', 'check', 'doctor'].map((command) => [command, 3, READ_ONLY_COPY]),
  },
];

describe.skipIf(!canMount).each(SYSTEMS)('a $what', ({ options, remount, files, commands }) => {
  const root = mountSystem(options, files, { remount });

  it.each(commands)('ends `%s` with a message, and nothing is half written', async (command, exitCode, message) => {
    const before = list(root);
    await expectMessage(command.split(' '), { cwd: root }, { exitCode, message });
    expect(list(root)).toEqual(before);
  });
});

describe.skipIf(!canMount)('a full disk', () => {
  const root = mountSystem('size=300k', FILES);

  it('is no obstacle for dev, which shows demos, tables and edits', async () => {
    const { url, errors, diagnostics } = await startDev(root);
    const read = async (): Promise<string> => await (await fetch(`${url}/`)).text();
    expect(await read()).toContain('<b>loud</b>');
    await waitFor(async () => /<table[^>]*>[\s\S]*tone/.test(await read()));
    // As long as before, so the disk has room for it.
    fs.writeFileSync(path.join(root, 'docs/index.md'), FILES['docs/index.md'].replace('Home', 'Hall'), { flag: 'r+' });
    await waitFor(async () => (await read()).includes('Hall'));
    expect([errors, diagnostics]).toEqual([[], []]);
  });

  it('ends `api history` with a message, wherever it is full', async () => {
    const library = await createPublished();
    const before = list(root);
    const history = async (env: NodeJS.ProcessEnv, exitCode: number, message: RegExp): Promise<void> =>
      await expectMessage(
        ['api', 'history'],
        { cwd: library.root, env: { ...library.env, ...env } },
        { exitCode, message },
      );
    const message = /CD603: No space left on the disk to write the cache of npm or the temporary folder \(ENOSPC\)/;
    await history({ TMPDIR: root }, 3, message);
    await history({ npm_config_cache: path.join(root, 'cache') }, 3, message);
    expect(list(root).filter((file) => !file.startsWith('cache'))).toEqual(before);
    fs.writeFileSync(
      path.join(library.root, 'cascader-docs.config.js'),
      "export default { apiParser: { history: 'linked/api-history.json' } };",
    );
    fs.symlinkSync(path.join(root, 'docs'), path.join(library.root, 'linked'));
    await history({}, 3, /CD603: No space left on the disk to write linked\/api-history\.json \(ENOSPC\)/);
  });
});
