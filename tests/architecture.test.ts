import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countHouse,
  cyclesOf,
  type Import,
  importsOf,
  importsToTheRight,
  looksOf,
  MODULE_STATE,
  pairsOf,
  ROOM_ORDER,
  roomTable,
  sourceFiles,
  wingPairsOf,
} from './bench/house.mjs';
import { words } from './helpers/words.ts';

const root = path.resolve(import.meta.dirname, '..');
const sources = sourceFiles(root);
const imports = sources.flatMap((file) => importsOf(root, file));

/** Rings of the code: each may import itself and the listed rings. */
const RINGS: Record<string, string[]> = {
  'src/shared': [],
  'src/runtime': ['src/shared'],
  'src/theme': ['src/runtime/index.ts', 'src/runtime/public.ts', 'src/runtime/stackblitz/index.ts', 'src/shared'],
  'src/app': ['src/runtime', 'src/shared', 'src/theme'],
  'src/node': ['src/shared'],
  'src/index.ts': ['src/node', 'src/shared'],
  'src/kit': ['src/index.ts', 'src/node'],
  // As a package with a plugin does: by the public entries.
  'src/commands': ['src/index.ts', 'src/kit/kit.ts'],
  'src/prebuild.ts': ['src/node'],
  // The version and an unchanged build end here, so the rest of the tool is not loaded, including the code that prints a build.
  'src/cli/start.ts': [
    'src/cli',
    'src/kit/output.ts',
    'src/node/base/package-dir.ts',
    'src/node/project/config/targets.ts',
    'src/node/build/unchanged.ts',
    'src/node/store/lookup-log.ts',
  ],
  'src/cli': words(`
    src/index.ts src/commands src/kit src/node/base/diagnostics/diagnostic.ts
    src/node/base/files/write-error.ts src/node/base/package-dir.ts
    src/node/base/errors.ts src/node/build/build.ts src/node/project/config/targets.ts
    src/shared/command-names.ts
  `),
};

/**
 * Files and folders that import a third-party tool. Most tools have one owner. YAML has several, because pages, demos
 * and workspaces contain it.
 */
