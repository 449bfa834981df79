// A library for affected-edits.mjs: 40 components that import each other in eight ways, with 60 demos. The same files in each run.
import { createRandom } from './random.mjs';

const COUNT = 40;
const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const pick = (list, random) => list[Math.floor(random() * list.length)];

/** Imports, and what the component renders of them, by how a component gets its styles and data. */
const KINDS = [
  (at) => ({
    imports: `import './part.css';\n`,
    shown: '',
    files: { 'part.css': sheet(at, `@import '../../styles/base-${at % 3}.css';\n`) },
  }),
  (at) => ({
    imports: `import styles from './part-${at}.module.css';\n`,
    shown: '<i className={styles.root}>m</i>',
    files: {
      [`part-${at}.module.css`]: `.root { composes: shared-${at % 2} from '../../styles/shared.module.css'; margin: ${at}px; }\n`,
    },
  }),
  (at) => ({
    imports: "import './part.less';\n",
    shown: '',
    files: {
      'part.less': `@import '../../styles/vars';\n@import (inline) '../../styles/reset.css';\n.part-${at} { color: @color; .inner { margin: ${at}px; } }\n`,
    },
  }),
  (at) => ({
    imports: `import { useCount } from '../../hooks/useCount';\nimport { layout } from '#plain/layout';\n`,
    shown: '<i>{useCount()}{layout}</i>',
    files: {},
    at,
  }),
  (at) => ({
    imports: "import tokens from '../../tokens.json';\nimport icon from './icon.svg';\n",
    shown: `<i>{tokens.size${at % 3}}<img alt="" src={icon} /></i>`,
    files: { 'icon.svg': svg(at) },
  }),
  (at) => ({
    imports: `import { Part${Math.max(0, at - 5)}, Part${Math.max(0, at - 3)} as Other } from '../..';\n`,
    shown: `<Part${Math.max(0, at - 5)} label="inner" /><Other label="other" />`,
    files: {},
  }),
  (at) => ({
    imports: "import './part.css';\nimport text from './text.txt?raw';\n",
    shown: '<i>{text}</i>',
    files: {
      'part.css': sheet(at, '', 'background: url(./icon.svg);'),
      'icon.svg': svg(at),
      'text.txt': `Text ${at}\n`,
    },
  }),
  (at) => ({
    imports: `import { value } from '${['one', 'two', '@scope/three', '@kit/tokens'][(at >> 3) % 4]}';\n`,
    shown: '<i>{value}</i>',
    files: {},
  }),
];

const sheet = (at, before = '', extra = '') =>
  `${before}.part-${at} { padding: space(${(at % 4) + 1}); color: var(--kit-color-${at % 3}, #333); ${extra} }\n`;
const svg = (at) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h${at + 1}v8z"/></svg>\n`;

function part(at, random) {
  const { imports, shown, files } = KINDS[at % KINDS.length](at);
  const others = at > 4 && random() < 0.4 ? [Math.floor(random() * at)] : [];
  const util = Math.floor(random() * 10);
  const code = [
    imports,
    ...others.map((one) => `import { Part${one} as Inner } from '../${one % 2 ? 'odd' : 'even'}/part-${one}';\n`),
    `import { util${util} } from '../../utils/util${util}';\n`,
    `import type { Part${at}Props } from './types';\n\n`,
    `/** The part ${at}. */\n`,
    `export function Part${at}({ label = 'Part ${at}', size = 'm', children }: Part${at}Props) {\n`,
    '  return (\n',
    `    <section className="part-${at}" data-size={size} aria-label={label}>\n`,
    `      {util${util}(label)}\n      {children}${shown}${others.length > 0 ? '<Inner />' : ''}\n`,
    '    </section>\n  );\n}\n',
  ].join('');
  const types = `import type { ReactNode } from 'react';\nimport type { Size } from '../../size';\n\nexport interface Part${at}Props {\n  /** Text. */\n  label?: string;\n  size?: Size;\n  children?: ReactNode;\n}\n`;
  const own = { 'types.ts': types, 'index.tsx': code, ...files };
  const folder = `src/parts/${at % 2 ? 'odd' : 'even'}/part-${at}`;
  return Object.entries(own).map(([name, text]) => [
    `${folder}/${name}`,
    // The folders of two kinds are one level deeper than written above.
    text
      .replaceAll("'../../", "'../../../")
      .replaceAll("'../..'", "'../../..'")
      .replaceAll("'../odd", "'../../odd")
      .replaceAll("'../even", "'../../even"),
  ]);
}

