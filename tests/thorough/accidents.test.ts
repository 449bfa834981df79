import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { BIN, endSeen, run, start } from '../helpers/command.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { type CommandSite, createLibrarySite, spoil } from '../helpers/faulty-sites.ts';
import { ask } from '../helpers/raw-requests.ts';

let site: CommandSite;

beforeAll(async () => {
  site = await createLibrarySite({ types: true });
});

afterAll(endSeen);

const EXIT = 'process.exit(0) was called';

/** Pages that end the process, or let it exit, before there is a site: what each does, its third line, and the message. */
const PAGES: [what: string, text: string, at: string, reason: string][] = [
  ['ends the process when it is loaded', 'export const a = process.exit(0);', '3:26', EXIT],
  ['ends it when it is rendered', 'Text {process.exit(0)}.', '3:15', EXIT],
  ['ends it later', 'export const a = setTimeout(() => process.exit(0), 1);', '3:43', EXIT],
  ['ends it through a back door', 'Text {process.reallyExit(0)}.', '3:15', 'process.reallyExit(0) was called'],
  ['throws a detached error', "export const a = Promise.reject(new Error('nobody'));", '3:26', 'nobody'],
  [
    'waits forever',
    'export const a = await new Promise(() => {});',
    '3:18',
    'it waits for a promise that never settles',
  ],
  ['has a module that throws null', "import './_ends.ts';", '1:1', 'null'],
];

/** Configurations that do so, with the message. */
const CONFIGURATIONS: [what: string, text: string, at: string, reason: string][] = [
  ['ends the process', 'process.exit(0);', '1:9', EXIT],
  ['ends it later', 'setTimeout(() => process.exit(0), 1);', '1:26', EXIT],
  ['ends it through a back door', 'process.reallyExit(0);', '1:9', 'process.reallyExit(0) was called'],
  ['ends it through an import', "import { exit } from 'node:process';\nexit(0);", '2:1', EXIT],
  [
    'resets the exit code and throws',
    "process.on('exit', () => {\n  process.exitCode = 0;\n  process.reallyExit(0);\n});\nthrow new Error('no');",
    '5:7',
    'no',
  ],
];

const THEMED = { 'cascader-docs.config.ts': "export default { theme: './docs/.theme.tsx' };\n" };

it.each<[what: string, files: Record<string, string>, code: number, message: string]>([
  ...PAGES.map(([what, text, at, reason]): [string, Record<string, string>, number, string] => [
    `a page that ${what}`,
    { 'docs/ends.mdx': `# Ends\n\n${text}\n`, 'docs/_ends.ts': 'throw null;\n' },
    1,
    `docs/ends.mdx:${at} - error CD502: The page docs/ends.mdx cannot be rendered: ${reason}`,
  ]),
  ...CONFIGURATIONS.map(([what, text, at, reason]): [string, Record<string, string>, number, string] => [
    `a configuration that ${what}`,
    { 'cascader-docs.config.ts': `${text}\nexport default {};\n` },
    2,
    `cascader-docs.config.ts:${at} - error CD101: The configuration file threw an error: ${reason}`,
  ]),
  [
    'a configuration that waits forever',
    { 'cascader-docs.config.ts': 'await new Promise(() => {});\nexport default {};\n' },
    2,
    'cascader-docs.config.ts:1:1 - error CD101: The configuration file cannot be loaded: it waits for a promise that never settles',
  ],
  [
    'a theme that ends the process',
    {
      ...THEMED,
      'docs/.theme.tsx': "import theme from 'cascader-docs/theme';\nprocess.exit(0);\nexport default theme;\n",
    },
    1,
    `docs/.theme.tsx:2:9 - error CD504: The theme cannot be loaded: ${EXIT}`,
  ],
  [
    'a Less plugin that ends the process',
    {
      'demos/hello.tsx': "import './a.less';\nexport default () => null;\n",
      'demos/a.less': '@plugin "./plugin";\n.a { color: red; }\n',
      'demos/plugin.js': 'process.exit(0);\n',
    },
    1,
    `demos/plugin.js:1:10 - error CD400: ${EXIT}`,
  ],
])('%s fails the build, and is named', async (what, files, expected, message) => {
  const restore = await spoil(site, { stage: 'prerender', what, files, codes: [expected, 0, 0, 0] });
  const { code, left, stderr } = await site.run(['build', '.']);
  await restore();
  expect({ code, left }).toEqual({ code: expected, left: [] });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n\s+at .*node:/);
});

it('a configuration that removes all listeners and lets the process exit fails', async () => {
  const config = 'process.removeAllListeners();\nawait new Promise(() => {});\nexport default {};\n';
  const files = { 'cascader-docs.config.ts': config };
  const restore = await spoil(site, { stage: 'load', what: 'no listeners', files, codes: [70, 0, 0, 0] });
  const { code } = await site.run(['build', '.']);
  await restore();
  expect(code).toBe(70);
});

