import { expect, it } from 'vitest';
import { filesInDiff } from '../../../../src/node/tools/mcp/working-tree.ts';

it.each([
  ['one file', '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n', ['src/a.ts']],
  ['a new file', '--- /dev/null\n+++ b/src/new file.ts\t\n', ['src/new file.ts']],
  ['a renamed file', 'rename from old.ts\nrename to new.ts\n', ['old.ts', 'new.ts']],
  ['other prefixes', '--- i/a.ts\n+++ w/a.ts\n', ['a.ts']],
  ['a quoted name', '--- "a/\\303\\244 \\"x\\".ts"\n+++ "b/\\303\\244 \\"x\\".ts"\n', ['ä "x".ts']],
  ['Windows line ends', '--- a/a.ts\r\n+++ b/a.ts\r\n', ['a.ts']],
  ['no diff', 'text\n', []],
])('finds the files in a diff with %s', (_, diff, expected) => {
  expect(filesInDiff(diff)).toEqual(expected);
});
