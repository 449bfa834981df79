import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UsageDemo } from '../../../src/node/types/usage/find-uses.ts';
import type { ApiComponent } from '../../../src/shared/api.ts';
import { extractApi, findUsage } from '../../helpers/library-types/compiler.ts';
import { createLibrary, projectRoot } from '../../helpers/library-types/library.ts';

const kit = `import * as React from 'react';
/** An option. */
export interface Option { value: string; label?: React.ReactNode; children?: Option[] }
export interface SearchOptions { filter?: (text: string) => boolean; limit?: number }
export interface SelectProps {
  options?: Option[];
  search?: boolean | SearchOptions;
  disabled?: boolean;
  size?: 'small' | 'large';
  onChange?: (value: string) => void;
  children?: React.ReactNode;
}
const Select = (props: SelectProps) => <b>{props.size}</b>;
export const Panel = (props: { title?: string; open?: boolean }) => <b>{props.title}</b>;
Select.Panel = Panel;
export interface ButtonProps { size?: 'small' | 'large'; round?: boolean }
export const Button = (props: ButtonProps) => <b>{props.size}</b>;
export enum Size { Small, Large }
export const LIMIT = 10;
interface Entry { id: string }
export type LooseEntry = Entry & Record<string, unknown>;
export const List = (props: { entries?: LooseEntry[] }) => <b>{props.entries?.length}</b>;
export function filterOptions(options: Option[], settings?: { strict?: boolean }, ...more: string[]) { return options.slice(more.length, settings ? 1 : 2); }
export class Store { items: string[] = [] }
export default Select;
`;

let components: ApiComponent[];

beforeAll(async () => {
  const folder = await createLibrary({ 'package.json': '{"name": "@acme/select"}', 'src/index.tsx': kit });
  ({ components } = extractApi({ projectRoot: folder, entry: 'src/index.tsx' }));
});

/** What a demo with these files uses: ids of exports, and properties such as `Select.size`. */
function usesOf(code: string, more: Record<string, string> = {}, imports: Record<string, string> = {}): string[] {
  const files = Object.entries({ 'index.tsx': code, ...more }).map(([name, text]) => ({ name, text, imports }));
  return wordsOf([{ id: 'demo', files }]);
}

function wordsOf(demos: UsageDemo[]): string[] {
  const usage = findUsage({ demos, library: ['@acme/select'], components });
  return Object.entries(usage).flatMap(([id, { props }]) => [id, ...Object.keys(props).map((name) => `${id}.${name}`)]);
}

/** The same without types. The props of a component are also an example of their type. */
function propsOf(code: string, more?: Record<string, string>): string[] {
  const types = ['Option', 'SearchOptions', 'SelectProps', 'ButtonProps'];
  return usesOf(code, more).filter((word) => !types.includes(word.split('.')[0] ?? ''));
}

const select = "import Select from '@acme/select';\n";

