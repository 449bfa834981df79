import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { isGitIgnored } from '../../../../src/node/base/files/ignore-rules.ts';
import { createFolder } from '../../output/folders.ts';

const PATHS = [
  ...['docs/index.md', 'docs/guide/a.md', 'src/docs/a.md', 'docs', 'site/index.html', 'src/site/a.ts', 'site'],
  ...[
    'dist/index.js',
    'dist/sub/a.js',
    'dist/keep/a.js',
    'a b/c',
    '#a/b',
    '!a/b',
    'x.log',
    'deep/er/x.log',
    'a1/b',
    'ab/b',
  ],
];

/** The paths that git ignores. */
function ignoredByGit(cwd: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = execFile('git', ['check-ignore', '--no-index', '--stdin', '-z'], { cwd }, (error, stdout) => {
      // Exit code 1: no path is ignored.
      if (error && error.code !== 1) reject(error);
      else resolve(stdout.split('\0').filter(Boolean));
    });
    child.stdin?.end(PATHS.join('\0'));
  });
}

it.each<Record<string, string>>([
  { '.gitignore': 'docs/*\n!docs/index.md\n*.log\r\n' },
  { '.gitignore': 'docs\n!docs/index.md\nd[z-a]st\n' },
  { '.gitignore': 'site\ndist\n', 'src/.gitignore': '!site/\n# x\n\n!/a\n', 'deep/.gitignore': 'er/*.log\n' },
  { '.gitignore': 'docs\n', 'src/.gitignore': '!docs\n', 'dist/.gitignore': '/sub\n' },
  { 'docs/.gitignore': '*\n' },
])('agrees with git about %j', async (files) => {
  const root = await createFolder(files);
  await new Promise((resolve) => execFile('git', ['init', '-q', root], resolve));
  expect(PATHS.filter((file) => isGitIgnored(root, file))).toEqual(await ignoredByGit(root));
});
