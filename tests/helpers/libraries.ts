import fs from 'node:fs/promises';
import path from 'node:path';
import { createSite, listFiles, type TestSite } from './build-site.ts';
import { fixturePackages } from './fixture-packages.ts';
import { words } from './words.ts';

/** A small library in `tests/fixtures/libraries`, written like published ones, with expectations for its site. */
export interface Library {
  /** Its folder. */
  name: string;
  /** Folder of the site in the library. Default: the folder of the library. */
  site?: string;
  /** Installed packages, from `tests/fixtures/packages`. Default: those of this repository. */
  packages?: string;
  /** Pages with interactive content. */
  pages: string[];
  /** Configuration keys and front matter without effect, as `doctor` and `build` report them. Default: none. */
  lost?: string[];
  /**
   * Edits of a page, of a demo, and of source or style of the library. Each is applied in `dev` while the first page is
   * open.
   */
  edits: [page: Edit, demo: Edit, source: Edit];
}

/** An edit of a file. */
export interface Edit {
  file: string;
  from: string;
  to: string;
  /** Text that then appears, or an element with one of its styles. */
  seen: string | [selector: string, property: string, value: string];
}

/** One library of each kind. */
export const LIBRARIES: Library[] = [
  {
    name: 'dumi-2',
    pages: ['/demo/basic', '/demo/with-steps', '/components/scale', '/zh-CN/components/scale'],
    lost: ['mfsu', 'exportStatic', 'nav.path'],
    edits: [
      { file: 'docs/demo/basic.md', from: '## basic', to: '## simple', seen: 'simple' },
      { file: 'docs/examples/basic.tsx', from: 'More than', to: 'Above', seen: 'Above 40' },
      {
        file: 'assets/index.less',
        from: '@bar-color: #1668dc',
        to: '@bar-color: rgb(1, 2, 3)',
        seen: ['.rc-meter-bar', 'background-color', 'rgb(1, 2, 3)'],
      },
    ],
  },
  {
    name: 'dumi-1',
    pages: ['/use-counter', '/zh-CN/use-counter', '/use-toggle'],
    lost: words(`
      dynamicImport hash extraBabelPlugins menus ignoreMomentLocale nav.path group.path hero.desc features.desc
      footer
    `),
    edits: [
      {
        file: 'packages/hooks/src/useCounter/index.en-US.md',
        from: 'Keeps a number.',
        to: 'Remembers a number.',
        seen: 'Remembers a number.',
      },
      {
        file: 'packages/hooks/src/useCounter/demo/demo1.tsx',
        from: 'Count {current}',
        to: 'Now {current}',
        seen: 'Now 7',
      },
      {
        file: 'packages/hooks/src/useCounter/index.ts',
        from: 'return [count,',
        to: 'return [count * 1000,',
        seen: 'Now 7000',
      },
    ],
  },
  {
    name: 'react-18',
    packages: 'react-18',
    pages: ['/', '/live'],
    edits: [
      { file: 'docs/index.md', from: 'that loads', to: 'that grows', seen: 'A list that grows as it is read.' },
      { file: 'examples/basic.tsx', from: 'Words of', to: 'Names in', seen: 'Names in React 18.2.0' },
      { file: 'src/list.tsx', from: 'More', to: 'Still more', seen: 'Still more' },
    ],
  },
  {
    name: 'style-sheets',
    packages: 'styles',
    pages: ['/'],
    edits: [
      { file: 'docs/index.md', from: 'pl-[13px]', to: 'pl-[17px]', seen: ['article p[class]', 'padding-left', '17px'] },
      {
        file: 'demos/tag.module.less',
        from: '12px',
        to: '21px',
        seen: ['[data-demo-root] > div', 'column-gap', '21px'],
      },
      { file: 'src/_tokens.scss', from: '10px', to: '19px', seen: ['.callout', 'padding-top', '19px'] },
    ],
  },
  {
    name: 'emotion',
    packages: 'css-in-js',
    pages: ['/', '/live'],
    edits: [
      { file: 'docs/index.md', from: 'Buttons by', to: 'Glowing buttons by', seen: 'Glowing buttons by Emotion.' },
      { file: 'demos/buttons.tsx', from: 'Count {', to: 'Number {', seen: 'Number 1' },
      {
        file: 'src/button.tsx',
        from: 'rgb(20, 70, 140)',
        to: 'rgb(1, 2, 3)',
        seen: ['[data-demo] button', 'background-color', 'rgb(1, 2, 3)'],
      },
    ],
  },
  {
    name: 'styled-components',
    packages: 'css-in-js',
    pages: ['/'],
    edits: [
      { file: 'docs/index.md', from: 'Boxes by', to: 'Shelves by', seen: 'Shelves by styled-components.' },
      { file: 'demos/basic.tsx', from: 'gap {gap}', to: 'space {gap}', seen: 'space 12' },
      {
        file: 'src/index.tsx',
        from: 'rgb(60, 30, 90)',
        to: 'rgb(1, 2, 3)',
        seen: ['.shelf-box', 'background-color', 'rgb(1, 2, 3)'],
      },
    ],
  },
  {
    name: 'ant-design-cssinjs',
    packages: 'css-in-js',
    pages: ['/'],
    edits: [
      { file: 'docs/index.md', from: 'Badges by', to: 'Pills by', seen: 'Pills by @ant-design/cssinjs.' },
      { file: 'demos/basic.tsx', from: 'new {', to: 'fresh {', seen: 'fresh 1' },
      {
        file: 'src/theme.ts',
        from: 'rgb(120, 20, 70)',
        to: 'rgb(1, 2, 3)',
        seen: ['.tokens-pill', 'background-color', 'rgb(1, 2, 3)'],
      },
    ],
  },
  {
    // The example of the handbook's section "Document a monorepo".
    name: 'pnpm-workspace',
    site: 'docs',
    pages: ['/'],
    edits: [
      { file: 'docs/docs/index.md', from: '# Kit', to: '# Tool kit', seen: 'Tool kit' },
      { file: 'docs/demos/both.tsx', from: 'demo {', to: 'both {', seen: 'both 1' },
      { file: 'packages/shared/src/index.ts', from: "'<'", to: "'«'", seen: '«button> press' },
    ],
  },
  {
    name: 'tsconfig-paths',
    pages: ['/', '/page'],
    edits: [
      { file: 'docs/index.md', from: 'A trail', to: 'A long trail', seen: 'A long trail of links.' },
      { file: 'demos/trail.tsx', from: 'Go on', to: 'Walk on', seen: 'Walk on' },
      {
        file: 'src/parts/crumb.css',
        from: '9px',
        to: '19px',
        seen: ['.crumb', 'padding-left', '19px'],
      },
    ],
  },
  {
    name: 'storybook',
    pages: ['/'],
    edits: [
      { file: 'docs/index.md', from: 'with stories', to: 'and stories', seen: 'Components and stories beside them.' },
      { file: 'demos/button.tsx', from: 'Pressed', to: 'Touched', seen: 'Touched 1' },
      {
        file: 'src/theme.css',
        from: 'rgb(30, 90, 40)',
        to: 'rgb(1, 2, 3)',
        seen: ['.story-button', 'background-color', 'rgb(1, 2, 3)'],
      },
    ],
  },
  {
    // The example of the handbook's section "Tailwind".
    name: 'tailwind',
    packages: 'tailwind',
    pages: ['/'],
    edits: [
      { file: 'docs/index.md', from: '# Paper', to: '# Sheets of paper', seen: 'Sheets of paper' },
      { file: 'demos/buttons.tsx', from: 'Save {', to: 'Keep {', seen: 'Keep 1' },
      {
        file: 'docs/setup.tsx',
        from: 'p-6',
        to: 'p-[31px]',
        seen: ['[data-demo-root] > div', 'padding-left', '31px'],
      },
    ],
  },
  {
    name: 'subpaths',
    pages: ['/'],
    edits: [
      { file: 'docs/index.md', from: '# Split', to: '# Split up', seen: 'Split up' },
      { file: 'demos/panel.tsx', from: '"Ada"', to: '"Ada Lovelace"', seen: 'Ada Lovelace off' },
      {
        file: 'src/styles.css',
        from: '16px',
        to: '23px',
        seen: ['.split-panel', 'padding-left', '23px'],
      },
    ],
  },
];

