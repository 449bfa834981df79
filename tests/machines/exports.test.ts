/**
 * Demos as readers get them from CodeSandbox and StackBlitz: npm installs what the sent files list, TypeScript checks
 * them, Vite builds them, and the browser shows them without a message.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'cascader-docs';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listFiles, writeFiles } from '../helpers/build-site.ts';
import { catchExport, type ProjectFiles } from '../helpers/exports.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { copyLibrary, LIBRARIES } from '../helpers/libraries.ts';
import { openSite } from '../helpers/pages.ts';
import { publishFixture } from '../helpers/publish-fixture.ts';
import { startRegistry, type TestRegistry } from '../helpers/registry.ts';

type Vite = typeof import('vite');

const run = promisify(execFile);
const repository = path.resolve(import.meta.dirname, '../..');

/** Libraries with the sources of their published modules. */
const FIXTURES: Record<string, Record<string, string>> = {
  'react-18': { index: 'src/index.ts' },
  emotion: { index: 'src/index.ts' },
  subpaths: { index: 'src/index.ts', headless: 'src/headless.ts', 'parts/panel': 'src/parts/panel.tsx' },
  tailwind: { index: 'src/index.ts' },
};

let registry: TestRegistry;

beforeAll(async () => {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: repository });
  registry = await startRegistry();
  // npm gets all other packages where it would get them anyway.
  registry.answer(/^\/(?!@example\/|late-list)/, ({ url = '' }, response) => {
    response.writeHead(302, { location: new URL(url, stdout.trim()).href }).end();
  });
});

/** Presses the button of each demo of a built site, and returns the sent files by demo. */
async function sentBy(root: string, outDir: string): Promise<Map<string, ProjectFiles>> {
  const site = await openSite({ root, outDir });
  const sent = new Map<string, ProjectFiles>();
  for (const file of await listFiles(outDir)) {
    if (!file.endsWith('index.html') || file.startsWith('~')) continue;
    const { page } = await site.open(`/${file.replace(/index\.html$/, '')}`);
    for (const demo of await page.locator('[data-demo]:has(.demo-card)').all()) {
      const id = (await demo.getAttribute('data-demo')) ?? '';
      await demo.scrollIntoViewIfNeeded();
      await demo.and(page.locator('[data-hydrated]')).waitFor();
      sent.set(id, await catchExport(page, 'Open in StackBlitz', demo.locator('.demo-card')));
    }
  }
  return sent;
}

/** Installs the packages that projects list, once for equal lists, and returns the folders of the projects by demo. */
async function install(projects: Map<string, ProjectFiles>): Promise<Map<string, string>> {
  const installed = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const [id, files] of projects) {
    const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '');
    const list = JSON.stringify({ private: true, dependencies, devDependencies });
    const folder = installed.get(list) ?? makeFolder('exports', OUTSIDE);
    if (!installed.has(list)) {
      await fs.writeFile(path.join(folder, 'package.json'), list);
      await run('npm', ['install', '--registry', registry.url, '--no-audit', '--no-fund'], { cwd: folder });
    }
    installed.set(list, folder);
    folders.set(id, path.join(folder, 'projects', id));
    await writeFiles(path.join(folder, 'projects', id), files);
  }
  return folders;
}

/** Opens a project, and returns its messages, and one more if it renders nothing. */
async function look(page: Page, url: string): Promise<string[]> {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => messages.push(`failed: ${request.url()}`));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page
    .locator('#root > *')
    .first()
    .waitFor({ state: 'attached', timeout: 20_000 })
    .catch(() => messages.push('nothing is rendered'));
  page.removeAllListeners();
  return messages;
}

/** Checks, builds and opens the projects. Returns what each reports, and nothing for those without a report. */
async function reportsOf(folders: Map<string, string>): Promise<Record<string, string[]>> {
  const browser = await chromium.connect(inject('browser'));
  const page = await browser.newPage();
  const reports: Record<string, string[]> = {};
  const seen = new Set<string>();
  // The test runner sets it, and Vite would build for another mode.
  const { NODE_ENV: _, ...env } = process.env;
  for (const [id, root] of folders) {
    const modules = path.resolve(root, '../../node_modules');
    const bin = async (file: string, ...args: string[]): Promise<string[]> =>
      await run('node', [path.join(modules, file), ...args], { cwd: root, env }).then(
        () => [],
        ({ stdout, stderr }) => [`${file}: ${stdout}${stderr}`],
      );
    const found = (await Promise.all([bin('typescript/bin/tsc'), bin('vite/bin/vite.js', 'build')])).flat();
    const vite: Vite = await import(pathToFileURL(path.join(modules, 'vite/dist/node/index.js')).href);
    const preview = await vite.preview({ root, logLevel: 'silent', preview: { port: 0 } });
    found.push(...(await look(page, preview.resolvedUrls?.local[0] ?? '')));
    await preview.close();
    // The services run the server for development, which handles packages in another way.
    if (!seen.has(modules)) {
      const dev = await vite.createServer({ root, logLevel: 'silent', server: { port: 0 } });
      await dev.listen();
      const said = await look(page, dev.resolvedUrls?.local[0] ?? '');
      found.push(...said.filter((message) => !/^debug: \[vite\]|React DevTools/.test(message)));
      await dev.close();
    }
    seen.add(modules);
    if (found.length > 0) reports[id] = found;
  }
  await browser.close();
  return reports;
}

describe('exported demos install, type-check, build and run without a message', () => {
  it('of this site', async () => {
    const outDir = makeFolder('own-site');
    const { demos } = await build({ root: repository, outDir });
    const projects = await sentBy(repository, outDir);
    expect(projects.size).toBe(demos);
    expect(await reportsOf(await install(projects))).toEqual({});
  }, 1_800_000);

  it.each(Object.entries(FIXTURES))('of the library %s', async (name, entries) => {
    const library = LIBRARIES.find((one) => one.name === name);
    const copy = await copyLibrary(library ?? { name });
    await publishFixture(registry, copy, entries);
    const outDir = path.join(copy.root, 'site');
    const { demos } = await build({ root: copy.root, outDir });
    const projects = await sentBy(copy.root, outDir);
    expect(projects.size).toBe(demos);
    expect(await reportsOf(await install(projects))).toEqual({});
  });
});
