import fs from 'node:fs';
import path from 'node:path';
import { build, type CacheInfo, cacheInfo } from 'cascader-docs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/node/base/hash.ts';
import { type BuildVariant, findUnchanged } from '../../src/node/build/unchanged.ts';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';
import { createRepository } from '../helpers/git.ts';
import { growOld } from '../helpers/grow-old.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

/** A site that uses every input of a build. */
const FILES = {
  '.gitignore': 'dist\nnode_modules/.cache\n',
  'cascader-docs.config.ts': `import fs from 'node:fs';
import { defineConfig } from 'cascader-docs';
import { footer } from './footer';
export default defineConfig({
  title: process.env.TEST_TITLE ?? 'Kept',
  description: fs.readFileSync(new URL('./description.txt', import.meta.url), 'utf8'),
  theme: './docs/.theme/index.tsx',
  themeConfig: { footer },
});
`,
  'footer.ts': "export const footer = 'The footer';\n",
  'description.txt': 'All about it',
  'docs/index.md': `# Home

[Guide](./guide.md) ![dot](./dot.gif) [a file](./note.txt)

<code src="../demos/box.tsx"></code>

<embed src="./_part.md"></embed>
`,
  'docs/guide.md': '# Guide\n\n<API id="Button"></API>\n',
  'docs/page.mdx': "import { part } from './part';\n\n# Page\n\n{part}\n",
  'docs/part.ts': "export const part = 'a part';\n",
  'docs/untitled.md': 'Nothing above.\n',
  'docs/_part.md': 'What is embedded.\n',
  'docs/note.txt': 'a note',
  'docs/dot.gif': PIXEL,
  'docs/public/robots.txt': 'User-agent: *\n',
  'docs/.theme/index.tsx':
    "import theme from 'cascader-docs/theme';\nexport default { ...theme, Footer: () => <footer>mine</footer> };\n",
  'demos/box.tsx':
    "import { linked } from 'linked';\nimport { word } from 'words';\nimport { own } from './own';\nimport './box.less';\nexport default () => <b className=\"box\">{word} {own} {linked}</b>;\n",
  'demos/own.ts': "export const own = 'own';\n",
  'demos/box.less': "@import './ink';\n.box { color: @ink; }\n",
  'demos/ink.less': '@ink: rgb(1, 2, 3);\n',
  'src/index.tsx':
    'import type { Tone } from \'./tone\';\n/** Press it. */\nexport const Button = (_: { tone?: Tone }) => <button type="button" />;\n',
  'src/tone.ts': "export type Tone = 'loud' | 'quiet';\n",
  'packages/first/index.js': "export const linked = 'first';\n",
  'packages/other/index.js': "export const linked = 'other';\n",
  'node_modules/words/package.json': '{"name": "words", "version": "1.0.0", "main": "index.js", "module": "module.js"}',
  'node_modules/words/index.js': "exports.word = 'main';\n",
  'node_modules/words/module.js': "export const word = 'module';\n",
};

/** Another value for each option that is part of the key. */
const OTHER_OPTIONS: Required<BuildVariant> = {
  outDir: 'other',
  base: '/other/',
  target: 'vercel',
  strict: true,
  development: true,
};

let site: TestSite;
const at = (file: string): string => path.join(site.root, file);
const isFound = async (variant: BuildVariant = {}): Promise<boolean> =>
  (await findUnchanged(site.root, variant)) !== undefined;

/** Makes one change, and returns a function that undoes it. */
type Change = () => (() => void) | Promise<() => void>;

const written =
  (file: string, content: string | Uint8Array): Change =>
  () => {
    const old = fs.existsSync(at(file)) ? fs.readFileSync(at(file)) : undefined;
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), content);
    return () => (old ? fs.writeFileSync(at(file), old) : fs.rmSync(at(file), { force: true }));
  };
