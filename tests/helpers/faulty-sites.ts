import fs from 'node:fs/promises';
import path from 'node:path';
import { createSite, listFiles, type TestSite } from './build-site.ts';
import { start } from './command.ts';
import { waitFor } from './dev-site.ts';

/** Commands that read a site and then exit. */
export const COMMANDS = ['build', 'check', 'check --types', 'api'] as const;

/** A defect of a site. */
export interface Fault {
  stage: 'config' | 'load' | 'compile' | 'types' | 'bundle' | 'prerender' | 'write';
  what: string;
  files: Record<string, string>;
  /** Exit codes of the {@link COMMANDS}. 0 means that the command does not reach the defect. */
  codes: [build: number, check: number, checkTypes: number, api: number];
  /** The defect needs a site with type tables. */
  needsTypes?: boolean;
  args?: string[];
}

/** Exit code of `check` for a site without defects: `CHROME_PATH` is not a browser. */
const NO_BROWSER = 2;

type Row = [
  ...parts: [Fault['stage'], Fault['what'], Fault['files'], Fault['codes']],
  args?: string[],
  needsTypes?: boolean,
];

const ROWS: Row[] = [
  ['config', 'an unknown option', { 'cascader-docs.config.ts': "export default { titel: 'x' };\n" }, [2, 2, 2, 2]],
  ['config', 'a configuration that throws', { 'cascader-docs.config.ts': "throw new Error('no');\n" }, [2, 2, 2, 2]],
  [
    'load',
    'two pages with one route',
    { 'docs/twice.md': '# Twice\n', 'docs/twice/index.md': '# Twice\n' },
    [1, 1, 1, 1],
  ],
  ['load', 'front matter without an end', { 'docs/open.md': '---\ntitle: x\n\n# Open\n' }, [1, 1, 1, 1]],
  ['compile', 'a dead link', { 'docs/link.md': '# Link\n\n[x](./gone.md)\n' }, [1, 1, 0, 1]],
  ['compile', 'a dead anchor', { 'docs/link.md': '# Link\n\n[x](#gone)\n' }, [1, 1, 0, 1]],
  ['compile', 'invalid MDX', { 'docs/wrong.mdx': '# Wrong\n\n<b>\n' }, [1, 1, 1, 1]],
  [
    'compile',
    'a missing demo',
    { 'docs/missing.md': '# Missing\n\n<code src="../demos/none.tsx"></code>\n' },
    [1, 1, 1, 1],
  ],
  [
    'compile',
    'a dead link next to a demo that hangs',
    {
      'docs/link.md': '# Link\n\n[x](./gone.md)\n\n<code src="../demos/endless.tsx"></code>\n',
      'demos/endless.tsx': 'while (true);\nexport default () => null;\n',
    },
    [1, 1, 0, 1],
  ],
  [
    'types',
    'a missing library',
    { 'cascader-docs.config.ts': "export default { apiParser: { entry: 'src/none.tsx' } };\n" },
    [1, 1, 0, 1],
    undefined,
    true,
  ],
  [
    'types',
    'an unknown export in a strict build',
    { 'docs/none.md': '# None\n\n<API id="None" />\n' },
    [1, NO_BROWSER, 0, 0],
    ['--strict'],
    true,
  ],
  [
    'bundle',
    'an unresolved import of a demo',
    { 'demos/hello.tsx': "import './none';\nexport default () => null;\n" },
    [1, 1, 0, 1],
  ],
  [
    'bundle',
    'an invalid style sheet',
    {
      'demos/hello.tsx': "import './a.less';\nexport default () => null;\n",
      'demos/a.less': '.a { color: @none; }\n',
    },
    [1, 1, 0, 1],
  ],
  [
    'bundle',
    'a theme without an export',
    {
      'cascader-docs.config.ts': "export default { theme: './docs/.theme.tsx' };\n",
      'docs/.theme.tsx': 'export const a = 1;\n',
    },
    [1, 1, 0, 1],
  ],
  [
    'prerender',
    'a page that throws when it is loaded',
    { 'docs/throws.mdx': "export const a = (() => { throw new Error('no'); })();\n\n# Throws\n" },
    [1, 1, 0, 1],
  ],
  [
    'prerender',
    'a page that hangs when it is loaded',
    {
      'docs/endless.mdx': 'export const a = (() => { for (;;); })();\n\n# Endless\n',
      'cascader-docs.config.ts': 'export default { pageTimeout: 1000 };\n',
    },
    [1, 1, 0, 1],
  ],
  [
    'prerender',
    'a page that throws when it is rendered',
    { 'docs/throws.mdx': "export const A = () => { throw new Error('no'); };\n\n# Throws\n\n<A />\n" },
    [1, NO_BROWSER, 0, 0],
  ],
  ['prerender', 'an unknown component', { 'docs/unknown.md': '# Unknown\n\n<Badg>x</Badg>\n' }, [1, 1, 0, 1]],
  ['write', 'a file where the output should be', { blocked: '' }, [3, NO_BROWSER, 0, 0], ['--out', 'blocked/site']],
  [
    'write',
    'a folder with other files',
    { 'theirs/thesis.txt': 'Years of work.\n' },
    [2, NO_BROWSER, 0, 0],
    ['--out', 'theirs'],
  ],
];