const OWNERS: Record<string, string[]> = {
  esbuild: ['src/node/bundle/esbuild/bundler.ts'],
  ignore: ['src/node/base/files/'],
  'hast-util-to-mdast': ['src/node/render/html-to-markdown.ts'],
  'mdast-util-to-markdown': ['src/node/render/html-to-markdown.ts'],
  'oxc-transform': ['src/node/bundle/dev/', 'src/node/bundle/barrels/'],
  'react-refresh': ['src/runtime/dev/react-refresh.ts'],
  less: ['src/node/bundle/sheets/'],
  postcss: ['src/node/bundle/sheets/', 'src/app/css-modules-entry.ts'],
  'icss-utils': ['src/node/bundle/sheets/', 'src/app/css-modules-entry.ts'],
  satteri: ['src/node/markdown/markdown.ts'],
  '@mdx-js/mdx': ['src/node/markdown/mdx.ts'],
  unified: ['src/node/markdown/plugins/attach-plugins.ts'],
  'remark-parse': ['src/node/markdown/plugins/attach-plugins.ts'],
  'remark-gfm': ['src/node/markdown/syntax.ts'],
  'remark-directive': ['src/node/markdown/syntax.ts'],
  vfile: ['src/node/markdown/plugins/compile-with-plugins.ts'],
  'source-map': ['src/node/markdown/mdx.ts'],
  'prism-code-editor': ['src/node/markdown/transform/highlight.ts', 'src/app/editor-entry.ts'],
  '@jridgewell/trace-mapping': [
    'src/app/compiler-entry.ts',
    'src/runtime/dev/map-stack.ts',
    'src/node/bundle/demos/refused-modules.ts',
    'src/node/bundle/dev/refresh-plugin.ts',
    'src/node/dev/server-scripts.ts',
    'src/node/markdown/parse/original-offsets.ts',
    'src/node/tools/check/steps/describe-failure.ts',
  ],
  acorn: [
    'src/runtime/sandbox/guard-code.ts',
    'src/node/render/demos/parse-steps.ts',
    'src/node/markdown/stories/',
    'src/node/markdown/mdx.ts',
    'src/node/bundle/barrels/',
  ],
  'acorn-jsx': ['src/node/markdown/stories/', 'src/node/markdown/mdx.ts'],
  'remark-mdx': ['src/node/markdown/mdx.ts'],
  sucrase: ['src/app/compiler-entry.ts', 'src/node/bundle/demos/lazy-module.ts', 'src/node/markdown/parse/'],
  'lz-string': ['src/runtime/live/export-demo.ts'],
  '@stackblitz/sdk': ['src/runtime/stackblitz/'],
  yaml: [
    'src/node/content/',
    'src/node/project/workspace.ts',
    'src/node/markdown/parse/read-demo-header.ts',
    'src/node/bundle/sheets/postcss-config.ts',
  ],
  // Zod also validates the tool calls of assistants.
  zod: ['src/node/project/config/', 'src/node/tools/check/screenshots/', 'src/node/tools/mcp/serve-mcp.ts'],
  '@modelcontextprotocol/server': ['src/node/tools/mcp/serve-mcp.ts'],
  commander: ['src/cli/'],
  'playwright-core': ['src/node/tools/check/'],
  'axe-core': ['src/node/tools/check/'],
  'fast-png': ['src/node/tools/check/screenshots/'],
  '@resvg/resvg-js': ['src/node/render/share-images.ts'],
  parse5: ['src/node/tools/versions/read-html.ts'],
  '@codesandbox/sdk': ['src/node/tools/sandbox/sandbox-client.ts'],
  'react-router-dom': ['src/runtime/router.tsx'],
  '@formatjs/intl': ['src/runtime/use-intl.ts'],
  'intl-messageformat': ['src/runtime/message-format.ts'],
  'hosted-git-info': ['src/node/project/repository-links.ts'],
  flexsearch: ['src/runtime/search/term-source.ts'],
  typescript: ['src/node/types/compiler/'],
  'image-size': ['src/node/markdown/transform/resolve-media.ts'],
  entities: ['src/node/base/html-text.ts'],
  'dom-accessibility-api': ['src/runtime/steps/'],
  semver: ['src/node/tools/history/', 'src/node/types/history/versions.ts'],
  'get-tsconfig': ['src/node/project/tsconfig.ts'],
};

