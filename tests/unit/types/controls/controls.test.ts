import { describe, expect, it } from 'vitest';
import { type DemoSource, printControls, printDemo, readDemos } from '../../../helpers/library-types/playgrounds.ts';

const REACT = "import type { ComponentType, CSSProperties, ReactElement, ReactNode, Ref } from 'react';\n";

/** Returns the controls of props, after the problems of their demo. */
async function controlsOf(
  props: string,
  { before = '', attributes = '', ...demo }: Partial<DemoSource> & { before?: string; attributes?: string } = {},
): Promise<string> {
  const code = `${REACT}${before}
type Props = ${props};
declare function Box(props: Props): ReactNode;
export default function Demo(props: Props) {
  return <Box ${attributes} {...props} />;
}
`;
  const { playgrounds, problems } = await readDemos({ demo: { code, ...demo } });
  return [...problems, ...(playgrounds.demo ? [printControls(playgrounds.demo)] : [])].join('\n');
}

describe('controls', () => {
  it('of literals and enums', async () => {
    const before =
      "enum Size { Small = 'small', Large = 'large' }\nenum Level { Low, High = 5 }\ntype Tone = 'red' | 'blue';\n";
    expect(
      await controlsOf(
        `{
          few: 'z' | 'a';
          many?: 'e' | 'd' | 'c' | 'b' | 'a';
          named?: 'gray' | Tone;
          numbers?: 3 | 1 | 2;
          mixed?: 1 | 'a' | true;
          one?: 'only';
          orNull?: 'a' | null;
          size?: Size;
          level?: Level;
          part?: Size.Small | 'custom';
        }`,
        { before, attributes: 'few="a"' },
      ),
    ).toMatchInlineSnapshot(`
      "few: choice "z" "a"
      many?: choice "e" "d" "c" "b" "a"
      named?: choice "gray" "red" "blue"
      numbers?: choice 1 2 3
      mixed?: choice "a" 1 true
      one?: choice "only"
      orNull?: choice "a" null
      size?: choice Size.Small Size.Large
      level?: choice Level.Low Level.High
      part?: choice "custom" Size.Small"
    `);
  });

  it('of booleans, numbers and texts', async () => {
    expect(
      await controlsOf(
        `{
          on?: boolean;
          onlyTrue?: true;
          count?: number;
          /**
           * @minimum -1
           * @maximum 10.5
           */
          bounded: number;
          /** @minimum many */
          wrong?: number;
          text?: string;
          /** @control textarea */
          long?: string;
          /** @control none */
          hidden?: string;
          orNull?: string | null;
          open?: 'b' | 'a' | (string & {});
          openNumber?: 2 | 1 | (number & {});
          href?: string;
          'aria-label'?: string;
        }`,
        { attributes: 'bounded={2}' },
      ),
    ).toMatchInlineSnapshot(`
      "on?: boolean
      onlyTrue?: choice true
      count?: number
      bounded: number from -1 to 10.5
      wrong?: number
      text?: text
      long?: text long
      orNull?: text
      open?: text b a
      openNumber?: (choice 1 2) | (number)
      href?: text url
      aria-label?: text"
    `);
  });

  it('of template literals', async () => {
    expect(
      await controlsOf(`{
        width?: \`\${number}px\`;
        either?: 'auto' | \`\${number}px\` | \`\${number}%\`;
        id?: \`item.\${string}\`;
        whole?: \`\${bigint}\`;
        finite?: \`\${'a' | 'b'}-\${1 | 2}\`;
        upper?: Uppercase<'a' | 'b'>;
        anyUpper?: Uppercase<string>;
      }`),
    ).toMatchInlineSnapshot(`
      "width?: text /(?:-?\\d+(?:\\.\\d+)?)px/
      either?: text auto /(?:auto|(?:-?\\d+(?:\\.\\d+)?)%|(?:-?\\d+(?:\\.\\d+)?)px)/
      id?: text /item\\.(?:[^]*)/
      whole?: text /(?:-?(?:0|[1-9]\\d*))/
      finite?: choice "a-1" "a-2" "b-1" "b-2"
      upper?: choice "A" "B"
      anyUpper: no control (type)"
    `);
  });

  it('of what React renders', async () => {
    expect(
      await controlsOf(`{
        label?: ReactNode;
        textOrElement?: string | ReactElement;
        icon?: ReactElement;
        Icon?: ComponentType<{ size: number }>;
        renderItem?: (item: string) => ReactNode;
        children?: ReactNode;
      }`),
    ).toMatchInlineSnapshot(`
      "children?: node
      label?: node
      textOrElement?: node
      icon: no control (preset)
      Icon: no control (preset)
      renderItem: no control (preset)"
    `);
  });

  it('of functions', async () => {
    expect(
      await controlsOf(`{
        onChange?: (value: string) => void;
        onSubmit?: () => void | Promise<void>;
        onAny?: () => any;
        filter?: (value: string) => boolean;
        format?: ((value: number) => string) | 'short';
        getKey?: () => any;
        onRender?: () => ReactNode;
      }`),
    ).toMatchInlineSnapshot(`
      "onChange?: event
      onSubmit?: event
      onAny?: event
      format?: choice "short"
      filter: no control (preset)
      getKey: no control (preset)
      onRender: no control (preset)"
    `);
  });

  it('of unions of different kinds', async () => {
    expect(
      await controlsOf(`{
        size?: string | number;
        loading?: boolean | { delay: number };
        space?: 'xs' | 'sm' | number | [number, number];
        gap?: 'l' | 's' | { sm?: 'l' | 's'; lg?: 'l' | 's' };
        date?: Date | string;
      }`),
    ).toMatchInlineSnapshot(`
      "size?: (text) | (number)
      loading?: (boolean) | ({ delay: number })
      space?: (choice "xs" "sm") | (number) | ([number, number])
      gap?: (choice "l" "s") | ({ sm?: choice "l" "s", lg?: choice "l" "s" })
      date?: text"
    `);
  });

  it('of objects and lists', async () => {
    const before = 'interface Tree { label: string; child?: Tree }\nclass Store { count = 1 }\n';
    expect(
      await controlsOf(
        `{
          /** The doc comments of fields count, too. */
          flat?: {
            text: string;
            /** @minimum 1 */
            count?: number;
            order?: 'b' | 'a';
            className?: string;
            onClose?: () => void;
          };
          partial?: Partial<{ a: string; b: number }>;
          closed?: Record<'a' | 'b', number>;
          known?: { a?: string; [name: string]: unknown };
          open?: Record<string, number>;
          needsElement?: { icon: ReactElement };
          deep?: { a: { b: { c: string } } };
          tree?: Tree;
          list?: readonly { value: number; label: 'b' | 'a' }[];
          pair?: [number, string];
          optional?: [number, string?, boolean?];
          rest?: [string, ...number[]];
          middle?: [string, ...number[], boolean];
          store?: Store;
          map?: Map<string, string>;
          node?: HTMLElement;
        }`,
        { before },
      ),
    ).toMatchInlineSnapshot(`
      "flat?: { text: text, count?: number from 1, order?: choice "b" "a" }
      partial?: { a?: text, b?: number }
      closed?: { a: number, b: number }
      known?: { a?: text }
      tree?: { label: text, child?: { label: text } }
      list?: list of { value: number, label: choice "b" "a" }
      pair?: [number, text]
      optional?: ([number]) | ([number, text]) | ([number, text, boolean])
      rest?: ([text]) | ([text, number])
      middle?: [text, number, boolean]
      open: no control (preset)
      needsElement: no control (preset)
      deep: no control (preset)
      store: no control (preset)
      map: no control (preset)
      node: no control (type)"
    `);
  });

  it('keep the required fields of a large object', async () => {
    const fields = Array.from({ length: 30 }, (_, index) => `f${index}?: 'a';`).join(' ');
    const lines = await controlsOf(`{ large?: { ${fields} last: number } }`);
    expect(lines).toMatch(/^large\?: \{ last: number, f0\?: choice "a"/);
    expect(lines.split(',')).toHaveLength(20);
  });

  it('are missing for values that must not be set by readers', async () => {
    expect(
      await controlsOf(`{
        value?: string; defaultValue?: string;
        ref?: Ref<HTMLElement>; handlersRef?: Ref<object>; action?: Ref<object>;
        style?: CSSProperties; className?: string; sx?: object; labelStyle?: CSSProperties; border?: CSSProperties;
        as?: string; component?: 'b' | 'iframe'; asChild?: boolean; slots?: object; slotProps?: object;
        titleTag?: string; wrapperAs?: 'div' | string; heading?: keyof React.JSX.IntrinsicElements;
        dangerouslySetInnerHTML?: { __html: string }; srcDoc?: string; html?: string;
        anything?: any; something?: unknown; id?: string & { brand: 'id' }; size?: number & { unit: 'px' };
        big?: bigint; key2?: symbol; nothing?: null; never?: never;
        /** @deprecated */
        old?: string;
      }`),
    ).toMatchInlineSnapshot(`
      "defaultValue?: text
      value: no control (controlled)
      ref: no control (ref)
      handlersRef: no control (ref)
      action: no control (ref)
      style: no control (style)
      className: no control (style)
      sx: no control (style)
      labelStyle: no control (style)
      border: no control (style)
      as: no control (element)
      component: no control (element)
      asChild: no control (element)
      slots: no control (element)
      slotProps: no control (element)
      titleTag: no control (element)
      wrapperAs: no control (element)
      heading: no control (element)
      dangerouslySetInnerHTML: no control (html)
      srcDoc: no control (html)
      html: no control (html)
      anything: no control (type)
      something: no control (type)
      id: no control (preset)
      size: no control (preset)
      big: no control (type)
      key2: no control (type)
      nothing: no control (type)"
    `);
  });

  it('follow the type and not the name if the type lists the values', async () => {
    expect(
      await controlsOf(`{
        as?: 'h1' | 'h2';
        tag?: 'new' | 'sale';
        element?: 'a' | 'b' | ComponentType;
        is?: 'input';
        style?: 'solid' | 'outline';
        allowHtml?: boolean;
        hasRef?: boolean;
        inCss?: 1 | 2;
        type?: 'object' | 'array';
        kind?: 'script' | 'text' | number;
        data?: { style?: 'a' | 'b'; as?: string };
      }`),
    ).toMatchInlineSnapshot(`
      "as?: choice "h1" "h2"
      tag?: choice "new" "sale"
      element?: choice "a" "b"
      style?: choice "solid" "outline"
      allowHtml?: boolean
      hasRef?: boolean
      inCss?: choice 1 2
      type?: choice "object" "array"
      kind?: (choice "script" "text") | (number)
      data?: { style?: choice "a" "b" }
      is: no control (element)"
    `);
  });

  it('of a value replace those of its default unless the component declares both', async () => {
    const before = "import type { HTMLAttributes, InputHTMLAttributes } from 'react';\n";
    expect(await controlsOf('HTMLAttributes<HTMLElement> & { value?: number; open?: boolean }', { before })).toBe(
      'children?: node\nvalue?: number\nopen?: boolean',
    );
    expect(
      await controlsOf('HTMLAttributes<HTMLElement> & { value?: string; defaultValue?: string }', { before }),
    ).toBe('children?: node\ndefaultValue?: text\nvalue: no control (controlled)');
    // An `<input>` has both.
    expect(await controlsOf('InputHTMLAttributes<HTMLInputElement> & { value?: 1 | 2 }', { before })).toBe(
      'defaultValue?: (text) | (number) | (list of text)\nvalue: no control (controlled)',
    );
  });

  it('leave out declarations that repeat attributes and handlers of every element', async () => {
    const before = `import type { FocusEvent, MouseEventHandler } from 'react';
interface Events<T> { onClick?: MouseEventHandler<T>; onBlur?: (event: FocusEvent) => void; onCopy?: unknown }
interface Attributes extends Events<HTMLElement> {
  inert?: boolean;
  /** Also if it is documented. */
  translate?: 'yes' | 'no';
  title?: ReactNode;
}
interface Texts { title?: string; id?: string }
interface Card { title?: string; id?: string; lang?: string; children?: ReactNode }
`;
    expect(
      await controlsOf('Attributes & { size?: 1 | 2; autoFocus?: boolean; lang?: string }', { before }),
    ).toMatchInlineSnapshot(`
      "title?: node
      onBlur?: event
      size?: choice 1 2
      autoFocus?: boolean
      lang?: text
      onCopy: no control (type)"
    `);
    expect(await controlsOf('Texts', { before })).toMatchInlineSnapshot(`
      "title?: text
      id?: text"
    `);
    expect(await controlsOf('Card', { before })).toMatchInlineSnapshot(`
      "children?: node
      title?: text
      id?: text
      lang?: text"
    `);
  });

  it('have the order of the source, and an interface comes before those that it extends', async () => {
    const before = `interface Press { onPress?: () => void; onPressEnd?: () => void }
interface Common extends Press { isDisabled?: boolean; onPressStart?: () => void }
interface Zoom { zoom?: number; onHover?: () => void }
interface ButtonProps extends Omit<Common, 'none'>, Zoom { tone?: 'a' | 'b'; isPending?: boolean }
`;
    expect(await controlsOf("Omit<ButtonProps, 'x'>", { before })).toMatchInlineSnapshot(`
      "tone?: choice "a" "b"
      isPending?: boolean
      isDisabled?: boolean
      onPressStart?: event
      onPress?: event
      onPressEnd?: event
      zoom?: number
      onHover?: event"
    `);
  });

  it('of `children` with any value are those of a text', async () => {
    expect(await controlsOf('{ children?: any; label?: any }')).toBe('children?: node\nlabel: no control (type)');
  });

  it('of a polymorphic component have the props of its default element', async () => {
    const library = `import type { ComponentProps, ElementType, ReactNode } from 'react';
declare let TAG: 'input';
export declare function Field<Tag extends ElementType = typeof TAG>(
  props: Omit<ComponentProps<Tag>, 'as'> & { as?: Tag; invalid?: boolean; children?: ReactNode },
): ReactNode;
`;
    const code =
      'import { Field } from \'own\';\nexport default function Demo(props) {\n  return <Field placeholder="Name" {...props} />;\n}\n';
    const { playgrounds, problems } = await readDemos(
      { demo: { code, tag: { initial: { placeholder: 'Name' } } } },
      { 'src/index.tsx': library },
    );
    expect(problems).toEqual([]);
    expect(printControls(playgrounds.demo as never)).toMatchInlineSnapshot(`
      "invalid?: boolean
      placeholder?: text
      as: no control (element)"
    `);
  });

  it('of a library with many props stay with its own ones', async () => {
    const before = "import type { ButtonHTMLAttributes } from 'react';\n";
    expect(await controlsOf('ButtonHTMLAttributes<HTMLButtonElement> & { tone?: "a" | "b" }', { before })).toBe(
      'children?: node\ntone?: choice "a" "b"',
    );
    expect(
      await controlsOf('ButtonHTMLAttributes<HTMLButtonElement> & { tone?: "a" | "b" }', {
        before,
        listed: ['disabled', 'tone'],
      }),
    ).toBe('disabled?: boolean\ntone?: choice "a" "b"');
  });
});

it('names the reason for a prop that a tag sets, but no control can', async () => {
  const code =
    "import { Box } from 'own';\nexport default function Demo(props) {\n  return <Box data={1} {...props} />;\n}\n";
  const library =
    "import type { ReactNode } from 'react';\nexport declare function Box(props: { data?: unknown; size?: 1 | 2 }): ReactNode;\n";
  const { playgrounds } = await readDemos(
    { tag: { code, tag: { initial: { data: 1 } } }, file: code },
    { 'src/index.tsx': library },
  );
  expect(printControls(playgrounds.tag as never)).toBe('size?: choice 1 2\ndata: no control (type)');
  expect(printControls(playgrounds.file as never)).toBe('size?: choice 1 2\ndata: no control (demo)');
});

describe('presets', () => {
  it('have controls where the type has none', async () => {
    expect(
      await controlsOf(
        '{ icon?: ReactElement; label?: ReactNode; filter?: (a: string) => boolean; style?: CSSProperties }',
        {
          before:
            "export const controls = { icon: { Star: <b /> }, label: { 'Two words': <i /> }, filter: { all: () => true }, style: { red: { color: 'red' } }, other: { a: 1 } };\n",
        },
      ),
    ).toMatchInlineSnapshot(`
      "icon?: preset +Star
      label?: node +Two words
      filter?: preset +all
      style: no control (style)"
    `);
  });

  it('that the compiler rejects are not offered', async () => {
    expect(
      await controlsOf('{ icon?: ReactElement; size?: 1 | 2 }', {
        before: "export const controls = { icon: { Star: <b />, Wrong: 'text' } };\n",
      }),
    ).toMatchInlineSnapshot(`
      "demos/demo.tsx:7:10 info CD837 The controls do not offer \`icon={{"preset":"Wrong"}}\`
      icon?: preset +Star
      size?: choice 1 2"
    `);
  });
});

describe('branches', () => {
  it('are the members of a union, and shared props are stored once', async () => {
    const lines = await controlsOf(
      `{ tone?: 'a' | 'b' } & (
        | { kind: 'link'; href: string; onPress?: never }
        | { kind: 'button'; onPress?: () => void }
        | { kind: 'icon'; icon: ReactElement }
      )`,
      { attributes: 'kind="link" href="/"' },
    );
    expect(lines).toMatchInlineSnapshot(`
      "tone?: choice "a" "b"
      |
        kind: choice "link"
        href: text url
      |
        kind: choice "button"
        onPress?: event
      icon: no control (preset)"
    `);
  });

  it('are overloads, type arguments and their defaults', async () => {
    const library = `import type { ReactNode } from 'react';
export declare function Overloaded(props: { type: 'one'; value?: string }): ReactNode;
export declare function Overloaded(props: { type: 'many'; value?: string[] }): ReactNode;
export declare function Switch<Multiple extends boolean = false, Item = string>(props: {
  multiple?: Multiple;
  value?: Multiple extends true ? string[] : string;
  items?: Item[];
}): ReactNode;
export declare function Kinds<Kind extends 'text' | 'range'>(props: {
  kind: Kind;
  value?: Kind extends 'range' ? [number, number] : string;
}): ReactNode;
export declare function Deep<Kind extends 'a' | 'b' = 'a'>(props: { of?: Kind[]; value?: string }): ReactNode;
`;
    const demo = (name: string, attributes = ''): DemoSource => ({
      code: `import { ${name} } from 'own';\nexport default function Demo(props) {\n  return <${name} ${attributes} {...props} />;\n}\n`,
      tag: {},
    });
    const { playgrounds, problems } = await readDemos(
      {
        Overloaded: demo('Overloaded', 'type="one"'),
        Switch: demo('Switch'),
        Kinds: demo('Kinds', 'kind="text"'),
        Deep: demo('Deep'),
        own: `import { Switch } from 'own';
interface Props<Multiple extends boolean> { multiple?: Multiple; value?: Multiple extends true ? string[] : string }
export default function Demo<Multiple extends boolean = false>(props: Props<Multiple>) {
  return <Switch {...props} />;
}
`,
      },
      { 'src/index.tsx': library },
    );
    expect(problems).toMatchInlineSnapshot(`[]`);
    expect(
      Object.entries(playgrounds)
        .map(([name, one]) => `# ${name}\n${printControls(one)}`)
        .join('\n'),
    ).toMatchInlineSnapshot(`
      "# Overloaded
      |
        type: choice "one"
        value?: text
      |
        type: choice "many"
        value?: list of text
      # Switch
      |
        multiple?: choice false
        value?: text
      |
        multiple: choice true
        value?: list of text
      items: no control (preset)
      # Kinds
      |
        kind: choice "text"
        value?: text
      |
        kind: choice "range"
        value?: [number, number]
      # Deep
      of?: list of choice "a" "b"
      value?: text
      # own
      |
        multiple?: choice false
        value?: text
      |
        multiple: choice true
        value?: list of text"
    `);
    expect(printDemo(playgrounds.own as never)).not.toContain('__props');
  });

  it('may be discriminated by a prop whose name could be that of an element', async () => {
    expect(
      await controlsOf("{ as?: 'button'; disabled?: boolean } | { as: 'a'; href: string }"),
    ).toMatchInlineSnapshot(`
      "|
        as?: choice "button"
        disabled?: boolean
      |
        as: choice "a"
        href: text url"
    `);
  });

  it('without a control for a required prop are not offered', async () => {
    expect(await controlsOf('{ a: ReactElement; size?: 1 | 2 } | { a?: never; size?: 3 | 4 }')).toBe(
      'size?: choice 3 4\na: no control (preset)',
    );
  });

  it('are at most 64', async () => {
    const pair = (name: string) =>
      `({ ${name}?: string; ${name}Id?: never } | { ${name}?: never; ${name}Id?: number })`;
    const pairs = (count: number) => Array.from('abcdefghijkl').slice(0, count).map(pair).join(' & ');
    const six = await controlsOf(`{ size?: 's' } & ${pairs(6)}`);
    expect(six.match(/^\|$/gm)).toHaveLength(64);
    expect(await controlsOf(`{ size?: 's' } & ${pairs(12)}`)).toMatchInlineSnapshot(`
      "demos/demo.tsx:5:30 warning CD836 The props have 4096 combinations of types, so there are controls only for the props that all combinations share
      size?: choice "s""
    `);
    const members = Array.from({ length: 65 }, (_, index) => `{ kind: 'k${index}'; size?: 's' | 'l'; v${index}?: 1 }`);
    expect(await controlsOf(members.join(' | '))).toMatchInlineSnapshot(
      `"demos/demo.tsx:6:10 warning CD834 The controls need an initial value for \`kind\`"`,
    );
    expect(await controlsOf(members.join(' | '), { attributes: 'kind="k3"' })).toMatchInlineSnapshot(`
      "demos/demo.tsx:5:30 warning CD836 The props have 65 combinations of types, so there are controls only for the props that all combinations share
      size?: choice "s" "l""
    `);
  });
});

describe('listed props', () => {
  const props = "{ a?: string; b?: number; c: 'x' | 'y'; onPress?: () => void }";

  it('select and order the controls, and required props are added', async () => {
    expect(await controlsOf(props, { listed: ['b', 'onPress', 'a'], attributes: 'c="x"' })).toBe(
      'b?: number\nonPress?: event\na?: text\nc: choice "x" "y"',
    );
  });

  it('that do not exist are errors', async () => {
    expect(await controlsOf(props, { listed: ['bb', 'A'], attributes: 'c="x"' })).toMatchInlineSnapshot(
      `
      "demos/demo.tsx:5:30 error CD833 Unknown prop \`bb\`
      demos/demo.tsx:5:30 error CD833 Unknown prop \`A\`"
    `,
    );
  });
});
