import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';
import { readPlaygrounds } from '../../../helpers/library-types/compiler.ts';
import { writeFiles } from '../../../helpers/library-types/library.ts';
import { type DemoSource, readDemos } from '../../../helpers/library-types/playgrounds.ts';

const LIBRARY = `import type { ReactElement, ReactNode } from 'react';
export interface BoxProps { size?: 's' | 'l'; label?: string; children?: ReactNode }
export declare function Box(props: BoxProps): ReactNode;
export declare function Needy(props: { name: string; icon: ReactElement }): ReactNode;
export declare function Plain(): ReactNode;
export enum Size { Small = 's' }
`;
const IMPORT = "import { Box, type BoxProps } from 'own';\n";

/** Returns the problems of demos, without the name of the file. */
async function problemsOf(demos: Record<string, string | DemoSource>): Promise<string> {
  const { problems } = await readDemos(demos, { 'src/index.tsx': LIBRARY });
  return problems.join('\n');
}

describe('uses of props that controls cannot show', () => {
  const uses = {
    twice: '<>\n    <Box {...props} />\n    <Box {...props} />\n  </>',
    passed: '<b>{JSON.stringify(props)}</b>',
    unused: '<Box />',
    member: '<Box label={props.label} />',
  };
  const demos = Object.entries(uses).map(([name, element]) => [
    name,
    `${IMPORT}export default function Demo(props: BoxProps) {\n  return ${element};\n}\n`,
  ]);
  const destructured = {
    inCall: '({ label }: BoxProps) => <Box label={String(label)} />',
    unusedName: '({ label, size }: BoxProps) => <Box size={size} />',
    nested: '({ label: { length } }: { label: string }) => <b>{length}</b>',
    list: '([a]: string[]) => <b>{a}</b>',
    second: '(props: BoxProps, ref: unknown) => <Box {...props} label={String(ref)} />',
  };
  for (const [name, code] of Object.entries(destructured)) demos.push([name, `${IMPORT}export default ${code};\n`]);

  it('are warnings', async () => {
    expect(await problemsOf(Object.fromEntries(demos))).toMatchInlineSnapshot(`
      "demos/twice.tsx:5:14 warning CD830 The demo uses its props in several places, so it has no controls
      demos/passed.tsx:3:29 warning CD830 The demo has no controls, because controls do not support this use of its props
      demos/unused.tsx:2:30 warning CD830 The demo does not use its props, so it has no controls
      demos/member.tsx:3:22 warning CD830 The demo has no controls, because controls do not support this use of its props
      demos/inCall.tsx:2:60 warning CD830 The demo has no controls, because controls do not support this use of its props
      demos/unusedName.tsx:2:19 warning CD830 The demo does not use its props, so it has no controls
      demos/nested.tsx:2:19 warning CD830 The demo has no controls, because controls do not support this use of its props
      demos/list.tsx:2:17 warning CD830 The demo has no controls, because controls do not support this use of its props
      demos/second.tsx:2:34 warning CD830 The demo has no controls, because controls do not support this use of its props"
    `);
  });

  it('are errors if the demo lists props', async () => {
    const listed = demos.map(([name = '', code = '']) => [name, { code, listed: ['label'] }]);
    const problems = await problemsOf(Object.fromEntries(listed));
    expect(problems.match(/ error CD830 /g)).toHaveLength(demos.length);
    expect(
      await problemsOf({ none: { code: `${IMPORT}\nexport default () => <Box />;\n`, listed: ['label'] } }),
    ).toMatchInlineSnapshot(`"demos/none.tsx:3:1 error CD830 The demo does not use its props, so it has no controls"`);
  });
});

it('reports props whose type is not known only if the demo lists props', async () => {
  const code = 'export default function Demo(props: any) {\n  return <b>{props.a}</b>;\n}\n';
  expect(await problemsOf({ quiet: code, asked: { code, listed: ['a'] } })).toMatchInlineSnapshot(
    `"demos/asked.tsx:1:30 error CD831 The types of these props are unknown, so there are no controls"`,
  );
});

it('reports required props without a value, and values that are not valid', async () => {
  const demo = (element: string) =>
    `import { Box, Needy } from 'own';\nexport default function Demo(props) {\n  return ${element};\n}\n`;
  expect(
    await problemsOf({
      missing: demo('<Needy {...props} />'),
      element: demo('<Needy name="a" {...props} />'),
      fine: demo('<Needy name="a" icon={<b />} {...props} />'),
      wrong: demo('<Box size="xl" {...props} />'),
      asked: { code: demo('<Needy {...props} />'), listed: ['name'] },
    }),
  ).toMatchInlineSnapshot(`
    "demos/missing.tsx:3:10 warning CD834 The controls need an initial value for \`icon\`, \`name\`
    demos/element.tsx:3:10 warning CD834 The controls need an initial value for \`icon\`
    demos/asked.tsx:3:10 warning CD834 The controls need an initial value for \`icon\`, \`name\`
    demos/wrong.tsx:3:10 warning CD835 There are no controls, because the compiler rejects the initial values: Type '"xl"' is not assignable to type '"l" | "s" | undefined'."
  `);
});

