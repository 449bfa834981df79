import fs from 'node:fs';
import path from 'node:path';
import { isIgnored, readIgnoreFile } from './ignore-rules.ts';
import { relativePath } from './paths.ts';

export function isGitIgnored(folder: string, file: string): boolean {
  return isIgnoredIn(repositoryOf(folder) ?? folder, path.join(folder, file));
}

/** Absolute folder of the git repository that tracks a folder, which need not exist. Undefined for an ignored folder. */
export function repositoryOf(folder: string): string | undefined {
  for (let dir = folder; ; dir = path.dirname(dir)) {
    if (fs.existsSync(path.join(dir, '.git')))
      return dir !== folder && isIgnoredIn(dir, path.join(folder, 'package.json')) ? undefined : dir;
    if (dir === path.dirname(dir)) return undefined;
  }
}

function isIgnoredIn(repository: string, filePath: string): boolean {
  const file = relativePath(repository, filePath);
  return isIgnored(file, (folder) => readIgnoreFile(path.join(repository, folder), ['.gitignore']));
}
