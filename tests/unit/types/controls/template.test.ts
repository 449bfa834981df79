import { beforeAll, describe, expect, it } from 'vitest';
import type { PlaygroundState } from '../../../../src/shared/playground/schema.ts';
import {
  type DemoControls,
  type DemoSource,
  printDemo,
  readDemos,
} from '../../../helpers/library-types/playgrounds.ts';

const LIBRARY = `import type { ReactElement, ReactNode } from 'react';
export enum Tone { Red = 'red', Blue = 'blue' }
export interface BoxProps {
  size?: 's' | 'l';
  label?: string;
  count?: number;
  children?: ReactNode;
  icon?: ReactElement;
  tone?: Tone;
  badge?: { tone: Tone };
  style?: { color: string };
}
export declare function Box(props: BoxProps): ReactNode;
export const Tabs = { Root: Box };
`;
const IMPORT = "import { Box, type BoxProps } from 'own';\n";
const HEADER = '/**\n * props: size\n */\n';

const DEMOS: Record<string, string | DemoSource> = {
  localType: {
    code: `/**\n * title: Hello\n */\ninterface HelloProps {\n  name?: string;\n}\n\nexport default function Demo({ name = 'world' }: HelloProps) {\n  return <p>Hello {name}!</p>;\n}\n`,
    headerLength: '/**\n * title: Hello\n */\n'.length,
  },
  arrow: `${IMPORT}export default (props: BoxProps) => <Box {...props} />;\n`,
  bare: `${IMPORT}import type { FC } from 'react';\nconst Demo: FC<BoxProps> = props => <Box {...props} />;\nexport default Demo;\n`,
  typed: `${IMPORT}import * as React from 'react';\nconst Demo: React.FC<BoxProps> = (props) => <Box {...props} />;\nexport default Demo;\n`,
  comma: `${IMPORT}function Demo(\n  props: BoxProps,\n) {\n  return <Box {...props} />;\n}\nexport default Demo;\n`,
  async: `${IMPORT}export default async function Demo<Item>(props: BoxProps & { item?: Item }) {\n  const size = await Promise.resolve('s' as const);\n  return <Box {...props} size={size} />;\n}\n`,
  lines: `${IMPORT}
export default function Demo(props: BoxProps) {
  return (
    <Box
      label="x"
      {...props}
      size="s"
    />
  );
}
`,
  crlf: `${IMPORT}
export default function Demo(props: BoxProps) {
  return (
    <Box
      size="s"
      {...props}
    >
    </Box>
  );
}
`.replaceAll('\n', '\r\n'),
  closed: `${IMPORT}export default (props: BoxProps) => <Box {...props}></Box>;\n`,
  space: `${IMPORT}export default (props: BoxProps) => <Box {...props}> </Box>;\n`,
  children: `${IMPORT}export default (props: BoxProps) => <Box size="l" count={1 + 1} {...props} label="after">Text</Box>;\n`,
  member: `import { Tabs, type BoxProps } from 'own';\nexport default (props: BoxProps) => <Tabs.Root {...props} />;\n`,
  header: {
    code: `${HEADER}${IMPORT}export default (props: BoxProps) => <Box {...props} />;\n`,
    headerLength: HEADER.length,
    listed: ['size'],
  },
  named: `${IMPORT}
export default function Demo({ size = 's', label, count = 1 + 1, style = { color: 'red' } }: BoxProps) {
  return (
    <Box
      size={size}
      count={count}
      style={style}
    >
      {label}: {count}
    </Box>
  );
}
`,
  rest: `${IMPORT}export default function Demo({ size = 's', children, ...rest }: BoxProps) {\n  return <Box size={size} {...rest}><b>{children}</b></Box>;\n}\n`,
  own: `import { Box } from 'own';\nimport type { CSSProperties, ReactNode } from 'react';\nimport type Whole from 'react';\n
interface Inner { inner?: string }

/** Props of the demo. */
interface DemoProps extends Inner { label?: string; node?: ReactNode; of?: DemoProps }
type Kept = string;
export type Exported = string;
const kept: Kept | CSSProperties['color'] = 'a';

export default function Demo({ label, node }: Omit<DemoProps, 'of'>) {
  return <Box label={label}>{node}{kept}</Box>;
}
`,
  enums: `import { Box, Tone } from 'own';\nexport default (props: { tone?: Tone; badge?: { tone: Tone } }) => <Box {...props} />;\n`,
  generated: {
    code: 'import { Box } from \'own\';\n\nexport default function Demo(props) {\n  return <Box children={"Save"} {...props} />;\n}\n',
    tag: { initial: { children: 'Save' } },
  },
  presets: `import { defineControls } from 'cascader-docs/runtime';
import { Box, type BoxProps } from 'own';
import Star, { type Color, Moon as Night, Unused } from './icons';
import * as icons from './icons';
import './style.css';

const color: Color = 'red';

export const controls = defineControls<BoxProps>()({
  icon: { Star: <Star />, Moon: <Night />, All: <icons.Moon color={color} /> },
});

export default function Demo(props: BoxProps) {
  return <Box {...props} />;
}
`,
};