/** A copy of a library with its installed packages. */
export interface CopiedLibrary extends Pick<TestSite, 'write'> {
  /** Folder of the site. */
  root: string;
  /** Folder of the repository. */
  repository: string;
  read(file: string): Promise<string>;
}

const sources = path.resolve(import.meta.dirname, '../fixtures/libraries');
const installed = path.resolve(import.meta.dirname, '../../node_modules');

/** Copies a library with its packages. Additional files replace those of the library. */
export async function copyLibrary(
  { name, site = '.', packages }: Pick<Library, 'name' | 'site' | 'packages'>,
  { files = {}, links = LINKS[name] ?? {} }: { files?: Record<string, string>; links?: Links } = {},
): Promise<CopiedLibrary> {
  const folder = path.join(sources, name);
  const own = await Promise.all(
    (await listFiles(folder)).map(async (file) => [file, await fs.readFile(path.join(folder, file), 'utf8')]),
  );
  const { root: repository, write } = await createSite({ ...Object.fromEntries(own), ...files });
  if (packages) await fs.symlink(await fixturePackages(packages), path.join(repository, 'node_modules'));
  for (const [place, target] of Object.entries(links)) await link(repository, place, target);
  const read = (file: string): Promise<string> => fs.readFile(path.join(repository, file), 'utf8');
  return { root: path.join(repository, site), repository, write, read };
}

/** Symbolic links by path, with their targets in the repository. `:name` is a package of this repository. */
export type Links = Record<string, string>;

async function link(repository: string, place: string, target: string): Promise<void> {
  const file = path.join(repository, place);
  await fs.mkdir(path.dirname(file), { recursive: true });
  const isInstalled = target.startsWith(':');
  const to = isInstalled ? path.join(installed, target.slice(1)) : path.join(repository, target);
  await fs.symlink(isInstalled ? to : path.relative(path.dirname(file), to), file);
}

/** The links of an installer with isolated `node_modules`: each package finds only what it lists. */
const LINKS: Record<string, Links> = {
  'pnpm-workspace': {
    'node_modules/.pnpm/react@19.0.0/node_modules/react': ':react',
    'node_modules/.pnpm/react-dom@19.0.0/node_modules/react-dom': ':react-dom',
    'docs/node_modules/@kit/button': 'packages/button',
    'docs/node_modules/@kit/field': 'packages/field',
    'docs/node_modules/react': 'node_modules/.pnpm/react@19.0.0/node_modules/react',
    'docs/node_modules/react-dom': 'node_modules/.pnpm/react-dom@19.0.0/node_modules/react-dom',
    'packages/button/node_modules/@kit/shared': 'packages/shared',
    'packages/field/node_modules/@kit/shared': 'packages/shared',
  },
};

/** The links of an installer with one `node_modules` for the workspace, such as npm and Yarn. */
export const HOISTED: Links = {
  'node_modules/react': ':react',
  'node_modules/react-dom': ':react-dom',
  ...Object.fromEntries(['button', 'field', 'shared'].map((name) => [`node_modules/@kit/${name}`, `packages/${name}`])),
};