describe('elements of the library', () => {
  it.each([
    ['a default import', "import Select from '@acme/select'; <Select disabled />;"],
    ['another name for the default import', "import Choice from '@acme/select'; <Choice disabled />;"],
    ['default by name', "import { default as Choice } from '@acme/select'; <Choice disabled />;"],
    ['a namespace', "import * as Kit from '@acme/select'; <Kit.default disabled />;"],
    ['a constant', `${select}const Choice = Select; const Other = Choice; <Other disabled />;`],
    [
      'a constant in a function',
      `${select}export default () => { const Choice = Select; return <Choice disabled />; };`,
    ],
    ['an object', `${select}const parts = { Choice: Select, Select }; <parts.Choice disabled />;`],
    ['a file inside of the package', "import Select from '@acme/select/es/Select'; <Select disabled />;"],
    ['createElement', `${select}React.createElement(Select, { disabled: true });`],
    ['createElement by its name', `${select}const more = { disabled: true }; createElement(Select, more);`],
  ])('are found through %s', (_, code) => {
    expect(propsOf(code)).toEqual(['Select', 'Select.disabled']);
  });

  it.each([
    ['a named import', "import { Panel } from '@acme/select'; <Panel open />;"],
    ['a renamed import', "import { Panel as Menu } from '@acme/select'; <Menu open></Menu>;"],
    ['a namespace', "import * as Kit from '@acme/select'; <Kit.Panel open />;"],
    ['a destructured namespace', "import * as Kit from '@acme/select'; const { Panel } = Kit; <Panel open />;"],
    ['a file inside of the package', "import Panel from '@acme/select/lib/panel/index.js'; <Panel open />;"],
  ])('have all names of a subcomponent: %s', (_, code) => {
    expect(propsOf(code).sort()).toEqual(['Panel', 'Panel.open', 'Select.Panel', 'Select.Panel.open']);
  });

  it.each([
    ['a member', `${select}<Select.Panel open />;`],
    [
      'a member in brackets',
      `${select}const { ['Panel']: Menu } = Select; const Same = Select['Panel']; <Same open />;`,
    ],
    ['a pattern', `${select}const { Panel: Menu } = Select; <Menu open />;`],
    ['a pattern in a component', `${select}function Demo() { const { Panel } = Select; return <Panel open />; }`],
  ])('are subcomponents of others: %s', (_, code) => {
    expect(propsOf(code)).toEqual(expect.arrayContaining(['Panel', 'Panel.open', 'Select.Panel', 'Select.Panel.open']));
    expect(propsOf(code)).not.toContain('Select.disabled');
  });

  it.each([
    ['from another package', "import Select from 'other-select'; <Select disabled />;"],
    ['from a package whose name begins alike', "import Select from '@acme/select-box'; <Select disabled />;"],
    ['as a parameter', `${select}const show = (Select) => <Select disabled />;`],
    ['in an inner scope', `${select}{ const Select = 'select'; <Select disabled />; }`],
    ['in a loop', `${select}for (const Select of list) { <Select disabled />; }`],
    ['caught', `${select}try { go(); } catch (Select) { <Select disabled />; }`],
    ['as a global', '<Select disabled />;'],
    ['as a name only', `${select}const styles = { Select: 1 }; styles.Select; <i Select="" />;`],
    ['imported only', select],
  ])('are not found if the name means something else: %s', (_, code) => {
    expect(usesOf(code)).toEqual([]);
  });

  it('have no props that the API does not contain', () => {
    expect(propsOf(`${select}<Select disabled data-id="1" colour="red" key="a" />;`)).toEqual([
      'Select',
      'Select.disabled',
    ]);
  });

  it('have children if there is content between the tags', () => {
    expect(propsOf(`${select}<Select><b /></Select>;`)).toEqual(['Select', 'Select.children']);
    expect(propsOf(`${select}<Select>\n  {/* nothing */}\n</Select>;`)).toEqual(['Select']);
    expect(propsOf(`${select}<div>Text<Select /></div>;`)).toEqual(['Select']);
    expect(propsOf(`${select}createElement(Select, null, 'Text');`)).toEqual(['Select', 'Select.children']);
  });

  it('count as used if they are passed to an unknown function', () => {
    expect(propsOf(`${select}const Fancy = styled(Select)\`\`; <Fancy disabled />;`)).toEqual(['Select']);
  });
});

describe('spread props', () => {
  it.each([
    ['a literal', '<Select {...{ disabled: true }} />'],
    ['a constant', 'const props = { disabled: true }; <Select {...props} />'],
    ['a constant with a type', 'const props: any = { disabled: true }; <Select {...props} />'],
    ['as const', 'const props = { disabled: true } as const; <Select {...props} />'],
    ['satisfies', 'const props = { disabled: true } satisfies object; <Select {...(props as any)!} />'],
    ['shorthand', 'const disabled = true; const props = { disabled }; <Select {...props} />'],
    ['a string as a key', 'const props = { "disabled": true }; <Select {...props} />'],
    ['a condition', '<Select {...(off && { disabled: true })} />'],
    ['a choice', '<Select {...(off ? { disabled: true } : {})} />'],
    ['an alternative', '<Select {...(given ?? { disabled: true })} />'],
    ['nested spreads', 'const a = { disabled: true }; const b = { ...a }; <Select {...{ ...b }} />'],
    ['a member', 'const looks = { off: { disabled: true } }; <Select {...looks.off} />'],
    ['a member of a spread', 'const a = { off: { disabled: true } }; const b = { ...a }; <Select {...b["off"]} />'],
    ['a pattern', 'const { off } = { off: { disabled: true } }; <Select {...off} />'],
    ['a function', 'function look() { if (x) { return { disabled: true }; } } <Select {...look()} />'],
    ['a hook', 'const useLook = () => ({ disabled: true }); const look = useLook(); <Select {...look} />'],
    ['useMemo', 'const look = useMemo(() => ({ disabled: true }), []); <Select {...look} />'],
    ['useState', 'const [look, setLook] = useState({ disabled: true }); <Select {...look} />'],
  ])('are found in %s', (_, code) => {
    expect(propsOf(select + code)).toEqual(['Select', 'Select.disabled']);
  });

  it.each([
    ['unknown values', '<Select {...props} {...make()} {...(window as any).props} />'],
    ['a parameter', 'const disabled = { disabled: true }; ((disabled) => <Select {...disabled} />)'],
    [
      'the result of a nested function',
      'const f = () => { const g = () => { return { disabled: 1 } }; }; <Select {...f()} />',
    ],
    ['a cycle', 'const a = { ...a, ...b }; const b = { ...a }; <Select {...a} {...a.b} />'],
    ['an alias of itself', 'const a = b; const b = a; const { c } = c; <Select {...a} {...c} />'],
    ['a function that calls itself', 'const f = () => f(); <Select {...f()} />'],
  ])('are ignored if they are %s', (_, code) => {
    expect(propsOf(select + code)).toEqual(['Select']);
  });
});

