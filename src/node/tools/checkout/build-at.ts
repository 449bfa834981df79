import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { CommandFailure, CommandReport } from '../../base/diagnostics/codes/checkouts.ts';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { readText } from '../../base/files/read-files.ts';
import { toWriteFailure } from '../../base/files/write-error.ts';
import { hexHash } from '../../base/hash.ts';
import { packageDir, packageVersion } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { type BuiltSite, openEntry, type SiteEntry, siteCacheFolder } from './built-sites.ts';
import { childEnvironment } from './child-environment.ts';
import { extractCommit } from './extract-commit.ts';
import { openRepository, type Repository } from './git.ts';
import { foldersUp, installCommand } from './install-command.ts';
import { linkPackages } from './link-packages.ts';
import { resolveCommit, shortCommit } from './resolve-commit.ts';
import { type CommandLine, readTail, runCommand, shownCommand } from './run-command.ts';
import { createWorkFolder, type WorkFolder } from './work-folder.ts';

export type SiteAtHead = Pick<Site, 'root' | 'projectRoot'> & {
  config: Pick<Site['config'], 'base' | 'outDir' | 'cacheDir'>;
};

/** Step of {@link buildAt}. */
export type BuildAtStep = 'checkout' | 'install' | 'build';

export interface BuildAtOptions {
  /** Command that runs in the site's folder and writes to `CASCADER_DOCS_OUT`. Default: `build` of the cascader-docs version that the commit installs. */
  command?: string;
  /** Base path of the site. Default: the configured base. The variable `CASCADER_DOCS_BASE` contains this base. */
  base?: string;
  /** Time limit for each command, in milliseconds. Default: 20 minutes. */
  timeout?: number;
  /** Called when a step starts; not called if the site is cached. */
  onProgress?: (step: BuildAtStep) => void;
  /** Called with the checkout and its packages after the build, even if it failed. A cached site is then also checked out. */
  inCheckout?: (folders: CheckoutFolders) => Promise<void>;
  /** True if commit and working tree have the same packages. For a cached site, packages are linked, not installed. Default: false. */
  hasSamePackages?: boolean;
  signal?: AbortSignal;
}

export interface BuiltAt extends BuiltSite {
  commit: string;
  /** True if an earlier call built the site. */
  isCached: boolean;
}

const TIMEOUT = 20 * 60_000;

/**
 * Builds a commit in a temporary checkout with the packages of its lock file. Repository and working tree are not changed. The result is
 * cached by commit and command. Throws a DiagnosticError with exit code 2, or the signal's reason.
 */
export async function buildAt(site: SiteAtHead, ref: string, options: BuildAtOptions = {}): Promise<BuiltAt> {
  const { command, base = site.config.base, signal } = options;
  const repository = await openRepository(site.root, signal);
  const commit = await resolveCommit(repository, ref, signal);
  // The running version builds sites for which no version is installed.
  const inputs = [commit, repository.prefix, command ?? null, base, packageVersion];
  const key = `${shortCommit(commit)}-${hexHash(JSON.stringify(inputs), 16)}`;
  try {
    const entry = await openEntry(await siteCacheFolder(site, repository.top), key);
    const cached = await entry.read();
    const task = { ...options, site, repository, commit, base };
    const built = cached && !options.inCheckout ? cached : await buildEntry(entry, task, cached);
    return { ...built, commit, isCached: cached !== undefined };
  } catch (error) {
    signal?.throwIfAborted();
    throw toWriteFailure(site.root, error);
  }
}

interface Task extends BuildAtOptions {
  site: SiteAtHead;
  repository: Repository;
  commit: string;
  base: string;
}

async function buildEntry(entry: SiteEntry, task: Task, cached: BuiltSite | undefined): Promise<BuiltSite> {
  const work = await createWorkFolder();
  try {
    const checkout = await prepareIn(work, task, { savedLog: entry.log, canLink: cached !== undefined });
    const building = cached ? Promise.resolve(cached) : buildIn(task, checkout);
    await building.catch(() => task.signal?.throwIfAborted());
    await task.inCheckout?.(checkout);
    const built = await building;
    return cached ?? (await entry.store(built.folder, [...checkout.diagnostics, ...built.diagnostics]));
  } finally {
    await work.remove();
  }
}

interface Checkout extends CheckoutFolders {
  out: string;
  run: Runner;
  diagnostics: Diagnostic[];
}

