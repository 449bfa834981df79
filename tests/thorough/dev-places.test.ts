import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, createSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';

const demo = (label: string, header = ''): string => `${header}export default () => <p>${label}</p>;\n`;

describe('the watched files', () => {
  it('include the whole project, even if the configuration was invalid at first', async () => {
    const site = await createSite({
      'demos/one.tsx': demo('one'),
      'website/docs/index.md': '# Home\n\n<code src="../../demos/one.tsx"></code>\n',
      'website/cascader-docs.config.ts': 'export default {;\n',
    });
    const dev = await startDev(path.join(site.root, 'website'));
    expect(await ask(dev, '/')).toMatchObject({ status: 500, errors: ['CD409'] });
    await site.write({ 'website/cascader-docs.config.ts': "export default { title: 'Mended' };\n" });
    await waitFor(async () => (await ask(dev, '/')).text.includes('<p>one</p>'));
    await site.write({ 'demos/one.tsx': demo('two') });
    await waitFor(async () => (await ask(dev, '/')).text.includes('<p>two</p>'));
    expect(dev.updates.at(-1)?.files).toEqual(['../demos/one.tsx']);
  });

  it('include a package that is linked from elsewhere, and a module of the configuration above the site', async () => {
    const folder = await createFolder('above');
    const write = async (file: string, text: string): Promise<void> => {
      await fs.mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await fs.writeFile(path.join(folder, file), text);
    };
    await write('linked/package.json', '{"name": "linked", "main": "index.js"}');
    await write('linked/index.js', "export const word = 'linked one';\n");
    await write('shared.ts', "export const title = 'Title one';\n");
    await write('site/package.json', '{"name": "fixture"}');
    await write('site/cascader-docs.config.ts', "import { title } from '../shared';\nexport default { title };\n");
    await write('site/docs/index.md', '# Home\n\n<code src="../demos/one.tsx"></code>\n');
    await write('site/demos/one.tsx', "import { word } from 'linked';\nexport default () => <p>{word}</p>;\n");
    await fs.mkdir(path.join(folder, 'site/node_modules'));
    await fs.symlink('../../linked', path.join(folder, 'site/node_modules/linked'));

    const dev = await startDev(path.join(folder, 'site'));
    expect((await ask(dev, '/')).text).toContain('<p>linked one</p>');
    await write('linked/index.js', "export const word = 'linked two';\n");
    await waitFor(async () => (await ask(dev, '/')).text.includes('<p>linked two</p>'));
    await write('shared.ts', "export const title = 'Title two';\n");
    await waitFor(async () => (await ask(dev, '/')).text.includes('Title two'));
    expect(dev.updates.slice(-2).map(({ kind }) => kind)).toEqual(['update', 'restart']);
  });

  it('include public files whose names begin with a dot, but neither the output nor installed packages', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/public/.well-known/security.txt': 'one\n',
      'node_modules/x/index.js': '1\n',
      'dist/old.html': 'old\n',
    });
    const dev = await startDev(site.root);
    expect((await ask(dev, '/.well-known/security.txt')).text).toBe('one\n');
    await site.write({ 'node_modules/x/index.js': '2\n', 'dist/old.html': 'new\n', '.cache/x': 'x\n' });
    await site.write({ 'docs/public/.well-known/security.txt': 'two\n' });
    await waitFor(async () => (await ask(dev, '/.well-known/security.txt')).text === 'two\n');
    await waitFor(() => dev.updates.length > 0);
    const files = dev.updates.flatMap((update) => update.files);
    expect(files).toContain('docs/public/.well-known/security.txt');
    expect(files.filter((file) => /^(node_modules|dist|\.cache)\//.test(file))).toEqual([]);
  });
});