describe('the files of a demo', () => {
  it('are found by their imports', () => {
    const words = propsOf(
      `import { Choice } from './kit';
       import look, { large, both as all } from './shared/looks.ts';
       import * as looks from './shared/looks.ts';
       <Choice {...look} {...large} {...all} {...looks.again} />;`,
      {
        'kit.ts': "export { default as Choice } from '@acme/select';",
        'shared/looks.ts': `export default { disabled: true };
          const size = { size: 'large' };
          export { size as large };
          export const again = { search: true };
          export * from '../more';`,
        'more/index.ts': 'export const both = { options: [] };',
      },
    );
    expect(words).toEqual(['Select', 'Select.options', 'Select.search', 'Select.disabled', 'Select.size']);
  });

  it('are resolved with the given imports', () => {
    const code = "import Select from '../src'; import { look } from '@/looks'; <Select {...look} />;";
    const more = { '../shared/looks.ts': 'export const look = { size: 1 };' };
    const imports = { '../src': '@acme/select', '@/looks': './../shared/looks.ts' };
    expect(usesOf(code, more, imports)).toContain('Select.size');
    expect(usesOf(code, more)).toEqual([]);
  });

  it('are ignored if they have syntax errors', () => {
    const code = "import Select from '@acme/select'; import { look } from './look'; <Select disabled {...look} />;";
    expect(propsOf(code, { 'look.ts': 'export const look = { size: ; }', 'x.ts': '<<<' })).toEqual([
      'Select',
      'Select.disabled',
    ]);
    expect(propsOf('import Select from "@acme/select"; <Select disabled>')).toEqual([]);
  });

  it('can be style sheets', () => {
    expect(propsOf(`${select}import './a.less'; <Select />`, { 'a.less': '.a { color: red }' })).toEqual(['Select']);
  });
});

describe('members of objects', () => {
  it('count for the types that the object is an example of', () => {
    expect(
      usesOf(
        `${select}const list = [{ value: 'a', children: [{ value: 'b', label: 'B' }] }]; <Select options={list} search={{ limit: 1 }} />;`,
      ),
    ).toEqual([
      'Option',
      'Option.value',
      'Option.children',
      'SearchOptions',
      'SearchOptions.limit',
      'SelectProps',
      'SelectProps.options',
      'SelectProps.search',
      'Select',
      'Select.options',
      'Select.search',
    ]);
  });

  it('do not count for a type with other members', () => {
    const words = usesOf('import { Button } from \'@acme/select\'; <Button size="small" />;');
    expect(words).toEqual(['ButtonProps', 'ButtonProps.size', 'Button', 'Button.size']);
  });

  it('count for a type with an index signature', () => {
    const words = usesOf("import { List } from '@acme/select'; <List entries={[{ id: 'a', more: 1 }]} />;");
    expect(words.sort()).toEqual(['List', 'List.entries', 'LooseEntry', 'LooseEntry.id']);
  });

  it('are found in the elements of a list', () => {
    expect(usesOf(`${select}<Select options={names.map((name) => ({ label: name }))} />;`)).toContain('Option.label');
    expect(usesOf(`${select}const more = [{ label: 1 }]; <Select options={[...more]} />;`)).toContain('Option.label');
  });
});

