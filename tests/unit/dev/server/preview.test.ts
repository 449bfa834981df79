import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeSite } from '../../../../src/node/output/write-site.ts';
import { type PreviewOptions, preview } from '../../../../src/node/tools/preview.ts';
import { createFolder } from '../../output/folders.ts';

async function createBuiltSite(files: Record<string, string>): Promise<string> {
  const root = await createFolder({ 'package.json': '{"name": "fixture"}', 'docs/index.md': '# Home' });
  await build(root, files);
  return root;
}

async function build(root: string, files: Record<string, string>): Promise<void> {
  const outDir = join(root, 'dist');
  await writeSite({ outDir, root, protectedPaths: [], files: new Map(Object.entries(files)) });
}

async function start(options: PreviewOptions) {
  const server = await preview({ port: 0, ...options });
  onTestFinished(() => server.close());
  return server;
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

it('serves the built site under its base', async () => {
  const root = await createBuiltSite({ 'index.html': 'home', 'a/index.html': 'a', '404.html': 'missing' });
  const { urls, port } = await start({ root, base: '/lib/' });
  expect(urls).toEqual([`http://localhost:${port}/lib/`]);
  expect(await textOf(`${urls[0]}a`)).toBe('a');
  expect((await fetch(`${urls[0]}none`)).status).toBe(404);
  expect(await textOf(`http://localhost:${port}/`)).toBe('home');
});

it('serves only files of the site', async () => {
  const root = await createBuiltSite({ 'index.html': 'home' });
  await writeFile(join(root, 'dist/secret.txt'), 'secret');
  const { urls } = await start({ root });
  expect((await fetch(`${urls[0]}secret.txt`)).status).toBe(404);
  expect((await fetch(`${urls[0]}.cascader-docs`)).status).toBe(404);
});

it('shows a site that was rebuilt while the server runs', async () => {
  const root = await createBuiltSite({ 'index.html': 'one' });
  const { urls } = await start({ root });
  expect(await textOf(urls[0] ?? '')).toBe('one');
  await build(root, { 'index.html': 'two' });
  expect(await textOf(urls[0] ?? '')).toBe('two');
  await build(root, { 'index.html': 'two', 'new/index.html': 'new' });
  expect(await textOf(`${urls[0]}new`)).toBe('new');
});

it('repairs a site after its swap was killed', async () => {
  const root = await createBuiltSite({ 'index.html': 'old' });
  await rename(join(root, 'dist'), join(root, '.dist.cascader-docs-0123456789ab-old'));
  const { urls } = await start({ root });
  expect(await textOf(urls[0] ?? '')).toBe('old');
});

it('refuses to start without a built site, and says to build it first', async () => {
  const root = await createFolder({ 'package.json': '{}', 'docs/index.md': '# Home', 'out/index.html': 'not ours' });
  for (const name of ['dist', 'out']) {
    await expect(preview({ root, outDir: join(root, name) })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [
        {
          code: 'CD120',
          text: `There is no built site in ${name}`,
          notes: ['Build it first: `npx cascader-docs build`.'],
        },
      ],
    });
  }
});