const demo = (at, random) => {
  const lines = [`import { Part${at % COUNT} } from 'kit';\n`];
  let inner = '';
  if (at >= COUNT) {
    const other = (at * 7) % COUNT;
    if (other !== at % COUNT) {
      lines.push(`import { Part${other} } from 'kit';\n`);
      inner += `<Part${other} />`;
    }
    const [line, shown] = pick(
      [
        ["import { people } from '@helpers/people';\n", '{people.length}'],
        ["import rows from './data/rows.json';\n", '{rows.length}'],
        ["import { lazy } from 'react';\nconst Late = lazy(() => import('./parts/late'));\n", '<Late />'],
        ["import { data } from './data/files.data';\n", '{data.length}{data.join()}'],
        ['', '<img alt="" src="/picture-0.svg" />'],
        ["import picture from './data/picture.svg?url';\n", '<img alt="" src={picture} />'],
      ],
      random,
    );
    lines.push(line);
    inner += shown;
  }
  return `${lines.join('')}\nexport default function Demo() {\n  return (\n    <Part${at % COUNT} label="Demo ${at}">\n      <b>Text ${at}</b>\n      ${inner}\n    </Part${at % COUNT}>\n  );\n}\n`;
};

const random = createRandom(1);
const DEMOS = 52;
const demos = numbers(DEMOS).map((at) => [`demos/demo-${at}.tsx`, demo(at, random)]);
/** Demos with steps in a file of their own. */
export const WITH_STEPS = [3, 14, 41];
const steps = (at) =>
  `import type { Steps } from 'cascader-docs/steps';\nimport { name } from './data/names';\n\nexport const steps: Steps = [\n  { name: 'Shows the text', async run({ find, expect, state }) {\n    await expect(find('region', name + ' ${at}')).toBeVisible();\n    await state('shown');\n  } },\n];\n`;
const fence = (at) =>
  `\`\`\`tsx\nimport { Part${at} } from 'kit';\n\nexport default () => <Part${at} label="Fence ${at}" />;\n\`\`\`\n`;
/** In pages: 52 demos in files, 6 in code blocks, 2 generated ones. */
const pages = numbers(10).map((page) => {
  const own = numbers(DEMOS).filter((at) => at % 10 === page);
  return [
    `docs/page-${page}.md`,
    `# Page ${page}\n\nA text of page ${page}.\n\n${own.map((at) => `<code src="../demos/demo-${at}.tsx"></code>\n\n`).join('')}${page < 5 ? fence(page * 5) : ''}`,
  ];
});

