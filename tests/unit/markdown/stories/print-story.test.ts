// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the stories in the strings
import { describe, expect, it } from 'vitest';
import { printStory } from '../../../../src/node/markdown/stories/print-story.ts';
import { locateStory, readStories } from '../../../../src/node/markdown/stories/read-stories.ts';

const BUTTON = "import { Button } from './Button';\n";

/** Returns the code of each story of a file by the name of its export. */
function codesOf(text: string, others: Record<string, string> = {}): Record<string, string | undefined> {
  const files: Record<string, string> = { '/Button.stories.tsx': text, ...others };
  const { stories } = readStories('/Button.stories.tsx', {
    read: (name) => files[name] ?? '',
    resolve: (specifier) => [`/${specifier.slice(2)}.tsx`].find((name) => Object.hasOwn(files, name)),
  });
  return Object.fromEntries(stories.map((story) => [story.exportName, printStory(story)]));
}

/** Returns the last function of a story's code. */
function bodyOf(stories: string, name: string): string {
  const code = codesOf(BUTTON + stories)[name] ?? '';
  return code.slice(code.search(/^(?:export default )?function /m)).trim();
}

const META = 'const meta = { component: Button, args: { size: "m" } };\nexport default meta;\n';

describe('a story with args', () => {
  it.each([
    ['no args', '{}', '<Button size="m" />'],
    ['merged args', '{ args: { size: "l", label: "Hi" } }', '<Button size="l" label="Hi" />'],
    ['true', '{ args: { disabled: true } }', '<Button size="m" disabled />'],
    ['a value', '{ args: { count: 2, "aria-label": "x" } }', '<Button size="m" count={2} aria-label="x" />'],
    ['undefined', '{ args: { size: undefined } }', '<Button />'],
    ['children', '{ args: { children: "Save" } }', '<Button size="m">Save</Button>'],
    ['an element', '{ args: { children: <b>Save</b> } }', '<Button size="m"><b>Save</b></Button>'],
    ['a text that JSX would change', '{ args: { children: "a < b" } }', '<Button size="m">{"a < b"}</Button>'],
    ['a name that is no attribute', '{ args: { "a.b": 1 } }', '<Button size="m" {...{ "a.b": 1 }} />'],
    ['a method', '{ args: { onClick() { go(); } } }', '<Button size="m" onClick={function () { go(); }} />'],
    ['an async method', '{ args: { async load() {} } }', '<Button size="m" load={async function () {}} />'],
    ['a generator', '{ args: { *all() {} } }', '<Button size="m" all={function* () {}} />'],
    [
      'a call with types',
      '{ args: { a: f(1 as A), b: f<B>(1 as A /* c */), c: [1 as C] } }',
      '<Button size="m" a={f(1 as A)} b={f<B>(1 as A /* c */)} c={[1 as C]} />',
    ],
    [
      'templates',
      '{ args: { a: `${1}`, b: `` as B, c: f(`}${2}${3}`), "d`${": 1 } }',
      '<Button size="m" a={`${1}`} b={``} c={f(`}${2}${3}`)} {...{ "d`${": 1 }} />',
    ],
    ['types', '{ args: { size: "l" as Size, n: 1! } satisfies Args } as Story', '<Button size="l" n={1} />'],
  ])('has %s', (_, story, jsx) => {
    expect(bodyOf(`${META}export const Primary = ${story};\n`, 'Primary')).toBe(
      `export default function Primary() {\n  return ${jsx};\n}`,
    );
  });

  it.each([
    ['after', '<Button {...args} size="l" open={on} />', '<Button label="x" size="l" open={on} />'],
    ['before', '<Button size="l" {...args} id="a" />', '<Button size="m" open={false} label="x" id="a" />'],
  ])('does not repeat an attribute %s the args', (_, written, jsx) => {
    const story = `{ args: { open: false, label: "x" }, render: (args) => ${written} }`;
    expect(bodyOf(`${META}export const Primary = ${story};\n`, 'Primary')).toContain(`return ${jsx};`);
  });

  it('needs nothing of another story that has no args', () => {
    const stories =
      'const A: StoryObj<typeof meta> = {};\nexport { A };\nexport const B = { args: { ...A.args, b: 1 } };\n';
    const code = codesOf(BUTTON + META + stories).B ?? '';
    expect(code).toContain('<Button size="m" b={1} />');
    expect(code).not.toContain('StoryObj');
  });

  it('has the args of other stories, and keeps those that are not known', () => {
    const stories = `${META}import * as Other from './Other.stories';
export const A = { args: { a: 1, b: 2 } };
export const B = { ...A, args: { ...A.args, b: 3 } };
export const C = { args: { ...Other.X.args, b: 4 } };
`;
    expect(bodyOf(stories, 'B')).toContain('<Button size="m" a={1} b={3} />');
    expect(codesOf(BUTTON + stories).C).toBe(
      "import { Button } from './Button';\nimport * as Other from './Other.stories';\n\nexport default function C() {\n  return <Button size=\"m\" {...Other.X.args} b={4} />;\n}\n",
    );
  });

  it('passes its args to `useArgs`', () => {
    const stories = `${META}import { useArgs } from 'storybook/preview-api';
export const A = { args: { on: true }, render: function Render(args) {
  const [{ on }, update] = useArgs<Args>();
  return <Button {...args} on={on} onClick={() => update({ on: !on })} />;
} };
`;
    expect(bodyOf(stories, 'A')).toBe(`export default function A() {
  const [{ on }, update] = useArgs<Args>({ size: "m", on: true });
  return <Button size="m" on={on} onClick={() => update({ on: !on })} />;
}`);
  });

  it('has what `argTypes` maps its args to', () => {
    const stories = `export default { component: Button, argTypes: { icon: { options: ['star'], mapping: { star: <Star /> } } } };
export const A = { args: { icon: 'star' } };
`;
    expect(bodyOf(stories, 'A')).toContain('<Button icon={<Star />} />');
  });

  it('has functions instead of the spies of Storybook', () => {
    const stories = `import { fn } from 'storybook/test';
import { action } from '@storybook/addon-actions';
export default { component: Button, args: { onClick: fn() } };
export const A = { args: { onClose: action('close') } };
`;
    expect(codesOf(BUTTON + stories).A).toBe(
      "import { Button } from './Button';\n\nexport default function A() {\n  return <Button onClick={() => {}} onClose={() => {}} />;\n}\n",
    );
  });
});

