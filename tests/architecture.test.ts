import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
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
} from './bench/house.mjs';

const root = path.resolve(import.meta.dirname, '..');
const sources = sourceFiles(root);
const imports = sources.flatMap((file) => importsOf(root, file));

/** Rings of the code: each may import itself and the rings named. */
const RINGS: Record<string, string[]> = {
  'src/shared': [],
  'src/runtime': ['src/shared'],
  'src/theme': ['src/runtime/index.ts', 'src/runtime/public.ts', 'src/runtime/stackblitz/index.ts', 'src/shared'],
  'src/app': ['src/runtime', 'src/shared', 'src/theme'],
  'src/node': ['src/shared'],
  'src/index.ts': ['src/node', 'src/shared'],
  // An unchanged build ends here: the rest of the tool is not loaded, and what prints the build loads nothing of it.
  'src/cli/start.ts': ['src/cli', 'src/node/project/config/targets.ts', 'src/node/build/unchanged.ts'],
  'src/cli': [
    'src/index.ts',
    'src/node/base/diagnostics/diagnostic.ts',
    'src/node/base/diagnostics/print.ts',
    'src/node/base/files/system-failure.ts',
    'src/node/base/package-dir.ts',
    'src/node/base/stray-error.ts',
    'src/node/project/config/targets.ts',
    'src/node/project/package-manager.ts',
    'src/node/store/lookup-log.ts',
    'src/node/tools/init/choices.ts',
  ],
};

/** The places that import a third-party tool: one each, but for YAML, in which pages and demos have front matter. */
const OWNERS: Record<string, string[]> = {
  esbuild: ['src/node/bundle/esbuild/bundler.ts'],
  'oxc-transform': ['src/node/bundle/dev/'],
  'react-refresh': ['src/runtime/dev/react-refresh.ts'],
  less: ['src/node/bundle/sheets/'],
  postcss: ['src/node/bundle/sheets/', 'src/app/css-modules-entry.ts'],
  'icss-utils': ['src/node/bundle/sheets/', 'src/app/css-modules-entry.ts'],
  satteri: ['src/node/markdown/markdown.ts'],
  '@mdx-js/mdx': ['src/node/markdown/mdx.ts'],
  'source-map': ['src/node/markdown/mdx.ts'],
  'prism-code-editor': ['src/node/markdown/transform/highlight.ts', 'src/app/editor-entry.ts'],
  '@jridgewell/trace-mapping': [
    'src/app/compiler-entry.ts',
    'src/runtime/dev/map-stack.ts',
    'src/node/bundle/demos/refused-modules.ts',
    'src/node/bundle/dev/refresh-plugin.ts',
    'src/node/dev/server-scripts.ts',
  ],
  acorn: ['src/runtime/sandbox/guard-code.ts'],
  sucrase: [
    'src/app/compiler-entry.ts',
    'src/node/bundle/demos/lazy-module.ts',
    'src/node/markdown/parse/to-javascript.ts',
  ],
  'lz-string': ['src/runtime/live/export-demo.ts'],
  '@stackblitz/sdk': ['src/runtime/stackblitz/'],
  yaml: [
    'src/node/content/',
    'src/node/project/workspace.ts',
    'src/node/markdown/parse/read-demo-header.ts',
    'src/node/bundle/sheets/postcss-config.ts',
  ],
  // It also describes what an assistant may ask, and the lists that other machines send.
  zod: ['src/node/project/config/', 'src/node/tools/mcp/serve-mcp.ts', 'src/node/build/shards/'],
  '@modelcontextprotocol/server': ['src/node/tools/mcp/serve-mcp.ts'],
  commander: ['src/cli/'],
  'playwright-core': ['src/node/tools/check/'],
  'axe-core': ['src/node/tools/check/'],
  '@resvg/resvg-js': ['src/node/render/share-images.ts'],
  '@codesandbox/sdk': ['src/node/tools/sandbox/sandbox-client.ts'],
  'react-router-dom': ['src/runtime/router.tsx'],
  '@formatjs/intl': ['src/runtime/use-intl.ts'],
  'intl-messageformat': ['src/runtime/message-format.ts'],
  'hosted-git-info': ['src/node/project/repository-links.ts'],
  flexsearch: ['src/runtime/search/term-lookup.ts'],
  typescript: ['src/node/types/compiler/'],
  'image-size': ['src/node/markdown/transform/image-size.ts'],
  entities: ['src/node/base/html-text.ts'],
  'get-tsconfig': ['src/node/project/tsconfig.ts'],
};

