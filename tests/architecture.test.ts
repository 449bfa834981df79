import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, ignore: ['**/*.d.ts'] });

/** Rings of the code: each may import itself and the rings named. */
const RINGS: Record<string, string[]> = {
  'src/shared': [],
  'src/runtime': ['src/shared'],
  'src/theme': ['src/runtime/index.ts', 'src/runtime/public.ts', 'src/runtime/stackblitz/index.ts', 'src/shared'],
  'src/app': ['src/runtime', 'src/shared', 'src/theme'],
  'src/node': ['src/shared'],
  'src/index.ts': ['src/node', 'src/shared'],
  // What prints a build loads nothing of the rest, see `start.ts`.
  'src/cli': ['src/index.ts', 'src/node/diagnostics/print.ts', 'src/node/package-manager.ts'],
  'src/cli.ts': ['src/cli', 'src/index.ts'],
  // It loads nothing of the rest before it must.
  'src/start.ts': ['src/cli', 'src/cli.ts', 'src/node/config/targets.ts', 'src/node/unchanged.ts'],
};

/** The places that import a third-party tool: one each, but for YAML, in which pages and demos have front matter. */
const OWNERS: Record<string, string[]> = {
  esbuild: ['src/node/bundle/bundler.ts'],
  'oxc-transform': ['src/node/bundle/dev/'],
  'react-refresh': ['src/runtime/dev/react-refresh.ts'],
  less: ['src/node/bundle/sheets/'],
  postcss: ['src/node/bundle/sheets/', 'src/app/css-modules-entry.ts'],
  'icss-utils': ['src/node/bundle/sheets/', 'src/app/css-modules-entry.ts'],
  satteri: ['src/node/compile/markdown.ts'],
  '@mdx-js/mdx': ['src/node/compile/mdx.ts'],
  'source-map': ['src/node/compile/mdx.ts'],
  'prism-code-editor': ['src/node/compile/transform/highlight.ts', 'src/app/editor-entry.ts'],
  '@jridgewell/trace-mapping': [
    'src/app/compiler-entry.ts',
    'src/runtime/dev/map-stack.ts',
    'src/node/bundle/refused-modules.ts',
    'src/node/bundle/dev/refresh-plugin.ts',
    'src/node/dev/server-scripts.ts',
  ],
  acorn: ['src/runtime/sandbox/guard-code.ts'],
  sucrase: ['src/app/compiler-entry.ts', 'src/node/bundle/lazy-module.ts', 'src/node/compile/parse/to-javascript.ts'],
  'lz-string': ['src/runtime/live/export-demo.ts'],
  '@stackblitz/sdk': ['src/runtime/stackblitz/'],
  yaml: ['src/node/load/', 'src/node/compile/parse/read-demo-header.ts', 'src/node/bundle/sheets/postcss-config.ts'],
  // It also describes what an assistant may ask, and the lists that other machines send.
  zod: ['src/node/config/', 'src/node/mcp/serve-mcp.ts', 'src/node/shards/'],
  '@modelcontextprotocol/server': ['src/node/mcp/serve-mcp.ts'],
  commander: ['src/cli.ts', 'src/cli/'],
  'playwright-core': ['src/node/check/'],
  'axe-core': ['src/node/check/'],
  '@resvg/resvg-js': ['src/node/prerender/share-images.ts'],
  '@codesandbox/sdk': ['src/node/sandbox/sandbox-client.ts'],
  'react-router-dom': ['src/runtime/router.tsx'],
  '@formatjs/intl': ['src/runtime/use-intl.ts'],
  'intl-messageformat': ['src/runtime/message-format.ts'],
  'hosted-git-info': ['src/node/repository-links.ts'],
  flexsearch: ['src/runtime/search/term-lookup.ts'],
  typescript: ['src/node/library-types/compiler/'],
  'image-size': ['src/node/compile/transform/image-size.ts'],
  entities: ['src/node/html-text.ts'],
  'get-tsconfig': ['src/node/tsconfig.ts'],
};