let controls: DemoControls;

beforeAll(async () => {
  controls = await readDemos(DEMOS, {
    'src/index.tsx': LIBRARY,
    'demos/icons.tsx':
      "export type Color = 'red';\nexport const Moon = (_: { color?: Color }) => <b />;\nexport const Unused = 1;\nexport default Moon;\n",
    'demos/style.css': '',
  });
});

/** Prints a demo in a state. Default: its initial state. */
function print(name: string, state?: PlaygroundState): string {
  const playground = controls.playgrounds[name];
  if (!playground) throw new Error(controls.problems.join('\n'));
  return printDemo(playground, state && { ...playground.initial, ...state });
}

const SET: PlaygroundState = { size: 'l', children: 'Text' };

it('reports nothing about these demos', () => {
  expect(controls.problems).toEqual([]);
});

describe('the function of a demo', () => {
  it('may be an arrow function', () => {
    expect(print('arrow', SET)).toMatchInlineSnapshot(`
      "import { Box } from 'own';
      export default () => <Box size="l">Text</Box>;"
    `);
    expect(print('bare', SET)).toMatchInlineSnapshot(`
      "import { Box, type BoxProps } from 'own';
      import type { FC } from 'react';
      const Demo: FC<BoxProps> = () => <Box size="l">Text</Box>;
      export default Demo;"
    `);
    expect(print('typed', SET)).toMatchInlineSnapshot(`
      "import { Box, type BoxProps } from 'own';
      import * as React from 'react';
      const Demo: React.FC<BoxProps> = () => <Box size="l">Text</Box>;
      export default Demo;"
    `);
  });

  it('may have several lines, a trailing comma, and modifiers', () => {
    expect(print('comma', SET)).toMatchInlineSnapshot(`
      "import { Box } from 'own';
      function Demo() {
        return <Box size="l">Text</Box>;
      }
      export default Demo;"
    `);
    expect(print('async', { label: 'a' })).toMatchInlineSnapshot(`
      "import { Box } from 'own';
      export default async function Demo<Item>() {
        const size = await Promise.resolve('s' as const);
        return <Box label="a" size={size} />;
      }"
    `);
  });
});

describe('the element', () => {
  it('keeps its lines', () => {
    expect(print('lines')).toMatchInlineSnapshot(`
      "import { Box } from 'own';

      export default function Demo() {
        return (
          <Box
            label="x"
            size="s"
          />
        );
      }"
    `);
    expect(print('lines', { label: 'y', count: 1 })).toMatchInlineSnapshot(`
      "import { Box } from 'own';

      export default function Demo() {
        return (
          <Box
            label="y"
            count={1}
            size="s"
          />
        );
      }"
    `);
    expect(print('crlf')).toMatchInlineSnapshot(`
      "import { Box } from 'own';

      export default function Demo() {
        return (
          <Box
            size="s"
          ></Box>
        );
      }"
    `);
    expect(print('crlf', SET)).toMatchInlineSnapshot(`
      "import { Box } from 'own';

      export default function Demo() {
        return (
          <Box
            size="l"
          >Text</Box>
        );
      }"
    `);
  });

  it('takes children unless it has some', () => {
    expect(print('closed', SET)).toContain('<Box size="l">Text</Box>');
    expect(print('member', SET)).toContain('<Tabs.Root size="l">Text</Tabs.Root>');
    expect(print('member')).toContain('<Tabs.Root />');
    for (const name of ['space', 'children'])
      expect(controls.playgrounds[name]?.schema.without).toContainEqual(['children', 'demo']);
  });

  it('has initial values from literal attributes before the props', () => {
    expect(print('children')).toContain('<Box count={1 + 1} size="l" label="after">Text</Box>');
    expect(controls.playgrounds.children?.initial).toEqual({ size: 'l' });
    for (const name of ['count', 'label'])
      expect(controls.playgrounds.children?.schema.without).toContainEqual([name, 'demo']);
    expect(controls.playgrounds.generated?.initial).toEqual({ children: 'Save' });
    expect(print('generated', { size: 's' })).toContain('<Box size="s">Save</Box>');
  });
});

