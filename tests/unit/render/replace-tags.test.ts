import { describe, expect, it } from 'vitest';
import { INDENT, type Replacement, replacementsByFile, replaceTags } from '../../../src/node/render/replace-tags.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';

/** A replacement at a location in the file `a.md`. */
const at = (line: number, column: number, rest: Partial<Replacement>): Replacement => ({
  location: { file: 'a.md', line, column },
  tag: 'Link',
  print: (inner) => `[${inner}]`,
  ...rest,
});
const replace = (text: string, all: Replacement[], line = 1): string =>
  replaceTags({ text, line }, replacementsByFile(all).get('a.md') ?? []);

describe('replaceTags', () => {
  it.each([
    ['a <Link to="x">b</Link> c', 'a [b] c'],
    ['a <Link to="x>y" /> c</Link>', 'a [] c</Link>'],
    ["a <Link to='x'> c", 'a [] c'],
    ['a <b>c</b>', 'a <b>c</b>'],
  ])('replaces %j with %j', (text, expected) => {
    expect(replace(text, [at(1, 3, {})])).toBe(expected);
  });

  it('replaces nested tags if the outer one keeps its content', () => {
    const text = '<Link><code src="x"></code></Link> <API><Link>a</Link></API>';
    const code = at(1, 7, { tag: 'code', print: () => 'code' });
    const table = at(1, 36, { tag: 'API', print: () => 'table' });
    expect(replace(text, [at(1, 1, { end: { line: 1, column: 35 } }), code, table, at(1, 41, {})])).toBe(
      '[code] table',
    );
  });

  it('appends to lines in order, with the prefix of each line', () => {
    const note = (line: number, text: string) => at(line, 1, { tag: undefined, print: () => `\n${INDENT}${text}` });
    expect(replace('> a\n  b', [note(2, 'three'), note(1, 'one'), note(1, 'two')])).toBe(
      '> a\n> one\n> two\n  b\n  three',
    );
  });

  it('separates blocks from the lines around them', () => {
    const block = (line: number) => at(line, 1, { isBlock: true, print: () => `block ${line}` });
    expect(replace('a\n<Link />\n<Link />\n\n<Link />\nb', [block(2), block(3), block(5)])).toBe(
      'a\n\nblock 2\n\nblock 3\n\nblock 5\n\nb',
    );
  });

  it('applies to a part of a file, and applies duplicates once', () => {
    const all = [at(2, 1, {}), at(3, 1, {}), at(3, 1, {}), at(4, 1, {})];
    expect(replace('<Link>c</Link>', all, 3)).toBe('[c]');
  });

  it('takes linear time', async () => {
    const count = 50_000;
    const links = Array.from({ length: count }, (_, line) => at(line + 1, 1, { end: { line: line + 1, column: 9 } }));
    const time = await cpuTime(() => {
      expect(replace('<Link a>\n'.repeat(count), links)).toBe('[]\n'.repeat(count));
    });
    expect(time).toBeLessThan(5000);
  });
});
