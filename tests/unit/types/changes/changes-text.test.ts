import { expect, it } from 'vitest';
import { changesText, isChangesPage } from '../../../../src/node/types/changes/changes-text.ts';
import { groupByExport } from '../../../../src/shared/api-changes/group-changes.ts';
import type { ApiFact } from '../../../../src/shared/api-history.ts';
import enUS from '../../../../src/shared/messages/en-US.ts';

/** Returns the lines of the page for facts, without the elements of interface strings. */
function linesOf(facts: Omit<ApiFact, 'version'>[], linkOf?: (name: string) => string | undefined): string[] {
  const exports = groupByExport(facts.map((fact) => ({ ...fact, version: '1.1.0' })));
  const text = changesText({
    ...{
      package: 'kit',
      major: '1',
      majors: [{ major: '1', route: '/~changes' }],
      first: '1.0.0',
      strings: enUS,
      linkOf,
    },
    versions: [{ version: '1.1.0', exports }],
    show: (version) => version.slice(0, 3),
  });
  return text
    .replace(/<span [^>]*>(.*?)<\/span>/g, '$1')
    .split('\n')
    .filter((line) => /^(?:- |#{2,})/.test(line));
}

it('each kind of change is a line', () => {
  expect(
    linesOf([
      { name: 'Card#a', change: 'added', to: 'string', required: true },
      { name: 'Card#b', change: 'declared' },
      { name: 'Card#c', change: 'optional' },
      { name: 'Card#d', change: 'undeprecated' },
      { name: 'Card#e', change: 'default', to: "'x'" },
      { name: 'Card#f', change: 'widened', from: 'a', to: 'a |\n  b', members: { added: ['x', 'y'], removed: ['z'] } },
      { name: 'Card#g', change: 'changed', from: 'Same', to: 'Same' },
      { name: 'Card#h', change: 'deprecated' },
    ]),
  ).toMatchInlineSnapshot(`
    [
      "- [1.1](#v1.1): Changes 8 · Breaking 2 · added 1",
      "## 1.1 {#v1.1}",
      "### \`Card\` {#v1.1-Card}",
      "- \`a\` <Badge type="error">Breaking</Badge> added (required) \`string\`",
      "- \`b\` declared by the library, was a DOM attribute",
      "- \`c\` became optional",
      "- \`d\` no longer deprecated",
      "- \`e\` Default – → \`'x'\`",
      "- \`f\` Type \`a\` → \`a | b\`; new members \`x\`, \`y\`; removed members \`z\`",
      "- \`g\` <Badge type="error">Breaking</Badge> has a different type",
      "- \`h\` deprecated",
    ]
  `);
});

it('exports that come and go as a whole are in one row each, and each name is written once', () => {
  const facts = [
    { name: 'Card', change: 'added' as const },
    { name: 'Card#a', change: 'added' as const, required: true as const },
    { name: 'Card.Part', change: 'added' as const },
    { name: 'Part', change: 'added' as const },
    { name: 'Old', change: 'removed' as const, replacement: 'Card' },
    { name: 'Old#a', change: 'removed' as const },
    { name: 'Tab', change: 'added' as const },
    { name: 'Tab', change: 'deprecated' as const },
  ];
  expect(linesOf(facts, (name) => (name === 'Card' ? '/card' : undefined))).toEqual([
    '- [1.1](#v1.1): Changes 5 · Breaking 1 · added 3 · removed 1',
    '## 1.1 {#v1.1}',
    '- <Badge type="error">Breaking</Badge> removed `Old` (probably renamed to `Card`)',
    '- added [`Card`](/card), `Card.Part`, `Part`',
    '### `Tab` {#v1.1-Tab}',
    '- added',
    '- deprecated',
  ]);
});

it('a long type of a history that an earlier version wrote is cut', () => {
  const [, , , line] = linesOf([{ name: 'Card#a', change: 'added', to: 'x'.repeat(500) }]);
  expect(line).toBe(`- \`a\` added \`${'x'.repeat(300)}…\``);
});

it('a text of a tag keeps its code, and has no HTML and no relative links', () => {
  const text = 'Use `<b>`, {@link Other}, [that](./that.md)\nor <script>, see [the site](https://example.com).';
  expect(linesOf([{ name: 'Card#a', change: 'deprecated', text }]).at(-1)).toBe(
    '- `a` deprecated. Use `<b>`, `Other`, that or \\<script>, see [the site](https://example.com).',
  );
});

it('names link to rows, and code may contain backticks', () => {
  const facts = [
    { name: 'Card', change: 'deprecated' as const },
    { name: 'Card#a', change: 'added' as const, to: '`a-b`' },
  ];
  expect(linesOf(facts, (name) => (name === 'Card#a' ? '/x#a' : undefined))).toEqual([
    '- [1.1](#v1.1): Changes 2 · added 1',
    '## 1.1 {#v1.1}',
    '### `Card` {#v1.1-Card}',
    '- deprecated',
    '- [`a`](/x#a) added `` `a-b` ``',
  ]);
});

it('only pages of changes have their source path', () => {
  expect(['~changes.md', '~changes/1.md', 'docs/~changes.md', '~changes/x.md'].map(isChangesPage)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('an older major of an earlier name of the package has a page', () => {
  expect(isChangesPage('~changes/rc-box-3.md')).toBe(true);
});
