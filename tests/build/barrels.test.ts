import { expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';

const page = (...demos: string[]) =>
  `# Page\n\n${demos.map((name) => `<code src="../demos/${name}"></code>\n\n`).join('')}`;

/** A library of two components with style sheets. */
const LIBRARY = {
  'package.json': '{ "name": "acme", "version": "1.0.0" }',
  'src/index.ts': "import './base.css';\nexport { A } from './a';\nexport { B } from './b';\n",
  'src/base.css': '.base { color: red; }',
  'src/a.tsx': "import './a.css';\nexport const A = () => <i>a</i>;\n",
  'src/a.css': '.a { color: red; }',
  'src/b.tsx': "import './b.css';\nexport const B = () => <i>b</i>;\n",
  'src/b.css': '.b { color: red; }',
};
const demoOf = (name: string) => `import { ${name} } from 'acme';\nexport default () => <${name} />;\n`;

/** Names of the style sheets of demos that a page links. */
const sheetsOf = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="[^"]*\/([a-z]+)-\w+\.css"/g)]
    .map(([, name]) => name)
    .filter((name) => /^(?:a|b|base)$/.test(name ?? ''));

it('pages link only the style sheets of the components that their demos use', async () => {
  const { read, text } = await buildSite({
    ...LIBRARY,
    'docs/index.md': page('a.tsx'),
    'docs/both.md': page('a.tsx', 'b.tsx'),
    'demos/a.tsx': demoOf('A'),
    'demos/b.tsx': demoOf('B'),
  });
  expect(text).toBe('');
  expect(sheetsOf(await read('index.html'))).toEqual(['base', 'a']);
  expect(sheetsOf(await read('both/index.html'))).toEqual(['base', 'a', 'b']);
});

it('demos load and run only the modules of a package that they use', async () => {
  const { read, files, text } = await buildSite({
    'docs/index.md': page('a.tsx'),
    'demos/a.tsx': "import { one } from 'kit';\nexport default () => <b>{one}</b>;\n",
    'node_modules/kit/package.json':
      '{ "name": "kit", "version": "1.0.0", "module": "index.js", "sideEffects": false }',
    'node_modules/kit/index.js': "export { one } from './one.js';\nexport * from './two.js';\n",
    'node_modules/kit/one.js': "export const one = 'just-one';\n",
    'node_modules/kit/two.js': "export const two = window.innerWidth + 'never-two';\n",
  });
  expect(text).toBe('');
  expect(await read('index.html')).toContain('<b>just-one</b>');
  const scripts = await Promise.all(files.filter((file) => /^assets\/(?:demo|chunk)-.*\.js$/.test(file)).map(read));
  expect(scripts.filter((script) => script.includes('just-one'))).toHaveLength(1);
  expect(scripts.filter((script) => script.includes('never-two'))).toEqual([]);
  // Readers may import other names.
  const [frame = ''] = files.filter((file) => /^assets\/sandbox-packages-/.test(file));
  expect(await read(frame)).toContain('never-two');
});

it('modules with effects run for every demo of the library', async () => {
  const { read, text } = await buildSite({
    ...LIBRARY,
    'src/index.ts': "import './setup';\nexport { A } from './a';\nexport { B } from './b';\n",
    'src/setup.ts': "import { config } from './config';\nconfig.name = 'from setup';\n",
    'src/config.ts': "export const config = { name: 'none' };\n",
    'src/a.tsx': "import { config } from './config';\nexport const A = () => <i>{config.name}</i>;\n",
    'docs/index.md': page('a.tsx'),
    'demos/a.tsx': demoOf('A'),
  });
  expect(text).toBe('');
  expect(await read('index.html')).toContain('<i>from setup</i>');
});

it('an edit of a component renders only the demos that use it', async () => {
  const site = await createSite({
    ...LIBRARY,
    '.gitignore': '/dist\n',
    // A project without this folder has no cache.
    'node_modules/other/package.json': '{}',
    'docs/index.md': page('a.tsx', 'b.tsx'),
    'demos/a.tsx': demoOf('A'),
    'demos/b.tsx': demoOf('B'),
  });
  await growOld();
  await site.build();
  await site.write({ 'src/a.tsx': "import './a.css';\nexport const A = () => <i>edited</i>;\n" });
  const { read, result } = await site.build({ stats: true });
  expect(await read('index.html')).toContain('<i>edited</i>');
  expect(result?.stats?.slowestDemos.map(({ name }) => name)).toEqual(['docs-demo-a']);
});

it('an edit of a component leaves the pages and the sources of all other demos', async () => {
  const site = await createSite({
    ...LIBRARY,
    'docs/index.md': page('a.tsx'),
    'docs/other.md': page('b.tsx'),
    'demos/a.tsx': demoOf('A'),
    'demos/b.tsx': demoOf('B'),
  });
  const contents = async () => {
    const { files, read } = await site.build();
    const kept = files.filter((file) =>
      /^(?:other|~demos\/docs-other-demo-b)\/|\/(?:source|demo-docs-other)/.test(file),
    );
    return await Promise.all(kept.map(async (file) => [file, await read(file)]));
  };
  const before = await contents();
  await site.write({ 'src/a.tsx': "import './a.css';\nexport const A = () => <i>edited</i>;\n" });
  expect(await contents()).toEqual(before);
  expect(before.map(([file]) => file?.replace(/-\w{8,}(?=\.)/, ''))).toEqual(
    expect.arrayContaining(['assets/source.json', 'other/index.html', '~demos/docs-other-demo-b/index.html']),
  );
});

it('each demo follows the paths of its own tsconfig.json, even if a package has the same name', async () => {
  const { read, text, files } = await buildSite({
    'package.json': '{ "name": "fixture", "version": "1.0.0" }',
    'node_modules/kit/package.json':
      '{ "name": "kit", "version": "1.0.0", "module": "index.js", "sideEffects": false }',
    'node_modules/kit/index.js': "export const name = 'of the package';\n",
    ...Object.fromEntries(
      ['one', 'two'].flatMap((folder) => [
        [`demos/${folder}/tsconfig.json`, '{ "compilerOptions": { "paths": { "kit": ["./kit.ts"] } } }'],
        [`demos/${folder}/kit.ts`, `export { name } from './name.ts';\n`],
        [`demos/${folder}/name.ts`, `export const name = 'of ${folder}';\n`],
        [`demos/${folder}/index.tsx`, "import { name } from 'kit';\nexport default () => <p>{name}</p>;\n"],
      ]),
    ),
    'demos/plain.tsx': "import { name } from 'kit';\nexport default () => <p>{name}</p>;\n",
    'docs/index.md': page('one/index.tsx', 'two/index.tsx', 'plain.tsx'),
  });
  expect(text).toBe('');
  const html = await read('index.html');
  const scripts = await Promise.all(files.filter((file) => /^assets\/.*\.js$/.test(file)).map(read));
  for (const shown of ['of one', 'of two', 'of the package']) {
    expect(html).toContain(`<p>${shown}</p>`);
    expect(
      scripts.some((script) => script.includes(`"${shown}"`)),
      shown,
    ).toBe(true);
  }
});
