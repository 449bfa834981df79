import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSite } from '../../../../src/node/build/site.ts';
import {
  createSitePackages,
  type Packages,
  type PackagesBundle,
  type SitePackages,
} from '../../../../src/node/bundle/dev/packages.ts';
import { createSheetTools } from '../../../../src/node/bundle/sheets/sheet-tools.ts';
import { makeFolder } from '../../../helpers/folder.ts';

let root: string;
let packages: SitePackages | undefined;

beforeEach(() => {
  root = makeFolder('packages');
});

afterEach(() => packages?.dispose());

const DRESS = 'dress';

interface Asked {
  filePath: string;
  /** Default: `dress`. */
  name?: string;
}

/** Bundles the module of one package, as found by a demo that imports it. */
async function bundle(manifest: object, files: Record<string, string>, { filePath, name = DRESS }: Asked) {
  const folder = path.join(root, 'node_modules', name);
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(root, 'package.json'), '{"name": "library"}');
  await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, ...manifest }));
  for (const [file, text] of Object.entries(files)) await fs.writeFile(path.join(folder, file), text);
  const { site } = await loadSite(root);
  packages = createSitePackages(site, createSheetTools(site));
  const wanted = new Map([[name, { name, hasSideEffects: true, filePath: path.join(folder, filePath) }]]);
  const { scripts, server } = await packages.ofPage().build(wanted);
  return { browser: scripts.installed.code, server: server.code, isOther: server.isOther };
}

/** Writes the package `kit` with a barrel of two components, and creates pages. */
async function createKit() {
  const folder = path.join(root, 'node_modules/kit');
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(root, 'package.json'), '{"name": "library"}');
  await fs.writeFile(
    path.join(folder, 'package.json'),
    '{"name": "kit", "module": "index.js", "sideEffects": ["*.css"]}',
  );
  await fs.writeFile(
    path.join(folder, 'index.js'),
    "export { Tag } from './tag.js'; export { Button } from './button.js';",
  );
  for (const name of ['tag', 'button']) {
    const component = name === 'tag' ? 'Tag' : 'Button';
    await fs.writeFile(
      path.join(folder, `${name}.js`),
      `import './${name}.css'; export const ${component} = '${name}!';`,
    );
    await fs.writeFile(path.join(folder, `${name}.css`), `.${name} {}`);
  }
  const { site } = await loadSite(root);
  packages = createSitePackages(site, createSheetTools(site));
  const filePath = path.join(folder, 'index.js');
  const pageOf = (...names: string[]) => {
    const page = packages?.ofPage() as Packages;
    const build = async (wanted: string[]): Promise<PackagesBundle> => {
      const modules = [
        [`kit?${wanted.join()}`, { name: 'kit', hasSideEffects: false, filePath, names: wanted }] as const,
      ];
      return await page.build(new Map(modules));
    };
    return { build: async (wanted = names) => await build(wanted) };
  };
  return { folder, pageOf };
}

describe('packages of several pages in dev', () => {
  it('are one script, also if the pages import other names', async () => {
    const { pageOf } = await createKit();
    const { scripts: all } = await pageOf('Tag', 'Button').build();
    const { scripts } = await pageOf('Button').build();
    expect(scripts.installed).toBe(all.installed);
  });

  it('grow with each page, and a page keeps its script until it needs another module', async () => {
    const { pageOf } = await createKit();
    const first = pageOf('Tag');
    const before = (await first.build()).scripts.installed.code;
    const second = (await pageOf('Button').build()).scripts.installed.code;
    expect([before, second].map((code) => [code.includes('tag!'), code.includes('button!')])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect((await first.build()).scripts.installed.code).toBe(before);
    expect((await first.build(['Button'])).scripts.installed.code).toBe(second);
  });

  it('have the style sheets of each page alone, in the order of the package', async () => {
    const { folder, pageOf } = await createKit();
    const { sheetsOf } = await pageOf('Tag', 'Button').build();
    const files = ['tag.css', 'button.css'].map((name) => path.join(folder, name));
    expect(sheetsOf('kit?Tag,Button')).toEqual(files);
    expect(sheetsOf('kit?Button')).toEqual(files.slice(1));
  });

  it('are bundled apart, if those of another page cannot be bundled', async () => {
    const { folder, pageOf } = await createKit();
    await fs.writeFile(path.join(folder, 'tag.js'), "import 'missing'; export const Tag = 1;");
    await expect(pageOf('Tag').build()).rejects.toThrow('missing');
    expect((await pageOf('Button').build()).scripts.installed.code).toContain('button!');
  });
});

describe('packages of a page in dev', () => {
  it('are one script, if browsers and the server run the same code', async () => {
    const made = await bundle({ module: 'a.js' }, { 'a.js': 'export const a = "same";' }, { filePath: 'a.js' });
    expect(made.browser).toContain('"same"');
    expect(made).toEqual({ browser: made.browser, server: made.browser, isOther: false });
  });

  it('are one script, if the file for browsers is a copy', async () => {
    const manifest = { module: 'a.js', browser: { './a.js': './browser.js' } };
    const files = { 'a.js': 'export const a = "same";', 'browser.js': 'export const a = "same";' };
    const made = await bundle(manifest, files, { filePath: 'browser.js' });
    expect(made.server).toBe(made.browser);
    expect(made.isOther).toBe(false);
  });

  it.each([
    ['field `browser` with files', { module: 'a.js', browser: { './a.js': './browser.js' } }],
    ['field `browser` with a file', { main: 'a.js', browser: 'browser.js' }],
    ['condition `browser`', { exports: { '.': { browser: './browser.js', default: './a.js' } } }],
  ])('are two scripts, if the %s names other code', async (_, manifest) => {
    const files = { 'a.js': 'export const a = "server";', 'browser.js': 'export const a = "browser";' };
    const { browser, server, isOther } = await bundle(manifest, files, { filePath: 'browser.js' });
    expect([browser.includes('"browser"'), browser.includes('"server"')]).toEqual([true, false]);
    expect([server.includes('"browser"'), server.includes('"server"')]).toEqual([false, true]);
    expect(isOther).toBe(true);
  });

  it('are two scripts, if a package has no code for browsers', async () => {
    const manifest = { module: 'a.js', browser: { './log.js': false } };
    const files = { 'a.js': 'import "./log.js"; export const a = 1;', 'log.js': 'globalThis.log = "server";' };
    const { browser, server } = await bundle(manifest, files, { filePath: 'a.js' });
    expect([browser.includes('"server"'), server.includes('"server"')]).toEqual([false, true]);
  });

  it.each([[DRESS], ['styled-components']])('are one script with the collected styles, also of %s', async (name) => {
    const folder = path.join(root, 'node_modules/styled-components');
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, 'package.json'), '{"name": "styled-components", "main": "index.js"}');
    await fs.writeFile(path.join(folder, 'index.js'), 'exports.collected = true;');
    const files = { 'a.js': name === DRESS ? 'export { collected as a } from "styled-components";' : 'exports.a = 1;' };
    const { browser, server, isOther } = await bundle({ main: 'a.js' }, files, { name, filePath: 'a.js' });
    expect(server).toContain('["styled-components"] ??= ');
    expect(server).toBe(browser);
    expect(isOther).toBe(true);
  });
});
