import fs from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { shownPath } from '../../base/files/paths.ts';
import { openRepository, type Repository } from './git.ts';
import { defaultRef, findCommit, similarRefs } from './resolve-commit.ts';

/** What a site is compared with. Folders are absolute paths. */
export type OtherSide =
  /** A folder with screenshots and `set.json`. */
  | { is: 'screenshots'; folder: string }
  /** A folder that does not exist yet, for screenshots. */
  | { is: 'nothing'; folder: string }
  | { is: 'site'; folder: string }
  | { is: 'url'; url: string }
  /** A commit, with its full id. */
  | { is: 'commit'; ref: string; commit: string };

export interface OtherSideOptions {
  /** Absolute folder of the site. Git refs are resolved in the repository of this folder. */
  root: string;
  /** Folder that relative paths refer to. Default: `root`. */
  cwd?: string;
  signal?: AbortSignal | undefined;
}

/** Resolves the value of `against`. The default is the merge base with the default branch. */
export async function resolveAgainst(
  against: string | undefined,
  options: OtherSideOptions,
): Promise<{ other: OtherSide; diagnostics: Diagnostic[] }> {
  if (against !== undefined) return { other: await resolveOtherSide(against, options), diagnostics: [] };
  const { commit, branch, diagnostics } = await defaultRef(options.root, options.signal);
  return { other: { is: 'commit', ref: branch, commit }, diagnostics };
}

/**
 * Resolves an HTTP URL, a folder with screenshots or a site, a git ref, or the path of a folder that will be created
 * for the first accepted screenshots. Throws a DiagnosticError with exit code 2 if the text has no meaning or several.
 */
export async function resolveOtherSide(
  text: string,
  { root, cwd = root, signal }: OtherSideOptions,
): Promise<OtherSide> {
  if (/^https?:/i.test(text)) {
    if (!URL.canParse(text)) throw failure(2, 'unknown-other-side', { case: 'no-url', text });
    return { is: 'url', url: text };
  }
  const folder = path.resolve(cwd, text);
  const kind = await kindOf(folder);
  const isUsable = kind === 'screenshots' || kind === 'site';
  const { repository, problems } = isPath(text) ? noRepository : await findRepository(root, signal);
  const commit = repository && (await findCommit(repository, text, signal));
  if (commit !== undefined && isUsable) throw failure(2, 'unknown-other-side', { case: 'ambiguous', text });
  if (commit !== undefined) return { is: 'commit', ref: text, commit };
  if (kind === 'screenshots' || kind === 'site') return { is: kind, folder };
  const shown = shownPath(cwd, folder);
  if (kind !== undefined) throw failure(2, 'unknown-other-side', { case: kind, folder: shown });
  if (isPath(text)) return { is: 'nothing', folder };
  const similar = repository ? await similarRefs(repository, text, signal) : [];
  const data = { case: 'missing', text, similar, isShallow: repository?.isShallow ?? false } as const;
  throw new DiagnosticError([createDiagnostic('unknown-other-side', data), ...problems], 2);
}

/** Returns true for a text that can only be a path, not a git ref. */
function isPath(text: string): boolean {
  return path.isAbsolute(text) || /^\.{1,2}(?:[\\/]|$)|[\\/]$/.test(text);
}

/** The git repository that contains a folder, or diagnostics that explain why git finds no repository. */
interface FoundRepository {
  repository?: Repository;
  problems: Diagnostic[];
}

const noRepository: FoundRepository = { problems: [] };

async function findRepository(root: string, signal: AbortSignal | undefined): Promise<FoundRepository> {
  try {
    return { repository: await openRepository(root, signal), problems: [] };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { problems: error.diagnostics };
  }
}

type Kind = 'screenshots' | 'site' | 'no-site' | 'no-folder';

async function kindOf(file: string): Promise<Kind | undefined> {
  const stats = await fs.stat(file).catch(() => undefined);
  if (!stats) return undefined;
  if (!stats.isDirectory()) return 'no-folder';
  const names = await fs.readdir(file);
  if (names.includes('set.json')) return 'screenshots';
  return names.includes('index.html') || names.includes('~demos') ? 'site' : 'no-site';
}