describe('a story with a function', () => {
  it('has the values of its args', () => {
    const stories = `${META}export const A = {
  args: { label: 'Hi', children: 'Go' },
  render: (args) => (
    <p>
      <Button {...args} />
      <Button {...args}>own</Button>
      {args.label}
      <Button title={args.label} />
    </p>
  ),
};
`;
    expect(bodyOf(stories, 'A')).toBe(`export default function A() {
  return (
    <p>
      <Button size="m" label="Hi">Go</Button>
      <Button size="m" label="Hi">own</Button>
      Hi
      <Button title="Hi" />
    </p>
  );
}`);
  });

  it('has its args as a variable if they are used in another way', () => {
    const stories = `${META}export const A = {
  render: ({ size, ...rest }: Props) => {
    const [on, setOn] = useState(false);
    return <Button {...rest} on={on} />;
  },
};
export const B = { render: (args) => <Button data={args} /> };
`;
    expect(bodyOf(stories, 'A')).toBe(`export default function A() {
  const { size, ...rest } = { size: "m" };
  const [on, setOn] = useState(false);
  return <Button {...rest} on={on} />;
}`);
    expect(bodyOf(stories, 'B')).toContain('const args = { size: "m" };');
  });

  it.each([
    ['a function', 'export const A = (args) => <Button {...args} />;\nA.args = { label: "x" };'],
    ['a declaration', 'export function A(args) { return <Button {...args} />; }\nA.args = { label: "x" };'],
    ['a template', 'const T = (args) => <Button {...args} />;\nexport const A = T.bind({});\nA.args = { label: "x" };'],
    ['`.story`', 'export const A = (args) => <Button {...args} />;\nA.story = { args: { label: "x" } };'],
    ['an assigned object', 'export const A = Object.assign((args) => <Button {...args} />, { args: { label: "x" } });'],
    ['a list of exports', 'const A = (args) => <Button {...args} />;\nA.args = { label: "x" };\nexport { A };'],
  ])('may be %s', (_, story) => {
    expect(bodyOf(`${META}${story}\n`, 'A')).toContain('return <Button size="m" label="x" />;');
  });

  it('may be an imported function', () => {
    const code = codesOf(
      `import { render } from './render';\nexport default { render };\nexport const A = { args: { a: 1 } };`,
    ).A;
    expect(code).toContain("import { render } from './render';");
    expect(code).toContain('return render({ a: 1 }, {');
  });
});

