import { describe, expect, it } from 'vitest';
import type { DemoSource } from '../../../src/shared/demo-source.ts';
import { codeSandboxFiles, createSandboxProject } from '../../../src/shared/sandbox-project.ts';

const live = { sandbox: '', editor: '', editorStyles: '', compiler: '', modules: '' };

function source(
  files: Record<string, string>,
  more: Partial<DemoSource> = {},
  packages = { react: '19.3.1' },
): DemoSource {
  const dependencies = {
    ...Object.fromEntries(Object.entries(files).map(([name, value]) => [name, { type: 'FILE' as const, value }])),
    ...Object.fromEntries(Object.entries(packages).map(([name, value]) => [name, { type: 'NPM' as const, value }])),
  };
  const entry = Object.keys(files)[0] ?? '';
  return {
    asset: { type: 'BLOCK', id: 'docs-demo-a', entry, title: 'A demo', dependencies },
    imports: {},
    styles: {},
    media: {},
    live,
    ...more,
  };
}

describe('createSandboxProject', () => {
  it('returns a Vite project: the demo as App, an entry that renders it, a page, and a package.json', () => {
    const { title, template, dependencies, files } = createSandboxProject(
      source({ 'index.tsx': 'export default () => <b>a</b>;' }),
    );
    expect([title, template, dependencies]).toEqual(['A demo', 'node', { react: '19.3.1', 'react-dom': '19.3.1' }]);
    expect(Object.keys(files).sort()).toEqual([
      'index.html',
      'package.json',
      'src/App.tsx',
      'src/index.tsx',
      'src/vite-env.d.ts',
      'tsconfig.json',
      'vite.config.mts',
    ]);
    expect(files['src/App.tsx']).toBe('export default () => <b>a</b>;');
    expect(files['index.html']).toContain('<script type="module" src="/src/index.tsx"></script>');
    const manifest = JSON.parse(files['package.json'] ?? '');
    expect(manifest).toMatchObject({ name: 'A demo', dependencies, scripts: { dev: 'vite', build: 'vite build' } });
    expect(manifest.devDependencies).toEqual({
      '@types/react': '^19',
      '@types/react-dom': '^19',
      '@vitejs/plugin-react': expect.any(String),
      typescript: '^5',
      vite: expect.any(String),
    });
  });

  it('returns a project without types for a demo in JavaScript, whose JSX is in files that Vite compiles', () => {
    const imports = { 'index.js': { './part': './part.js', './word': './word.js' } };
    const { files } = createSandboxProject(
      source(
        {
          'index.js':
            "import Part from './part';\nimport { word } from './word';\nexport default () => <Part>{word}</Part>;",
          'part.js': 'export default ({ children }) => <b>{children}</b>;',
          'word.js': "export const word = 'a';",
        },
        { imports },
      ),
    );
    expect(Object.keys(files).sort()).toEqual([
      'index.html',
      'package.json',
      'src/App.jsx',
      'src/index.jsx',
      'src/part.jsx',
      'src/word.js',
      'vite.config.mjs',
    ]);
    expect(files['src/App.jsx']).toContain("from './part';");
    expect(Object.keys(JSON.parse(files['package.json'] ?? '').devDependencies)).toEqual([
      '@vitejs/plugin-react',
      'vite',
    ]);
  });

  it('returns a project for a sandbox that compiles it in the browser, with the template create-react-app', () => {
    const { template, dependencies, files } = createSandboxProject(
      source({ 'index.tsx': 'export default () => <b>a</b>;' }, { template: 'create-react-app' }),
    );
    expect(template).toBe('create-react-app');
    expect(Object.keys(files).sort()).toEqual(['App.tsx', 'index.html', 'index.tsx', 'package.json']);
    expect(files['App.tsx']).toBe("import React from 'react';\nexport default () => <b>a</b>;");
    expect(files['index.html']).toBe('<div style="margin: 16px;" id="root"></div>\n');
    const manifest = JSON.parse(files['package.json'] ?? '');
    expect(manifest).toMatchObject({ main: 'index.tsx', dependencies, devDependencies: { typescript: '^4' } });
    expect(manifest.scripts).toBeUndefined();
  });

  it('escapes the title in the page', () => {
    const made = source({ 'index.tsx': '' });
    made.asset.title = '</title><script>alert()</script>';
    expect(createSandboxProject(made).files['index.html']).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;alert()&lt;/script&gt;</title>',
    );
  });

  it.each([
    ['18.3.1', '^18'],
    ['^19.1.0', '^19'],
    ['latest', 'latest'],
  ])('installs the types of React %s', (react, types) => {
    const { files } = createSandboxProject(source({ 'index.tsx': '' }, {}, { react }));
    expect(JSON.parse(files['package.json'] ?? '').devDependencies).toMatchObject({
      '@types/react': types,
      '@types/react-dom': types,
    });
  });

  it('replaces variables of the environment, which a Vite project does not have', () => {
    const code = 'export const all = [process.env.NODE_ENV, process.env.OTHER, import.meta.env.CASCADER_PUBLIC_A];';
    const { files } = createSandboxProject(source({ 'index.tsx': code }, { env: { CASCADER_PUBLIC_A: 'a' } }));
    expect(files['src/App.tsx']).toBe('export const all = [import.meta.env.MODE, undefined, "a"];');
  });

  it.each([
    ['latest', true],
    ['18.0.0', true],
    ['^19.1.0', true],
    ['20.0.0-rc.1', true],
    ['17.0.2', false],
    ['^16.8.0', false],
  ])('renders with React %s', (react, isRoot) => {
    const { files } = createSandboxProject(source({ 'index.jsx': 'export default () => null;' }, {}, { react }));
    expect(files['src/index.jsx']?.includes('createRoot(')).toBe(isRoot);
    expect(files['src/index.jsx']?.includes('ReactDOM.render(')).toBe(!isRoot);
  });

  it('uses the configured versions of packages', () => {
    const versions = { typescript: '^6', '@types/react': '^19', react: '18.3.1', dayjs: '^1', vite: '^7' };
    const manifestOf = (entry: string) =>
      JSON.parse(createSandboxProject(source({ [entry]: '' }, { versions })).files['package.json'] ?? '');
    const dependencies = { react: '18.3.1', dayjs: '^1', 'react-dom': '18.3.1' };
    const [typed, untyped] = [manifestOf('index.tsx'), manifestOf('index.jsx')];
    expect([typed.dependencies, untyped.dependencies]).toEqual([dependencies, dependencies]);
    const types = { '@types/react': '^19', '@types/react-dom': '^18', typescript: '^6' };
    const vite = { '@vitejs/plugin-react': expect.any(String), vite: '^7' };
    expect(typed.devDependencies).toEqual({ ...vite, ...types });
    expect(untyped.devDependencies).toEqual(vite);
  });

  it('applies the color scheme of the system before the demo is imported', () => {
    const prefersColor = { default: 'light', switch: true, class: { dark: 'dark', light: '' } } as const;
    const files = { 'index.tsx': "import './color-scheme';", 'color-scheme.ts': 'export {};' };
    const imports = { 'index.tsx': { './color-scheme': './color-scheme.ts' } };
    const project = createSandboxProject(source(files, { prefersColor, imports }));
    expect(Object.keys(project.files)).toContain('src/color-scheme.ts');
    const entry = project.files['src/index.tsx'] ?? '';
    expect(entry.indexOf("import './_color-scheme';")).toBeGreaterThan(0);
    expect(entry.indexOf("import './_color-scheme';")).toBeLessThan(entry.indexOf("import App from './App';"));
    expect(project.files['src/_color-scheme.ts']).toBe(`const root = document.documentElement;
const dark = window.matchMedia('(prefers-color-scheme: dark)');

function markColor() {
  const color = dark.matches ? 'dark' : 'light';
  root.style.colorScheme = color;
  root.classList.toggle('dark', color === 'dark');
}

markColor();
dark.addEventListener('change', markColor);

export {};
`);
  });

  it('imports the setup of demos before the demo', () => {
    const withSetup = (hasWrapper: boolean) =>
      createSandboxProject(
        source(
          { 'index.tsx': "import { a } from '../a';\nexport default () => a;", '../a.ts': 'export const a = 1;' },
          {
            imports: {
              'index.tsx': { '../a': './../a.ts' },
              '../setup/index.tsx': {
                '../base.css': './../base.css',
                './own': './../setup/own.ts',
                '../a': './../a.ts',
              },
            },
            styles: { './../base.css': '.base {}' },
            modules: {
              '../setup/index.tsx': "import '../base.css';\nimport './own';\nimport '../a';",
              '../setup/own.ts': 'export {};',
            },
            setup: { entry: '../setup/index.tsx', hasWrapper },
          },
        ),
      ).files;
    const files = withSetup(true);
    expect(files['src/index.tsx']).toContain("import { Wrapper } from './setup/index';\nimport App from './App';");
    expect(files['src/index.tsx']).toContain('render(<Wrapper><App /></Wrapper>);');
    expect(files['src/setup/index.tsx']).toBe("import '../base.css';\nimport './own';\nimport '../a';");
    expect([files['src/base.css'], files['src/setup/own.ts']]).toEqual(['.base {}', 'export {};']);
    expect(withSetup(false)['src/index.tsx']).toContain("import './setup/index';\nimport App from './App';");
    expect(withSetup(false)['src/index.tsx']).toContain('render(<App />);');
  });

  it('uses the only color scheme of a site without a switch', () => {
    const prefersColor = { default: 'dark', switch: false, attribute: 'data-theme' } as const;
    const { files } = createSandboxProject(source({ 'index.jsx': '' }, { prefersColor }));
    expect(files['src/color-scheme.js']).toContain('const dark = { matches: true };');
    expect(files['src/color-scheme.js']).toContain("root.setAttribute('data-theme', color);");
    expect(files['src/color-scheme.js']).not.toContain('addEventListener');
  });

  it('uses the latest React if the version is unknown', () => {
    const { dependencies } = createSandboxProject(source({ 'index.jsx': '' }, {}, {} as { react: string }));
    expect(dependencies).toEqual({ react: 'latest', 'react-dom': 'latest' });
  });

  it('includes every file, and adapts every import', () => {
    const code = [
      "import '../assets/index.less';",
      "import { a } from '../shared/a';",
      "import { b } from './a';",
      "import '@scope/kit/dist/kit.css';",
      "import logo from './logo.png';",
      "import data from './data.json';",
      "const later = () => import('../shared/a');",
      "export { c } from '../src';",
    ].join('\n');
    const { files } = createSandboxProject(
      source(
        {
          'index.tsx': code,
          '../shared/a.ts': "import { b } from '../demos/a';\nimport './a.less';\nexport const a = b;",
          'a.ts': 'export const b = 1;',
          'App.ts': 'export {};',
          'data.json': '{}',
          '../shared/a.less': '@x: 1;',
        },
        {
          imports: {
            'index.tsx': {
              '../assets/index.less': 'lib/assets/index.less',
              '../shared/a': './../shared/a.ts',
              './a': './a.ts',
              '@scope/kit/dist/kit.css': '@scope/kit/dist/kit.css',
              './logo.png': './logo.png',
              './data.json': './data.json',
              '../src': 'lib',
            },
            '../shared/a.ts': { '../demos/a': './a.ts', './a.less': './../shared/a.less' },
          },
          styles: {
            'lib/assets/index.less': '.lib {}',
            './../shared/a.less': '.a {}',
            '@scope/kit/dist/kit.css': '.kit {}',
            'hidden/by-a-package.css': '.hidden {}',
          },
          media: { './logo.png': 'data:image/png;base64,AA==' },
        },
      ),
    );
    expect(files['src/App.tsx']?.split('\n')).toEqual([
      "import './styles/lib-assets-index.css';",
      "import { a } from './shared/a';",
      "import { b } from './a';",
      "import './styles/scope-kit-dist-kit.css';",
      "import logo from './logo.png';",
      "import data from './data.json';",
      "const later = () => import('./shared/a');",
      "export { c } from 'lib';",
    ]);
    expect(files['src/shared/a.ts']).toBe("import { b } from '../a';\nimport './a.css';\nexport const a = b;");
    expect(files['src/shared/a.css']).toBe('.a {}');
    expect(files['src/styles/lib-assets-index.css']).toBe('.lib {}');
    expect(files['src/logo.png.ts']).toBe('export default "data:image/png;base64,AA==";\n');
    expect(files['src/_App.ts']).toBe('export {};');
    expect(Object.values(files).join()).not.toContain('.hidden');
    expect(Object.keys(files).filter((name) => name.includes('..') || name.endsWith('.less'))).toEqual([]);
  });

  it('contains the edits of a reader, with compiled style sheets', () => {
    const { files } = createSandboxProject(
      source(
        { 'index.tsx': "import './a.less';", 'a.less': '@x: 1;' },
        { imports: { 'index.tsx': { './a.less': './a.less' } }, styles: { './a.less': '.a { top: 1px }' } },
      ),
      { files: { 'index.tsx': "import './a.less';\nedited();" }, styles: { './a.less': '.a { top: 2px }' } },
    );
    expect(files['src/App.tsx']).toBe("import './a.css';\nedited();");
    expect(files['src/a.css']).toBe('.a { top: 2px }');
  });

  it.each([
    ['node', undefined, { dev: expect.objectContaining({ command: 'npm run dev', preview: { port: 5173 } }) }],
    ['create-react-app', 'create-react-app', undefined],
  ] as const)('adds files for CodeSandbox: the template %s, and what to run', (name, template, tasks) => {
    const files = codeSandboxFiles(createSandboxProject(source({ 'index.tsx': '' }, { template })));
    expect(files['sandbox.config.json']).toEqual({ content: `{\n  "template": "${name}"\n}\n`, isBinary: false });
    expect(JSON.parse(files['.codesandbox/tasks.json']?.content ?? '{}').tasks).toEqual(tasks);
  });
});
