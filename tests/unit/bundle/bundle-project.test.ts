import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { loadSite } from '../../../src/node/build/site.ts';
import { bundleProjects } from '../../../src/node/bundle/bundle-project.ts';
import type { Site } from '../../../src/node/project/config/types.ts';
import { makeFolder } from '../../helpers/folder.ts';

let root: string;
let site: Site;

beforeEach(async () => {
  root = makeFolder('project');
  await write(root, {
    'package.json': '{"name": "my-library", "version": "1.0.0"}',
    'tsconfig.json': '{"compilerOptions": {"jsx": "preserve", "paths": {"words": ["./secret.ts"]}}}',
    'src/index.tsx': "import './look.less';\nexport const Button = () => <button>source of the library</button>;\n",
    'src/look.less': '.look { .inner { color: red; } }',
    'src/locale/en.ts': "export const word = 'english';\n",
    'secret.ts': "export default 'secret';\n",
  });
  ({ site } = await loadSite(root));
});

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), text);
  }
}

/** Bundles a project with these files. Returns texts by name, or the errors. */
async function bundle(files: Record<string, string>, packages: string[]) {
  const folder = path.join(root, 'exported');
  const entry =
    "import { createRoot } from 'react-dom/client';\nimport App from './App';\ncreateRoot(document.getElementById('root')!).render(<App />);\n";
  await write(folder, { 'index.tsx': entry, ...files });
  const listed = new Set(['react', 'react-dom', ...packages]);
  try {
    const outputs = await bundleProjects(site, [{ folder, entry: 'index.tsx', packages: listed }]);
    return textsOf(outputs, 'exported/');
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { errors: error.diagnostics };
  }
}

/** Returns texts by names without the folder. */
function textsOf(outputs: Map<string, Uint8Array>, folder = ''): Record<string, string> {
  return Object.fromEntries(
    [...outputs].map(([name, bytes]) => [name.replace(folder, ''), Buffer.from(bytes).toString()]),
  );
}

const app = (imports: string, html = '<p />') => `${imports}\nexport default () => ${html};\n`;

describe('bundling an exported project', () => {
  it('supports CSS modules, its own and those of the library in Less', async () => {
    await write(root, {
      'src/index.tsx':
        "import styles from './look.module.less';\nexport const Button = () => <button className={styles.inner} />;\n",
      'src/look.module.less': '.look { .inner { color: red; } }',
    });
    const { 'index.js': script, 'index.css': styles } = (await bundle(
      {
        'App.tsx': app(
          "import { Button } from 'my-library';\nimport styles from './a.module.css';",
          '<p className={styles.box}><Button /></p>',
        ),
        'a.module.css': ".box { composes: base from './b.module.css'; color: red }",
        'b.module.css': '.base { color: blue }',
      },
      ['my-library'],
    )) as Record<string, string>;
    const names = [...(styles ?? '').matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
    expect(names).toHaveLength(4);
    for (const name of names.filter((name) => name !== names.at(2)))
      expect(script).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('contains its files, its style sheets and the production build of React', async () => {
    const { 'index.js': script, 'index.css': styles } = (await bundle(
      {
        'App.tsx': app("import './app.css';\nimport { word } from './words';", '<p>{word}</p>'),
        'app.css': 'p { color: red }',
        'words.ts': "export const word = 'found';",
      },
      [],
    )) as Record<string, string>;
    expect(script).toContain('found');
    expect(script).not.toContain('react-dom-client.development');
    expect(styles).toContain('color:red');
  });

  it('contains the source of the documented library', async () => {
    const outputs = await bundle(
      {
        'App.tsx': app(
          "import { Button } from 'my-library';\nimport { word } from 'my-library/es/locale/en';",
          '<Button>{word}</Button>',
        ),
      },
      ['my-library'],
    );
    expect(outputs).toMatchObject({
      'index.js': expect.stringContaining('source of the library'),
      'index.css': expect.stringContaining('.look .inner'),
    });
    expect((outputs as Record<string, string>)['index.js']).toContain('english');
  });

  it('ignores the configuration of this project', async () => {
    expect(await bundle({ 'App.tsx': app("import word from 'words';", '<p>{word}</p>') }, ['words'])).toMatchObject({
      errors: [{ text: 'Cannot find module: words', location: { file: 'App.tsx', line: 1 } }],
    });
  });

  it('shares modules with other projects, each of which may import what it lists', async () => {
    const names = ['one', 'two'];
    for (const name of names)
      await write(path.join(root, 'several', name), {
        'index.tsx': "import { Button } from 'my-library';\nimport './own.css';\nconsole.log(Button, 'own');\n",
        'own.css': `.${name} { color: red }`,
      });
    const projects = names.map((name) => ({
      ...{ folder: path.join(root, 'several', name), entry: 'index.tsx', packages: new Set(['my-library']) },
    }));
    const texts = textsOf(await bundleProjects(site, projects));
    const scripts = Object.keys(texts).filter((name) => name.endsWith('.js'));
    expect(scripts).toHaveLength(3);
    expect(scripts.filter((name) => texts[name]?.includes('source of the library'))).toHaveLength(1);
    for (const name of names) expect(texts[`${name}/index.css`]).toContain(`.${name}{`);
    const [one, two] = projects;
    if (!one || !two) throw new Error('There are two');
    const failing = bundleProjects(site, [one, { ...two, packages: new Set<string>() }]);
    await expect(failing).rejects.toThrow('my-library is imported');
    const { diagnostics } = (await failing.catch((error: unknown) => error)) as DiagnosticError;
    expect(diagnostics.map(({ location }) => location?.file.split('/').at(-2))).toEqual(['two']);
  });

  it.each([
    ['a package that it does not list', "import x from 'axe-core';", /axe-core is imported, but .* does not list it/],
    ['a package that is not installed', "import x from 'no-such-package';", /Cannot find module: no-such-package/],
    ['a file outside of the project', "import x from '../secret';", /outside of the exported project/],
    ['a missing file', "import x from './missing';", /Cannot find module: \.\/missing/],
    ['Less', "import './app.less';", /cannot compile \.\/app\.less/],
    ['a file of an unknown kind', "import x from './data.xyz';", /No loader is configured/],
  ])('refuses %s', async (_name, imports, message) => {
    const files = { 'App.tsx': app(imports, '<p>{x}</p>'), 'app.less': 'p { color: red }', 'data.xyz': '' };
    const { errors } = (await bundle(files, ['no-such-package'])) as { errors: { text: string; location: object }[] };
    expect(errors).toHaveLength(1);
    expect(errors[0]?.text).toMatch(message);
    expect(errors[0]?.location).toMatchObject({ file: 'App.tsx', line: 1 });
  });
});