/** Checks out the commit and installs its packages. */
async function prepareIn(
  work: WorkFolder,
  task: Task,
  { savedLog, canLink }: { savedLog: string; canLink: boolean },
): Promise<Checkout> {
  const { commit, base, repository, hasSamePackages = false, onProgress } = task;
  const short = shortCommit(commit);
  const out = path.join(work.folder, 'site');
  onProgress?.('checkout');
  const { top, root, submodules } = await checkOut(work, task);
  const diagnostics =
    submodules.length > 0 ? [createDiagnostic('submodules-left-out', { commit: short, submodules })] : [];
  const run = createRunner(work, {
    task,
    top,
    root,
    savedLog,
    variables: { CASCADER_DOCS_OUT: out, CASCADER_DOCS_BASE: base },
  });
  const installation = await installCommand(root, top);
  const isLinked =
    installation?.isLocked &&
    canLink &&
    hasSamePackages &&
    (await linkPackages(installation.cwd, { top, repository: repository.top }));
  if (installation && !isLinked) {
    onProgress?.('install');
    const { report, outcome } = await run(installation.command, installation);
    if (outcome) throw failure(2, 'install-at-commit-failed', { ...(await report()), outcome });
    if (!installation.isLocked) {
      const data = { case: 'no-lock-file', commit: short, command: installation.command } as const;
      diagnostics.push(createDiagnostic('commit-not-reproducible', data));
    }
  }
  return { top, root, out, run, diagnostics };
}

/** Builds the site. Returns the output folder. */
async function buildIn(
  task: Task,
  { top, root, out, run }: Checkout,
): Promise<{ folder: string; diagnostics: Diagnostic[] }> {
  const { commit, base, command, onProgress } = task;
  const short = shortCommit(commit);
  const diagnostics: Diagnostic[] = [];
  onProgress?.('build');
  const tool = findTool(root, top);
  const own: CommandLine = [process.execPath, tool.bin, 'build', '--out', out, '--base', base, '--no-cache'];
  const { report, outcome } = await run(command ?? own, { cwd: root });
  if (outcome) throw failure(2, 'build-at-commit-failed', { case: 'failed', ...(await report()), outcome });
  if (command === undefined && !tool.isOwn) {
    const data = { case: 'no-tool', commit: short, version: packageVersion } as const;
    diagnostics.push(createDiagnostic('commit-not-reproducible', data));
  }
  if (!existsSync(path.join(out, 'index.html')))
    throw failure(2, 'build-at-commit-failed', { case: 'no-output', ...(await report()) });
  // A command may create a symbolic link as its output, whose target is removed with the checkout.
  return { folder: await fs.realpath(out), diagnostics };
}

/** Absolute paths of the folders in a checkout. */
export interface CheckoutFolders {
  top: string;
  /** Folder of the site. */
  root: string;
}

async function checkOut(
  work: WorkFolder,
  { repository, commit, signal }: Task,
): Promise<CheckoutFolders & { submodules: string[] }> {
  const top = path.join(work.folder, 'checkout');
  const root = path.join(top, repository.prefix);
  const { submodules } = await extractCommit(repository, { commit, folder: top, signal });
  if (!existsSync(root)) {
    const data = { case: 'no-site', commit: shortCommit(commit), folder: repository.prefix } as const;
    throw failure(2, 'checkout-failed', data);
  }
  return { top, root, submodules };
}

/** Runs a command in a checkout. Returns the failure, if any, and a function that saves the log for the error message. */
type Runner = (
  line: CommandLine,
  options: { cwd: string; env?: NodeJS.ProcessEnv },
) => Promise<{ outcome: CommandFailure | undefined; report: () => Promise<CommandReport> }>;

function createRunner(
  work: WorkFolder,
  {
    task: { commit, timeout = TIMEOUT, signal },
    top,
    root,
    savedLog,
    variables,
  }: CheckoutFolders & { task: Task; savedLog: string; variables: NodeJS.ProcessEnv },
): Runner {
  const log = path.join(work.folder, 'output.log');
  const binFolders = foldersUp(root, top).map((dir) => path.join(dir, 'node_modules/.bin'));
  const shared = { ...childEnvironment(process.env, binFolders), ...variables };
  return async (line, { cwd, env }) => {
    const options = { cwd, env: { ...shared, ...env }, log, timeout, signal };
    const outcome = await runCommand(line, options);
    return {
      outcome,
      async report() {
        await fs.copyFile(log, savedLog);
        return { commit: shortCommit(commit), command: shownCommand(line), output: await readTail(log), log: savedLog };
      },
    };
  };
}

/** Name of this package and of its executable. */
const NAME = 'cascader-docs';

/**
 * Finds the executable. The repository of this package builds its site with its own code. The fallback, for a project
 * that uses `npx`, is the running version. `top` is the folder of the checkout.
 */
function findTool(folder: string, top: string): { bin: string; isOwn: boolean } {
  const candidates = foldersUp(folder, top).flatMap((dir) => [path.join(dir, 'node_modules', NAME), dir]);
  for (const candidate of candidates) {
    const bin = binOf(candidate);
    if (bin !== undefined) return { bin, isOwn: true };
  }
  return { bin: path.join(packageDir, 'bin/cascader-docs.js'), isOwn: false };
}

function binOf(dir: string): string | undefined {
  try {
    const { name, bin } = JSON.parse(readText(path.join(dir, 'package.json')));
    const file = typeof bin === 'string' ? bin : bin?.[NAME];
    return name === NAME && typeof file === 'string' ? path.join(dir, file) : undefined;
  } catch {
    // There is no package here. If package.json is invalid, the package manager reports the error.
    return undefined;
  }
}
