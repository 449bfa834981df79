import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, init } from 'cascader-docs';
import { expect, it } from 'vitest';
import { writeFiles } from '../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { packedByNpm } from '../helpers/npm-pack.ts';

it('writes a starter that builds without changes and without warnings', async () => {
  const root = makeFolder('starter');
  await init({ folder: root });
  const result = await build({ root });
  expect(result.diagnostics).toEqual([]);
  expect(result).toMatchObject({ pages: 3, demos: 3 });
  const files = await readdir(join(root, 'dist'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      '404.html',
      '.nojekyll',
      'index.html',
      'guide/getting-started/index.html',
      'components/button/index.html',
    ]),
  );
});

/** The first exports need a prop, render nothing, throw, or are no components. */
const LIBRARY = `import { createContext, type ReactNode, useContext } from 'react';

const Theme = createContext<string | undefined>(undefined);
export const useTheme = () => {
  const theme = useContext(Theme);
  if (theme === undefined) throw new Error('Use a Provider');
  return theme;
};
export const Item = ({ label }: { label: string }) => <li>{label}</li>;
export const Provider = ({ children }: { children?: ReactNode }) => <Theme value="a">{children}</Theme>;
export const Dialog = ({ isOpen }: { isOpen?: boolean }) => (isOpen ? <div role="dialog" /> : null);
export const Themed = () => <b>{useTheme()}</b>;
/** Text input. */
export const Field = ({ size = 'small', children }: { size?: 'small' | 'large'; children?: ReactNode }) => {
  if (children) throw new Error('A field has no content');
  return <input aria-label="Field" data-size={size} />;
};
export const Button = ({ children }: { children?: ReactNode }) => <button type="button">{children}</button>;
`;

it('adds a page and a demo of its first component to a library, which builds without warnings', async () => {
  const root = makeFolder('library');
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/index.tsx'), LIBRARY);
  await writeFile(join(root, 'package.json'), '{"name": "library", "version": "1.0.0"}');
  await init({ folder: root });
  const result = await build({ root });
  expect(result.diagnostics).toEqual([]);
  expect(result).toMatchObject({ pages: 1, demos: 2 });
  expect(await readFile(join(root, 'demos/first.tsx'), 'utf8')).toContain(
    "import { Field } from 'library';\n\nexport default function First() {\n  return <Field />;\n}\n",
  );
  const page = await readFile(join(root, 'docs/index.md'), 'utf8');
  for (const tag of ['<Playground id="Field" />', '<API id="Field">']) expect(page).toContain(tag);
});

it('says why the first page has no component, if all of them need a provider', async () => {
  const root = makeFolder('library');
  await writeFiles(root, {
    'package.json': '{"name": "library", "version": "1.0.0"}',
    'src/index.tsx':
      "export const Badge = ({ size = 1 }: { size?: number }) => {\n  if (size) throw new Error('No theme');\n  return <b />;\n};\n",
  });
  const { notes } = await init({ folder: root });
  expect(notes).toContainEqual(
    expect.stringContaining('because `Badge` throws an error: No theme. If it needs a provider'),
  );
});