describe('destructured props', () => {
  it('fill attributes and children', () => {
    expect(controls.playgrounds.named?.schema.props.map(({ name }) => name)).toEqual(['size', 'label']);
    expect(print('named')).toMatchInlineSnapshot(`
      "import { Box } from 'own';

      export default function Demo() {
        return (
          <Box
            size="s"
            count={1 + 1}
            style={{ color: 'red' }}
          >
            : {1 + 1}
          </Box>
        );
      }"
    `);
    expect(print('named', { size: 'l', label: 'Label' })).toMatchInlineSnapshot(`
      "import { Box } from 'own';

      export default function Demo() {
        return (
          <Box
            size="l"
            count={1 + 1}
            style={{ color: 'red' }}
          >
            Label: {1 + 1}
          </Box>
        );
      }"
    `);
  });

  it('may be followed by the rest', () => {
    expect(controls.playgrounds.rest?.initial).toEqual({ size: 's' });
    expect(print('rest', { children: 'Text', label: 'a' })).toContain('<Box size="s" label="a"><b>Text</b></Box>');
  });

  it('may have other names', async () => {
    const { playgrounds } = await readDemos(
      {
        demo: `${IMPORT}export default function Demo({ text, 'count': n }: { text?: string; count?: number }) {\n  return <Box label={text}>{n}</Box>;\n}\n`,
      },
      { 'src/index.tsx': LIBRARY },
    );
    expect(playgrounds.demo?.template.parts.filter((part) => typeof part !== 'string')).toEqual([
      { kind: 'attributes', names: ['text'], as: 'label' },
      { kind: 'child', name: 'count' },
    ]);
  });

  it('are the only ones that have controls', () => {
    expect(controls.playgrounds.own?.schema).toEqual({
      props: [
        { name: 'label', control: { kind: 'text' } },
        { name: 'node', control: { kind: 'node' } },
      ],
      shared: [0, 1],
      branches: [[]],
    });
  });
});

describe('the text around', () => {
  it('has no local type that only the parameter uses, even as the first statement', () => {
    expect(print('localType')).toBe('export default function Demo() {\n  return <p>Hello world!</p>;\n}');
  });

  it('has no front matter', () => {
    expect(print('header')).toBe("import { Box } from 'own';\nexport default () => <Box />;");
  });

  it('has no types that only the parameter uses', () => {
    expect(print('own')).toMatchInlineSnapshot(`
      "import { Box } from 'own';
      import { type CSSProperties } from 'react';
      import type Whole from 'react';
      type Kept = string;
      export type Exported = string;
      const kept: Kept | CSSProperties['color'] = 'a';

      export default function Demo() {
        return <Box>{kept}</Box>;
      }"
    `);
  });

  it('imports only what it uses', () => {
    expect(print('presets')).toMatchInlineSnapshot(`
      "import { Box } from 'own';
      import { type Color, Unused } from './icons';
      import './style.css';

      const color: Color = 'red';

      export default function Demo() {
        return <Box />;
      }"
    `);
    const texts = ['Star', 'Moon', 'All'].map((preset) => print('presets', { icon: { preset } }));
    expect(texts.join('\n\n')).toMatchInlineSnapshot(`
      "import { Box } from 'own';
      import Star, { type Color, Unused } from './icons';
      import './style.css';

      const color: Color = 'red';

      export default function Demo() {
        return <Box icon={<Star />} />;
      }

      import { Box } from 'own';
      import { type Color, Moon as Night, Unused } from './icons';
      import './style.css';

      const color: Color = 'red';

      export default function Demo() {
        return <Box icon={<Night />} />;
      }

      import { Box } from 'own';
      import { type Color, Unused } from './icons';
      import * as icons from './icons';
      import './style.css';

      const color: Color = 'red';

      export default function Demo() {
        return <Box icon={<icons.Moon color={color} />} />;
      }"
    `);
    expect(print('enums')).toBe("import { Box } from 'own';\nexport default () => <Box />;");
    expect(print('enums', { badge: { tone: 'red' } })).toMatchInlineSnapshot(`
      "import { Box, Tone } from 'own';
      export default () => <Box badge={{ tone: Tone.Red }} />;"
    `);
  });

  it('of a generated demo imports the enums of the same package', () => {
    expect(print('generated', { tone: 'blue' })).toMatchInlineSnapshot(`
      "import { Box, Tone } from 'own';

      export default function Demo() {
        return <Box tone={Tone.Blue}>Save</Box>;
      }"
    `);
  });
});