describe('a story of a factory', () => {
  it.each([
    ['with args', 'meta.story({ args: { a: 1 } })', '<Button size="m" a={1} />'],
    ['without anything', 'meta.story()', '<Button size="m" />'],
    ['that extends another', 'Base.extend({ args: { b: 2 } })', '<Button size="m" a={1} b={2} />'],
    [
      'with the args of another',
      'meta.story({ args: { ...Base.input.args, b: 2 } })',
      '<Button size="m" a={1} b={2} />',
    ],
    ['that is a function', 'meta.story(() => <Button own />)', '<Button own />'],
  ])('is shown %s', (_, story, jsx) => {
    const stories = `import preview from '../.storybook/preview';
const meta = preview.meta({ component: Button, args: { size: "m" } });
export const Base = meta.story({ args: { a: 1 } });
export const A = ${story};
`;
    expect(bodyOf(stories, 'A')).toContain(`return ${jsx};`);
  });
});

describe('decorators', () => {
  it('become elements around the story, those of the story first', () => {
    const stories = `export default { component: Button, decorators: [(Story) => <main><Story /></main>] };
export const A = { decorators: [(Story) => { return <div>{Story()}</div>; }] };
`;
    expect(bodyOf(stories, 'A')).toBe('export default function A() {\n  return <main><div><Button /></div></main>;\n}');
  });

  it('are called if they do more', () => {
    const stories = `import { withTheme } from './theme';
export default { component: Button, args: { a: 1 } };
export const A = { decorators: [withTheme({ dark: true }), (Story, { args }) => <i title={args.a}><Story /></i>] };
`;
    const code = codesOf(BUTTON + stories).A ?? '';
    expect(code).toContain('const context = { args: { a: 1 }, argTypes');
    expect(code).toContain('function Layer1() {\n  return (withTheme({ dark: true }))(A, context);\n}');
    expect(code).toContain(
      'export default function Decorated() {\n  return ((Story, { args }) => <i title={args.a}><Story /></i>)(Layer1, context);\n}',
    );
  });
});

describe('the code around a story', () => {
  it('has what the story needs, with types, and nothing else', () => {
    const { A } = codesOf(`import type { Meta } from '@storybook/react';
import dayjs from 'dayjs';
import { Button, type ButtonProps as Props, Unused } from './Button';
import './Button.css';

interface Row {
  key: string;
}

/** Rows of the table. */
const rows: Row[] = [{ key: 'http://a' }];
const other = 1;

dayjs.extend(utc);

const meta: Meta<typeof Button> = { component: Button };
export default meta;

// A comment about the story.
export const A = { args: { rows, date: dayjs(), f: (props: Props) => props } };
`);
    expect(A).toBe(`import dayjs from 'dayjs';
import { Button } from './Button';
import type { ButtonProps as Props } from './Button';
import './Button.css';

interface Row {
  key: string;
}

const rows: Row[] = [{ key: 'http://a' }];

dayjs.extend(utc);

export default function A() {
  return <Button rows={rows} date={dayjs()} f={(props: Props) => props} />;
}
`);
  });

  it('does not use the name of the story twice', () => {
    const { Button } = codesOf(`import { Button as B } from './Button';
export default { component: B };
export const Button = { args: { icon: <Button /> } };
`);
    expect(Button).toContain('export default function ButtonStory()');
  });
});