describe('unpublished content', () => {
  it('is shown in dev: debug pages, debug demos, and the demos that are selected by `only` and `skip`', async () => {
    const site = await createSite({
      'docs/index.md': '# Home\n',
      'docs/guide/seen.md':
        '# Seen\n\n<code src="../../demos/plain.tsx"></code>\n\n<code src="../../demos/debug.tsx"></code>\n',
      'docs/guide/hidden.md': '---\ndebug: true\n---\n\n# Hidden\n',
      'docs/guide/skips.md':
        '# Skips\n\n<code src="../../demos/plain.tsx"></code>\n\n<code src="../../demos/skipped.tsx"></code>\n',
      'docs/guide/onlys.md':
        '# Onlys\n\n<code src="../../demos/plain.tsx"></code>\n\n<code src="../../demos/only.tsx"></code>\n',
      'demos/plain.tsx': demo('plain demo'),
      'demos/debug.tsx': demo('debug demo', '/**\n * debug: true\n */\n'),
      'demos/skipped.tsx': demo('skipped demo', '/**\n * skip: true\n */\n'),
      'demos/only.tsx': demo('only demo', '/**\n * only: true\n */\n'),
    });
    const built = await site.build({ cache: false });
    expect(built.files).not.toContain('guide/hidden/index.html');
    expect(await built.read('guide/seen/index.html')).not.toContain('debug demo');

    const dev = await startDev(site.root);
    const demosOf = async (page: string): Promise<string[]> =>
      [...(await ask(dev, page)).text.matchAll(/<p>(\w+) demo<\/p>/g)].map(([, name = '']) => name);
    expect(await ask(dev, '/guide/hidden')).toMatchObject({ status: 200 });
    expect((await ask(dev, '/guide/seen')).text).toContain('href="/guide/hidden"');
    expect(await demosOf('/guide/seen')).toEqual(['plain', 'debug']);
    expect(await demosOf('/guide/skips')).toEqual(['plain']);
    expect(await demosOf('/guide/onlys')).toEqual(['only']);
    await site.write({ 'demos/only.tsx': demo('only demo') });
    await waitFor(async () => (await demosOf('/guide/onlys')).length === 2);
  });
});

describe('errors of modules that register their components', () => {
  it("are located in the author's lines, with the quoted code, as in a build", async () => {
    const site = await createSite({
      'package.json': '{"name": "kit", "version": "1.0.0"}',
      'docs/index.md':
        '# Home\n\n<code src="../demos/a.tsx"></code>\n\n```tsx\nimport b from \'none-b\'; import c from "none-c";\nexport default function B() { return <b>{b}{c}</b>; }\n```\n',
      'docs/live.mdx': "import { Live } from './live';\n\n# Live\n\n<Live />\n",
      'docs/live.tsx': "import x from 'none-x'; export function Live() { return <b>{x}</b>; }\n",
      'docs/library.md': "# Library\n\n```tsx\nimport { Kit } from 'kit';\nexport default () => <Kit />;\n```\n",
      'demos/a.tsx':
        "import a from 'none-a'; import { Helper } from './helper';\nexport default function A() { return <b>{a}<Helper /></b>; }\n",
      'demos/helper.tsx':
        'export const one = 1 as number; export const helper = 1;\nexport function Helper() { const [a] = useState(1); helper = 2; return <i>{a}</i>; }\n',
      'src/index.tsx': "import y from 'none-y'; export function Kit() { return <b>{y}</b>; }\n",
    });
    const dev = await startDev(site.root);
    const shown = (await Promise.all(['/', '/live', '/library'].map((path) => ask(dev, path)))).flatMap(({ text }) => {
      const [, data = '[]'] = /id="site:diagnostics">(.*?)<\/script>/s.exec(text) ?? [];
      return (JSON.parse(data) as { place: string; frame: string }[]).map(({ place, frame }) => `${place} ${frame}`);
    });
    const { diagnostics } = await site.build({ cache: false });
    const built = diagnostics.map(({ location }) => `${location?.file}:${location?.line}:${location?.column}`);
    // An error in the library is an error on every page.
    expect([...new Set(shown.map((text) => text.split(' ')[0]))].sort()).toEqual(built.sort());
    expect(built).toHaveLength(6);
    expect(shown.join('\n')).toContain("1 │ import a from 'none-a'; import { Helper } from './helper';");
  });
});
