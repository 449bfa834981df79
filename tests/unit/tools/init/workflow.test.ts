import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { init } from '../../../../src/node/tools/init/init.ts';
import { createFolder, readTree } from '../../output/folders.ts';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  'working-directory'?: string;
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: object;
  jobs: Record<'build' | 'publish', { steps: Step[]; if?: string; defaults?: object; 'timeout-minutes': number }>;
}

const FILE = '.github/workflows/docs.yml';
const PUBLISHES = "github.event_name != 'pull_request'";

/** The workflow that `init` writes into a library with these files. */
async function workflowOf(files: Record<string, string>, below = ''): Promise<{ workflow: Workflow; steps: Step[] }> {
  const root = await createFolder({ '.git/HEAD': '', [join(below, 'package.json')]: '{"name": "lib"}', ...files });
  const result = await init({ folder: join(root, below), ci: 'github' });
  expect(result.files).toContain(below === '' ? FILE : `../../${FILE}`);
  const workflow: Workflow = parse((await readTree(root))[FILE] ?? '');
  return { workflow, steps: workflow.jobs.build.steps };
}

const commandsOf = (steps: Step[]): string[] => steps.flatMap(({ run }) => run ?? []);
const optionsOf = (steps: Step[], action: string): unknown =>
  steps.find(({ uses }) => uses?.startsWith(`${action}@`))?.with;

describe('the workflow of init', () => {
  it('builds pull requests and publishes the main branch, with the base path of GitHub Pages', async () => {
    const { workflow, steps } = await workflowOf({ 'package-lock.json': '{}' });
    expect(workflow.on).toEqual({
      push: { branches: ['main', 'master'] },
      pull_request: null,
      workflow_dispatch: null,
    });
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const { build, publish } = workflow.jobs;
    expect([build['timeout-minutes'], publish['timeout-minutes']]).toEqual([15, 10]);
    expect([build.if, publish.if]).toEqual([undefined, PUBLISHES]);
    const skipped = steps.filter((step) => step.if).map((step) => [step.uses?.split('@')[0], step.if]);
    expect(skipped).toEqual([
      ['actions/configure-pages', PUBLISHES],
      ['actions/upload-pages-artifact', PUBLISHES],
    ]);
    expect(commandsOf(steps)).toEqual([
      'npm ci',
      `npx cascader-docs build --strict --target github-pages --base "\${{ steps.pages.outputs.base_path }}/"`,
    ]);
    expect(optionsOf(steps, 'actions/upload-pages-artifact')).toMatchObject({ path: 'dist' });
  });

  it.each<
    [what: string, files: Record<string, string>, install: string, build: string, cache: unknown, actions: object]
  >([
    ['npm without a lock file', {}, 'npm install', 'npx cascader-docs', undefined, {}],
    ['npm', { 'package-lock.json': '{}' }, 'npm ci', 'npx cascader-docs', 'npm', {}],
    [
      'pnpm with a lock file',
      { 'pnpm-lock.yaml': "lockfileVersion: '6.0'" },
      'pnpm install --frozen-lockfile',
      'pnpm exec cascader-docs',
      'pnpm',
      { 'pnpm/action-setup': { version: 8 } },
    ],
    [
      'pnpm that package.json names',
      { 'pnpm-lock.yaml': '', 'package.json': '{"packageManager": "pnpm@10.28.0"}' },
      'pnpm install --frozen-lockfile',
      'pnpm exec cascader-docs',
      'pnpm',
      { 'pnpm/action-setup': undefined },
    ],
    [
      'Yarn 1',
      { 'yarn.lock': '# yarn lockfile v1\n' },
      'yarn install --frozen-lockfile',
      'yarn cascader-docs',
      'yarn',
      {},
    ],
    [
      'Yarn 4',
      { 'yarn.lock': '__metadata:\n  version: 8\n' },
      'yarn install --immutable',
      'yarn cascader-docs',
      'yarn',
      {},
    ],
    [
      'Bun',
      { 'bun.lock': '{}' },
      'bun install --frozen-lockfile',
      'bunx --no-install cascader-docs',
      undefined,
      { 'actions/cache': { path: '~/.bun/install/cache', key: `bun-\${{ hashFiles('bun.lock') }}` } },
    ],
  ])('installs with %s', async (_, files, install, build, cache, actions) => {
    const { steps } = await workflowOf(files);
    const commands = commandsOf(steps).filter((command) => command !== 'corepack enable');
    expect(commands).toEqual([
      install,
      expect.stringMatching(`^${build} build --strict --target github-pages --base "`),
    ]);
    expect(optionsOf(steps, 'actions/setup-node')).toEqual({
      'node-version': 22,
      ...(cache !== undefined && { cache }),
    });
    for (const [action, options] of Object.entries(actions)) expect(optionsOf(steps, action)).toEqual(options);
  });

  it('is in the folder of the repository, with the paths of a package in it', async () => {
    const { workflow, steps } = await workflowOf(
      {
        'package.json': '{"private": true}',
        'sites/pnpm-lock.yaml': '',
        'sites/package.json': '{"packageManager": "pnpm@10.28.0"}',
      },
      'sites/lib',
    );
    expect(workflow.jobs.build.defaults).toEqual({ run: { 'working-directory': 'sites/lib' } });
    expect(steps.find(({ run }) => run?.startsWith('pnpm install'))?.['working-directory']).toBe('sites');
    expect(optionsOf(steps, 'actions/setup-node')).toMatchObject({ 'cache-dependency-path': 'sites/pnpm-lock.yaml' });
    expect(optionsOf(steps, 'pnpm/action-setup')).toEqual({ package_json_file: 'sites/package.json' });
    expect(optionsOf(steps, 'actions/upload-pages-artifact')).toMatchObject({ path: 'sites/lib/dist' });
  });

  it('is added to a library with a configuration, and overwrites nothing', async () => {
    const files = { 'package.json': '{"name": "lib", "main": "dist/index.js"}', '.dumirc.ts': 'export default {};' };
    const { steps } = await workflowOf(files);
    expect(commandsOf(steps).at(-1)).toMatch(/ --out site$/);
    expect(optionsOf(steps, 'actions/upload-pages-artifact')).toMatchObject({ path: 'site' });
    const folder = await createFolder({ ...files, [FILE]: 'mine' });
    await expect(init({ folder, ci: 'github' })).rejects.toMatchObject({ diagnostics: [{ code: 'CD130' }] });
    expect(await readTree(folder)).toEqual({ ...files, [FILE]: 'mine' });
  });

  it('installs from the lock file of a starter, and checks types and tables', async () => {
    const root = await createFolder();
    await init({ folder: root });
    const { jobs }: Workflow = parse((await readTree(root))[FILE] ?? '');
    expect(commandsOf(jobs.build.steps).slice(0, -1)).toEqual(['npm ci', 'npm run typecheck', 'npm run docs:check']);
  });

  it('is omitted for a starter in a folder of a repository, because GitHub would not read it', async () => {
    const root = await createFolder({ '.git/HEAD': '' });
    expect((await init({ folder: join(root, 'library') })).files).not.toContain(FILE);
    expect((await init({ folder: join(root, 'other'), ci: 'github' })).files).toContain(`../${FILE}`);
  });
});