const edited =
  (file: string): Change =>
  () => {
    const old = fs.readFileSync(at(file));
    // The length and the time stay the same, so only the content differs.
    const { atime, mtime } = fs.statSync(at(file));
    const other = Buffer.from(old);
    const place = other.length - 2;
    other[place] = (other[place] as number) ^ 1;
    fs.writeFileSync(at(file), other);
    fs.utimesSync(at(file), atime, mtime);
    return () => fs.writeFileSync(at(file), old);
  };
const removed =
  (file: string): Change =>
  () => {
    fs.renameSync(at(file), at(`${path.dirname(file)}/.gone`));
    return () => fs.renameSync(at(`${path.dirname(file)}/.gone`), at(file));
  };
const variable =
  (name: string, value: string): Change =>
  () => {
    const old = process.env[name];
    process.env[name] = value;
    return () => {
      if (old === undefined) delete process.env[name];
      else process.env[name] = old;
    };
  };

/** One input of each kind: all files of the project are compared in the same way, and so are those of packages. */
const INPUTS: [what: string, change: Change][] = [
  ['the text of a page', edited('docs/index.md')],
  ['a new page', written('docs/new.md', '# New\n')],
  ['a removed page', removed('docs/guide.md')],
  ['a module of a package', edited('node_modules/words/module.js')],
  ['a nearer copy of a package', written('demos/node_modules/words/index.js', "exports.word = 'nearer';\n")],
  [
    'the target of a package link',
    () => {
      fs.rmSync(at('node_modules/linked'));
      fs.symlinkSync('../packages/other', at('node_modules/linked'));
      return () => {
        fs.rmSync(at('node_modules/linked'));
        fs.symlinkSync('../packages/first', at('node_modules/linked'));
      };
    },
  ],
  ['a variable that the configuration reads', variable('TEST_TITLE', 'Other')],
  ['a public variable', variable('CASCADER_PUBLIC_WORD', 'new')],
  ['NODE_ENV', variable('NODE_ENV', 'development')],
  ['the time zone', variable('TZ', 'Asia/Tokyo')],
  [
    'a commit',
    () => {
      const { git } = repository;
      git('commit', '--quiet', '--allow-empty', '-m', 'second');
      return () => void git('reset', '--quiet', '--soft', 'HEAD~1');
    },
  ],
];

const OUTPUT: [what: string, change: Change][] = [
  ['a flipped bit', edited('dist/index.html')],
  ['a missing file', removed('dist/index.html')],
  ['a file that the build did not write', written('dist/guide/other.html', 'other')],
  [
    'a link instead of a file',
    () => {
      fs.renameSync(at('dist/robots.txt'), at('node_modules/.cache/robots.copy'));
      fs.symlinkSync('../node_modules/.cache/robots.copy', at('dist/robots.txt'));
      return () => fs.renameSync(at('node_modules/.cache/robots.copy'), at('dist/robots.txt'));
    },
  ],
  [
    'no files',
    () => {
      fs.rmSync(at('dist'), { recursive: true });
      return () => {};
    },
  ],
];

const CACHE = 'node_modules/.cache/cascader-docs';

/** Returns the hashes of all files that the build has written to the output. */
const readOutput = (): [file: string, hash: string][] =>
  fs
    .readdirSync(at('dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && entry.name !== '.gone')
    .map((entry): [string, string] => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(at('dist'), file), `${entry.isFile()} ${hashOf(fs.readFileSync(file))}`];
    })
    .sort();

let output: [file: string, hash: string][];
let repository: ReturnType<typeof createRepository>;
let undo: (() => void) | undefined;

