import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';

const HOME = { 'docs/index.md': '# Home\n' };
const config = (text: string) => ({ ...HOME, 'cascader-docs.config.ts': text });

/** Files of a site, its exit code and a part of its output. */
const CASES: [what: string, files: Record<string, string>, code: number, line?: RegExp][] = [
  ['a file instead of the docs', { docs: 'x' }, 3, /^docs:1:1 - error CD104: The folder cannot be read: .*ENOTDIR/m],
  ['a file instead of the public folder', { ...HOME, 'docs/public': 'x' }, 3, /^docs\/public:1:1 - error CD104/m],
  [
    'a folder as configuration',
    { ...HOME, 'cascader-docs.config.ts/x': '' },
    3,
    /^\S+config\.ts:1:1 - error CD104: .*EISDIR/m,
  ],
  [
    'a link through a file',
    { 'docs/index.md': '# Home\n\n![x](./index.md/b.png)\n' },
    1,
    /^docs\/index\.md:3:\d+ - error CD316/m,
  ],
  ['a title of 10,000 quotes', { 'docs/index.md': `# ${'> '.repeat(10_000)}x\n` }, 0],
  [
    'a doc comment of 10,000 nested quotes',
    {
      'docs/index.md': '# Home\n\n<API id="Button"></API>\n',
      'src/index.tsx': `/** ${'> '.repeat(10_000)}x */\nexport const Button = (_: { /** ${'> '.repeat(10_000)}x */ a?: string }) => null;\n`,
    },
    0,
  ],
  ['a package that is null', { ...HOME, 'package.json': 'null' }, 2, /^package\.json:1:1 - error CD102/m],
  ['a package with odd values', { ...HOME, 'package.json': '{"name": 5, "version": [], "repository": 7}' }, 0],
  ['a package with a byte order mark', { ...HOME, 'package.json': '\uFEFF{"name": "x"}' }, 0],
  [
    'Markdown with another extension',
    { ...HOME, 'docs/a.markdown': '# A\n' },
    0,
    /^docs\/a\.markdown:1:1 - warning CD230/m,
  ],
  [
    'a page of more than 2 MB',
    { ...HOME, 'docs/large.md': `# Large\n\n${'word '.repeat(420_000)}\n` },
    0,
    /^docs\/large\.md:1:1 - warning CD229: The page is 2\.1 MB/m,
  ],
];

/** Configurations, with the exit code and a part of the output. */
const CONFIGURATIONS: [what: string, text: string, code: number, line: RegExp][] = [
  ['a file as docs folder', "{ resolve: { docDirs: ['docs/index.md'] } }", 3, /index\.md:1:1 - error CD104/],
  ['a getter that throws', '{ get title() { throw 5; } }', 2, /config\.ts:.* - error CD101/],
  [
    'a getter that throws null',
    '{ alias: { get a() { throw null; } } }',
    2,
    /config\.ts:.* - error CD101: .* an error: null/,
  ],
  [
    'a theme that is an unrelated folder',
    "{ theme: 'docs' }",
    1,
    /config\.ts:1:\d+ - error CD223: The theme docs does not/,
  ],
  [
    'a footer with unsafe HTML',
    "{ themeConfig: { footer: '<b>x</b> [a](javascript:x)' } }",
    0,
    /config\.ts:1:33 - warning CD231: The footer is shown without `<b>`[\s\S]*config\.ts:1:33 - warning CD231: .* the URL javascript:x/,
  ],
  [
    'a footer with a thousand tags',
    "{ themeConfig: { footer: '<b>x</b>'.repeat(1000) } }",
    0,
    /^(?:(?!CD231)[\s\S])*CD231: The footer is shown without `<b>`(?:(?!CD231)[\s\S])*CD231: .*`<\/b>`(?:(?!CD231)[\s\S])*$/,
  ],
  [
    'a footer of 10,000 nested quotes',
    "{ themeConfig: { footer: '> '.repeat(10000) + 'x' } }",
    1,
    /config\.ts:1:33 - error CD111: The footer is nested too deeply/,
  ],
  [
    'a footer of 10,000 nested emphases',
    "{ themeConfig: { footer: '*'.repeat(10000) + 'x' + '*'.repeat(10000) } }",
    1,
    /config\.ts:1:33 - error CD111: The footer is nested too deeply/,
  ],
  [
    'a project that is the whole file system',
    "{ projectRoot: '/' }",
    2,
    /config\.ts:1:18 - error CD111: `projectRoot` is the root/,
  ],
  ['a time that exceeds the limit of timers', '{ pageTimeout: 1e12 }', 2, /config\.ts:1:\d+ - error CD111.*at most/],
  ['a circular value', '(() => { const a = {}; a.themeConfig = a; return a; })()', 2, /config\.ts:.* - error/],
  // Node.js reads the message itself, so the value may be what the getter throws.
  [
    'an unreadable error',
    '(() => { throw { get message() { throw 1; } }; })()',
    2,
    /config\.ts:.* - error CD101: The configuration/,
  ],
];

describe('a site with', () => {
  it.each([
    ...CASES,
    ...CONFIGURATIONS.map(([what, text, code, line]): (typeof CASES)[number] => [
      `a configuration with ${what}`,
      config(`export default ${text};`),
      code,
      line,
    ]),
  ])('%s ends with a message that gives a location', async (_, files, code, line) => {
    const { root } = await createSite(files);
    const { stderr, ended } = start(['build', root], { cwd: root });
    const found = await ended;
    const text = stderr();
    expect({ code: found, text }).toMatchObject({ code });
    if (line) expect(text).toMatch(line);
    expect(text).not.toMatch(/\n\s+at |Internal error/);
  });

  it.each(['cascader-docs.config.ts', 'package.json'])('a device as %s is reported', async (name) => {
    const { root } = await createSite(HOME);
    await fs.rm(path.join(root, name), { force: true });
    await fs.symlink('/dev/zero', path.join(root, name));
    const { stderr, ended } = start(['build', root], { cwd: root });
    expect(await ended).toBe(3);
    expect(stderr()).toContain(
      `${name}:1:1 - error CD104: The system refused \`read\`: it is a device or a pipe (ENOTSUP)`,
    );
  });

  it('a device as its workspace list builds like a site without one', async () => {
    const { root, build } = await createSite(HOME);
    await fs.symlink('/dev/zero', path.join(root, 'pnpm-workspace.yaml'));
    expect((await build()).exitCode).toBe(0);
  });

  it('the remains of a killed build removes them, even if its own build fails', async () => {
    const { root, build } = await createSite(config("throw new Error('no');"));
    const left = '.cascader-docs.config.ts.2147483646.1.mjs';
    await fs.writeFile(path.join(root, left), '');
    expect((await build()).exitCode).toBe(2);
    expect(await fs.readdir(root)).not.toContain(left);
  });
});