describe('which exports are stories', () => {
  const namesOf = (text: string, others?: Record<string, string>): string[] => Object.keys(codesOf(text, others));

  it.each([
    ['all', '', ['A', 'B', 'helperC']],
    ['those of `includeStories`', 'includeStories: ["A"],', ['A']],
    ['those of a pattern', 'includeStories: /^[A-Z]/,', ['A', 'B']],
    ['not those of `excludeStories`', 'excludeStories: /^helper/,', ['A', 'B']],
  ])('are %s', (_, option, names) => {
    expect(
      namesOf(
        `export default { component: 'a', ${option} };\nexport const A = {};\nexport const B = {};\nexport const helperC = {};\nexport const list = ['data'];\nexport type T = string;\n`,
      ),
    ).toEqual(names);
  });

  it('are those of other files that are exported again', () => {
    const others = {
      '/Other.stories.tsx': "export default { component: 'b' };\nexport const X = {};\nexport const Y = {};\n",
    };
    expect(namesOf("export default {};\nexport * from './Other.stories';\n", others)).toEqual(['X', 'Y']);
    expect(namesOf("export { X as Z } from './Other.stories';\nexport default {};\n", others)).toEqual(['Z']);
  });
});

it('has a name, tags and a description', () => {
  const { stories, title } = readStories('/a.tsx', {
    read: () => `export default { title: 'UI/Button', component: 'a', tags: ['autodocs'] };
/** The \`main\` one. */
export const PrimaryXLButton2 = { tags: ['!dev'] };
export const Named = { name: 'Own name', parameters: { docs: { description: { story: 'Told' } } } };
export const Old = () => null;
Old.storyName = 'Old name';
`,
    resolve: () => undefined,
  });
  expect(title).toBe('UI/Button');
  expect(stories.map(({ name, tags, description }) => ({ name, tags, description }))).toEqual([
    { name: 'Primary XL Button 2', tags: ['autodocs', '!dev'], description: 'The `main` one.' },
    { name: 'Own name', tags: ['autodocs'], description: 'Told' },
    { name: 'Old name', tags: ['autodocs'], description: undefined },
  ]);
});

it('has a description and a location if its export has another name', () => {
  const { stories } = readStories('/a.tsx', {
    read: () => `export default { component: 'a' };

/** Told. */
const Own = {};

export { Own, Own as Other };
`,
    resolve: () => undefined,
  });
  expect(stories.map((story) => [story.exportName, story.description, locateStory(story, 'a.tsx').line])).toEqual([
    ['Own', 'Told.', 4],
    ['Other', 'Told.', 4],
  ]);
});

it('is read once if several names are exported again', () => {
  const files: Record<string, string> = {
    '/a.tsx': "export { A, B } from './b';\nexport * from './b';\n",
    '/b.tsx': "export default { component: 'b' };\nexport const A = {};\nexport const B = {};\n",
  };
  const read: string[] = [];
  readStories('/a.tsx', {
    read(name) {
      read.push(name);
      return files[name] ?? '';
    },
    resolve: () => '/b.tsx',
  });
  expect(read).toEqual(['/a.tsx', '/b.tsx']);
});

it('prints nothing for a story without a component', () => {
  expect(codesOf('export default {};\nexport const A = { args: { a: 1 } };\n').A).toBeUndefined();
});

it('calls a story that an expression creates', () => {
  const { A } = codesOf(`${BUTTON}${META}export const A = create(1);\n`);
  expect(A).toContain('const story = create(1);');
  expect(A).toContain('if (story.render) return story.render(args, ');
});

