import { readFileSync } from 'node:fs';
import path from 'node:path';
import { relativePath } from '../../base/files/paths.ts';
import { commandFor, LOCK_FILES, type ProjectManager } from '../../project/package-manager.ts';

export const WORKFLOW = '.github/workflows/docs.yml';

export interface PagesWorkflowOptions {
  manager: ProjectManager;
  folder: string;
  repository: string;
  /** Output folder, relative to the site's folder. */
  output: string;
  /** npm commands that run before the build. */
  checks?: string[];
  /** Additional options of the build command. */
  options?: string;
  /** Number of machines that check the demos of a pull request. By default, only the report opens demos. */
  shards?: number;
}

/** @param reports jobs that run for pull requests */
export function pagesWorkflow(
  { output, checks = [], options = '', ...place }: PagesWorkflowOptions,
  reports: string[],
): string {
  const { manager, folder, repository } = place;
  const below = relativePath(repository, folder);
  const build = `npx cascader-docs build --strict --target github-pages --base "\${{ steps.pages.outputs.base_path }}/"${options}`;
  return lines([
    '# Builds the documentation. Pushes to the main branch are published to GitHub Pages, and pull requests are compared with',
    '# their base branch.',
    '# In the repository settings, choose "GitHub Actions" as the source of Pages.',
    'name: Documentation',
    'on:',
    '  push:',
    '    branches: [main, master]',
    '  pull_request:',
    '  workflow_dispatch:',
    'permissions:',
    '  contents: read',
    'jobs:',
    '  build:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 15',
    '    permissions:',
    '      contents: read',
    '      pages: read',
    ...(below === '' ? [] : ['    defaults:', '      run:', `        working-directory: ${below}`]),
    '    steps:',
    ...setUpSteps(place, { hasHistory: true }),
    ...checks.map((command) => `      - run: ${commandFor(manager.name, command)}`),
    "      # The site's base path: empty for user.github.io and for your own domain.",
    '      - id: pages',
    "        if: github.event_name != 'pull_request'",
    '        uses: actions/configure-pages@v5',
    `      - run: ${commandFor(manager.name, build)}`,
    '      - uses: actions/upload-pages-artifact@v5',
    "        if: github.event_name != 'pull_request'",
    '        with:',
    `          path: ${below === '' ? '' : `${below}/`}${output}`,
    '          include-hidden-files: true',
    '  publish:',
    "    if: github.event_name != 'pull_request'",
    '    needs: build',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 10',
    '    permissions:',
    '      pages: write',
    '      id-token: write',
    '    environment:',
    '      name: github-pages',
    `      url: \${{ steps.deployment.outputs.page_url }}`,
    '    concurrency: pages',
    '    steps:',
    '      - id: deployment',
    '        uses: actions/deploy-pages@v4',
    ...reports,
  ]);
}

export function setUpSteps(
  { manager, folder, repository }: Pick<PagesWorkflowOptions, 'manager' | 'folder' | 'repository'>,
  { hasHistory }: { hasHistory: boolean },
): string[] {
  const lock = manager.lock && relativePath(repository, path.join(manager.dir, manager.lock));
  const isElsewhere = manager.dir !== folder;
  return [
    '      - uses: actions/checkout@v4',
    ...(hasHistory
      ? ['        with:', '          # Each page shows the date of its last commit.', '          fetch-depth: 0']
      : []),
    ...managerSteps(manager, repository),
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 22',
    ...(lock && manager.name !== 'bun'
      ? [
          `          cache: ${manager.name}`,
          ...(lock.includes('/') ? [`          cache-dependency-path: ${lock}`] : []),
        ]
      : []),
    ...(lock && manager.name === 'bun' ? bunCache(lock) : []),
    `      - run: ${installCommand(manager)}`,
    ...(isElsewhere ? [`        working-directory: ${relativePath(repository, manager.dir) || '.'}`] : []),
  ];
}

/** Returns the package manager as it will be after the first installation, with a lock file. */
export function withLock(manager: ProjectManager): ProjectManager {
  const [lock] = LOCK_FILES.find(([, name]) => name === manager.name) ?? [];
  return { ...manager, lock: manager.lock ?? lock };
}

export function installCommand(manager: ProjectManager): string {
  if (!manager.lock) return `${manager.name} install`;
  if (manager.name === 'yarn' && isClassicYarn(manager)) return 'yarn install --frozen-lockfile';
  return commandFor(manager.name, 'npm ci');
}

/** Returns the steps that install a package manager that is missing on the runners. */
function managerSteps(manager: ProjectManager, repository: string): string[] {
  const { name, version, dir } = manager;
  if (name === 'bun') return ['      - uses: oven-sh/setup-bun@v2'];
  // The runners have Yarn 1. Corepack installs the version in package.json.
  if (name === 'yarn') return isClassicYarn(manager) ? [] : ['      - run: corepack enable'];
  if (name !== 'pnpm') return [];
  const manifest = relativePath(repository, path.join(dir, 'package.json'));
  const options =
    version === undefined
      ? [`version: ${pnpmVersion(manager)}`]
      : manifest.includes('/')
        ? [`package_json_file: ${manifest}`]
        : [];
  return [
    '      - uses: pnpm/action-setup@v4',
    ...(options.length > 0 ? ['        with:', ...options.map((option) => `          ${option}`)] : []),
  ];
}

function pnpmVersion(manager: ProjectManager): string {
  const [, format] = /^lockfileVersion: '?(\d+)/m.exec(readLock(manager)) ?? [];
  if (format === '5') return '7';
  if (format === '6') return '8';
  return (format === undefined && manager.running?.split('.', 1)[0]) || '10';
}

function isClassicYarn(manager: ProjectManager): boolean {
  const { version = manager.running } = manager;
  return version === undefined ? readLock(manager).includes('# yarn lockfile v1') : /^1\./.test(version);
}

function readLock({ dir, lock }: ProjectManager): string {
  try {
    return lock === undefined ? '' : readFileSync(path.join(dir, lock), 'utf8');
  } catch {
    // The first installation will create the lock file.
    return '';
  }
}

function bunCache(lock: string): string[] {
  return [
    '      - uses: actions/cache@v4',
    '        with:',
    '          path: ~/.bun/install/cache',
    `          key: bun-\${{ hashFiles('${lock}') }}`,
  ];
}

export function lines(all: string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
