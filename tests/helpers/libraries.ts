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

/** An edit of a file, and the text that then appears, or an element with one of its styles. */
export type Edit = [
  file: string,
  from: string,
  to: string,
  seen: string | [selector: string, property: string, value: string],
];

/** One library of each kind. */
export const LIBRARIES: Library[] = [
  {
    name: 'dumi-2',
    pages: ['/demo/basic', '/demo/with-steps', '/components/scale', '/zh-CN/components/scale'],
    lost: ['mfsu', 'exportStatic', 'nav.path'],
    edits: [
      ['docs/demo/basic.md', '## basic', '## simple', 'simple'],
      ['docs/examples/basic.tsx', 'More than', 'Above', 'Above 40'],
      [
        'assets/index.less',
        '@bar-color: #1668dc',
        '@bar-color: rgb(1, 2, 3)',
        ['.rc-meter-bar', 'background-color', 'rgb(1, 2, 3)'],
      ],
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
      ['packages/hooks/src/useCounter/index.en-US.md', 'Keeps a number.', 'Remembers a number.', 'Remembers a number.'],
      ['packages/hooks/src/useCounter/demo/demo1.tsx', 'Count {current}', 'Now {current}', 'Now 7'],
      ['packages/hooks/src/useCounter/index.ts', 'return [count,', 'return [count * 1000,', 'Now 7000'],
    ],
  },
  {
    name: 'react-18',
    packages: 'react-18',
    pages: ['/', '/live'],
    edits: [
      ['docs/index.md', 'that loads', 'that grows', 'A list that grows as it is read.'],
      ['examples/basic.tsx', 'Words of', 'Names in', 'Names in React 18.2.0'],
      ['src/list.tsx', 'More', 'Still more', 'Still more'],
    ],
  },
  {
    name: 'style-sheets',
    packages: 'styles',
    pages: ['/'],
    edits: [
      ['docs/index.md', 'pl-[13px]', 'pl-[17px]', ['article p[class]', 'padding-left', '17px']],
      ['demos/tag.module.less', '12px', '21px', ['[data-demo-root] > div', 'column-gap', '21px']],
      ['src/_tokens.scss', '10px', '19px', ['.callout', 'padding-top', '19px']],
    ],
  },
  {
    name: 'emotion',
    packages: 'css-in-js',
    pages: ['/', '/live'],
    edits: [
      ['docs/index.md', 'Buttons by', 'Glowing buttons by', 'Glowing buttons by Emotion.'],
      ['demos/buttons.tsx', 'Count {', 'Number {', 'Number 1'],
      [
        'src/button.tsx',
        'rgb(20, 70, 140)',
        'rgb(1, 2, 3)',
        ['[data-demo] button', 'background-color', 'rgb(1, 2, 3)'],
      ],
    ],
  },
  {
    name: 'styled-components',
    packages: 'css-in-js',
    pages: ['/'],
    edits: [
      ['docs/index.md', 'Boxes by', 'Shelves by', 'Shelves by styled-components.'],
      ['demos/basic.tsx', 'gap {gap}', 'space {gap}', 'space 12'],
      ['src/index.tsx', 'rgb(60, 30, 90)', 'rgb(1, 2, 3)', ['.shelf-box', 'background-color', 'rgb(1, 2, 3)']],
    ],
  },
  {
    name: 'ant-design-cssinjs',
    packages: 'css-in-js',
    pages: ['/'],
    edits: [
      ['docs/index.md', 'Badges by', 'Pills by', 'Pills by @ant-design/cssinjs.'],
      ['demos/basic.tsx', 'new {', 'fresh {', 'fresh 1'],
      ['src/theme.ts', 'rgb(120, 20, 70)', 'rgb(1, 2, 3)', ['.tokens-pill', 'background-color', 'rgb(1, 2, 3)']],
    ],
  },
  {
    // The example of the handbook's section "Document a monorepo".
    name: 'pnpm-workspace',
    site: 'docs',
    pages: ['/'],
    edits: [
      ['docs/docs/index.md', '# Kit', '# Tool kit', 'Tool kit'],
      ['docs/demos/both.tsx', 'demo {', 'both {', 'both 1'],
      ['packages/shared/src/index.ts', "'<'", "'«'", '«button> press'],
    ],
  },
  {
    name: 'tsconfig-paths',
    pages: ['/', '/page'],
    edits: [
      ['docs/index.md', 'A trail', 'A long trail', 'A long trail of links.'],
      ['demos/trail.tsx', 'Go on', 'Walk on', 'Walk on'],
      ['src/parts/crumb.css', '9px', '19px', ['.crumb', 'padding-left', '19px']],
    ],
  },
  {
    name: 'storybook',
    pages: ['/'],
    edits: [
      ['docs/index.md', 'with stories', 'and stories', 'Components and stories beside them.'],
      ['demos/button.tsx', 'Pressed', 'Touched', 'Touched 1'],
      ['src/theme.css', 'rgb(30, 90, 40)', 'rgb(1, 2, 3)', ['.story-button', 'background-color', 'rgb(1, 2, 3)']],
    ],
  },
  {
    // The example of the handbook's section "Tailwind".
    name: 'tailwind',
    packages: 'tailwind',
    pages: ['/'],
    edits: [
      ['docs/index.md', '# Paper', '# Sheets of paper', 'Sheets of paper'],
      ['demos/buttons.tsx', 'Save {', 'Keep {', 'Keep 1'],
      ['docs/setup.tsx', 'p-6', 'p-[31px]', ['[data-demo-root] > div', 'padding-left', '31px']],
    ],
  },
  {
    name: 'subpaths',
    pages: ['/'],
    edits: [
      ['docs/index.md', '# Split', '# Split up', 'Split up'],
      ['demos/panel.tsx', '"Ada"', '"Ada Lovelace"', 'Ada Lovelace off'],
      ['src/styles.css', '16px', '23px', ['.split-panel', 'padding-left', '23px']],
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
