/** Packs the documentation of libraries, publishes them, and answers from the installed package. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { pack, serveMcp } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { createSite, hashOfFiles, type TestSite } from '../helpers/build-site.ts';
import { run as runCommand } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';
import { startClient } from '../helpers/mcp-client.ts';
import { configOf, KIT, packText } from '../helpers/packed-library.ts';

const run = promisify(execFile);

/** Returns a library with documentation. */
async function packed(files: Record<string, string> = {}): Promise<{ site: TestSite; folder: string }> {
  const site = await createSite({ ...KIT, ...files });
  expect(await packText(site)).toEqual({ text: '', exitCode: 0 });
  return { site, folder: path.join(site.root, 'skills/acme-kit') };
}

/** Installs what npm publishes of a package into the folder of another project, and returns the package's folder there. */
async function install(packageDir: string, modules: string, name: string): Promise<string> {
  fs.mkdirSync(modules, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', modules], {
    cwd: packageDir,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const target = path.join(modules, name);
  fs.mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', path.join(modules, filename), '--strip-components=1', '-C', target]);
  return target;
}

describe('documentation inside of a package', () => {
  it('is replaced as a whole, with the same bytes for the same input', async () => {
    const { site, folder } = await packed();
    const before = await hashOfFiles(folder);
    expect((await packText(site)).text).toBe('');
    expect(await hashOfFiles(folder)).toBe(before);
  });

  it('is not written if it is too large, and the message names the largest files', async () => {
    const { site, folder } = await packed();
    const before = await hashOfFiles(folder);
    const { text, exitCode } = await packText(site, { maxSize: 2 });
    expect(exitCode).toBe(1);
    expect(text).toMatch(/CD882: The documentation is \d+ kB, but the limit is 2 kB\. Nothing was written/);
    expect(text).toMatch(/Largest files: components\.json \(\d kB\), SKILL\.md/);
    expect(await hashOfFiles(folder)).toBe(before);
  });
});

describe('pack', () => {
  it('needs a library with a version', async () => {
    const site = await createSite({ 'docs/index.md': '# Home\n' });
    const { text, exitCode } = await packText(site);
    expect(exitCode).toBe(2);
    expect(text).toContain('CD880: The site documents no package with a name and a version');
    await site.write({
      'one/package.json': '{"name": "one", "version": "1.0.0"}',
      'one/src/index.ts': 'export const one = 1;\n',
      'two/package.json': '{"name": "two", "version": "2.0.0"}',
      'two/src/index.ts': 'export const two = 2;\n',
      ...configOf("library: [{ entry: './one' }, { entry: './two' }]"),
    });
    expect((await packText(site)).text).toContain('CD880: The site documents several packages: one, two');
    expect((await packText(site, { packageName: 'three' })).text).toContain('does not document the package three');
    const result = await pack({ root: site.root, packageName: 'two' });
    expect(path.relative(site.root, result.outDir)).toBe(path.join('two', 'skills', 'two'));
    const data = fs.readFileSync(path.join(result.outDir, 'components.json'), 'utf8');
    expect(JSON.parse(data)).toMatchObject({ package: 'two', packageVersion: '2.0.0', components: [{ id: 'two' }] });
  });

  it('warns if npm would not publish the folder, and if no script writes it', async () => {
    const site = await createSite({
      ...KIT,
      'package.json':
        '{\n  "name": "@acme/kit",\n  "version": "2.1.0",\n  "files": ["src"],\n  "scripts": { "prepack": "tsc" }\n}\n',
      ...configOf(
        "sitemap: { hostname: 'https://kit.test' }, base: '/docs/', pack: { exclude: ['/blog*', '/button'], outDir: 'agents' }",
      ),
    });
    expect((await packText(site)).text).toMatchInlineSnapshot(`
      "package.json:4:3 - warning CD883: npm would not publish agents, because \`files\` in package.json does not include it

        4 │   "files": ["src"],
          ╵   ^^^^^^^

        → Add a line to \`files\`: \`"agents"\`.
      info CD888: No script in package.json runs \`pack\`, so a release may contain the documentation of an earlier version
        → Run \`pack\` before each release, in the script \`prepack\`: \`"prepack": "tsc && cascader-docs pack"\`."
    `);
    // The address of the site is known, so links to other pages lead there.
    expect(fs.readFileSync(path.join(site.root, 'agents/references/index.md'), 'utf8')).toMatchInlineSnapshot(`
      "<!-- @acme/kit 2.1.0 -->

      # Kit

      [Guide](guide/start.md#install), [props](https://kit.test/docs/button), [file](https://kit.test/docs/terms.txt), [blog](https://kit.test/docs/blog/one), [React](https://react.dev)

      ![A picture](https://kit.test/docs/assets/a.6b7fa434.png)

      [Button](https://kit.test/docs/button) and \`[code](./x.md)\`
      "
    `);
  });
});

describe('cascader-docs mcp --package', () => {
  it('answers from the installed package, without a network and without its site', async () => {
    const { site } = await packed();
    const project = makeFolder('reader');
    fs.writeFileSync(path.join(project, 'package.json'), '{"name": "reader", "version": "0.0.1"}');
    // As pnpm installs it: the package is elsewhere, and `node_modules` has a link to it.
    const store = await install(site.root, path.join(project, 'store'), '@acme/kit');
    fs.mkdirSync(path.join(project, 'node_modules/@acme'), { recursive: true });
    fs.symlinkSync(store, path.join(project, 'node_modules/@acme/kit'));
    await fs.promises.rm(site.root, { recursive: true });
    const client = startClient(['--package', '@acme/kit'], {
      cwd: project,
      env: { https_proxy: 'http://127.0.0.1:1' },
    });
    expect(await client.instructions).toBe('Documentation of @acme/kit 2.1.0.');
    const { components, ...library } = await client.json('list_components', {});
    expect(library).toEqual({ package: '@acme/kit', version: '2.1.0' });
    expect(components).toMatchObject([
      { id: 'ButtonProps' },
      { id: 'Button', description: 'A button with two tones.' },
    ]);
    const button = await client.json('get_component', { id: 'Button' });
    expect(button.props[0]).toMatchObject({ name: 'tone', since: '1.2.0', default: '"quiet"' });
    const withoutDemos = button.props.map(({ demos: _demos, ...prop }: { demos?: string[] }) => prop);
    expect((await client.json('get_component', { id: 'ButtonProps' })).props).toEqual(withoutDemos);
    for (const { id, url } of button.demos) {
      expect(await client.json('get_demo', { id })).toMatchObject({ id, url });
      expect(await client.text('read_page', { path: url })).toContain('# Button');
    }
    const { results } = await client.json('search', { query: 'marzipan' });
    expect(results).toEqual([
      { link: '/references/guide/start.md', title: 'Start: Install', text: 'Install the marzipan.' },
    ]);
    expect(await client.text('read_page', { path: results[0].link })).toContain('Install the marzipan.');
    // Links in pages work too.
    expect(await client.text('read_page', { path: '/guide/start' })).toContain('Install the marzipan.');
    expect(await client.text('read_page', { path: '../demos/basic.tsx' })).toContain('<Button tone="loud">');
    expect(await client.json('changes', { from: '1.0' })).toMatchObject({
      from: '1.0.0',
      to: '2.0.0',
      changes: 3,
      breaking: 1,
      components: [{ id: 'Button' }],
    });
    expect(await client.json('changes', { from: '1.2', to: '2.0', breaking: true })).toMatchObject({ changes: 1 });
    const unknown = await client.ask('tools/call', { name: 'changes', arguments: { from: '1.1' } });
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: 'The version 1.1 is not known. Known versions: 1.0.0, 1.2.0, 2.0.0' }],
    });
    const page = await client.ask('tools/call', { name: 'read_page', arguments: { path: '/../../package.json' } });
    expect(page).toMatchObject({ isError: true });
    expect(await client.end()).toBe(0);
  });

  it('reports what is missing', async () => {
    const { site, folder } = await packed();
    const serve = (packageName: string, root = site.root): Promise<string> =>
      serveMcp({ root, packageName }).then(
        () => 'served',
        (error) => `${error.exitCode} ${error.diagnostics[0].code} ${error.diagnostics[0].text}`,
      );
    expect(await serve('no-such-package')).toBe(`2 CD884 The package no-such-package is not installed in ${site.root}`);
    expect(await serve('react')).toMatch(/^2 CD885 react 19\.\d+\.\d+ contains no documentation/);
    const file = (name: string): string => path.join(folder, name);
    fs.rmSync(file('references/button.md'));
    expect(await serve('@acme/kit')).toBe(`2 CD886 The documentation in ${folder} lacks references/button.md`);
    const damage = async (text: string): Promise<string> => {
      fs.writeFileSync(file('pack.json'), text);
      return await serve('@acme/kit');
    };
    expect(await damage('{')).toContain('cannot be read: pack.json is not valid JSON');
    expect(await damage('{"format": 2}')).toContain('has a format that this version of cascader-docs does not know');
    expect(await damage('{"format": 1, "files": ["../../x"], "pages": []}')).toContain('has no list of files');
    expect(await damage('{"format": 1, "files": [], "pages": [{"file": "x"}]}')).toContain('has no list of pages');
  });

  it('reports a version that the site does not have', async () => {
    const root = makeFolder('reader');
    const { code, stdout, stderr } = await runCommand(['mcp', '--root', root, '--version', '1.22']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('error CD887: The site has no archived documentation for version 1.22');
    const both = await runCommand(['mcp', '--package', 'kit', '--version', '1.22']);
    expect(both.stderr).toContain('Option `--package <name>` cannot be used with option `--version <version>`');
    expect((await runCommand(['build', '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});
