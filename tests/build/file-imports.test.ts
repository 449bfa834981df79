import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxProject } from '../../src/shared/sandbox-project.ts';
import { buildSite, createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { sourceOf } from '../helpers/demo-sources.ts';
import { ask } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';
import { fileImportsSite } from '../helpers/file-imports-site.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';

let site: TestSite;
let built: TestBuild;
let dev: RunningDev;

beforeAll(async () => {
  process.env.CASCADER_PUBLIC_GREETING = 'hello';
  site = await createSite(fileImportsSite);
  await fs.symlink(await fixturePackages('svgr'), path.join(site.root, 'node_modules'));
  built = await site.build();
  expect(built.text).toBe('');
  dev = await startDev(site.root);
});
afterAll(() => void delete process.env.CASCADER_PUBLIC_GREETING);

const plain = (html: string): string => html.replaceAll('<!-- -->', '').replace(/-[0-9a-f]{10}\./g, '-X.');

describe('file imports', () => {
  it.each([
    ['', 'demo some text /assets/data-X.bin later'],
    ['', '<svg xmlns="http://www.w3.org/2000/svg" width="7" class="demo">'],
    ['', '<svg xmlns="http://www.w3.org/2000/svg" width="7" class="both">'],
    ['', 'both /assets/dot-X.svg'],
    ['', 'library library text'],
    ['', 'fence some text'],
    ['page/', 'page some text /assets/data-X.bin'],
    ['page/', '<svg xmlns="http://www.w3.org/2000/svg" width="7" class="page">'],
  ])('provide text, URL or component in build and dev: /%s %s', async (page, saying) => {
    expect(plain(await built.read(`${page}index.html`))).toContain(saying);
    const answer = await ask(dev, `/${page}`);
    expect(answer.errors).toEqual([]);
    expect(plain(answer.text)).toContain(saying);
  });

  it('publish the files whose URL they provide', async () => {
    const [html, files] = [await built.read('index.html'), built.files];
    const [, file = ''] = /(assets\/data-[0-9a-f]+\.bin)/.exec(html) ?? [];
    expect(files).toContain(file);
    expect(await (await fetch(`${dev.url}/${file}`)).text()).toBe('bytes');
  });

  it('become files of an exported demo', async () => {
    const { files } = createSandboxProject(await sourceOf(built, 'files'));
    expect(files['src/note.txt-raw.ts']).toBe('export default "some text";\n');
    expect(files['src/dot.svg-react.jsx']).toContain('export default');
    expect(files['src/dot.svg-both.jsx']).toContain('ReactComponent');
    expect(files['src/App.tsx']).toContain("from './note.txt-raw'");
    expect(files['src/App.tsx']).toContain("from './dot.svg-react'");
    expect(files['src/App.tsx']).not.toContain('?');
  });

  it('follow edits of the files in dev and in the next build', async () => {
    await site.write({ 'demos/note.txt': 'new text' });
    await waitFor(async () => plain((await ask(dev, '/')).text).includes('demo new text'));
    built = await site.build();
    expect(plain(await built.read('index.html'))).toContain('demo new text');
  });
});

describe('environment variables', () => {
  it.each(['build', 'dev'])('are available in %s', async (command) => {
    const html = plain(command === 'build' ? await built.read('env/index.html') : (await ask(dev, '/env/')).text);
    const [dev_, mode] = command === 'build' ? ['false', 'production'] : ['true', 'production'];
    expect(html).toContain(`demo ${mode} ${dev_} true / hello server`);
    expect(html).toContain('library hello server');
    expect(html).toContain('page hello');
  });

  it('are written into an exported demo', async () => {
    const { files } = createSandboxProject(await sourceOf(built, 'env'));
    expect(files['src/App.tsx']).not.toMatch(/import\.meta\.env\.(?!MODE)|process/);
    expect(files['src/App.tsx']).toContain('"hello"');
  });
});

describe('unsupported imports', () => {
  it('are errors with a location and a fix', async () => {
    const failed = await buildSite({
      'docs/index.md': '# Home\n\n<code src="../demos/wrong.tsx"></code>\n',
      'docs/page.mdx': "import Work from '../demos/worker.ts?worker';\n\n# Page\n\n<Work />\n",
      'demos/note.txt': 'text',
      'demos/worker.ts': '',
      'demos/dot.svg': '<svg/>',
      'demos/wrong.tsx':
        "import a from './note.txt?nope';\nimport Work from './worker.ts?worker';\nimport Dot from './dot.svg?react';\nimport b from './missing.txt?raw';\nexport default () => <p>{a}{b}{String(Work)}<Dot /></p>;\n",
    });
    expect(failed.exitCode).toBe(1);
    expect(failed.text).toContain('demos/wrong.tsx:1:15 - error CD400: Unknown query `?nope` in an import');
    expect(failed.text).toContain('`?raw` imports the text of a file, `?url` its URL');
    expect(failed.text).toContain('demos/wrong.tsx:2:18 - error CD400: Imports with `?worker` are not supported');
    expect(failed.text).toContain('docs/page.mdx:1:1 - error CD400: Imports with `?worker` are not supported');
    expect(failed.text).toContain('demos/wrong.tsx:3:17 - error CD400: An SVG picture as a component needs SVGR');
    expect(failed.text).toContain('npm install --save-dev @svgr/core @svgr/plugin-jsx');
    expect(failed.text).toContain('demos/wrong.tsx:4:15 - error CD401: Cannot find module: ./missing.txt');
  });

  it('are found where other bundlers transform import.meta', async () => {
    const failed = await buildSite({
      'docs/index.md':
        '# Home\n\n<code src="../demos/meta.tsx"></code>\n\n```tsx\nconst found = import.meta.glob(\'./*.ts\');\nexport default () => <p>{String(found)}</p>;\n```\n',
      'demos/meta.tsx':
        "const pages = import.meta.glob('./*.md');\nconst worker = () => new Worker(new URL('./worker.ts', import.meta.url));\nconst picture = new URL('./dot.svg', import.meta.url).href;\nexport default () => <p>{String(pages)}{String(worker)}{picture}</p>;\n",
    });
    expect(failed.exitCode).toBe(1);
    expect(failed.text).toContain('demos/meta.tsx:1:15 - error CD400: `import.meta.glob` is not supported');
    expect(failed.text).toContain('demos/meta.tsx:2:56 - error CD400: Workers are not bundled');
    expect(failed.text).toContain('demos/meta.tsx:3:38 - error CD400: Files relative to `import.meta.url`');
    expect(failed.text).toContain('docs/index.md:6:15 - error CD400: `import.meta.glob` is not supported');
  });

  it('are found in pages and in the theme too', async () => {
    const failed = await buildSite({
      'docs/away.mdx': "import { word } from '//example.org/word.js';\n\n# Away {word}\n",
      'docs/index.mdx':
        "import { useState } from 'react';\n\n# Home\n\nexport const found = import.meta.glob('./*.md');\n\nexport const Shown = () => <p>{useState(0)[0]}{String(found)}</p>;\n\n<Shown />\n",
      'theme/index.tsx':
        "import theme from 'cascader-docs/theme';\nconst all = import.meta.glob('./*.css');\nconst worker = () => new Worker(new URL('./worker.ts', import.meta.url));\nexport default { ...theme, Footer: () => <footer>{String(all)}{String(worker)}</footer> };\n",
      'cascader-docs.config.ts': "export default { theme: './theme/index.tsx' };\n",
    });
    expect(failed.exitCode).toBe(1);
    expect(failed.text).toContain('docs/index.mdx:5:1 - error CD400: `import.meta.glob` is not supported');
    expect(failed.text).toContain('theme/index.tsx:2:13 - error CD400: `import.meta.glob` is not supported');
    expect(failed.text).toContain('theme/index.tsx:3:56 - error CD400: Workers are not bundled');
    expect(failed.text).toContain('Import the files by their names');
    expect(failed.text).toContain('docs/away.mdx:1:1 - error CD400: `//example.org/word.js` is a URL');
  });

  it('include top-level await, which is allowed only in the file of a demo', async () => {
    const failed = await buildSite({
      'docs/index.md': '# Home\n\n<code src="../demos/waits.tsx"></code>\n',
      'demos/waits.tsx': "import { word } from './word';\nexport default () => <p>{word}</p>;\n",
      'demos/word.ts': 'export const word = await Promise.resolve("late");\n',
    });
    expect(failed.text).toContain(
      'demos/word.ts:1:21 - error CD400: Top-level await is not supported in modules that demos import',
    );
    expect(failed.text).toContain('Move the `await` to the demo file');
  });
});

describe('a demo with top-level await', () => {
  it('is in the HTML once the await is done, and reports where it threw', async () => {
    const built = await buildSite({
      'docs/index.md': [
        '# Home\n',
        '<code src="../demos/waits.tsx"></code>\n',
        '```tsx\nconst word = await Promise.resolve("soon");\nexport default function Fence() { return <i>{word}</i>; }\n```\n',
        '<code src="../demos/throws.tsx"></code>\n',
      ].join('\n'),
      'demos/waits.tsx':
        "import { useState } from 'react';\nimport './waits.css';\n\ntype Word = string;\nconst words = await (Promise.resolve<Word[]>(['late']));\nfor await (const word of words) words[0] = word.concat('r');\nexport default function Demo() {\n  const [count] = useState(1);\n  return <p className=\"waits\">{words} {count}</p>;\n}\n",
      'demos/waits.css': '.waits { color: teal }\n',
      'demos/throws.tsx':
        "await Promise.resolve();\n\nconst refused: string = await Promise.reject(new Error('fetch failed'));\nexport default () => <p>{refused}</p>;\n",
    });
    const html = await built.read('index.html');
    expect(html).toContain('<p class="waits">later<!-- --> <!-- -->1</p>');
    expect(html).toContain('<i>soon</i>');
    expect(built.files.some((file) => /^assets\/waits-\w+\.css$/.test(file))).toBe(true);
    expect(built.text).toContain('demos/throws.tsx:3:46 - warning CD501');
    expect(built.text).toContain('fetch failed');
  });
});