describe('a build in which nothing has changed', () => {
  beforeAll(async () => {
    site = await createSite(FILES);
    fs.symlinkSync('../packages/first', at('node_modules/linked'));
    repository = createRepository(site.root);
    await growOld();
    const { text, result } = await site.build();
    expect([result?.pages, result?.isUnchanged], text).toEqual([4, undefined]);
    output = readOutput();
  });
  afterEach(async () => {
    undo?.();
    undo = undefined;
    fs.rmSync(at('demos/node_modules'), { recursive: true, force: true });
    if (await isFound()) return;
    await growOld();
    expect((await site.build()).text).toContain('CD330');
    expect(readOutput()).toEqual(output);
    expect(await isFound()).toBe(true);
  });

  it('leaves the output, and reports the same diagnostics', async () => {
    const before = fs.statSync(at('dist')).ino;
    const again = await site.build();
    expect(again.result).toMatchObject({ isUnchanged: true, pages: 4, demos: 1, outDir: at('dist') });
    expect(again.text).toContain('CD330');
    expect(fs.statSync(at('dist')).ino).toBe(before);
  });

  it('is reported on the command line, which loads no compiler for it', async () => {
    const { ended, stdout } = start(['build', site.root]);
    expect(await ended).toBe(0);
    expect(stdout()).toContain('nothing has changed');
  });

  it('gives the same output when it is verified', async () => {
    const { result, text } = await site.build({ verifyCache: true });
    // All pages without a warning, and all files except the marker.
    expect(result?.compared, text).toMatchObject({ pages: 3, files: Object.keys(output).length - 1 });
    // Runtime, demos, packages, renderer, types and more.
    expect(result?.compared?.results).toBeGreaterThan(4);
    expect(readOutput()).toEqual(output);
  });

  it('is not detected without a cache, and nothing is cached', async () => {
    const list = () => fs.readdirSync(at(CACHE)).map((name) => [name, fs.statSync(at(`${CACHE}/${name}`)).mtimeMs]);
    const before = list();
    const inode = fs.statSync(at('dist/guide/index.html')).ino;
    const fresh = await site.build({ cache: false });
    expect(fresh.result?.isUnchanged).toBeUndefined();
    expect(readOutput()).toEqual(output);
    expect(fs.statSync(at('dist/guide/index.html')).ino).not.toBe(inode);
    expect(list()).toEqual(before);
  });

  it.each(INPUTS)('detects a difference: %s', async (_what, change) => {
    undo = await change();
    expect(await isFound()).toBe(false);
  });

  it.each(OUTPUT)('detects, and replaces, an output with %s', async (_what, change) => {
    await change();
    expect(await isFound()).toBe(false);
    expect((await site.build()).exitCode).toBe(0);
    expect(readOutput()).toEqual(output);
  });

  it('ignores another branch with the same commit', async () => {
    const { git } = repository;
    git('checkout', '--quiet', '-b', 'other');
    undo = () => {
      git('checkout', '--quiet', '-');
      git('branch', '--quiet', '-D', 'other');
    };
    expect(await isFound()).toBe(true);
  });

  it.each(Object.keys(OTHER_OPTIONS))('needs the same value of the option %s', async (name) => {
    expect(await isFound({ [name]: OTHER_OPTIONS[name as keyof BuildVariant] })).toBe(false);
  });

  it('is not detected if a bit of the cache entry differs', async () => {
    const [name = ''] = fs.readdirSync(at(CACHE)).filter((entry) => entry.startsWith('build-'));
    undo = await edited(`${CACHE}/${name}`)();
    expect(await isFound()).toBe(false);
  });
});

describe('a build by a copy of the tool in another folder', () => {
  it('does not reuse the output, because the version may differ', async () => {
    const own = await createSite({ 'docs/index.md': '# Home\n', 'node_modules/.keep': '' });
    const tool = makeFolder('tool');
    const parts = ['bin', 'lib', 'package.json', ...['app', 'runtime', 'shared', 'theme'].map((name) => `src/${name}`)];
    for (const part of parts)
      fs.cpSync(path.join(import.meta.dirname, '../..', part), path.join(tool, part), { recursive: true });
    await growOld();
    expect((await own.build()).exitCode).toBe(0);
    expect(await findUnchanged(own.root, {})).toBeDefined();
    const { ended, stdout, stderr } = start(['build', own.root], { bin: path.join(tool, 'bin/cascader-docs.js') });
    expect(await ended, stderr()).toBe(0);
    expect(stdout()).not.toContain('nothing has changed');
  });
});