it('a page that keeps its process alive does not block the build', async () => {
  const files = { 'docs/holds.mdx': '# Holds\n\nexport const a = setInterval(() => {}, 1000);\n' };
  const restore = await spoil(site, { stage: 'prerender', what: 'an interval', files, codes: [0, 0, 0, 0] });
  const { code, stderr } = await site.run(['build', '.']);
  await restore();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

/** Builds the site with at most 64 open files. */
function buildWithFewFiles(): Promise<{ code: unknown; stderr: string }> {
  const command = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, BIN, 'build', '.', '--no-cache'];
  const options = { cwd: site.root, env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((resolve) => {
    execFile('sh', command, options, (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr }));
  });
}

describe.skipIf(process.platform === 'win32')('with a low limit of open files', () => {
  it('a site is built, including types and style sheets', async () => {
    const files = {
      'demos/hello.tsx': "import './a.less';\nexport default () => null;\n",
      'demos/a.less': '@a: red;\n.a { color: @a; }\n',
    };
    const restore = await spoil(site, { stage: 'bundle', what: 'few files', files, codes: [0, 0, 0, 0] });
    const outcome = await buildWithFewFiles();
    await restore();
    expect(outcome).toEqual({ code: 0, stderr: '' });
  });

  it('too many open files are reported, with the way to raise the limit', async () => {
    const files = {
      'cascader-docs.config.ts':
        "import fs from 'node:fs';\nfor (;;) fs.openSync('package.json');\nexport default {};\n",
    };
    const restore = await spoil(site, { stage: 'config', what: 'few files', files, codes: [3, 3, 3, 3] });
    const { code, stderr } = await buildWithFewFiles();
    await restore();
    expect(code).toBe(3);
    expect(stderr).toContain('cascader-docs.config.ts:2:13 - error CD101');
    expect(stderr).toContain('error CD106: The limit on open files is too low');
  });
});

it.each([
  'check',
  'check --types',
  'api',
  'dev --port 0',
  'preview --port 0',
])('a configuration that waits forever fails %s', async (command) => {
  const files = { 'cascader-docs.config.ts': 'await new Promise(() => {});\nexport default {};\n' };
  const restore = await spoil(site, { stage: 'config', what: 'waits', files, codes: [2, 2, 2, 2] });
  const { code, left, stderr } = await site.run([...command.split(' '), '.']);
  await restore();
  expect({ code, left }).toEqual({ code: 2, left: [] });
  expect(stderr).toContain('cascader-docs.config.ts:1:1 - error CD101');
});

it('a file that loops after an await is stopped, and reported at the loop', async () => {
  const { root } = await createSite({
    'docs/index.mdx': "import { data } from './all.data';\n\n# All {data}\n",
    'docs/all.data.ts': `import fs from 'node:fs/promises';

export default {
  async load() {
    let text = await fs.readFile('package.json', 'utf8');
    while (text) text += '';
  },
};
`,
  });
  const { code, stderr } = await run(['build', root]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^docs\/all\.data\.ts:6:\d+ - error CD101: The file all\.data\.ts cannot be loaded: it takes longer than 10 s/m,
  );
});

it('a command whose callback loops is stopped, with the stack', async () => {
  const { root } = await createSite({
    'cascader-docs.config.ts':
      "const loop = () => { for (;;); };\nexport default { esbuild: { timeout: 300, plugins: [{ name: 'a', setup: () => new Promise((resolve) => setTimeout(loop, 10)) }] } };\n",
  });
  const { code, stderr } = await run(['build', root]);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(
    /^Code of the project does not finish, so the command was terminated:\n {4}at loop \(.*config\.ts/,
  );
});

it('dev continues when a page ends the process, or throws a detached error', async () => {
  const { root } = await createSite({
    'docs/ends.mdx': '# Ends\n\nexport const a = process.exit(0);\n',
    'docs/later.mdx': "# Later\n\nexport const a = setTimeout(() => { throw new Error('later'); }, 1);\n",
  });
  const { child, ended, stdout, stderr } = start(['dev', root, '--port', '0']);
  const port = Number(await waitFor(() => /localhost:(\d+)/.exec(stdout())?.[1]));
  expect((await ask(port, '/ends')).text).toContain('process.exit(0) was called');
  expect((await ask(port, '/later')).status).toBe(200);
  await waitFor(() => stderr().includes('later\n'));
  expect((await ask(port, '/later')).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
});

it('dev can be stopped after a detached error that occurred before it served', async () => {
  const { root } = await createSite({
    'cascader-docs.config.ts': "setTimeout(() => { throw new Error('early'); }, 0);\nexport default {};\n",
    'docs/index.md': '# Home\n',
  });
  const { child, ended, stderr } = start(['dev', root, '--port', '0']);
  await waitFor(() => stderr().includes('early'));
  child.kill('SIGTERM');
  // It exits because of the error or of the signal.
  expect([2, 70, 143]).toContain(await ended);
});