export const files = Object.fromEntries([
  [
    'package.json',
    '{\n  "name": "kit",\n  "version": "1.0.0",\n  "type": "module",\n  "workspaces": ["packages/*"],\n  "sideEffects": ["*.css", "*.less"]\n}\n',
  ],
  ['.gitignore', 'node_modules\ndist\n'],
  ['README.md', '# Kit\n'],
  [
    'cascader-docs.config.ts',
    "import { path } from './config/paths';\n\nexport default {\n  title: 'Kit',\n  alias: { '@helpers': path },\n  demo: { setup: './docs/setup.tsx' },\n  esbuild: { define: { __BUILD__: '\"first\"' } },\n};\n",
  ],
  ['config/paths.ts', "export const path = './demos/helpers';\n"],
  [
    'tsconfig.json',
    '{\n  "extends": "./config/base.json",\n  "compilerOptions": {\n    "paths": { "#plain/*": ["./src/over/*", "./src/plain/*"], "kit": ["./src/index.ts"] }\n  },\n  "include": ["src", "demos", "docs"]\n}\n',
  ],
  [
    'config/base.json',
    '{\n  "compilerOptions": {\n    "jsx": "react-jsx",\n    "strict": true,\n    "module": "esnext",\n    "moduleResolution": "bundler",\n    "target": "es2022",\n    "noEmit": true,\n    "skipLibCheck": true,\n    "resolveJsonModule": true\n  }\n}\n',
  ],
  ['postcss.config.mjs', "import { space } from './config/space.mjs';\n\nexport default { plugins: [space] };\n"],
  [
    'config/space.mjs',
    "import { unit } from './unit.mjs';\n\nexport const space = {\n  postcssPlugin: 'space',\n  Declaration(one) {\n    one.value = one.value.replace(/space\\((\\d+)\\)/g, (_, count) => count * unit + 'px');\n  },\n};\n",
  ],
  ['config/unit.mjs', 'export const unit = 4;\n'],
  [
    'src/index.ts',
    `export * from './inputs';\n${numbers(COUNT)
      .slice(COUNT / 2)
      .map((at) => `export * from './parts/${at % 2 ? 'odd' : 'even'}/part-${at}';\n`)
      .join('')}`,
  ],
  [
    'src/inputs/index.ts',
    numbers(COUNT / 2)
      .map((at) => `export * from '../parts/${at % 2 ? 'odd' : 'even'}/part-${at}';\n`)
      .join(''),
  ],
  ['src/size.ts', "export type Size = 's' | 'm' | 'l';\n"],
  [
    'src/files.d.ts',
    "declare module '*.svg' { const url: string; export default url; }\ndeclare module '*?raw' { const text: string; export default text; }\ndeclare module '*?url' { const url: string; export default url; }\ndeclare module '*.module.css' { const styles: Record<string, string>; export default styles; }\ndeclare module '*.css';\ndeclare module '*.less';\n",
  ],
  [
    'src/hooks/useCount.ts',
    "import { useState } from 'react';\nimport { start } from './start';\n\nexport function useCount(): number {\n  return useState(start)[0];\n}\n",
  ],
  ['src/hooks/start.ts', 'export const start = 3;\n'],
  ['src/plain/layout.ts', "export const layout = 'plain';\n"],
  ['src/unused.ts', "export const unused = 'unused';\n"],
  ['src/tokens.json', '{\n  "size0": 10,\n  "size1": 20,\n  "size2": 30,\n  "other": 40\n}\n'],
  ...numbers(10).map((at) => [
    `src/utils/util${at}.ts`,
    `${at > 0 && at % 3 !== 0 ? `import { util${at - 1} } from './util${at - 1}';\n\n` : ''}export function util${at}(text: string): string {\n  return ${at > 0 && at % 3 !== 0 ? `util${at - 1}(text)` : 'text'} + ' u${at}';\n}\n`,
  ]),
  ...numbers(3).map((at) => [
    `src/styles/base-${at}.css`,
    `@import './colors.css';\n:root { --kit-color-${at}: #12345${at}; --kit-radius: ${at}px; }\n`,
  ]),
  ['src/styles/colors.css', ':root { --kit-accent: #0a5; }\n'],
  [
    'src/styles/shared.module.css',
    '.shared-0 { color: red; }\n.shared-1 { composes: deep from "./deep.module.css"; color: green; }\n',
  ],
  ['src/styles/deep.module.css', '.deep { border: 1px solid; }\n'],
  ['src/styles/vars.less', "@import './palette.less';\n@color: @main;\n"],
  ['src/styles/palette.less', '@main: blue;\n'],
  ['src/styles/reset.css', 'section { margin: 0; }\n'],
  ...numbers(COUNT).flatMap((at) => part(at, random)),
  ...demos,
  ...WITH_STEPS.map((at) => [`demos/demo-${at}.steps.ts`, steps(at)]),
  ['demos/data/names.ts', "export const name = 'Demo';\n"],
  ['demos/data/rows.json', '[{ "a": 1 }, { "a": 2 }]\n'],
  ['demos/data/picture.svg', svg(5)],
  [
    'demos/data/files.data.ts',
    "import fs from 'node:fs';\n\nexport default {\n  watch: ['./texts/*.txt'],\n  load: (files: string[]) => files.map((file) => fs.readFileSync(file, 'utf8')),\n};\ndeclare const data: string[];\nexport { data };\n",
  ],
  ['demos/data/texts/a.txt', 'a\n'],
  [
    'demos/helpers/people.ts',
    "import { ages } from './ages';\n\nexport const people = [{ name: 'Ada', age: ages.ada }];\n",
  ],
  ['demos/helpers/ages.ts', 'export const ages = { ada: 36 };\n'],
  [
    'demos/parts/late.tsx',
    "import { util4 } from '../../src/utils/util4';\n\nexport default () => <em>{util4('late')}</em>;\n",
  ],
  [
    'docs/index.md',
    `# Kit\n\nThe kit.\n\n<embed src="./_part.md"></embed>\n\n<Playground id="Part8" initial='{"label": "Eight"}' />\n\n<Playground id="Part19" initial='{"label": "Nineteen", "size": "l"}' />\n`,
  ],
  ['docs/_part.md', `An embedded text.\n\n${fence(33)}`],
  ['docs/public/picture-0.svg', svg(7)],
  [
    'docs/setup.tsx',
    "import type { ReactNode } from 'react';\nimport { Frame } from './frame';\nimport './setup.css';\n\nexport function Wrapper({ children }: { children: ReactNode }) {\n  return <Frame>{children}</Frame>;\n}\n",
  ],
  [
    'docs/frame.tsx',
    'import type { ReactNode } from \'react\';\n\nexport const Frame = ({ children }: { children: ReactNode }) => <div data-frame="1">{children}</div>;\n',
  ],
  ['docs/setup.css', "@import '../src/styles/colors.css';\n[data-frame] { padding: space(2); }\n"],
  ...pages,
  [
    'packages/tokens/package.json',
    '{\n  "name": "@kit/tokens",\n  "version": "1.0.0",\n  "type": "module",\n  "main": "index.js"\n}\n',
  ],
  ['packages/tokens/index.js', "export { value } from './value.js';\n"],
  ['packages/tokens/value.js', "export const value = 'tokens';\n"],
  ['packages/tokens/other.js', "export const value = 'other tokens';\n"],
]);

