import { expect, it } from 'vitest';
import { addNotes, parseNotes } from '../../../../src/node/types/history/api-notes.ts';
import type { ApiHistory } from '../../../../src/shared/api-history.ts';

const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: ['1.0.0', '2.0.0', '2.1.0', 'old-kit@3.0.0'].map((version) => ({ version })),
  names: ['Button', 'Button#ref.focus', 'Menu.Item', 'Menu.Item#size'],
  facts: [{ name: 'Button#size', version: '2.0.0', change: 'added' }],
};

/** Returns the notes of a file, and what is reported about it. */
const read = (source: string, names: string[] = []): { notes: string[]; problems: string[] } => {
  const { history, diagnostics } = addNotes(HISTORY, parseNotes(source, 'docs/_api-notes.md'), names);
  const notes = history.facts.filter(({ change }) => change === 'note');
  return {
    notes: notes.map(({ version, name, text }) => `${version} ${name}: ${text}`),
    problems: diagnostics.map(({ text, location }) => `${location?.line}:${location?.column} ${text}`),
  };
};

it('a note has a version and a name, as the history or a reader writes them', () => {
  const source = `About this file.

## 2.1.0
### Button.size
Rounds to 4 px.
### \`Button#ref.focus\`

Scrolls.

### Menu.Item.size
One.
### Menu.Item
Two.
## 1.0
### Button
Three.
## old-kit@3
### Button
Four.
`;
  expect(read(source)).toEqual({
    notes: [
      '1.0.0 Button: Three.',
      'old-kit@3.0.0 Button: Four.',
      '2.1.0 Button#ref.focus: Scrolls.',
      '2.1.0 Button#size: Rounds to 4 px.',
      '2.1.0 Menu.Item: Two.',
      '2.1.0 Menu.Item#size: One.',
    ],
    problems: [],
  });
});

it('the next version has names of the working tree', () => {
  expect(read('## next\n### Button.tone\nLouder.\n', ['Button#tone']).notes).toEqual(['next Button#tone: Louder.']);
  expect(read('## next\n### Button.tone\nLouder.\n').problems).toHaveLength(1);
});

it('a heading in a code block is text', () => {
  const code = '````md\n## 9.9.9\n```\n### None\n````';
  expect(read(`## 2.1.0\n### Button\n${code}\n`)).toEqual({ notes: [`2.1.0 Button: ${code}`], problems: [] });
});

it('an unknown version or name is reported at its heading, with the nearest one', () => {
  const source = '## 2.2.0\n### Button\nA.\n\n## 2.1.0\nB.\n### Button.sise\nC.\n### constructor\nD.\n';
  expect(read(source)).toEqual({
    notes: [],
    problems: [
      '1:1 The API history has no version 2.2.0. Did you mean `2.0.0`?',
      '5:1 This text about version 2.1.0 is not under the heading of an export, so it is not shown',
      '7:1 No version of the library has `Button.sise`. Did you mean `Button.size`?',
      '9:1 No version of the library has `constructor`',
    ],
  });
});
