import fs from 'node:fs';
import path from 'node:path';
import { DiagnosticError } from '../../src/node/base/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../src/node/base/diagnostics/print.ts';
import { type BuildAtOptions, type BuiltAt, buildAt, type SiteAtHead } from '../../src/node/tools/checkout/build-at.ts';
import { writeFiles } from './build-site.ts';
import { makeFolder, OUTSIDE } from './folder.ts';
import { createRepository, type TestRepository } from './git.ts';

/** Copies the page of a site to its output. Works in the shell of each system. */
export const COMMAND = 'node build.mjs';

/** Files of a site without a package, so that nothing is installed. */
export const SITE = {
  '.gitignore': 'node_modules\ndist\n',
  'page.html': 'first',
  'build.mjs': `
import fs from 'node:fs';
const out = process.env.CASCADER_DOCS_OUT;
fs.mkdirSync(out, { recursive: true });
fs.copyFileSync('page.html', out + '/index.html');
`,
};

/** A repository outside of the project, with a site and a folder for its cache. */
export interface SiteRepository extends TestRepository {
  /** Top folder. */
  top: string;
  site: SiteAtHead;
  write(files: Record<string, string>): Promise<void>;
  /** Commits all files, and returns the commit. */
  commit(files: Record<string, string>): Promise<string>;
}

/**
 * Creates a repository with one commit.
 *
 * @param below path of the site in the repository
 */
export async function createSiteRepository(files: Record<string, string> = SITE, below = ''): Promise<SiteRepository> {
  const top = makeFolder('repository', OUTSIDE);
  await writeFiles(top, files);
  const { git } = createRepository(top);
  git('branch', '-M', 'main');
  const root = path.join(top, below);
  fs.mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  const write = (more: Record<string, string>): Promise<void> => writeFiles(top, more);
  return {
    top,
    git,
    write,
    site: siteIn(root),
    async commit(more) {
      await write(more);
      git('add', '--all');
      git('commit', '--quiet', '-m', 'next');
      return git('rev-parse', 'HEAD').trim();
    },
  };
}

export function siteIn(root: string): SiteAtHead {
  return { root, projectRoot: root, config: { base: '/', outDir: path.join(root, 'dist') } };
}

/** Builds a site at a commit, and returns its page. */
export async function pageAt(
  site: SiteAtHead,
  ref: string,
  options: BuildAtOptions = {},
): Promise<{ page: string; built: BuiltAt }> {
  const built = await buildAt(site, ref, { command: COMMAND, ...options });
  return { page: fs.readFileSync(path.join(built.folder, 'index.html'), 'utf8'), built };
}

/** Returns the message of a failure, and checks its exit code. */
export async function messageOf(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiagnosticError) || error.exitCode !== 2) throw error;
  return error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n');
}

/** Describes everything in a repository that must not change. */
export function stateOf({ top, git }: SiteRepository): Record<string, unknown> {
  const gitDir = path.join(top, '.git');
  const files = fs
    .readdirSync(gitDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return {
    // Before `git status`, which may refresh the index.
    git: files.map((file) => `${file} ${fs.readFileSync(file, 'latin1')}`),
    tree: fs
      .readdirSync(top, { recursive: true })
      .filter((file) => !`${file}`.includes('node_modules') && !`${file}`.startsWith('.git'))
      .sort(),
    status: git('--no-optional-locks', 'status', '--porcelain', '--ignored=no'),
    refs: git('for-each-ref'),
    worktrees: git('worktree', 'list'),
  };
}
