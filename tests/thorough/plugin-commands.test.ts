import fs from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { run, start } from '../helpers/command.ts';

describe('commands of plugins', () => {
  it('build and serve the site in memory', async () => {
    const site = await createSite({
      'cascader-docs.config.ts': `import { definePlugin } from 'cascader-docs';
export default { plugins: [definePlugin({
  name: 'links',
  commands: {
    links: {
      description: 'print what a page links to',
      arguments: { '<path>': 'output path' },
      options: { '--depth <number>': 'how deep' },
      async run(kit, { path, depth }) {
        const site = await kit.loadSite();
        const built = await site.build();
        const { url } = await site.serve(built);
        const text = await (await fetch(url)).text();
        const page = String(await built.read(path));
        kit.print(JSON.stringify({ title: site.title, depth, isSame: text === page, demos: built.demos.length }));
        return 4;
      },
    },
  },
})], title: 'Lib' };
`,
      'docs/index.md': '# Home\n\n```tsx\nexport default () => <b>demo</b>;\n```\n',
    });
    const links = start(['links', 'index.html', '--depth', '2'], { cwd: site.root });
    expect(await links.ended, links.stderr()).toBe(4);
    expect(JSON.parse(links.stdout())).toEqual({ title: 'Lib', depth: '2', isSame: true, demos: 1 });
    expect(await fs.readdir(site.root)).not.toContain('dist');
    const help = start(['links', '--help'], { cwd: site.root });
    expect(await help.ended).toBe(0);
    expect(help.stdout()).toContain('print what a page links to (plugin links)');
    const wrong = start(['link'], { cwd: site.root });
    expect(await wrong.ended).toBe(2);
    expect(wrong.stderr()).toContain('Unknown command `link`');
    expect(wrong.stderr()).toContain('Did you mean `links`?');
  });

  const COMMANDS = {
    'cascader-docs.config.ts': "export { default } from './shared/config';\n",
    'shared/config.ts': `export default { plugins: [{ name: 'words', commands: {
      words: {
        description: 'count words',
        options: {
          '--min <number>': { description: 'fewest words', default: 3, parse: (text) => {
            if (!/^[0-9]+$/.test(text)) throw new Error('Expected a number.');
            return Number(text);
          } },
          '--in <part>': { description: 'part of the page', choices: ['text', 'code'] },
        },
        run: (kit, flags) => kit.print(JSON.stringify(flags)),
      },
      list: { description: 'lists', default: 'pages', commands: {
        pages: { description: 'list pages', run: (kit) => kit.print('pages') },
        late: { description: 'fail', writes: true, async run(kit) {
          kit.progress('working');
          await (await kit.loadSite('missing')).build();
        } },
      } },
      wrong: { description: 'has a wrong option', options: { 'no option': 'x' }, run() {} },
    } }] };\n`,
    'docs/index.md': '# Home\n',
  };

  it('may be after options of the tool, and have options that are parsed', async () => {
    const { root: cwd } = await createSite(COMMANDS);
    const found = await run(['--debug', 'words', '--min', '4', '--in', 'code'], { cwd });
    expect([found.code, found.stdout, found.stderr]).toEqual([0, '{"min":4,"in":"code"}\n', '']);
    expect((await run(['words'], { cwd })).stdout).toBe('{"min":3}\n');
    const wrong = await run(['words', '--min', 'x'], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Expected a number')]);
    expect((await run(['words', '--in', 'x'], { cwd })).code).toBe(2);
  });

  it('may be in groups, and load sites in other folders', async () => {
    const { root: cwd } = await createSite(COMMANDS);
    expect(await run(['list'], { cwd })).toEqual({ code: 0, stdout: 'pages\n', stderr: '' });
    expect((await run(['list', 'pages'], { cwd })).stdout).toBe('pages\n');
    const failed = await run(['list', 'late'], { cwd });
    expect(failed.code).toBe(2);
    expect(failed.stderr).toContain('CD100');
    expect(failed.stderr).toContain('1 error; nothing was written.');
  });

  it('are in the help, which is also printed if the site cannot be loaded', async () => {
    const site = await createSite({
      ...COMMANDS,
      'shared/config.ts': COMMANDS['shared/config.ts'].replace("'no option'", "'--option'"),
    });
    for (const args of [['--help'], ['help']]) {
      const { code, stdout } = await run(args, { cwd: site.root });
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^ {2}words \[options\] +count words \(plugin words\)$/m),
      ]);
    }
    await site.write({ 'shared/config.ts': 'export default { plugins: 1 };\n' });
    const { code, stdout } = await run(['--help'], { cwd: site.root });
    expect(code).toBe(0);
    expect(stdout).toContain('Plugin commands are not listed: ');
    expect(stdout).toMatch(/^ {2}build /m);
  });
});
