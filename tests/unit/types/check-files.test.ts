import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import type { CheckFilesOptions } from '../../../src/node/types/check/check-files.ts';
import { checkFiles } from '../../helpers/library-types/compiler.ts';
import { createFolder, createLibrary, projectRoot, writeFiles } from '../../helpers/library-types/library.ts';

const library = `import type { ReactNode } from 'react';
export interface Option { value: string; label?: ReactNode }
export interface SelectProps {
  options?: Option[];
  size?: 'small' | 'large';
  /** @deprecated use {@link SelectProps.size}. */
  large?: boolean;
  /**
   * @deprecated since 2.0,
   * there is \`options\`
   */
  items?: Option[];
  onChange?: (value: string) => void;
}
export default function Select(props: SelectProps) { return <b>{props.size}</b>; }
export function Named(props: { name: string }) { return <b>{props.name}</b>; }
/** @deprecated */
export const LIMIT = 1;
`;

interface Block {
  /** Source path of the page. */
  file: string;
  text: string;
  line: number;
  lang?: 'tsx' | 'ts';
}

/** Checks a project with the library above in `src`. By default, `demos/*.tsx` are demos. */
async function check(
  files: Record<string, string>,
  { blocks = [], ...options }: Partial<Omit<CheckFilesOptions, 'blocks'>> & { blocks?: Block[] } = {},
) {
  const folder = await createLibrary({ 'src/index.tsx': library, ...files });
  const demos = Object.keys(files).filter((name) => /^demos\/[^/]*\.[jt]sx?$/.test(name));
  const result = checkFiles({
    projectRoot: folder,
    root: folder,
    library: { name: 'own', entry: path.join(folder, 'src/index.tsx') },
    files: demos.map((name) => path.join(folder, name)),
    blocks: blocks.map((block) => ({ lang: 'tsx', ...block, page: path.join(folder, block.file) })),
    ...options,
  });
  return { folder, ...result, lines: result.diagnostics.map(lineOf) };
}

function lineOf({ severity, code, text, location }: Diagnostic): string {
  const place = location ? `${location.file}:${location.line}:${location.column} ` : '';
  return `${place}${severity} ${code} ${text}`;
}

const select = "import Select, { Named } from 'own';\n";