/** Stages in their order: a stage imports of the others nothing but types of earlier ones. */
const STAGES = ['config', 'load', 'compile', 'bundle', 'search', 'prerender', 'write'];

/** Rooms that every room may take values from. */
const SHARED_ROOMS = ['cache', 'diagnostics', 'files', 'languages'];

/** The other rooms below `src/node`, and the rooms that each may take values from besides. */
const ROOMS: Record<string, string[]> = {
  check: ['bundle', 'config', 'prerender', 'server'],
  compose: [
    'bundle',
    'compile',
    'demos',
    'library-types',
    'load',
    'pages',
    'prerender',
    'sandbox',
    'search',
    'shards',
    'write',
  ],
  demos: ['bundle', 'compile'],
  dev: [
    ...['bundle', 'compile', 'compose', 'demos', 'library-types', 'load', 'prerender', 'sandbox', 'search'],
    ...['server', 'watch'],
  ],
  doctor: ['bundle', 'compile', 'load'],
  hosts: ['server', 'write'],
  init: ['write'],
  'library-types': ['compile'],
  mcp: ['library-types'],
  pages: ['compile', 'compose', 'library-types', 'load', 'prerender', 'search', 'write'],
  sandbox: ['bundle', 'write'],
  server: [],
  shards: ['bundle', 'compile', 'compose', 'library-types', 'load', 'pages', 'prerender', 'search', 'write'],
  watch: [],
};

/** Modules below `src/node` that every stage may use. */
const COMMON = [
  'src/node/cache/',
  'src/node/diagnostics/',
  'src/node/file-scope.ts',
  'src/node/private-names.ts',
  'src/node/html-text.ts',
  'src/node/files/',
  'src/node/languages/',
  'src/node/libraries.ts',
  'src/node/library-subpaths.ts',
  'src/node/optional-package.ts',
  'src/node/package-dir.ts',
  'src/node/abort.ts',
  'src/node/addresses.ts',
  'src/node/browser-scripts.ts',
  'src/node/content-hash.ts',
  'src/node/csp.ts',
  'src/node/dumi-builtins.ts',
  'src/node/feeds.ts',
  'src/node/repository-links.ts',
  'src/node/config/types.ts',
  'src/node/loading-page.ts',
  'src/node/native-package.ts',
  'src/node/stray-error.ts',
  'src/node/text-parts.ts',
  'src/node/tsconfig.ts',
  'src/node/lru.ts',
  'src/node/json-schema.ts',
  'src/node/routes-of.ts',
  'src/node/save-memory.ts',
  'src/node/with-tabs.ts',
  'src/node/within-time.ts',
];

