import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { isGitIgnored } from '../../../../src/node/base/files/git-ignore.ts';
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
  { '.gitignore': 'docs\n' },
  { '.gitignore': '/docs\n' },
  { '.gitignore': 'docs/\nsite/\n' },
  { '.gitignore': 'docs/*\n!docs/index.md\n' },
  { '.gitignore': 'docs\n!docs/index.md\n' },
  { '.gitignore': '**/docs/**\n' },
  { '.gitignore': 'docs/**/a.md\nsrc/**\n' },
  { '.gitignore': '*.log\n!/x.log\n' },
  { '.gitignore': 'dist/**\n!dist/keep/\n!dist/keep/**\n' },
  { '.gitignore': 'a\\ b\n\\#a\n\\!a\n# docs\n\n' },
  { '.gitignore': 'a[0-9]\na[!0-9]/b\n' },
  { '.gitignore': 'site   \r\ndocs\r\n' },
  { '.gitignore': 'd?cs\n' },
  { '.gitignore': 'd[z-a]cs\n[\nd{oc,x}s\n' },
  { '.gitignore': '*\n!*/\n!*.md\n' },
  { '.gitignore': 'docs\n', 'src/.gitignore': '!docs\n', 'dist/.gitignore': '/sub\n' },
  { 'docs/.gitignore': '*\n' },
])('agrees with git about %j', async (files) => {
  const root = await createFolder(files);
  await new Promise((resolve) => execFile('git', ['init', '-q', root], resolve));
  expect(PATHS.filter((file) => isGitIgnored(root, file))).toEqual(await ignoredByGit(root));
});