it('returns a problem that replaces the demo if the author requests controls', async () => {
  const code =
    "import { Needy } from 'own';\nexport default function Demo(props) {\n  return <Needy {...props} />;\n}\n";
  const { playgrounds } = await readDemos(
    {
      ...{ other: code, asked: { code, listed: ['name'] }, tag: { code, tag: { id: 'Needy' } } },
      unknown: { code: code.replaceAll('Needy', 'Size'), tag: { id: 'Size' } },
    },
    { 'src/index.tsx': LIBRARY },
  );
  expect(Object.keys(playgrounds)).toEqual(['asked', 'tag', 'unknown']);
  expect(playgrounds.asked).toEqual({
    name: 'asked',
    schema: { props: [], shared: [], branches: [[]] },
    template: { parts: [code] },
    initial: {},
    problem: {
      cause: 'The controls need an initial value for `icon`, `name`',
      fixes: ['Give it a default value: `({ icon = …, name = …, ...props })`.'],
    },
  });
  expect(playgrounds.tag?.problem?.fixes).toEqual([
    'Add it: `initial=\'{"icon": …, "name": …}\'`.',
    'If the value cannot be written as JSON, embed a demo with props instead.',
  ]);
  expect(playgrounds.unknown?.problem?.cause).toBe('The library exports no component `Size`');
});

it('says that the types of React are missing, which the compiler reports as an invalid value', async () => {
  const folder = makeFolder('no-react-types', OUTSIDE);
  await writeFiles(folder, {
    'package.json': '{"name": "own"}',
    'demo.tsx': 'export default function Demo({ size = 1 }: { size?: 1 | 2 }) {\n  return <b>{size}</b>;\n}\n',
  });
  const demo = { id: 'demo', name: 'demo', filePath: path.join(folder, 'demo.tsx'), headerLength: 0, listed: ['size'] };
  const { diagnostics } = readPlaygrounds({ projectRoot: folder, root: folder, demos: [demo] });
  expect(diagnostics.map(({ code, text, notes }) => [code, text, notes])).toEqual([
    [
      'CD835',
      'There are no controls, because the React types are not installed',
      ['Install them: `npm install --save-dev @types/react`.'],
    ],
  ]);
});

it('warns about listed props without a control', async () => {
  const demo = (listed: string[], element: string): DemoSource => ({
    code: `${IMPORT}export default function Demo(props: BoxProps) {\n  return ${element};\n}\n`,
    listed,
  });
  expect(
    await problemsOf({
      content: demo(['children', 'size'], '<Box {...props}>Text</Box>'),
      after: demo(['label'], '<Box {...props} label={String(1)} />'),
      controls: demo(['children', 'size'], '<Box {...props} />'),
    }),
  ).toMatchInlineSnapshot(`
    "demos/content.tsx:2:30 warning CD845 The listed prop \`children\` has no control
    demos/after.tsx:2:30 warning CD845 The listed prop \`label\` has no control"
  `);
});

it("marks each unknown name, and names the component's own props", async () => {
  const library = `import type { HTMLAttributes, ReactNode } from 'react';
export declare function Box(props: HTMLAttributes<HTMLElement> & { contents?: string; sizes?: 's' | 'l' }): ReactNode;
`;
  const listedAt = { file: 'page.md', line: 5, column: 29 };
  const lineText = '<Playground id="Box" props="style contant sizes tit lang" />';
  const code = "import { Box } from 'own';\nexport default function Demo(props) {\n  return <Box {...props} />;\n}\n";
  const { folder } = await readDemos({}, { 'src/index.tsx': library, 'demos/demo.tsx': code });
  const { diagnostics } = readPlaygrounds({
    projectRoot: folder,
    root: folder,
    library: { name: 'own', entry: path.join(folder, 'src/index.tsx') },
    demos: [
      {
        id: 'demo',
        name: 'demo',
        headerLength: 0,
        filePath: path.join(folder, 'demos/demo.tsx'),
        listed: ['style', 'contant', 'sizes', 'tit', 'lang'],
        listedAt: { ...listedAt, lineText },
      },
    ],
  });
  expect(diagnostics.map(({ text, notes, location }) => [location?.column, location?.length, text, notes])).toEqual([
    [35, 7, 'Unknown prop `contant`. Did you mean `contents`?', ["The component's own props: `contents`, `sizes`."]],
    [49, 3, 'Unknown prop `tit`', ["The component's own props: `sizes`, `contents`."]],
  ]);
});

it('reports problems of a tag at the tag or at its attribute', async () => {
  const demo = (name: string, initial: Record<string, string | number> = {}, listed?: string[]): DemoSource => ({
    code: `import { ${name} } from 'own';\n\nexport default function Demo(props) {\n  return <${name}${Object.entries(
      initial,
    )
      .map(([key, value]) => ` ${key}={${JSON.stringify(value)}}`)
      .join('')} {...props} />;\n}\n`,
    ...(listed && { listed, listedAt: { file: 'page.md', line: 5, column: 2 } }),
    tag: {
      id: name,
      initial,
      initialAt: { file: 'page.md', line: 4, column: 2 },
    },
  });
  expect(
    await problemsOf({
      unknown: demo('Bux'),
      plain: demo('Plain'),
      missing: demo('Needy'),
      listed: demo('Box', {}, ['sise', 'label']),
      initial: demo('Box', { labl: 'a' }),
      wrong: demo('Box', { size: 3 }),
    }),
  ).toMatchInlineSnapshot(`
    "page.md:3:1 error CD832 The library exports no component \`Bux\`
    page.md:3:1 warning CD834 The controls need an initial value for \`icon\`, \`name\`
    page.md:5:2 error CD833 Unknown prop \`sise\`. Did you mean \`size\`?
    page.md:4:2 error CD833 Unknown prop \`labl\`. Did you mean \`label\`?
    page.md:4:2 error CD835 There are no controls, because the compiler rejects the initial values: Type 'number' is not assignable to type '"l" | "s" | undefined'."
  `);
});
