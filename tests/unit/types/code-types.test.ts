import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TypedCode } from '../../../src/node/types/code/code-types.ts';
import { readCodeTypes } from '../../helpers/library-types/compiler.ts';
import { createLibrary } from '../../helpers/library-types/library.ts';

const library = `/** What can be chosen. */
export interface Option { value: string; label?: string }
export interface SelectProps {
  /** What is offered. */
  options?: Option[];
  onChange?: (value: string) => void;
}
export default function Select(props: SelectProps) { return <b>{props.options?.length}</b>; }
`;

async function read(text: string, expected: TypedCode['expected'] = []) {
  const folder = await createLibrary({ 'src/index.tsx': library, 'docs/index.md': `# Page\n\n${text}` });
  const { blocks, diagnostics } = readCodeTypes({
    projectRoot: folder,
    root: folder,
    library: { name: 'own', entry: path.join(folder, 'src/index.tsx') },
    blocks: [{ page: path.join(folder, 'docs/index.md'), file: 'docs/index.md', line: 3, lang: 'tsx', text, expected }],
  });
  const [block = { words: [], errors: [], diagnostics: [] }] = blocks;
  const words = block.words.map(({ start, length, type }) => `${text.slice(start, start + length)} | ${type}`);
  const comments = block.words.flatMap(({ start, length, comment }) =>
    comment === undefined ? [] : [[text.slice(start, start + length), comment]],
  );
  return { ...block, diagnostics: [...diagnostics, ...block.diagnostics], words, comments };
}

describe('readCodeTypes', () => {
  it('shows names like an editor', async () => {
    const { words, diagnostics } = await read(`import Select, { type Option, type SelectProps } from 'own';
const list: Option[] = [{ value: 'a' }];
let count = 0;
enum Color { Red, Green = 'g' }
type Pair<T> = { first: T; second?: T };
class Box<T> { constructor(public held: T) {} get size() { return 1; } static of<U>(one: U) { return new Box(one); } }
function over(a: string): string;
function over(a: number): number;
function over(a: any) { return a; }
over(count);
const box = Box.of(Color.Red);
export const view = ({ title }: { title: string }) => <Select options={list} onChange={(value) => value.trim()} />;
`);
    expect(diagnostics).toEqual([]);
    expect([...new Set(words)]).toMatchInlineSnapshot(`
      [
        "Select | (alias) function Select(props: SelectProps): React.JSX.Element",
        "Option | (alias) interface Option",
        "SelectProps | (alias) interface SelectProps",
        "list | const list: Option[]",
        "value | (property) value: string",
        "count | let count: number",
        "Color | enum Color",
        "Red | (enum member) Color.Red = 0",
        "Green | (enum member) Color.Green = "g"",
        "Pair | type Pair<T> = {
          first: T;
          second?: T;
      }",
        "T | (type parameter) T",
        "first | (property) first: T",
        "second | (property) second?: T | undefined",
        "Box | class Box<T>",
        "held | (property) held: T",
        "size | (accessor) size: number",
        "of | (method) of<U>(one: U): Box<U>",
        "U | (type parameter) U",
        "one | (parameter) one: U",
        "Box | constructor Box<U>(held: U): Box<U>",
        "over | function over(a: string): string
      function over(a: number): number",
        "a | (parameter) a: string",
        "a | (parameter) a: number",
        "a | (parameter) a: any",
        "over | function over(a: number): number",
        "box | const box: Box<Color>",
        "of | (method) of<Color>(one: Color): Box<Color>",
        "view | const view: ({ title }: {
          title: string;
      }) => React.JSX.Element",
        "title | (parameter) title: string",
        "title | (property) title: string",
        "options | (property) options?: Option[] | undefined",
        "onChange | (property) onChange?: ((value: string) => void) | undefined",
        "value | (parameter) value: string",
        "trim | (method) trim(): string",
      ]
    `);
  });

  it('shows signatures of functions, whatever characters they contain', async () => {
    const { words } =
      await read(`export function pattern({ a, b }: { a: string; b: ')' }, rest: () => void) { return a + b + rest; }
export const called = (go: (one: '(' | \`\${string})\`) => boolean, ...all: [number, string][]) => go('(') && all;
called(() => true);
export declare function many(one: { a: string; b: () => void }): { c: string };
export declare function many(): void;
many();
type Handler = (event: string) => void;
export const handler: Handler = () => undefined;
handler('a');
export const mixed: { (): void; name: string } = many as never;
mixed();
`);
    const functions = words.filter((word) => /^(?:pattern|called|many|handler|mixed) /.test(word));
    expect([...new Set(functions)]).toMatchInlineSnapshot(`
      [
        "pattern | function pattern({ a, b }: {
          a: string;
          b: ')';
      }, rest: () => void): string",
        "called | const called: (go: (one: '(' | \`\${string})\`) => boolean, ...all: [number, string][]) => false | [number, string][]",
        "many | function many(one: {
          a: string;
          b: () => void;
      }): {
          c: string;
      }
      function many(): void",
        "many | function many(): void",
        "handler | const handler: Handler",
        "handler | const handler: (event: string) => void",
        "mixed | const mixed: {
          (): void;
          name: string;
      }",
        "mixed | const mixed: () => void",
      ]
    `);
  });

  it('finds the comment of a destructured property', async () => {
    const text = `import type { SelectProps } from 'own';
export function first({ options }: SelectProps) { return options; }
export function second(props: SelectProps) { const { options: [one] = [] } = props; return one; }
`;
    const { comments } = await read(text);
    expect([...new Set(comments.map((one) => one.join(': ')))]).toEqual(['options: What is offered.']);
    expect(comments).toHaveLength(3);
  });

  it('shows the name of an alias, even if it was expanded before', async () => {
    const { words } = await read(`export type Width = string | number;
export const one = (width: Width) => width;
`);
    expect([...new Set(words)]).toEqual([
      'Width | type Width = string | number',
      'one | const one: (width: Width) => Width',
      'width | (parameter) width: Width',
    ]);
  });

  it('shows the comment of a declaration', async () => {
    const { comments } = await read("import Select from 'own';\nexport const view = <Select options={[]} />;\n");
    expect(comments).toEqual([['options', 'What is offered.']]);
  });

  it('returns expected errors, and reports others', async () => {
    const code = "export const a: number = 'a';\nexport const b = c;\n";
    const { errors, diagnostics } = await read(code, [2322]);
    expect(errors).toEqual([
      { start: 13, length: 1, code: 2322, text: "Type 'string' is not assignable to type 'number'." },
    ]);
    expect(diagnostics).toMatchObject([
      { code: 'CD810', text: "Cannot find name 'c'", location: { file: 'docs/index.md', line: 4, column: 18 } },
    ]);
    expect((await read(code, 'all')).diagnostics).toEqual([]);
  });

  it('reports a missing expected error', async () => {
    const { diagnostics } = await read('// @errors: 2322\nexport const a = 1;\n', [2322]);
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'CD815',
        text: 'The code does not produce the expected error 2322',
        location: { line: 3, column: 4 },
      },
    ]);
  });
});