/** What one file knows, and how it looks where another one knows it too. */
const FACTS: [what: string, owner: string, elsewhere: RegExp][] = [
  [
    'how paths are turned and compared',
    'src/node/files/paths.ts',
    /split\((?:path\.)?sep\)\s*\.join\(|replaceAll\((?:path\.)?sep|startsWith\('\.\.'\)/,
  ],
  ['which pages a page is', 'src/node/with-tabs.ts', /\[page, \.\.\.page\.tabs/],
  ['where the document of a page is', 'src/shared/route-path.ts', /slice\(1\)\}\/index\.html/],
  ['the name of a file while it is written', 'src/node/files/temporary-name.ts', /\$\{randomUUID\(\)\}(?!.*PREFIX)`;/],
  ['which files are those of packages', 'src/node/files/paths.ts', /sep\}node_modules/],
  ['which names are private', 'src/node/private-names.ts', /\bid_rsa\b|['"`*.]\.?pem\b/],
  ['why a file is not published', 'src/node/file-scope.ts', /may hold secrets and/],
  ['how browsers are told of what they may run', 'src/node/content-hash.ts', /sha256-\$\{/],
  ['how text is escaped for HTML', 'src/shared/escape-html.ts', /'&lt;'|`&#\$\{/],
];

/** Files of more than 300 lines, each with its reason. */
const LONG_FILES: Record<string, string> = {
  'src/node/cache/observe-reads.ts': 'the functions of one module, replaced and put back together',
  'src/node/config/types.ts': 'the options, each with what it means: the list is documentation',
  'src/node/diagnostics/codes.ts': 'a table: what each message says, and how to mend it',
};

interface Import {
  from: string;
  specifier: string;
  /** Path below the root, for an import of our own. */
  target?: string;
  typeOnly: boolean;
}

const imports: Import[] = sources.flatMap((from) => {
  const text = fs.readFileSync(path.join(root, from), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const pattern =
    /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(pattern)].map(([statement, type, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? '';
    const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
    const names = /\{([^}]*)\}/
      .exec(statement)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const typeOnly = type !== undefined || Boolean(names?.length && names.every((name) => name.startsWith('type ')));
    return { from, specifier, target, typeOnly };
  });
});

const ringOf = (file: string): string | undefined =>
  Object.keys(RINGS).find((ring) => file === ring || file.startsWith(`${ring}/`));
const stageOf = (file: string): string | undefined => STAGES.find((stage) => file.startsWith(`src/node/${stage}/`));
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
      .filter((file) => /^src\/(runtime|app|node\/check)\//.test(file) && file !== 'src/runtime/dev/overlay.ts')
      .flatMap((file) => {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(asked), ...text.matchAll(named)].flatMap(([, , selector = '']) =>
          /(?:^|[\s>+~(,:\]])\.[a-z][\w-]*/.test(selector) ? `${file}: ${selector}` : [],
        );
      });
    expect(wrong).toEqual([]);
  });

  it('gives every tool one owner', () => {
    const wrong = imports.filter(({ from, specifier, typeOnly }) => {
      const tool = Object.keys(OWNERS).find((name) => specifier === name || specifier.startsWith(`${name}/`));
      return tool !== undefined && !typeOnly && !OWNERS[tool]?.some((owner) => from.startsWith(owner));
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('lets a stage import only types of earlier stages', () => {
    const wrong = imports.filter(({ from, target, typeOnly }) => {
      const [stage, other] = [stageOf(from), target && stageOf(target)];
      if (!stage || !target?.startsWith('src/node/') || COMMON.some((common) => target.startsWith(common)))
        return false;
      if (!other) return !typeOnly;
      return other !== stage && (!typeOnly || STAGES.indexOf(other) > STAGES.indexOf(stage));
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('knows every room, and what it takes from others', () => {
    const roomOf = (file: string): string | undefined => /^src\/node\/([^/]+)\//.exec(file)?.[1];
    const known = [...STAGES, ...SHARED_ROOMS, ...Object.keys(ROOMS)];
    expect([...new Set(sources.flatMap((file) => roomOf(file) ?? []))].sort()).toEqual(known.sort());
    const wrong = imports.filter(({ from, target, typeOnly }) => {
      const [room, other] = [roomOf(from) ?? '', target && roomOf(target)];
      if (typeOnly || !other || other === room || SHARED_ROOMS.includes(other)) return false;
      return ROOMS[room] !== undefined && !ROOMS[room].includes(other);
    });
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
          file.startsWith('src/node/') && !file.startsWith('src/node/init/') && !/package-managers?\.ts$/.test(file),
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
    expect(long.sort()).toEqual(Object.keys(LONG_FILES));
  });

  it('prints and sets exit codes in the command line only', () => {
    const wrong = sources.filter((file) => {
      if (file === 'src/cli.ts' || file.endsWith('demo-worker.ts') || !/^src\/(node|index|shared)/.test(file))
        return false;
      return /\bconsole\.|process\.exit|process\.std(out|err)/.test(fs.readFileSync(path.join(root, file), 'utf8'));
    });
    expect(wrong).toEqual([]);
  });
});
