import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../helpers/folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Sentences that reviewers could not read, with the sentences that replaced them. */
const rows = fs
  .readFileSync(path.join(root, 'tests/fixtures/prose/before-after.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const sentence = (words: number): string => `The${' word'.repeat(words - 1)}.`;
/** A cell of 196 characters and a last word. */
const cell = (last: string): string => `| a |\n|---|\n| ${'Go. '.repeat(49)}${last} |`;

const change = (words: number): string => `- A change.${' Word.'.repeat(words - 2)}`;

type Extension = 'md' | 'ts' | 'CHANGELOG.md';

const REFUSED: [text: string, extension: Extension][] = [
  ...rows.map(([, before = '']): [string, 'md'] => [before, 'md']),
  ['The behaviour.', 'md'],
  ['The colour.', 'md'],
  ['| a |\n|---|\n| mend |', 'md'],
  [sentence(31), 'md'],
  [cell('doing'), 'md'],
  [change(26), 'CHANGELOG.md'],
  ['## Unreleased\n\n### Fixed\n- A change.', 'CHANGELOG.md'],
  ['// It is made anew.', 'ts'],
  ["/**\n * Colour of the\n * tool's own buttons.\n */", 'ts'],
  ["it('is made anew', () => {});", 'ts'],
  ["describe.skipIf(true)('a page that is made anew', () => {});", 'ts'],
  ['it.each([1])(`is made anew`, () => {});', 'ts'],
];

const ACCEPTED: [text: string, extension: Extension][] = [
  ...rows.map(([, , after = '']): [string, 'md'] => [after, 'md']),
  ['The behavior of the color.', 'md'],
  [`${sentence(30)} ${sentence(30)}`, 'md'],
  [cell('done'), 'md'],
  [change(25), 'CHANGELOG.md'],
  ['## Unreleased\n\n### Fixed\n- A change.\n\n## 0.1.0\n\n### Added\n- A change.', 'CHANGELOG.md'],
  ['Call `mend`.', 'md'],
  ['```sh\nmend anew\n```', 'md'],
  ['[Text](./mend.md)', 'md'],
  ['/** The `mend` of a wound. */', 'ts'],
  ["const mend = 'told anew';", 'ts'],
  ["it('rebuilds the page', () => anew('told anew'));", 'ts'],
];

/** Texts with findings. Each text is a file, and one process checks all of them. */
const found = new Set<string>();

beforeAll(() => {
  const folder = makeFolder('prose');
  const texts = new Map(
    [...REFUSED, ...ACCEPTED].map(([text, extension], index) => [path.join(folder, `${index}.${extension}`), text]),
  );
  for (const [file, text] of texts) fs.writeFileSync(file, `${text}\n`);
  const check = path.join(root, '.ci/prose/check.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [check, ...texts.keys()], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain(`${texts.size} files checked`);
  for (const line of stdout.split('\n')) found.add(texts.get(line.split(':')[0] ?? '') ?? '');
});

it('the fixture has pairs of sentences before and after an edit', () => {
  expect(rows.length).toBeGreaterThan(15);
});

it.each(REFUSED)('the check of prose has findings in %j', (text) => {
  expect(found).toContain(text);
});

it.each(ACCEPTED)('the check of prose has no findings in %j', (text) => {
  expect(found).not.toContain(text);
});