/** At least one defect for each stage. */
export const FAULTS = ROWS.map(([stage, what, files, codes, args, needsTypes]): Fault => {
  return { stage, what, files, codes, args, needsTypes };
});

const LIBRARY = {
  'package.json': '{"name": "my-library", "version": "1.0.0"}',
  'tsconfig.json':
    '{"compilerOptions": {"jsx": "react-jsx", "strict": true, "moduleResolution": "bundler", "module": "esnext"}}',
  // The cache is in `node_modules`.
  'node_modules/label/package.json': '{"name": "label", "version": "1.0.0", "main": "index.js"}',
  'node_modules/label/index.js': 'exports.label = "press";\n',
  'src/index.tsx': `export interface ButtonProps {
  /** What is shown. */
  label: string;
}
/** Something to press. */
export const Button = ({ label }: ButtonProps) => <button type="button">{label}</button>;
`,
  'docs/index.md': '# Home\n\n<code src="../demos/hello.tsx"></code>\n',
  'demos/hello.tsx':
    'import { Button } from \'my-library\';\nexport default function Hello() {\n  return <Button label="Hello" />;\n}\n',
};

/** Commands that take longer are killed, in milliseconds. On an idle machine, each takes less than ten seconds. */
const LIMIT = 100_000;

/** How a command ended, and what it left behind. */
export interface Ending {
  /** `SIGKILL` if the command did not end within {@link LIMIT}. */
  code: number | NodeJS.Signals | null;
  stderr: string;
  /** In milliseconds. */
  time: number;
  /** Everything that is new or changed: processes, temporary files, files in the site's folder, its output. */
  left: string[];
}

/** A site of a library in which commands are run. */
export interface CommandSite extends TestSite {
  /**
   * Runs a command in the folder of the site.
   *
   * @param options.signals signals to send, each with its delay in milliseconds
   */
  run(args: string[], options?: { signals?: [name: NodeJS.Signals, after: number][] }): Promise<Ending>;
  /** Removes the cache. */
  empty(): Promise<void>;
}

/** Creates a site without defects, with the output of an earlier build. */
export async function createLibrarySite({ types }: { types: boolean }): Promise<CommandSite> {
  const site = await createSite({
    ...LIBRARY,
    ...(types ? { 'docs/button.md': '# Button\n\n<API id="Button" />\n' } : {}),
    'dist/.cascader-docs': '{"version": 1, "files": ["index.html"]}',
    'dist/index.html': 'the old site',
    'temporary/.keep': '',
  });
  const { root } = site;
  const cache = path.join(root, 'node_modules/.cache');
  const look = async (): Promise<string[]> => {
    const files = (await listFiles(root)).filter((file) => !file.startsWith('node_modules/.cache/'));
    const cached = await listFiles(cache);
    const output = await Promise.all(
      (await listFiles(path.join(root, 'dist'))).map((file) => fs.readFile(path.join(root, 'dist', file), 'utf8')),
    );
    return [...files, ...cached.filter((file) => !/^cascader-docs\/(?:check\/|[\w.-]+\.bin$)/.test(file)), ...output];
  };
  return {
    ...site,
    async run(args, { signals = [] } = {}) {
      const before = new Set(await look());
      const begun = performance.now();
      const { child, ended, stderr, left } = start(args, {
        cwd: root,
        env: { TMPDIR: path.join(root, 'temporary'), CHROME_PATH: process.execPath },
      });
      const timers = signals.map(([name, after]) => setTimeout(() => child.kill(name), after));
      // Kill a command that does not end.
      timers.push(setTimeout(() => child.kill('SIGKILL'), LIMIT));
      const code = await ended;
      for (const timer of timers) clearTimeout(timer);
      const time = Math.round(performance.now() - begun);
      await waitFor(() => left().length === 0, 3000).catch(() => undefined);
      const written = code === 0 && args[0] === 'build';
      const changed = written ? [] : (await look()).filter((entry) => !before.has(entry));
      return { code, stderr: stderr(), time, left: [...changed, ...left().map((pid) => `process ${pid}`)] };
    },
    empty: () => fs.rm(cache, { recursive: true, force: true }),
  };
}

/** Adds a defect to a site. Returns a function that removes it. */
export async function spoil(site: CommandSite, { files }: Fault): Promise<() => Promise<void>> {
  await site.write(files);
  return async () => {
    for (const file of Object.keys(files)) await fs.rm(path.join(site.root, file));
    const known = Object.entries(LIBRARY).filter(([file]) => file in files);
    await site.write(Object.fromEntries(known));
  };
}