describe('checkFiles', () => {
  it('leaves the preview file of Storybook to the project, wherever `rootDir` is', async () => {
    const { lines } = await check({
      'tsconfig.json':
        '{"compilerOptions": {"rootDir": "src", "strict": true, "jsx": "react-jsx", "skipLibCheck": true}}',
      'demos/a.tsx':
        "import * as preview from '../.storybook/preview';\nexport const Wrapper: string = preview.tone;\n",
      '.storybook/preview.tsx':
        "import type { Preview } from '@storybook/react-vite';\nexport const tone = 1;\nexport default {} as Preview;\n",
    });
    expect(lines).toEqual(["demos/a.tsx:2:14 error CD810 Type 'number' is not assignable to type 'string'"]);
  });

  it('reports nothing for valid code', async () => {
    const { diagnostics } = await check(
      {
        'demos/a.tsx': `${select}import './a.less';
          import picture from './a.svg';
          import data from './data.json';
          import { options } from './shared/options';
          const address: string = picture;
          export default () => <Select size="small" options={[...options, { value: address, label: data.name }]} />;`,
        'demos/a.less': '',
        'demos/data.json': '{"name": "A"}',
        'demos/shared/options.ts':
          "import type { Option } from 'own';\nexport const options: Option[] = [{ value: 'a' }];",
        'docs/index.md': '# Page',
      },
      { blocks: [{ file: 'docs/index.md', line: 3, text: `${select}<Select onChange={(value) => value.trim()} />;` }] },
    );
    expect(diagnostics).toEqual([]);
  });

  it('reports invalid props with their locations', async () => {
    const { diagnostics, lines } = await check({
      'demos/a.tsx': `${select}export const a = (
  <>
    <Select optionz={[]} />
    <Select size="medium" />
    <Select options={[{ value: 1 }]} />
    <Named />
    <Select onChange={(value: number) => value} />
  </>
);
export const props: import('own').SelectProps = { optionz: [] };
Select.Panel;
`,
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "demos/a.tsx:4:13 error CD810 \`<Select>\` has no prop \`optionz\`. Did you mean \`options\`?",
        "demos/a.tsx:5:13 error CD810 \`size\` of \`<Select>\`: Type '"medium"' is not assignable to type '"large" | "small" | undefined'",
        "demos/a.tsx:6:25 error CD810 \`value\`: Type 'number' is not assignable to type 'string'",
        "demos/a.tsx:7:6 error CD810 Property 'name' is missing in type '{}' but required in type '{ name: string; }'",
        "demos/a.tsx:8:13 error CD810 \`onChange\` of \`<Select>\`: Type '(value: number) => number' is not assignable to type '(value: string) => void'",
        "demos/a.tsx:11:51 error CD810 Object literal may only specify known properties, but 'optionz' does not exist in type 'SelectProps'. Did you mean to write 'options'?",
        "demos/a.tsx:12:8 error CD810 \`Select\` has no property \`Panel\`",
      ]
    `);
    expect(diagnostics[1]?.location).toEqual({
      file: 'demos/a.tsx',
      line: 5,
      column: 13,
      length: 4,
      lineText: '    <Select size="medium" />',
    });
    expect(diagnostics[0]?.notes).toMatchInlineSnapshot(`
      [
        "Property 'optionz' does not exist on type 'IntrinsicAttributes & SelectProps'. Did you mean 'options'?",
      ]
    `);
    expect(diagnostics[4]?.notes).toMatchInlineSnapshot(`
      [
        "Types of parameters 'value' and 'value' are incompatible.",
        "Type 'string' is not assignable to type 'number'.",
      ]
    `);
  });

  it('reports the error of the last overload', async () => {
    const { diagnostics } = await check({
      'demos/a.tsx': `${select}import { createElement } from 'react';\nexport default createElement(Named, {});`,
    });
    expect(diagnostics).toMatchObject([
      {
        text: "Property 'name' is missing in type '{}' but required in type '{ name: string; }'",
        notes: ["Argument of type '{}' is not assignable to parameter of type 'Attributes & { name: string; }'."],
      },
    ]);
  });

  it('reports the location of an error in a code block of a page', async () => {
    const page = [
      '# Page',
      '',
      '- An item:',
      '',
      '  ```tsx | check',
      '  const a = 1;',
      '  <Select sise="a" />;',
      '  ```',
    ];
    const text = 'const a = 1;\n<Select sise="a" />;';
    const { diagnostics } = await check(
      { 'docs/page.md': page.join('\r\n') },
      {
        blocks: [
          { file: 'docs/page.md', line: 6, text: `const a = 1;\n<Select sise="a" />;` },
          { file: 'docs/embedded.md', line: 2, text },
          { file: 'docs/page.md', line: 6, text: 'const a = {', lang: 'ts' },
        ],
      },
    );
    const problem = { severity: 'error', code: 'CD810', text: expect.stringContaining("Cannot find name 'Select'") };
    expect(diagnostics).toEqual([
      {
        ...problem,
        location: { file: 'docs/page.md', line: 7, column: 4, length: 6, lineText: '  <Select sise="a" />;' },
      },
      {
        ...problem,
        location: { file: 'docs/embedded.md', line: 3, column: 2, length: 6, lineText: '<Select sise="a" />;' },
      },
      expect.objectContaining({ text: "'}' expected", location: expect.objectContaining({ line: 6 }) }),
    ]);
  });

  it('separates the names of code blocks, and allows unused ones', async () => {
    const block = {
      file: 'docs/page.md',
      line: 1,
      text: "const options = [{ value: 'a' }];\nfunction show(a: string) {}",
    };
    const { lines } = await check(
      {
        'tsconfig.json': '{"compilerOptions": {"noUnusedLocals": true, "noUnusedParameters": true}}',
        'demos/a.tsx': 'const unused = 1;\nexport default () => null;',
      },
      { blocks: [block, block] },
    );
    expect(lines).toEqual(["demos/a.tsx:1:7 error CD810 'unused' is declared but its value is never read"]);
  });

  it('checks each file of demos once, and not the source of the library', async () => {
    const { lines } = await check({
      'src/index.tsx': `${library}export const wrong: number = 'text';\nimport './inner';`,
      'src/inner.ts': "export const wrong: number = 'text';",
      'demos/a.tsx': "import './shared/wrong';\nimport '../src/inner';\nexport default 1;",
      'demos/b.tsx': "import './shared/wrong';\nimport 'own';\nexport default 1;",
      'demos/shared/wrong.ts': "export const a: number = 'text';\nimport('./later');",
      'demos/shared/later.ts': "export const b: number = 'text';",
    });
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'demos/shared/wrong.ts:1:14',
      'demos/shared/later.ts:1:14',
    ]);
  });

  it('reports missing packages and files', async () => {
    const { diagnostics, folder } = await check({
      'demos/a.tsx':
        "import a from 'no-such/part';\nimport b from './b';\nimport c from 'untyped';\nexport default [a, b, c];",
      'node_modules/untyped/package.json': '{"name": "untyped", "main": "index.js"}',
      'node_modules/untyped/index.js': '',
    });
    expect(diagnostics.map(({ text, notes, location }) => [location?.line, text, notes])).toEqual([
      [
        1,
        expect.stringMatching(/^Cannot find module 'no-such\/part'/),
        ['Install it: `npm install --save-dev no-such`.'],
      ],
      [2, expect.stringMatching(/^Cannot find module '.\/b'/), undefined],
      [3, expect.stringContaining("'node_modules/untyped/index.js' implicitly has"), undefined],
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain(folder);
  });

  it('reports missing types of React once', async () => {
    const folder = await createFolder(os.tmpdir());
    const demo = "import { useState } from 'react';\nexport default () => <b><i>{useState}</i></b>;";
    await writeFiles(folder, { 'package.json': '{}', 'a.tsx': demo, 'b.tsx': demo });
    const files = ['a.tsx', 'b.tsx'].map((name) => path.join(folder, name));
    const texts = checkFiles({ projectRoot: folder, root: folder, files, blocks: [] }).diagnostics.map(lineOf);
    expect(texts.map((text) => text.replace(/.*(CD\d+ .{30}).*/, '$1'))).toMatchInlineSnapshot(`
      [
        "CD810 Cannot find module 'react' or ",
        "CD810 JSX element implicitly has typ",
        "CD810 This JSX tag requires the modu",
        "CD810 Cannot find module 'react' or ",
      ]
    `);
  });

  it('warns once about each deprecated name', async () => {
    const { diagnostics, lines } = await check({
      'demos/a.tsx': `${select}import { LIMIT, type SelectProps } from 'own';
const props: SelectProps = { items: [] };
export const a = <><Select large /><Select {...props} large={LIMIT > 0} items={[]} /></>;`,
      'demos/b.tsx': `${select}export default <Select large />;`,
    });
    expect(lines.filter((line) => !line.includes('LIMIT'))).toEqual([
      'demos/a.tsx:3:30 warning CD811 `items` is deprecated: since 2.0, there is `options`',
      'demos/a.tsx:4:28 warning CD811 `large` is deprecated: use SelectProps.size',
      'demos/b.tsx:2:24 warning CD811 `large` is deprecated: use SelectProps.size',
    ]);
    expect(diagnostics.filter(({ text }) => text === '`LIMIT` is deprecated')).toHaveLength(1);
  });

  it('accepts elements with and without an import of React, but no other use of it', async () => {
    const { lines } = await check({
      'tsconfig.json': '{"compilerOptions": {"jsx": "react", "noUnusedLocals": true}}',
      'demos/a.tsx': 'export default () => <b><></></b>;',
      'demos/b.tsx': "import React from 'react';\nexport default () => <b />;",
      'demos/c.tsx': 'export default () => React.useState(1);',
    });
    expect(lines).toEqual([expect.stringMatching(/^demos\/c\.tsx:1:22 error CD810 'React' refers to a UMD global/)]);
  });

  it('uses the tsconfig.json of the project', async () => {
    const { lines } = await check(
      {
        'tsconfig.json': '{"compilerOptions": {"strict": true}}',
        'config/docs.json': `{
          // As loose as can be.
          "extends": "./base.json",
          "compilerOptions": {"paths": {"@/*": ["../demos/shared/*"]}, "declaration": true, "isolatedDeclarations": true},
          "include": ["../types"]
        }`,
        'config/base.json': '{"compilerOptions": {"strict": false}}',
        'config/globals.d.ts':
          'declare const VERSION: string;\ndeclare module "*.svg" { const size: number; export default size; }',
        'demos/a.tsx':
          "import { a } from '@/a';\nimport size from './a.svg';\nexport default (b) => a + b + VERSION + size.toFixed();",
        'demos/shared/a.ts': "export const a = 'a';",
      },
      { tsconfig: 'config/docs.json' },
    );
    expect(lines).toEqual([
      "demos/a.tsx:3:31 error CD810 Cannot find name 'VERSION'",
      'demos/a.tsx:3:46 error CD810 `size` has no property `toFixed`. Did you mean `fixed`?',
    ]);
  });

  it('resolves the aliases of the site', async () => {
    const { lines } = await check(
      {
        'tsconfig.json': '{"compilerOptions": {"paths": {"looks": ["./nowhere"]}}}',
        'demos/a.tsx': `import { a } from 'looks';
          import { a as b } from 'all/looks';
          import { c } from '@/c';
          import d from 'looks/more';
          export default [a, b, c, d];`,
        'src/c.ts': 'export const c = 1;',
        'shared/looks.ts': 'export const a = 1;',
      },
      { alias: { looks$: './shared/looks.ts', all: './shared', react: 'preact/compat' } },
    );
    expect(lines).toEqual([expect.stringMatching(/^demos\/a\.tsx:4:\d+ error CD810 Cannot find module 'looks\/more'/)]);
  });

  it('checks only the syntax of a demo in JavaScript', async () => {
    const { lines } = await check({
      'demos/a.jsx': `${select}export default () => <Select optionz={1} />;`,
      'demos/b.jsx': 'export default () => <b;',
    });
    expect(lines[0]).toBe('demos/b.jsx:1:24 error CD810 Identifier expected');
    expect(lines.filter((line) => line.includes('a.jsx'))).toEqual([]);
  });

  it.each([
    ['a syntax error', '{\n  "compilerOptions": {"strict": true,, }\n}', 'tsconfig.json:2:38'],
    ['an invalid value', '{\n  "compilerOptions": {"jsx": "vue"}\n}', 'tsconfig.json:2:30'],
    ['an unknown option', '{\n  "compilerOptions": {"strikt": true}\n}', 'tsconfig.json:2:23'],
  ])('reports the location of %s in a configuration', async (_, config, place) => {
    const { diagnostics, lines } = await check({ 'tsconfig.json': config, 'demos/a.tsx': 'export default wrong;' });
    expect(lines[0]).toMatch(new RegExp(`^${place.replaceAll('.', '\\.')} error CD812 `));
    expect(diagnostics.every(({ code }) => code === 'CD812')).toBe(true);
  });

  it.each([
    ['no.json', 'no.json'],
    ['config', 'config/tsconfig.json'],
  ])('reports a missing configuration: %s', async (tsconfig, file) => {
    const { lines } = await check({ 'config/other.txt': '' }, { tsconfig });
    expect(lines).toEqual([`error CD812 The file \`${file}\` does not exist`]);
  });

  it.each([
    ['4.9.5', '{}', []],
    ['5.9.3', '{}', []],
    ['5.9.3', '{"strict": true}', ['1:7']],
    ['5.9.3', '{"types": []}', ['2:22']],
    ['5.9.3', '{"noUncheckedSideEffectImports": true}', ['3:8']],
    ['6.0.2', '{}', ['1:7', '2:22', '3:8']],
    ['6.0.2', '{"strict": false, "types": ["*"]}', ['3:8']],
    ['7.0.2', '{}', ['1:7', '2:22', '3:8']],
    [undefined, '{}', ['1:7', '2:22', '3:8']],
  ])('uses the defaults of TypeScript %s for unset options, with %s', async (typescript, options, places) => {
    const { diagnostics } = await check(
      {
        'tsconfig.json': `{"compilerOptions": ${options}}`,
        'node_modules/@types/thing/index.d.ts': 'declare const thing: string;',
        'demos/a.ts': "const a: string = null;\nexport const b = a + thing;\nimport './sheet.unknown';",
      },
      { typescript },
    );
    expect(diagnostics.map(({ location }) => `${location?.line}:${location?.column}`)).toEqual(places);
  });

  it.each([
    '{}',
    '{"target": "es2015"}',
    '{"target": "esnext"}',
  ])('uses the language version that the site is compiled to, or a newer one: with %s', async (options) => {
    const { lines } = await check(
      {
        'tsconfig.json': `{"compilerOptions": ${options}}`,
        'demos/a.ts': `export const last = [1].toSorted().at(-1);
            export const joined = new Set([1]).union(new Set([2]));`,
      },
      { typescript: '5.9.3' },
    );
    const isNewer = options.includes('esnext');
    expect(lines.map((line) => line.replace(/ Do you need.*/, ''))).toEqual(
      isNewer ? [] : ["demos/a.ts:2:48 error CD810 Property 'union' does not exist on type 'Set<number>'."],
    );
  });

  it('accepts the folder of a configuration', async () => {
    const { lines } = await check(
      { 'config/tsconfig.json': '{"compilerOptions": {"strict": false}}', 'demos/a.tsx': 'export default (b) => b;' },
      { tsconfig: 'config' },
    );
    expect(lines).toEqual([]);
  });

  it('returns the same for the same files, and lists them', async () => {
    const files = {
      'tsconfig.json': '{}',
      'demos/a.tsx': `${select}export default <Select optionz={[]} />;`,
      'docs/page.md': 'text',
    };
    const blocks = [{ file: 'docs/page.md', line: 1, text: 'text' }];
    const [one, two] = [await check(files, { blocks }), await check(files, { blocks })];
    expect(one.diagnostics).toEqual(two.diagnostics);
    expect(
      one.files.filter((file) => file.startsWith(one.folder)).map((file) => path.relative(one.folder, file)),
    ).toEqual(['demos/a.tsx', 'docs/page.md', 'package.json', 'src/index.tsx', 'tsconfig.json'].map(path.normalize));
  });
});

