import { describe, expect, it } from 'vitest';
import type { DemoSource } from '../../../src/shared/demo-source.ts';
import { codeSandboxFiles, createSandboxProject } from '../../../src/shared/sandbox-project.ts';

const live = { sandbox: '', editor: '', editorStyles: '', compiler: '', modules: [] };

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
  it('returns the demo as App, an entry that renders it, a page and a package.json', () => {
    const { title, template, dependencies, files } = createSandboxProject(
      source({ 'index.tsx': 'export default () => <b>a</b>;' }),
    );
    expect([title, template, dependencies]).toEqual([
      'A demo',
      'create-react-app',
      { react: '19.3.1', 'react-dom': '19.3.1' },
    ]);
    expect(Object.keys(files).sort()).toEqual(['App.tsx', 'index.html', 'index.tsx', 'package.json']);
    expect(files['App.tsx']).toBe("import React from 'react';\nexport default () => <b>a</b>;");
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
      main: 'index.tsx',
      dependencies,
      devDependencies: { typescript: '^4' },
    });
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
    expect(files['index.jsx']?.includes('createRoot(')).toBe(isRoot);
    expect(files['index.jsx']?.includes('ReactDOM.render(')).toBe(!isRoot);
    expect(JSON.parse(files['package.json'] ?? '').devDependencies).toEqual({});
  });

  it('uses the configured versions of packages', () => {
    const versions = { typescript: '^5', '@types/react': '^19', react: '18.3.1', dayjs: '^1' };
    const manifestOf = (entry: string) =>
      JSON.parse(createSandboxProject(source({ [entry]: '' }, { versions })).files['package.json'] ?? '');
    const dependencies = { react: '18.3.1', dayjs: '^1', 'react-dom': '18.3.1' };
    expect(manifestOf('index.tsx')).toMatchObject({
      dependencies,
      devDependencies: { typescript: '^5', '@types/react': '^19' },
    });
    expect(manifestOf('index.jsx')).toMatchObject({ dependencies, devDependencies: {} });
  });

  it('applies the color scheme of the system before the demo is imported', () => {
    const prefersColor = { default: 'light', switch: true, class: { dark: 'dark', light: '' } } as const;
    const files = { 'index.tsx': "import './color-scheme';", 'color-scheme.ts': 'export {};' };
    const imports = { 'index.tsx': { './color-scheme': './color-scheme.ts' } };
    const project = createSandboxProject(source(files, { prefersColor, imports }));
    expect(Object.keys(project.files)).toContain('color-scheme.ts');
    const entry = project.files['index.tsx'] ?? '';
    expect(entry.indexOf("import './_color-scheme';")).toBeGreaterThan(0);
    expect(entry.indexOf("import './_color-scheme';")).toBeLessThan(entry.indexOf("import App from './App';"));
    expect(project.files['_color-scheme.ts']).toBe(`const root = document.documentElement;
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
    expect(files['index.tsx']).toContain("import { Wrapper } from './setup/index';\nimport App from './App';");
    expect(files['index.tsx']).toContain('render(<Wrapper><App /></Wrapper>);');
    expect(files['setup/index.tsx']).toBe("import '../base.css';\nimport './own';\nimport '../a';");
    expect([files['base.css'], files['setup/own.ts']]).toEqual(['.base {}', 'export {};']);
    expect(withSetup(false)['index.tsx']).toContain("import './setup/index';\nimport App from './App';");
    expect(withSetup(false)['index.tsx']).toContain('render(<App />);');
  });

  it('uses the only color scheme of a site without a switch', () => {
    const prefersColor = { default: 'dark', switch: false, attribute: 'data-theme' } as const;
    const { files } = createSandboxProject(source({ 'index.jsx': '' }, { prefersColor }));
    expect(files['color-scheme.js']).toContain('const dark = { matches: true };');
    expect(files['color-scheme.js']).toContain("root.setAttribute('data-theme', color);");
    expect(files['color-scheme.js']).not.toContain('addEventListener');
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
    expect(files['App.tsx']?.split('\n')).toEqual([
      "import './styles/lib-assets-index.css';",
      "import { a } from './shared/a';",
      "import { b } from './a';",
      "import './styles/scope-kit-dist-kit.css';",
      "import logo from './logo.png';",
      "import data from './data.json';",
      "const later = () => import('./shared/a');",
      "export { c } from 'lib';",
    ]);
    expect(files['shared/a.ts']).toBe("import { b } from '../a';\nimport './a.css';\nexport const a = b;");
    expect(files['shared/a.css']).toBe('.a {}');
    expect(files['styles/lib-assets-index.css']).toBe('.lib {}');
    expect(files['logo.png.ts']).toBe('export default "data:image/png;base64,AA==";\n');
    expect(files['_App.ts']).toBe('export {};');
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
    expect(files['App.tsx']).toBe("import './a.css';\nedited();");
    expect(files['a.css']).toBe('.a { top: 2px }');
  });

  it('adds a file with the template for CodeSandbox', () => {
    const files = codeSandboxFiles(createSandboxProject(source({ 'index.tsx': '' })));
    expect(files['sandbox.config.json']).toEqual({
      content: '{\n  "template": "create-react-app"\n}\n',
      isBinary: false,
    });
    expect(files['App.tsx']?.isBinary).toBe(false);
  });
});