describe('names of the file', () => {
  const printed = (stories: string): string => codesOf(BUTTON + stories).A ?? '';

  it('are not those of the variables for a story that an expression creates', () => {
    const code = printed(`${META}const args = { a: 1 };\nconst story = 2;\nexport const A = create(args, story);\n`);
    expect(code).toContain(
      'const story2 = create(args, story);\n  const args2 = { ...{ size: "m" }, ...story2.args };',
    );
    expect(code).toContain('if (story2.render) return story2.render(args2, { args: args2,');
    expect(code).toContain('return <Button {...args2} />;');
  });

  it('are not those of the variable for a component', () => {
    const code = printed(`const Component = 1;
export default { component: memo(Button), args: { value: Component } };
export const A = {};
`);
    expect(code).toContain('const Component2 = memo(Button);\n  return <Component2 value={Component} />;');
  });

  it('are not those of the functions and the context of decorators', () => {
    const code = printed(`const context = 1;
const Decorated = 2;
export default { component: Button, decorators: [frame(context), frame(Decorated)] };
export const A = {};
`);
    expect(code).toContain('const context2 = { args: {}');
    expect(code).toContain('(frame(context))(A, context2)');
    expect(code).toContain('export default function Decorated2() {\n  return (frame(Decorated))(Layer1, context2);');
  });

  it('are declared if a parameter has the same name', () => {
    const code = printed(`import { make } from './make';
const args = make();
export default { component: Button };
export const A = { args, render: (args) => <Button {...args} /> };
`);
    expect(code).toContain("import { make } from './make';");
    expect(code).toContain('const args = make();');
    expect(code).toContain('return ((args) => <Button {...args} />)({ ...args }, {');
  });

  it.each([
    ['a parameter', '(args) => list.map((name) => <Button key={name} label={args.label} />)'],
    ['a variable', '(args) => { const name = 1; return <Button {...args} />; }'],
    ['a property', '({ name, ...args }) => <Button {...args} />'],
  ])('are not replaced by %s inside of a function', (_, render) => {
    const code = printed(
      `const name = 'x';\nexport default { component: Button };\nexport const A = { args: { label: name }, render: ${render} };\n`,
    );
    expect(code).toContain(`return (${render})({ label: name }, {`);
  });

  it('are not replaced by those of a method that renders', () => {
    const code = printed(`const name = 'x';
export default { component: Button };
export const A = { args: { label: name }, render(name) { return <Button {...name} />; } };
`);
    expect(code).toContain('return (function (name) { return <Button {...name} />; })({ label: name }, {');
  });

  it('are not replaced by those of a decorator', () => {
    const code = printed(`const name = 'x';
export default { component: Button, decorators: [(Story) => <List>{(name) => <Story />}</List>] };
export const A = { args: { label: name } };
`);
    expect(code).toContain('function A() {\n  return <Button label={name} />;\n}');
  });
});

describe('a story that is prepared', () => {
  it('runs loaders and `beforeEach` of file and story before it is rendered', () => {
    const { Loaded } = codesOf(`import { useState } from 'react';
import { load } from './load';
${BUTTON}
const all = [load];
export default { component: Button, loaders: all, beforeEach: () => useState };
export const Loaded = {
  args: { size: 'm' },
  loaders: async () => ({ a: 1 }),
  render: (args, { loaded }) => <Button {...args} {...loaded} />,
  async beforeEach() {},
};
`);
    expect(Loaded).toContain(
      "import { useEffect, useState as useState2 } from 'react';\nimport { useState } from 'react';",
    );
    expect(Loaded).toContain('function LoadedStory() {\n');
    expect(Loaded).toContain("const context = { args: { size: 'm' }, argTypes: {},");
    expect(Loaded).toContain('const { loaded } = context;');
    expect(Loaded).toContain('Promise.all([load, async () => ({ a: 1 })].flat().map((load) => load(context)))');
    expect(Loaded).toContain(
      'of [() => useState, async function () {}].flat()) cleanUps.push(await prepare(context));',
    );
    expect(Loaded).toContain('return isReady ? <LoadedStory /> : null;');
  });

  it('has its parameters and globals in the context, without those of Storybook', () => {
    const { A } = codesOf(`${BUTTON}import { frame } from './frame';
export default { component: Button, parameters: { theme: 'a', layout: 'centered' } };
export const A = { parameters: { theme: 'b', docs: {} }, globals: { locale: 'de' }, decorators: [frame()] };
`);
    expect(A).toContain("globals: { locale: 'de' }, parameters: { theme: 'b' }");
  });
});

it('leaves out tests of factories', () => {
  const { A } = codesOf(`import preview from './preview';
${BUTTON}
const meta = preview.meta({ component: Button });
export const A = meta.story();
A.test('is there', async () => {});
`);
  expect(A).not.toContain('is there');
});