describe('a renamed prop of @rc-component/cascader', () => {
  it('breaks every demo and every code block that uses it', async () => {
    const folder = await createLibrary({});
    const copy = path.join(folder, 'node_modules/@rc-component/cascader');
    const isType = (name: string): boolean => !path.extname(name) || /(\.d\.ts|package\.json)$/.test(name);
    await fs.cp(path.join(projectRoot, 'node_modules/@rc-component/cascader'), copy, {
      recursive: true,
      filter: isType,
    });
    await fs.cp(path.join(projectRoot, 'demos'), path.join(folder, 'demos'), { recursive: true });
    const names = (await fs.readdir(path.join(folder, 'demos'))).filter((name) => name.endsWith('.tsx')).sort();
    const blockOf = (prop: string) => `import Cascader from '@rc-component/cascader';\n<Cascader ${prop} />;`;
    const input: CheckFilesOptions = {
      projectRoot: folder,
      root: folder,
      files: names.map((name) => path.join(folder, 'demos', name)),
      blocks: ['changeOnSelect', 'checkable'].map((prop, index) => ({
        page: path.join(folder, 'docs/page.md'),
        file: 'docs/page.md',
        text: blockOf(prop),
        lang: 'tsx',
        line: index * 10 + 1,
      })),
    };
    expect(checkFiles(input).diagnostics).toEqual([]);

    for (const name of ['Cascader', 'Panel']) {
      const types = path.join(copy, `es/${name}.d.ts`);
      await fs.writeFile(types, (await fs.readFile(types, 'utf8')).replaceAll('changeOnSelect', 'selectAnyLevel'));
    }
    const { diagnostics } = checkFiles(input);
    const using = await Promise.all(
      names.map(async (name) => {
        const text = await fs.readFile(path.join(folder, 'demos', name), 'utf8');
        return /^\s*changeOnSelect\b/m.test(text) ? [`demos/${name}`] : [];
      }),
    );
    expect(using.flat().length).toBeGreaterThan(2);
    expect(diagnostics.map(({ location }) => location?.file)).toEqual([...using.flat(), 'docs/page.md']);
    expect(diagnostics.every(({ text }) => text.startsWith('`<Cascader>` has no prop `changeOnSelect`'))).toBe(true);
    expect(diagnostics.at(-1)?.location).toMatchObject({ line: 2, column: 11 });
  });
});