describe('a build with unknown inputs', () => {
  it.each<[what: string, config: string, files?: Record<string, string>]>([
    ['demos that may depend on the date', 'export default { cache: { rendered: false } };'],
    [
      'a demo that is marked as volatile',
      'export default {};',
      {
        'docs/index.md': '# Home\n\n<code src="./day.tsx" volatile></code>\n',
        'docs/day.tsx': 'export default () => <b>day</b>;\n',
      },
    ],
    ['a plugin', "export default { esbuild: { plugins: [{ name: 'own', setup() {} }] } };"],
    [
      'a plugin of PostCSS',
      "export default { postcss: { plugins: [{ postcssPlugin: 'own', Once() {} }] } };",
      {
        'docs/index.md': '# Home\n\n<code src="./red.tsx"></code>\n',
        'docs/red.tsx': "import './red.css';\nexport default () => <b>red</b>;\n",
        'docs/red.css': 'b { color: red; }\n',
      },
    ],
    ['the whole tool', "import { version } from 'cascader-docs';\nexport default { title: version };"],
  ])('runs again: it has %s', async (_what, config, files) => {
    const own = await createSite({
      'cascader-docs.config.js': config,
      'docs/index.md': '# Home\n',
      'node_modules/.keep': '',
      ...files,
    });
    await growOld();
    expect((await own.build()).exitCode).toBe(0);
    expect(await findUnchanged(own.root, {})).toBeUndefined();
  });
});

it('builds pages again if their folder was replaced by an older one', async () => {
  const own = await createSite({
    'docs/index.md': '# Home\n\nFirst text.\n',
    'older/index.md': '# Home\n\nSecond text.\n',
    'node_modules/.keep': '',
  });
  await growOld();
  const first = await own.build({
    onStage: (stage) => {
      if (stage !== 'write') return;
      fs.renameSync(path.join(own.root, 'docs'), path.join(own.root, 'gone'));
      fs.renameSync(path.join(own.root, 'older'), path.join(own.root, 'docs'));
    },
  });
  expect(await first.read('index.html')).toContain('First text.');
  expect(await (await own.build()).read('index.html')).toContain('Second text.');
});

it('is found in the cache folder of the configuration, beside an older one in the default folder', async () => {
  const own = await createSite({ 'docs/index.md': '# Home\n', 'node_modules/.keep': '' });
  const record = async (): Promise<void> => {
    await growOld();
    expect((await own.build()).exitCode).toBe(0);
  };
  await record();
  fs.writeFileSync(path.join(own.root, 'cascader-docs.config.js'), "export default { cacheDir: './cache' };\n");
  await record();
  await record();
  expect((await build({ root: own.root })).isUnchanged).toBe(true);
});

describe('the cache folder', () => {
  it('is set by the configuration, can be emptied, and is not used without a cache', async () => {
    const own = await createSite({
      'cascader-docs.config.js': "export default { cacheDir: './kept' };",
      'docs/index.md': '# Home\n\n```tsx\nexport default () => <b>bold</b>;\n```\n',
    });
    await growOld();
    expect((await own.build({ cache: false })).text).toBe('');
    expect(await cacheInfo({ root: own.root })).toMatchObject({ entries: 0, bytes: 0 });
    expect((await own.build()).result?.isUnchanged).toBeUndefined();
    expect((await own.build()).result?.isUnchanged).toBe(true);
    expect(fs.existsSync(path.join(own.root, 'node_modules'))).toBe(false);
    const command = start(['cache', own.root, '--clear', '--format', 'json']);
    expect(await command.ended).toBe(0);
    const { cache } = JSON.parse(command.stdout()) as { cache: CacheInfo };
    expect(cache.folder).toBe(path.join(own.root, 'kept/cascader-docs'));
    expect(cache.entries).toBeGreaterThan(2);
    expect(fs.readdirSync(cache.folder)).toEqual([]);
    expect((await own.build()).result?.isUnchanged).toBeUndefined();
  });
});
