import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandboxProject } from '../../src/shared/sandbox-project.ts';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { sourceOf } from '../helpers/demo-sources.ts';
import { ask } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';
import { tsconfigSite } from '../helpers/tsconfig-site.ts';

/** Expected texts of the pages, by path. */
const SAYINGS: Record<string, string[]> = {
  '': [
    'demo shared word typed package typed package 0 <button type="button">library typed package</button> <i>library part</i>',
    'fence shared word',
    'theme shared word',
  ],
  'striped/': ['<p data-striped="">striped demo</p>', '<p>plain demo</p>'],
  'decorated/': ['class decorated 2'],
  'pages/page/': ['<p data-striped="">page shared word</p>', '<section data-striped="">box shared word</section>'],
};

let site: TestSite;
let built: TestBuild;
let dev: RunningDev;

beforeAll(async () => {
  site = await createSite(tsconfigSite);
  built = await site.build();
  expect(built.text).toBe(
    'tsconfig.json:1:1 - info CD403: `emitDecoratorMetadata` has no effect: decorators are compiled file by file, without types',
  );
  dev = await startDev(site.root);
});

const withoutMarkers = (html: string): string => html.replaceAll('<!-- -->', '');

describe('tsconfig.json', () => {
  it.each(Object.entries(SAYINGS))('of the nearest folder applies in build and in dev: /%s', async (page, sayings) => {
    const html = withoutMarkers(await built.read(`${page}index.html`));
    const answer = await ask(dev, `/${page}`);
    expect(answer.errors).toEqual([]);
    for (const saying of sayings) {
      expect(html).toContain(saying);
      expect(withoutMarkers(answer.text)).toContain(saying);
    }
  });

  it('does not affect the output target: classes stay classes, and JSX is compiled', async () => {
    const scripts = built.files.filter((file) => /^assets\/demo-.*\.js$/.test(file));
    const texts = await Promise.all(scripts.map((file) => built.read(file)));
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.some((text) => text.includes('extends'))).toBe(true);
  });

  it('gives an exported demo files and packages instead of path aliases, and keeps its JSX', async () => {
    const { files, dependencies } = createSandboxProject(await sourceOf(built, 'paths'));
    const text = files['src/App.tsx'] ?? '';
    expect(text).toContain("from './shared/words'");
    expect(text).toContain("from 'paths-library/es/deep/part'");
    expect(text).toContain("import './shared/look.css'");
    expect(text).not.toMatch(/['"][@~]/);
    expect(dependencies['paths-library']).toBe('1.0.0');
    const striped = createSandboxProject(await sourceOf(built, 'striped'));
    expect(striped.files['src/App.tsx']).toMatch(/^\/\*\* @jsxImportSource striped \*\//);
    expect(striped.dependencies.striped).toBe('2.0.0');
    const own = createSandboxProject(await sourceOf(built, 'own'));
    expect(own.files['src/App.tsx']).not.toContain('striped');
  });

  it('is watched: an edit of a file that it extends changes the bundle', async () => {
    await site.write({ 'other/words.ts': "export const word = 'other word';\n" });
    const text = tsconfigSite['config/base.json'] as string;
    await site.write({
      'config/base.json': text.replaceAll('../shared/', '../other/').replace('../wrong/*', '../shared/look*'),
    });
    await site.write({
      'other/look.css': '.look { color: red; }\n',
      'other/theme-words.ts': "export const word = 'other';\n",
    });
    const shown = await waitFor(async () => {
      const { text: page } = await ask(dev, '/');
      return withoutMarkers(page).includes('demo other word') && page;
    });
    expect(withoutMarkers(shown)).toContain('fence other word');
    await waitFor(async () => withoutMarkers((await ask(dev, '/pages/page/')).text).includes('page other word'));
    // A new configuration is nearer than the one that applied before.
    await site.write({ 'demos/tsconfig.json': '{"extends": "../config/near.json"}', 'config/near.json': text });
    await waitFor(async () => withoutMarkers((await ask(dev, '/')).text).includes('demo shared word'));
    const nearer = await site.build();
    expect(withoutMarkers(await nearer.read('index.html'))).toContain('demo shared word');
    await fs.rm(path.join(site.root, 'demos/tsconfig.json'));
  });

  it('leaves unset options to the TypeScript that the project has installed', async () => {
    const version = (text: string) => ({
      'node_modules/typescript/package.json': `{"name": "typescript", "version": "${text}"}`,
    });
    const loose = await createSite({
      'tsconfig.json': '{}',
      'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': 'const text: string = null;\nexport default () => <b>{text}</b>;\n',
      ...version('5.9.3'),
    });
    expect((await loose.build({ strict: true })).text).toBe('');
    await loose.write(version('6.0.2'));
    expect((await loose.build({ strict: true })).text).toContain(
      "demos/a.tsx:1:7 - error CD810: Type 'null' is not assignable to type 'string'",
    );
  });

  it('that cannot be read is reported with its location', async () => {
    await site.write({ 'tsconfig.json': '{"extends": "./config/missing.json"}' });
    const failed = await site.build();
    expect(failed.exitCode).toBe(1);
    expect(failed.text).toContain(
      "tsconfig.json:1:1 - error CD400: The TypeScript configuration cannot be read: File './config/missing.json' not found",
    );
    expect(failed.text.match(/cannot be read/g)?.length).toBe(1);
  });
});
