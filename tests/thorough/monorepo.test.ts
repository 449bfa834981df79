import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DemoSource } from '../../src/shared/demo-source.ts';
import { createSandboxProject } from '../../src/shared/sandbox-project.ts';
import { buildSite, createSite, listFiles } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';
import { type CopiedLibrary, copyLibrary, HOISTED } from '../helpers/libraries.ts';

const WORKSPACE = { name: 'pnpm-workspace', site: 'docs' };

let repository: CopiedLibrary;
let dev: RunningDev;

const plain = (html: string): string => html.replaceAll('<!-- -->', '');
const DEMO = 'demo 0 <button type="button">&lt;button&gt; press</button> <label>&lt;field&gt; age</label>';
const read = (file: string): Promise<string> => fs.readFile(path.join(repository.root, 'dist', file), 'utf8');

beforeAll(async () => {
  repository = await copyLibrary(WORKSPACE);
  const built = await build({ root: repository.root, strict: true });
  expect(built.diagnostics).toEqual([]);
  dev = await startDev(repository.root);
});

describe('a site in a workspace', () => {
  it('uses the sources of packages that are not built, in build and dev', async () => {
    expect(plain(await read('index.html'))).toContain(DEMO);
    const answer = await ask(dev, '/');
    expect(answer.errors).toEqual([]);
    expect(plain(answer.text)).toContain(DEMO);
  });

  it('documents every package of `library`', async () => {
    const html = plain(await read('index.html'));
    expect(html).toContain('What it says.');
    expect(html).toContain('Its name.');
    const { components } = JSON.parse(await read('components.json'));
    expect(JSON.stringify(components)).toContain('"Button"');
    expect(JSON.stringify(components)).toContain('"Field"');
  });

  it('links to the repository of the workspace', async () => {
    const html = await read('index.html');
    expect(html).toContain('https://github.com/someone/kit/edit/main/docs/docs/index.md');
    expect(html).toContain('https://github.com/someone/kit/blob/main/packages/button/src/index.tsx#L');
  });

  it('exports demos with the published packages', async () => {
    const files = await listFiles(path.join(repository.root, 'dist/assets'));
    const file = files.find((name) => /^source-.*\.json$/.test(name));
    const { dependencies, files: exported } = createSandboxProject(
      JSON.parse(await read(`assets/${file}`)) as DemoSource,
    );
    expect(dependencies).toMatchObject({ '@kit/button': '1.1.0', '@kit/field': '2.2.0' });
    expect(Object.keys(dependencies)).not.toContain('@kit/shared');
    expect(exported['src/App.tsx']).toContain("from '@kit/field'");
  });

  it('follows edits of all packages in dev', async () => {
    await repository.write({
      'packages/shared/src/index.ts': "export const mark = (text: string): string => '[' + text + ']';\n",
    });
    await waitFor(async () => plain((await ask(dev, '/')).text).includes('[button] press'));
    await waitFor(async () => plain((await ask(dev, '/')).text).includes('[field] age'));
    await repository.write({ 'packages/button/src/words.ts': "export const word = 'knob';\n" });
    await waitFor(async () => plain((await ask(dev, '/')).text).includes('[knob] press'));
  });

  it('uses built files if a package has them', async () => {
    await repository.write({ 'packages/shared/dist/index.js': "export const mark = (text) => 'built ' + text;\n" });
    await build({ root: repository.root });
    expect(plain(await read('index.html'))).toContain('built knob press');
  });

  it('reports a package that is neither built nor has its source in the usual folder', async () => {
    await fs.rm(path.join(repository.repository, 'packages/shared/dist'), { recursive: true });
    await fs.rename(
      path.join(repository.repository, 'packages/shared/src'),
      path.join(repository.repository, 'packages/shared/code'),
    );
    const error = await build({ root: repository.root }).catch((failure: unknown) => failure);
    const [diagnostic] = (error as { diagnostics: { text: string; notes: string[] }[] }).diagnostics;
    expect(diagnostic).toMatchObject({
      text: '`@kit/shared` in the workspace is not built, and its source was not found',
      location: { file: '../packages/button/src/index.tsx', line: 1 },
    });
    expect(diagnostic?.notes[0]).toContain('Build @kit/shared (in ../packages/shared), or set its source');
  });
});

it('a workspace that npm or Yarn has installed into one folder works the same way', async () => {
  const manifest = { name: 'kit', private: true, repository: 'github:someone/kit', workspaces: ['packages/*', 'docs'] };
  const { root, repository: top } = await copyLibrary(WORKSPACE, {
    files: { 'package.json': JSON.stringify(manifest) },
    links: HOISTED,
  });
  await fs.rm(path.join(top, 'pnpm-workspace.yaml'));
  const { diagnostics } = await build({ root, strict: true });
  expect(diagnostics).toEqual([]);
  const html = await fs.readFile(path.join(root, 'dist/index.html'), 'utf8');
  expect(plain(html)).toContain(DEMO);
  expect(html).toContain('https://github.com/someone/kit/edit/main/docs/docs/index.md');
});

it('an unlisted package of the workspace must be listed, not installed from the registry', async () => {
  const { root } = await createSite({
    'package.json': '{"private": true}',
    'pnpm-workspace.yaml': 'packages: [packages/*]\n',
    'packages/tokens/package.json': '{"name": "@kit/tokens"}',
    'packages/button/package.json': '{"name": "@kit/button"}',
    'packages/button/docs/index.md':
      "```tsx\nimport { gap } from '@kit/tokens';\nexport default () => <b>{gap}</b>;\n```\n",
  });
  const failure = await build({ root: path.join(root, 'packages/button') }).catch((error) => error);
  expect(failure.diagnostics).toMatchObject([
    {
      code: 'CD401',
      notes: [
        '@kit/tokens is a package of this workspace. List it under `devDependencies` in package.json, and run `npm install`.',
      ],
    },
  ]);
});

it("Yarn Plug'n'Play and a missing library are reported", async () => {
  const patched = await buildSite({ 'docs/index.md': '# Home\n', '.pnp.cjs': '' });
  expect(patched.exitCode).toBe(2);
  expect(patched.text).toContain("error CD404: Packages are installed with Yarn Plug'n'Play, which is not supported");
  expect(patched.text).toContain('nodeLinker: node-modules');
  const missing = await buildSite({
    'docs/index.md': '# Home\n',
    'cascader-docs.config.ts': "export default { library: { entry: './packages/none' } };\n",
  });
  expect(missing.text).toContain(
    'cascader-docs.config.ts:1:18 - error CD111: Library entry `packages/none` does not exist',
  );
});