it('loads the style sheet that users of the library import', async () => {
  const root = makeFolder('library');
  await writeFiles(root, {
    'package.json':
      '{"name": "library", "version": "1.0.0", "exports": {".": "./dist/index.js", "./gone.css": "./dist/gone.css", "./styles.css": "./dist/styles.css"}}',
    'src/index.tsx': 'export const Badge = () => <b className="badge">New</b>;\n',
    'src/styles.css': '.badge { color: rgb(1, 2, 3); }\n',
  });
  const { notes } = await init({ folder: root });
  expect(notes).toContain('The demos load library/styles.css, which docs/setup.ts imports.');
  const { diagnostics, outDir } = await build({ root });
  expect(diagnostics).toEqual([]);
  const sheets = (await readdir(join(outDir, 'assets'))).filter((file) => file.endsWith('.css'));
  const texts = await Promise.all(sheets.map((file) => readFile(join(outDir, 'assets', file), 'utf8')));
  expect(texts.join('')).toMatch(/\.badge\s*\{\s*color:\s*#010203/);
});

it('fills the playground as it fills the demo', async () => {
  const root = makeFolder('library');
  await writeFiles(root, {
    'package.json': '{"name": "library", "version": "1.0.0"}',
    'src/index.tsx':
      "import type { ReactNode } from 'react';\nexport const Badge = ({ children }: { children?: ReactNode }) => <b>{children}</b>;\n",
  });
  await init({ folder: root });
  const page = await readFile(join(root, 'docs/index.md'), 'utf8');
  expect(page).toContain('<Playground id="Badge" initial=\'{"children":"Badge"}\' />');
  expect((await build({ root })).diagnostics).toEqual([]);
});

it('gives values to the required props of a component, if they have simple types', async () => {
  const root = makeFolder('library');
  await writeFiles(root, {
    'package.json': '{"name": "library", "version": "1.0.0"}',
    'src/index.tsx': `import type { ReactNode } from 'react';
export const Frame = ({ store }: { store: { get(): string } }) => <b>{store.get()}</b>;
export interface SelectProps {
  label: ReactNode;
  size: 'small' | 'large';
  name: string;
  max: number;
  open: boolean;
  options: { value: string }[];
  onChange: (value: string) => void;
}
export const Select = ({ label, size, name, max, open, options, onChange }: SelectProps) => (
  <label data-size={size}>
    {label}
    <select name={name} onChange={({ target }) => onChange(target.value)}>
      {open && options.slice(0, max).map(({ value }) => <option key={value}>{value}</option>)}
    </select>
  </label>
);
`,
  });
  await init({ folder: root });
  const demo = await readFile(join(root, 'demos/first.tsx'), 'utf8');
  for (const attribute of ['label="Label"', 'size="small"', 'name="Name"', 'max={1}', ' open ', 'options={[]}'])
    expect(demo).toContain(attribute);
  expect(demo).toContain('onChange={() => {}}');
  expect(await readFile(join(root, 'docs/index.md'), 'utf8')).toContain('<Playground id="Select" initial=');
  const { diagnostics } = await build({ root });
  expect(diagnostics).toEqual([]);
});

it('writes no playground if the types of React are not installed, which it needs', async () => {
  const root = makeFolder('library', OUTSIDE);
  await writeFiles(root, {
    'package.json': '{"name": "library", "version": "1.0.0"}',
    'src/index.tsx': 'export const Badge = ({ text = "New" }: { text?: string }) => <b>{text}</b>;\n',
  });
  for (const name of ['react', 'react-dom']) {
    await mkdir(join(root, 'node_modules'), { recursive: true });
    await symlink(join(import.meta.dirname, '../../node_modules', name), join(root, 'node_modules', name));
  }
  await init({ folder: root });
  const page = await readFile(join(root, 'docs/index.md'), 'utf8');
  expect(page).toContain('<API id="Badge">');
  expect(page).not.toContain('layground');
  expect((await build({ root })).diagnostics).toEqual([]);
});

it.each<[what: string, files: Record<string, string> | undefined, published: string[]]>([
  ['a starter', undefined, []],
  [
    'a library that publishes dist',
    { 'package.json': '{"name": "lib", "version": "1.0.0", "files": ["dist"]}', 'dist/index.js': '' },
    ['dist/index.js'],
  ],
  [
    'a library that publishes everything except ignored files',
    {
      'package.json': '{"name": "lib", "version": "1.0.0", "main": "dist/index.js"}',
      'dist/index.js': '',
      '.npmignore': 'demos\n',
    },
    ['dist/index.js'],
  ],
  ['only a package.json', { 'package.json': '{"name": "lib", "version": "1.0.0"}' }, []],
])('npm packs no file of the site of %s', async (_, files, published) => {
  const root = makeFolder('packed');
  await writeFiles(root, files ?? {});
  await init({ folder: root });
  const { diagnostics, outDir } = await build({ root, strict: true });
  expect(diagnostics).toEqual([]);
  expect(await readdir(outDir)).toContain('index.html');
  const list = await packedByNpm(root);
  expect(list).toEqual(expect.arrayContaining(['package.json', ...published]));
  expect(list.filter((file) => file.startsWith(`${basename(outDir)}/`) && !published.includes(file))).toEqual([]);
});