describe('types of the library', () => {
  const types = "import type { Option, SelectProps } from '@acme/select';\n";

  it.each([
    ['a value', "const list: Option[] = [{ value: 'a' }];"],
    ['a read-only value', "const list: readonly Option[] = [{ value: 'a' }];"],
    ['a partial value', "const one: Partial<Option> | undefined = { value: 'a' };"],
    ['satisfies', "const one = { value: 'a' } satisfies Option;"],
    ['a type argument', "const [list] = useState<Option[]>([{ value: 'a' }]);"],
    ['a result', "function make(): Option { return { value: 'a' }; }"],
    ['a type of the demo', "type Mine = Option & { more: 1 }; const one: Mine = { value: 'a', more: 1 };"],
    [
      'an interface of the demo',
      "interface Mine extends Option { more: 1 } const one: Mine = { value: 'a', more: 1 };",
    ],
    ['a namespace', "import * as Kit from '@acme/select'; const one: Kit.Option = { value: 'a' };"],
  ])('are used by %s', (_, code) => {
    expect(usesOf(types + code)).toEqual(['Option', 'Option.value']);
  });

  it('are used by a member of another type', () => {
    expect(usesOf(`${types}const list: NonNullable<SelectProps['options']> = [{ value: 'a' }];`)).toEqual([
      'Option',
      'Option.value',
      'SelectProps',
      'SelectProps.options',
    ]);
    expect(usesOf(`${types}const one: SelectProps['options'][number] = { label: 'a' };`)).toContain('Option.label');
  });

  it('are used without a value', () => {
    expect(usesOf(`${types}const show = (option: Option) => option.value;`)).toEqual(['Option']);
  });

  it.each([
    ['imported only', ''],
    ['a type of the demo', 'export {}; { interface Option { value: 1 } const a: Option = { value: 1 }; }'],
    ['a type parameter', 'function one<Option>(option: Option) {}'],
  ])('are not used: %s', (_, code) => {
    expect(usesOf(types + code)).toEqual([]);
  });

  it('can be imported from another file of the demo', () => {
    const more = { 'types.ts': "import type { Option } from '@acme/select'; export type Mine = Option;" };
    expect(usesOf("import type { Mine } from './types'; const one: Mine = { label: 1 };", more)).toContain(
      'Option.label',
    );
  });
});

describe('other exports of the library', () => {
  it('are used if they are mentioned', () => {
    const names = "import { filterOptions, LIMIT, Size, Store } from '@acme/select';\n";
    expect(usesOf(`${names}filterOptions([{ value: 'a' }], {}, 'b', 'c');`).sort()).toEqual([
      'Option',
      'Option.value',
      'filterOptions',
      'filterOptions....more',
      'filterOptions.options',
      'filterOptions.settings',
    ]);
    expect(usesOf(`${names}list.filter(filterOptions); const a = [LIMIT]; const b = { LIMIT };`).sort()).toEqual([
      'LIMIT',
      'filterOptions',
    ]);
    expect(usesOf(`${names}const size = Size.Large;`)).toEqual(['Size', 'Size.Large']);
    expect(usesOf(`${names}new Store();`)).toEqual(['Store']);
  });
});

describe('findUsage', () => {
  it('returns the ids of demos, in the order of the tables', () => {
    const demo = (id: string, props: string): UsageDemo => ({
      id,
      files: [{ name: './index.jsx', text: `${select}<Select ${props} />;` }],
    });
    const demos = [demo('b', 'size disabled'), demo('a', 'disabled'), demo('c', '')];
    const usage = findUsage({ demos, library: ['@acme/select'], components });
    expect(usage.Select).toEqual({ demos: ['a', 'b', 'c'], props: { disabled: ['a', 'b'], size: ['b'] } });
    expect(JSON.stringify(findUsage({ demos: demos.reverse(), library: ['@acme/select'], components }))).toBe(
      JSON.stringify(usage),
    );
  });

  it('finds what the demos of this project use', () => {
    const folder = path.join(projectRoot, 'demos');
    const read = (name: string) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') });
    const shared = ['shared/use-popup.tsx', 'shared/use-later.ts'].map(read);
    const demos = ['panel', 'search', 'text-trigger'].map((id) => ({ id, files: [read(`${id}.tsx`), ...shared] }));
    const api = extractApi({ projectRoot, entry: '@rc-component/cascader' }).components;
    const usage = findUsage({ demos, library: ['@rc-component/cascader'], components: api });
    expect(usage.Panel?.props.direction).toEqual(['panel']);
    expect(usage['Cascader.Panel']).toEqual(usage.Panel);
    expect(usage.Cascader?.props.popupRender).toEqual(['search', 'text-trigger']);
    expect(usage.Cascader?.props.children).toEqual(['text-trigger']);
    expect(Object.keys(usage.SearchConfig?.props ?? {})).toEqual(['filter', 'render', 'sort', 'limit']);
  });
});
