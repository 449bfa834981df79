import fs from 'node:fs';
import path from 'node:path';
import { type IgnoreRule, isIgnored, lastRuleOf, parseIgnoreRules } from './ignore-rules.ts';
import { relativePath } from './paths.ts';

/** Ignore files that npm reads in a folder; only the first that is there counts. */
const IGNORE_FILES = ['.npmignore', '.gitignore'];

/**
 * Returns the files that `npm pack` takes, by `files` of package.json, or by the ignore files of the package and of its
 * workspace. Files that npm always takes or never takes are not considered.
 *
 * @param packageDir absolute folder of the package
 * @param files paths in it, with forward slashes; the files need not exist
 * @param workspaceDir absolute folder of the workspace that the package belongs to
 */
export function packedAmong(packageDir: string, files: readonly string[], workspaceDir: string = packageDir): string[] {
  const above = relativePath(workspaceDir, packageDir);
  const start = above && `${above}/`;
  // Each pattern of `files` says what is taken: it is read as a rule that ignores, and the last one decides.
  const listed = publishedFiles(packageDir);
  const rules = listed && parseIgnoreRules(listed.join('\n'));
  return files.filter((file) => {
    const last = rules && lastRuleOf(file, rules);
    if (rules && (!last || last.isNegated)) return false;
    return !isIgnored(`${start}${file}`, (folder) => {
      // `files` replaces the ignore files of the package's folder and of the folders above it.
      if (rules && `/${start}`.startsWith(folder && `/${folder}/`)) return [];
      return firstRulesOf(IGNORE_FILES, workspaceDir, folder);
    });
  });
}

/** Returns whether git ignores a file, by the ignore files of its repository. */
export function isGitIgnored(filePath: string): boolean {
  const repository = repositoryOf(path.dirname(filePath)) ?? path.dirname(filePath);
  const file = relativePath(repository, filePath);
  return isIgnored(file, (folder) => firstRulesOf(['.gitignore'], repository, folder));
}

/** Absolute folder of the git repository around a folder, which need not exist; undefined outside of one. */
function repositoryOf(folder: string): string | undefined {
  if (fs.existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

function publishedFiles(packageDir: string): string[] | undefined {
  const { files } = JSON.parse(fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as { files?: unknown };
  return Array.isArray(files) ? files.filter((pattern) => typeof pattern === 'string') : undefined;
}

/** Rules of the first ignore file of these names in a folder; none where there is no such file. */
function firstRulesOf(names: readonly string[], base: string, folder: string): IgnoreRule[] {
  const found = names
    .map((name) => path.join(base, folder, name))
    .find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile());
  return found ? parseIgnoreRules(fs.readFileSync(found, 'utf8'), folder) : [];
}