/** Installed packages, which Git ignores. `two` imports `one`. */
export const packages = {
  one: "export const value = 'one 1';\n",
  two: "import { value as inner } from 'one';\nexport const value = 'two ' + inner;\n",
  '@scope/three': "export const value = 'three 1';\n",
  unused: "export const value = 'unused 1';\n",
};

export const lockFile = (versions) =>
  `${JSON.stringify(
    {
      lockfileVersion: 3,
      packages: {
        '': { name: 'kit', version: '1.0.0' },
        ...Object.fromEntries(
          Object.keys(packages).map((name) => [`node_modules/${name}`, { version: versions[name] ?? '1.0.0' }]),
        ),
      },
    },
    undefined,
    2,
  )}\n`;

/** Kinds of edits. Each returns the new text of files, or undefined for a removed file. `read` returns the text of a file. */
export const edits = {
  'value in a style sheet': ({ any, read }) =>
    replaceIn(any(/part\.css$/), read, /padding: \S+;/, 'padding: space(9);'),
  'custom property': ({ any, read }) => replaceIn(any(/base-\d\.css$/), read, /#12345\d/, '#abcdef'),
  'imported style sheet': () => ({ 'src/styles/colors.css': ':root { --kit-accent: #a05; }\n' }),
  'comment in a style sheet': ({ any, read }) => append(any(/\.css$/), read, '/* End. */\n'),
  'new rule': ({ any, read }) => append(any(/(base-\d|part|setup)\.css$/), read, 'b { color: green; }\n'),
  'style sheet without its import': ({ any, read }) => replaceIn(any(/base-\d\.css$/), read, /@import.*\n/, ''),
  'CSS module': ({ any, read }) => append(any(/part-\d+\.module\.css$/), read, '.root:hover { color: blue; }\n'),
  'CSS module that others compose': ({ any, read }) =>
    replaceIn(any(/styles\/(shared|deep)\.module\.css$/), read, /(red|1px solid)/, 'purple'),
  Less: ({ any, read }) => replaceIn(any(/part\.less$/), read, /margin: /, 'margin: 1'),
  'Less variables': ({ any }) =>
    any(/styles\/(vars|palette)\.less$/).includes('vars')
      ? { 'src/styles/vars.less': "@import './palette.less';\n@color: darken(@main, 10%);\n" }
      : { 'src/styles/palette.less': '@main: teal;\n' },
  'style sheet that Less includes': () => ({ 'src/styles/reset.css': 'section { margin: 1px; }\n' }),
  'picture in a style sheet or a script': ({ any }) => ({ [any(/(icon|picture)\.svg$/)]: svg(77) }),
  attribute: ({ any, read }) => replaceIn(any(/part-\d+\/index\.tsx$/), read, 'data-size', 'data-look'),
  element: ({ any, read }) => replaceIn(any(/part-\d+\/index\.tsx$/), read, /section/g, 'article'),
  'default value': ({ any, read }) => replaceIn(any(/part-\d+\/index\.tsx$/), read, "size = 'm'", "size = 's'"),
  'comment in a component': ({ any, read }) => append(any(/part-\d+\/index\.tsx$/), read, '// End.\n'),
  'name of a variable': ({ any, read }) => replaceIn(any(/utils\/util\d\.ts$/), read, /\btext\b/g, 'words'),
  'new import': ({ any, read }) => {
    const file = any(/part-\d+\/index\.tsx$/);
    return { [file]: `import { unused } from '../../../unused';\n${read(file)}export const more = unused;\n` };
  },
  'other import': ({ any, read }) =>
    replaceIn(any(/part-\d+\/index\.tsx$/), read, /{ (util\d) } from '(.*)util\d'/, "{ util9 as $1 } from '$2util9'"),
  types: ({ any, read }) => replaceIn(any(/part-\d+\/types\.ts$/), read, 'label?: string', 'label?: string | number'),
  'shared type': () => ({ 'src/size.ts': "export type Size = 's' | 'm' | 'l' | 'xl';\n" }),
  hook: ({ any, read }) =>
    any(/hooks/).includes('start')
      ? { 'src/hooks/start.ts': 'export const start = 4;\n' }
      : replaceIn('src/hooks/useCount.ts', read, '[0]', '[0] + 1'),
  utility: ({ any, read }) => replaceIn(any(/utils\/util\d\.ts$/), read, /' u(\d)'/, "' v$1'"),
  JSON: ({ random, read }) =>
    replaceIn('src/tokens.json', read, /"(size\d|other)": \d/, `"$1": ${1 + Math.floor(random() * 9)}5`),
  text: ({ any }) => ({ [any(/text\.txt$/)]: 'Another text\n' }),
  barrel: ({ read }) => ({
    'src/inputs/index.ts': `${read('src/inputs/index.ts').split('\n').reverse().join('\n')}\n`,
  }),
  'export from elsewhere': ({ random, read }) => {
    const at = Math.floor((random() * COUNT) / 2);
    return replaceIn(
      'src/inputs/index.ts',
      read,
      new RegExp(`export \\* from '(.*/part-${at})';`),
      `export { Part${at === 0 ? 1 : 0} as Part${at} } from '../parts/${at === 0 ? 'odd/part-1' : 'even/part-0'}';`,
    );
  },
  demo: ({ any, read }) => replaceIn(any(/demo-\d+\.tsx$/), read, '<b>Text', '<b>Words'),
  'data of demos': ({ any }) =>
    any(/demos\/(data\/rows|helpers\/ages)/).includes('rows')
      ? { 'demos/data/rows.json': '[{ "a": 3 }]\n' }
      : { 'demos/helpers/ages.ts': 'export const ages = { ada: 37 };\n' },
  'late import': ({ read }) => replaceIn('demos/parts/late.tsx', read, "'late'", "'later'"),
  'file that data are read from': () => ({ 'demos/data/texts/a.txt': 'b\n' }),
  'new file that data are read from': () => ({ 'demos/data/texts/b.txt': 'b\n' }),
  'file of data': ({ read }) => replaceIn('demos/data/files.data.ts', read, "'utf8'", "'latin1'"),
  steps: ({ any, read }) => replaceIn(any(/\.steps\.ts$/), read, "state('shown')", "state('seen')"),
  'module of steps': () => ({ 'demos/data/names.ts': "export const name = 'Other';\n" }),
  setup: ({ any, read }) =>
    any(/docs\/(setup|frame)\.tsx$/).includes('setup')
      ? replaceIn('docs/setup.tsx', read, '<Frame>', '<Frame><hr />')
      : replaceIn('docs/frame.tsx', read, '"1"', '"2"'),
  'style sheet of the setup': ({ read }) => replaceIn('docs/setup.css', read, 'space(2)', 'space(3)'),
  'words of a page': ({ any, read }) =>
    replaceIn(any(/docs\/(page-\d|index)\.md$/), read, /A text of|The kit/, 'More words of'),
  'code block': ({ any, read }) =>
    replaceIn(any(/docs\/(page-[0-4]|_part)\.md$/), read, 'label="Fence', 'label="Block'),
  'option of a demo': ({ any, read }) =>
    replaceIn(any(/docs\/page-\d\.md$/), read, '.tsx">', '.tsx" background="red">'),
  'generated demo': ({ read }) => replaceIn('docs/index.md', read, '"Eight"', '"Ate"'),
  'published file': () => ({ 'docs/public/picture-0.svg': svg(70) }),
  package: ({ random }) => {
    const name = Object.keys(packages)[Math.floor(random() * 4)];
    return {
      [`node_modules/${name}/index.js`]: packages[name].replace("value = '", "value = 'new "),
      'package-lock.json': lockFile({ [name]: '1.0.1' }),
    };
  },
  'package of the workspace': ({ any }) => ({
    [any(/tokens\/(value|other)\.js$/)]: "export const value = 'new tokens';\n",
  }),
  'entry of a package of the workspace': ({ read }) =>
    replaceIn('packages/tokens/package.json', read, 'index.js', 'other.js'),
  configuration: ({ any, read }) =>
    any(/config\.ts$|config\/paths/).includes('paths')
      ? append('config/paths.ts', read, '// End.\n')
      : replaceIn('cascader-docs.config.ts', read, '"first"', '"second"'),
  'configuration of PostCSS': ({ any, read }) =>
    any(/unit|space|postcss/).includes('unit')
      ? { 'config/unit.mjs': 'export const unit = 5;\n' }
      : replaceIn('config/space.mjs', read, "+ 'px'", "+ '.5px'"),
  'configuration of TypeScript': ({ any, read }) =>
    any(/base\.json|tsconfig/).includes('base')
      ? replaceIn('config/base.json', read, '"react-jsx"', '"react-jsxdev"')
      : replaceIn('tsconfig.json', read, '"./src/over/*", ', ''),
  'side effects': ({ read }) => replaceIn('package.json', read, '"*.css", ', ''),
  'file that takes the place of another': ({ random }) => {
    const at = Math.floor(random() * 10);
    return [
      { 'src/over/layout.ts': "export const layout = 'over';\n" },
      { [`src/utils/util${at}.tsx`]: `export const util${at} = (text: string) => text;\n` },
      { 'src/hooks/start.tsx': 'export const start = 5;\n' },
      { 'src/parts/even/part-0.tsx': "export const Part0 = () => 'Zero';\n" },
    ][Math.floor(random() * 4)];
  },
  'renamed file': ({ any, read }) => {
    const file = any(/utils\/util\d\.ts$/);
    return { [file]: undefined, [file.replace('.ts', '/index.ts')]: read(file).replaceAll("'./", "'../") };
  },
  'removed file that nothing needs': () => ({ 'src/unused.ts': undefined }),
  'file that nothing imports': ({ any }) => ({ [any(/README|unused|src\/files\.d/)]: '// Other\n' }),
  'new component': ({ read }) => ({
    'src/parts/Extra.tsx': 'export const Extra = () => <p>Extra</p>;\n',
    'src/index.ts': `${read('src/index.ts')}export * from './parts/Extra';\n`,
  }),
};

function replaceIn(file, read, from, to) {
  const text = read(file);
  return { [file]: text.replace(from, to) };
}

const append = (file, read, text) => ({ [file]: read(file) + text });
