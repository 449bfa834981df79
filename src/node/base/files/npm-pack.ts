import fs from 'node:fs';
import path from 'node:path';
import ignore from 'ignore';
import { isIgnored, readIgnoreFile } from './ignore-rules.ts';
import { relativePath } from './paths.ts';

/** npm's ignore files. In each folder, npm reads only the first of them that exists. */
const IGNORE_FILES = ['.npmignore', '.gitignore'];

/**
 * Returns the files that `npm pack` includes, based on `files` in package.json or on ignore files. Does not consider
 * files that npm always includes or excludes. `files` are paths with forward slashes, which need not exist.
 */
export function packedAmong(packageDir: string, files: readonly string[], workspaceDir: string = packageDir): string[] {
  const above = relativePath(workspaceDir, packageDir);
  const start = above && `${above}/`;
  // The patterns of `files` have the syntax of ignore rules, but a matching file is packed. The last match decides.
  const rules = publishedFiles(packageDir)
    ?.flatMap(expandBraces)
    .map((pattern) => ({ isPacked: !pattern.startsWith('!'), matches: ignore().add(fromRoot(pattern)) }));
  return files.filter((file) => {
    if (rules && !rules.findLast(({ matches }) => matches.ignores(file))?.isPacked) return false;
    return !isIgnored(`${start}${file}`, (folder) => {
      // `files` replaces the ignore files in the package's folder and in its parent folders.
      if (rules && `/${start}`.startsWith(folder && `/${folder}/`)) return [];
      return readIgnoreFile(path.join(workspaceDir, folder), IGNORE_FILES);
    });
  });
}

function publishedFiles(packageDir: string): string[] | undefined {
  const { files } = JSON.parse(fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as { files?: unknown };
  return Array.isArray(files) ? files.filter((pattern) => typeof pattern === 'string') : undefined;
}

/** Converts a pattern of `files` to an ignore file pattern. In `files`, a name without a slash matches only in the package's folder. */
function fromRoot(pattern: string): string {
  return pattern === './' ? '*' : pattern.replace(/^!?(?:\.?\/)?/, '/');
}

/** Returns `a/b.js` and `a/b.css` for `a/b.{js,css}`, because git does not support braces. */
function expandBraces(pattern: string): string[] {
  const [braces, inner = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined) return [pattern];
  return inner.split(',').flatMap((one) => expandBraces(pattern.replace(braces, () => one)));
}
