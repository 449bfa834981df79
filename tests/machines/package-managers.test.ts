/** The package managers run the commands that `npm` fences are translated to. */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../helpers/folder.ts';
import { COMMANDS } from '../helpers/npm-commands.ts';

const run = promisify(execFile);
const MANAGERS = ['pnpm', 'yarn', 'bun'] as const;
const SCRIPTS = { build: 'echo', test: 'echo', start: 'echo', dev: 'echo' };
const PACKAGE = {
  name: 'x',
  version: '1.0.0',
  private: true,
  scripts: SCRIPTS,
  dependencies: { react: '18.3.1' },
  devDependencies: { less: '4.2.0', typescript: '5.6.3' },
};

/** Commands that are not run, with the reason. */
const LEFT: [RegExp, string][] = [
  [/sudo|git clone|^#/, 'not a command of a package manager'],
  [/@scope/, 'the package does not exist'],
  [/publish/, 'it would publish'],
  [/audit/, 'registries need not support it'],
  [/serve dist/, 'it would not exit'],
  [/(?:dlx|bunx) tsc/, 'the package of that name is not the compiler'],
  [/^pnpm init/, 'it does not replace a package.json'],
];

let folder = '';
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  folder = await makeFolder('managers');
  const bun = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;
  await fs.writeFile(path.join(folder, 'package.json'), '{}');
  await run('npm', ['install', '--ignore-scripts', '@yarnpkg/cli-dist@4', 'pnpm@10', `${bun}@1`], { cwd: folder });
  const modules = path.join(folder, 'node_modules');
  const bins = {
    pnpm: `node ${modules}/pnpm/bin/pnpm.cjs`,
    yarn: `node ${modules}/@yarnpkg/cli-dist/bin/yarn.js`,
    bun: `${modules}/${bun}/bin/bun`,
    bunx: `${modules}/${bun}/bin/bun x`,
  };
  await fs.chmod(bins.bun, 0o755);
  const home = path.join(folder, 'home');
  env = {
    ...process.env,
    HOME: home,
    PNPM_HOME: path.join(home, 'pnpm'),
    BUN_INSTALL: path.join(home, 'bun'),
    PATH: [path.join(folder, 'bin'), path.join(home, 'pnpm'), process.env.PATH].join(path.delimiter),
    CI: '1',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: '0',
  };
  await fs.mkdir(path.join(folder, 'bin'));
  for (const [name, command] of Object.entries(bins))
    await fs.writeFile(path.join(folder, 'bin', name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  for (const manager of MANAGERS) {
    const project = path.join(folder, `${manager}-project`);
    await writeProject(project, PACKAGE);
    await writeProject(path.join(project, 'app'), { ...PACKAGE, dependencies: {}, devDependencies: {} });
    await run(manager, ['install'], { cwd: project, env });
  }
});

async function writeProject(dir: string, json: typeof PACKAGE | object): Promise<void> {
  await fs.mkdir(dir, { recursive: true });
  await fs.writeFile(path.join(dir, 'package.json'), JSON.stringify(json));
  // A folder with a lock file is a separate project.
  await fs.writeFile(path.join(dir, 'yarn.lock'), '');
  await fs.writeFile(path.join(dir, '.yarnrc.yml'), 'nodeLinker: node-modules\n');
}

describe.each(MANAGERS)('%s', (manager) => {
  const commands = COMMANDS.flatMap(([, ...others]) => others[MANAGERS.indexOf(manager)] ?? []);
  const isRun = (command: string): boolean => LEFT.every(([pattern]) => !pattern.test(command));
  it.each([...new Set(commands)].filter(isRun))('%s', async (command) => {
    const project = path.join(folder, 'run');
    await fs.rm(project, { recursive: true, force: true });
    await fs.cp(path.join(folder, `${manager}-project`), project, { recursive: true, verbatimSymlinks: true });
    // A dependency cannot also become a peer dependency. Without arguments, the compiler prints its help and exits with
    // 1.
    const line = command.replace(/(-P|--save-peer|--peer) react$/, '$1 react-dom').replace(/ tsc$/, ' tsc --version');
    await expect(run('sh', ['-c', line], { cwd: project, env })).resolves.toBeDefined();
  });
});