/** What one file knows, and how it looks where another one knows it too. */
const FACTS: [what: string, owner: string, elsewhere: RegExp][] = [
  [
    'how paths are turned and compared',
    'src/node/base/files/paths.ts',
    /split\((?:path\.)?sep\)\s*\.join\(|replaceAll\((?:path\.)?sep|startsWith\('\.\.'\)/,
  ],
  ['which pages a page is', 'src/node/content/with-tabs.ts', /\[page, \.\.\.page\.tabs/],
  ['where the document of a page is', 'src/shared/route-path.ts', /slice\(1\)\}\/index\.html/],
  ['the name of a file while it is written', 'src/node/base/files/temporary-name.ts', /\$\{randomUUID\(\)\}.*\.tmp`/],
  ['which files are those of packages', 'src/node/base/files/paths.ts', /sep\}node_modules/],
  ['which names are private', 'src/node/project/private-names.ts', /\bid_rsa\b|['"`*.]\.?pem\b/],
  ['why a file is not published', 'src/node/base/diagnostics/codes/refusal.ts', /may contain secrets, so/],
  ['how contents are hashed', 'src/node/base/hash.ts', /\bcreateHash\(/],
  ['how browsers are told of what they may run', 'src/node/base/hash.ts', /sha256-\$\{/],
  ['how text is escaped for HTML', 'src/shared/escape-html.ts', /'&lt;'|`&#\$\{/],
];

/** Files of more than 300 lines, each with its reason. */
const LONG_FILES: Record<string, string> = {
  'src/node/store/observe-reads.ts': 'the functions of one module, replaced and put back together',
  'src/node/project/config/types.ts': 'the options, each with what it means: the list is documentation',
};

/** Code that changes something of the process, and how it looks. */
const GLOBAL_CHANGE =
  /\bsyncBuiltinESMExports\(\)|\bsetFlagsFromString\(|\bprocess\.env\.\w+ \??=[^=]|\bglobalThis as \{|\bObject\.(?:assign|definePropert\w+)\((?:process|globalThis),|\bprocess\.(?:chdir|umask)\(\w/;

/** Files that change something of the process, each with when they revert it. */
const GLOBAL_CHANGES: Record<string, string> = {
  'src/node/base/loading-page.ts':
    'the page whose modules are loaded, for the message about one that hangs; read after the load has failed',
  'src/node/base/save-memory.ts': 'reverted when the last build of very many pages ends',
  'src/node/project/within-time.ts': 'the task that runs, removed in `finally`',
  'src/node/render/demo-worker.ts': 'a process of its own',
  'src/node/render/server-module.ts': 'reverted when the last renderer is loaded',
  'src/node/store/observe-reads.ts': 'reverted when the last observer stops, or by `withinTime`',
  'src/node/types/compiler/open.ts': 'reverted in `finally`, in a thread of its own',
};

const ringOf = (file: string): string | undefined =>
  Object.keys(RINGS).find((ring) => file === ring || file.startsWith(`${ring}/`));
const describeImport = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

describe('architecture', () => {
  it('sees the imports of the code', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports.some(({ specifier }) => specifier === 'esbuild')).toBe(true);
  });

  it('lets no ring import a ring above it', () => {
    const wrong = imports.filter(({ from, target }) => {
      const ring = ringOf(from);
      if (!target?.startsWith('src/') || !ring || ringOf(target) === ring) return false;
      return !RINGS[ring]?.some((allowed) => target === allowed || target.startsWith(`${allowed}/`));
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('has no circles of imports, of types neither', () => {
    const targets = new Map<string, string[]>();
    for (const { from, target } of imports)
      if (target) targets.set(from, [...(targets.get(from) ?? []), target.replace(/\.js$/, '.ts')]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
      if (way.includes(file) || done.has(file)) return;
      for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('keeps the shared ring free of packages', () => {
    const wrong = imports.filter(({ from, target }) => from.startsWith('src/shared/') && !target);
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('keeps browser code free of Node modules', () => {
    const wrong = imports.filter(
      ({ from, specifier }) => /^src\/(runtime|theme|app)\//.test(from) && specifier.startsWith('node:'),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('finds elements of a theme by attributes: class names are its own', () => {
    const asked = /\b(?:querySelector(?:All)?|matches|closest)(?:<[^>]*>)?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g;
    const named = /^const [A-Z_]+ = (['"`])((?:(?!\1).)*)\1;/gm;
    const wrong = sources
      // What stands in a shadow of its own is no theme's.
      .filter((file) => /^src\/(runtime|app|node\/tools\/check)\//.test(file) && file !== 'src/runtime/dev/overlay.ts')
      .flatMap((file) => {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(asked), ...text.matchAll(named)].flatMap(([, , selector = '']) =>
          /(?:^|[\s>+~(,:\]])\.[a-z][\w-]*/.test(selector) ? `${file}: ${selector}` : [],
        );
      });
    expect(wrong).toEqual([]);
  });

  it('gives every tool one owner', () => {
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

  it('builds the folders of the runtime on its loose files, and its doors on both', () => {
    const wrong = imports.filter(
      ({ from, target }) =>
        /^src\/runtime\/(?!index\.ts|public\.ts)[^/]+$/.test(from) && /^src\/runtime\/[^/]+\//.test(target ?? ''),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it.each(FACTS)('knows in one place %s', (_, owner, elsewhere) => {
    const wrong = sources.filter(
      (file) => file !== owner && elsewhere.test(fs.readFileSync(path.join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('writes commands of npm in messages between backticks, where they become those of other package managers', () => {
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

  it('has no long files but those with a reason', () => {
    const long = sources.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').split('\n').length > 301);
    expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
  });

  it('has no module state in code that programs import but that with a reason', () => {
    const state = sources
      .filter((file) => /^src\/(?:node|shared|index)/.test(file))
      .flatMap((file) => looksOf(root, file).state);
    expect(state.sort()).toEqual(Object.keys(MODULE_STATE).sort());
  });

  it('changes globals of the process only where they are restored', () => {
    const changing = sources.filter(
      (file) => /^src\/(?:node|index)/.test(file) && GLOBAL_CHANGE.test(fs.readFileSync(path.join(root, file), 'utf8')),
    );
    expect(changing).toEqual(Object.keys(GLOBAL_CHANGES).sort());
  });

  it('creates diagnostics by name: the table has their codes and texts', () => {
    const wrong = sources.filter((file) => {
      if (file.startsWith('src/node/base/diagnostics/')) return false;
      // A comparison, or an item of a list of codes, is no diagnostic.
      return /(?<!===? |\[|, )'CD\d{3}'/.test(fs.readFileSync(path.join(root, file), 'utf8'));
    });
    expect(wrong).toEqual([]);
  });

  it('prints and sets exit codes in the command line only', () => {
    const wrong = sources.filter((file) => {
      if (file.endsWith('demo-worker.ts') || !/^src\/(node|index|shared)/.test(file)) return false;
      return /\bconsole\.|process\.exit|process\.std(out|err)/.test(fs.readFileSync(path.join(root, file), 'utf8'));
    });
    expect(wrong).toEqual([]);
  });
});