/** Knowledge that belongs to one file, and a pattern that finds the code that contains it. */
const FACTS: [what: string, owner: string, pattern: RegExp][] = [
  [
    'how paths are converted and compared',
    'src/node/base/files/paths.ts',
    /split\((?:\w+\.)?sep\)\s*\.join\(|replaceAll\((?:\w+\.)?sep\b|startsWith\(['`]\.\.['`$]/,
  ],
  ['which pages a page with tabs consists of', 'src/node/content/tabs.ts', /\[page, \.\.\.page\.tabs/],
  ['the path of the document of a page', 'src/node/render/page-url.ts', /slice\(1\)\}\/index\.html/],
  [
    'the temporary name of a file that is being written',
    'src/node/base/files/replace-file.ts',
    /\$\{randomUUID\(\)\}.*\.tmp`/,
  ],
  ['which files belong to packages', 'src/node/base/files/paths.ts', /sep\}node_modules/],
  ['which names are private', 'src/node/project/private-names.ts', /\bid_rsa\b|['"`*.]\.?pem\b/],
  ['why a file is not published', 'src/node/base/diagnostics/codes/shared-texts.ts', /may contain secrets, so/],
  ['how content is hashed', 'src/node/base/hash.ts', /\bcreateHash\(/],
  ['how hashes are written in a content security policy', 'src/node/base/hash.ts', /sha256-\$\{/],
  ['how text is escaped for HTML', 'src/shared/escape-html.ts', /'&lt;'|`&#\$\{/],
];

/** Files of more than 300 lines, each with its reason. */
const LONG_FILES: Record<string, string> = {
  'src/node/project/config/types.ts': 'the options with their doc comments, which are the documentation',
  'src/app/storybook.ts': 'the names that the packages of Storybook export, one after another',
};

/** Figures that must not grow. Lower a limit when you get below it. */
const LIMITS: Record<string, number> = {
  'comment lines per 1,000': 90,
  'exported types of pages': 24,
  'interfaces of one result': 35,
  'places that bundle or assemble demos': 2,
  'files with one importer, in their folder': 149,
};

/** Code that changes global state of the process. */
const GLOBAL_CHANGE =
  /\bsyncBuiltinESMExports\(\)|\bsetFlagsFromString\(|\bprocess\.env\.\w+ \??=[^=]|\bglobalThis as \{|\bObject\.(?:assign|definePropert\w+)\((?:process|globalThis),|\bprocess\.(?:chdir|umask)\(\w/;

/** Files that change global state of the process, each with the moment when they restore it. */
const GLOBAL_CHANGES: Record<string, string> = {
  'src/node/base/loading-page.ts': 'stores the page whose modules are loaded, for the error message if loading fails',
  'src/node/project/within-time.ts': 'stores the running task, and removes it in `finally`',
  'src/node/render/demos/demo-worker.ts': 'a separate process',
  'src/node/render/server-module.ts': 'restored when the last renderer is loaded',
  'src/node/types/compiler/open.ts': 'restored in `finally`, in a worker',
};

const ringOf = (file: string): string | undefined =>
  Object.keys(RINGS).find((ring) => file === ring || file.startsWith(`${ring}/`));
const describeImport = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

describe('architecture', () => {
  it('finds the imports of the code', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports.some(({ specifier }) => specifier === 'esbuild')).toBe(true);
  });

  it('does not let a ring import a ring above it', () => {
    const wrong = imports.filter(({ from, target }) => {
      const ring = ringOf(from);
      if (!target?.startsWith('src/') || !ring || ringOf(target) === ring) return false;
      return !RINGS[ring]?.some((allowed) => target === allowed || target.startsWith(`${allowed}/`));
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('has no import cycles, including type imports', () => {
    const targets = new Map<string, string[]>();
    for (const { from, target } of imports)
      if (target) targets.set(from, [...(targets.get(from) ?? []), target.replace(/\.js$/, '.ts')]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, way: string[]): void => {
      if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' > '));
      if (way.includes(file) || done.has(file)) return;
      for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('does not import packages in the shared ring', () => {
    const wrong = imports.filter(({ from, target }) => from.startsWith('src/shared/') && !target);
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('does not import Node modules in browser code', () => {
    const wrong = imports.filter(
      ({ from, specifier }) => /^src\/(runtime|theme|app)\//.test(from) && specifier.startsWith('node:'),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('finds elements of the theme by attributes, because class names belong to the theme', () => {
    const queried = /\b(?:querySelector(?:All)?|matches|closest)(?:<[^>]*>)?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g;
    const named = /^const [A-Z_]+ = (['"`])((?:(?!\1).)*)\1;/gm;
    const wrong = sources
      // The overlay has its own shadow root, which contains no elements of the theme.
      .filter((file) => /^src\/(runtime|app|node\/tools\/check)\//.test(file) && file !== 'src/runtime/dev/overlay.ts')
      .flatMap((file) => {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(queried), ...text.matchAll(named)].flatMap(([, , selector = '']) =>
          /(?:^|[\s>+~(,:\]])\.[a-z][\w-]*/.test(selector) ? `${file}: ${selector}` : [],
        );
      });
    expect(wrong).toEqual([]);
  });

  it('imports each third-party tool only in the files that own it', () => {
    const wrong = imports.filter(({ from, specifier, isType }) => {
      const tool = Object.keys(OWNERS).find((name) => specifier === name || specifier.startsWith(`${name}/`));
      return tool !== undefined && !isType && !OWNERS[tool]?.some((owner) => from.startsWith(owner));
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('has the rooms of `src/node` in one order: each imports only from rooms to its left', () => {
    const names = new Set(sources.flatMap((file) => /^src\/node\/(.+?)(?:\/|$)/.exec(file)?.[1] ?? []));
    expect([...names].filter((name) => !ROOM_ORDER.includes(name) && name !== 'index.ts')).toEqual([]);
    console.log(roomTable(root));
    expect(importsToTheRight(imports).map(describeImport)).toEqual([]);
  });

  it('has no cycles of rooms', () => {
    expect(cyclesOf(pairsOf(imports))).toEqual([]);
  });

  it('depends on no more pairs of rooms than before', () => {
    const pairs = pairsOf(
      imports.filter(({ from, target = '' }) => from.startsWith('src/node/') && target.startsWith('src/node/')),
    );
    expect(pairs.size).toBeLessThanOrEqual(56);
  });

  it('has figures of structure that do not grow', () => {
    const figures = countHouse(root);
    const grown = Object.entries(LIMITS).filter(([name, limit]) => {
      const found = figures[name];
      return !((Array.isArray(found) ? found.length : Number(found)) <= limit);
    });
    expect(Object.fromEntries(grown.map(([name]) => [name, figures[name]]))).toEqual({});
  });

  it('has no cycles of wings, the folders in a room', () => {
    expect(cyclesOf(wingPairsOf(imports))).toEqual([]);
  });

  it('does not import the folders of the runtime in its loose files, except in its entry points', () => {
    const wrong = imports.filter(
      ({ from, target }) =>
        /^src\/runtime\/(?!index\.ts|public\.ts)[^/]+$/.test(from) && /^src\/runtime\/[^/]+\//.test(target ?? ''),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it.each(FACTS)('keeps in one file %s', (_, owner, pattern) => {
    const files = sources.filter((file) => pattern.test(fs.readFileSync(path.join(root, file), 'utf8')));
    // A pattern that does not match its owner would not find a copy of the owner's code either.
    expect(files).toEqual([owner]);
  });

  it('quotes npm commands in messages with backticks, so that they are translated for other package managers', () => {
    const bare = /(?<!`(?:[A-Z_]+=\S+ )?)\bnp(?:m (?:install|run|ci|i)\b|x )/;
    const wrong = sources
      .filter(
        (file) =>
          file.startsWith('src/node/') &&
          !file.startsWith('src/node/tools/init/') &&
          !/package-managers?\.ts$/.test(file),
      )
      .filter((file) => {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '');
        return bare.test(code);
      });
    expect(wrong).toEqual([]);
  });

  it('has files of more than 300 lines only with a reason', () => {
    const long = sources.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').split('\n').length > 301);
    expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
  });

  it('has module state in imported code only with a reason', () => {
    const state = sources
      .filter((file) => /^src\/(?:node|shared|index)/.test(file))
      .flatMap((file) => looksOf(root, file).state);
    expect(state.sort()).toEqual(Object.keys(MODULE_STATE).sort());
  });

  it('changes global state of the process only in files that restore it', () => {
    const changing = sources.filter(
      (file) => /^src\/(?:node|index)/.test(file) && GLOBAL_CHANGE.test(fs.readFileSync(path.join(root, file), 'utf8')),
    );
    expect(changing).toEqual(Object.keys(GLOBAL_CHANGES).sort());
  });

  it('creates diagnostics by name, because the table has their codes and texts', () => {
    const wrong = sources.filter((file) => {
      if (file.startsWith('src/node/base/diagnostics/')) return false;
      // Comparisons and lists of codes create no diagnostics.
      return /(?<!===? |\[|, )'CD\d{3}'/.test(fs.readFileSync(path.join(root, file), 'utf8'));
    });
    expect(wrong).toEqual([]);
  });

  it('prints only in the command line and the kit, and sets exit codes only in the command line', () => {
    const wrong = sources.filter((file) => {
      if (file.endsWith('demo-worker.ts') || !/^src\/(node|index|shared|commands|kit)/.test(file)) return false;
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      return (
        /\bconsole\.\w+\(|process\.exit/.test(text) ||
        (!file.startsWith('src/kit/') && /process\.std(out|err)/.test(text))
      );
    });
    expect(wrong).toEqual([]);
  });
});
