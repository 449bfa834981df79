import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExtractApiOptions } from '../../../../src/node/types/extract/extract-api.ts';
import { printTables } from '../../../helpers/library-types/api-table.ts';
import { extractApi } from '../../../helpers/library-types/compiler.ts';
import { createFolder, createLibrary, writeFiles } from '../../../helpers/library-types/library.ts';

const react = "import * as React from 'react';\n";

async function extract(files: Record<string, string>, options: Partial<ExtractApiOptions> = {}) {
  const folder = await createLibrary(files);
  return { folder, ...extractApi({ projectRoot: folder, entry: 'src/index.tsx', ...options }) };
}

describe('extractApi', () => {
  it('reads JavaScript with its comments', async () => {
    const { components, diagnostics } = await extract(
      {
        'src/index.jsx': `import { createElement } from 'react';
          /**
           * A button.
           * @param {{ size?: 'small' | 'large', label: string }} props
           */
          export const Button = ({ size = 'small', label }) => createElement('button', null, size, label);`,
      },
      { entry: 'src/index.jsx' },
    );
    expect(diagnostics).toEqual([]);
    expect(printTables(components, 'own')).toBe(
      'component Button // A button.\n  size?: "small" | "large" = "small"\n  label: string',
    );
  });

  it('reads the comments of functions', async () => {
    const { components, diagnostics } = await extract(
      {
        'src/index.ts': `
        /**
         * Toggles.
         * @param name - of the state
         * @param options - how it begins
         * @param options.initial - not a parameter
         * @param last - the last one
         * @returns - the state, and \`toggle\`
         * @example
         * use('a');
         * use('b');
         * @example <caption>With options</caption>
         * \`\`\`ts
         * use('c', {});
         * \`\`\`
         */
        export function use(name: string, { initial }: { initial?: string } = {}, [last]: string[] = []): () => void {
          return () => void [name, initial, last];
        }
        /** @param other - is not this parameter, but the other one */
        export const pick = ([first]: string[], other?: { a?: number }): string => (first ?? '') + other?.a;
        /** @example */
        export const none = 1;`,
      },
      { entry: 'src/index.ts' },
    );
    expect(diagnostics).toEqual([]);
    const [use, pick, none] = components;
    expect(use?.props.map(({ name, description }) => [name, description])).toEqual([
      ['name', 'of the state'],
      ['{ initial }', 'how it begins'],
      ['[last]', 'the last one'],
    ]);
    expect(use).toMatchObject({
      returns: 'the state, and `toggle`',
      examples: ["```tsx\nuse('a');\nuse('b');\n```", "With options\n\n```ts\nuse('c', {});\n```"],
      type: '(name: string, { initial }?: { initial?: string | undefined; }, [last]?: string[]) => () => void',
      shortType: '(name: string, { initial }?: { initial?: string; }, [last]?: string[]) => () => void',
    });
    expect(pick?.props.map(({ description }) => description)).toEqual(['', 'is not this parameter, but the other one']);
    expect(pick?.shortType).toBe('([first]: string[], other?: { a?: number; }) => string');
    expect(none).not.toHaveProperty('examples');
  });

  it('uses the paths, the globals and the strictness of the project', async () => {
    const { components, diagnostics, files, folder } = await extract({
      'tsconfig.json':
        '{"extends": "./base.json", "compilerOptions": {"strict": false, "outDir": "dist", "composite": true}}',
      'base.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
      'src/globals.d.ts': "declare namespace API { interface User { name: string } }\ndeclare module '*.less';",
      'src/types.ts': 'export type Size = 1 | 2;',
      'src/index.tsx': `${react}import type { Size } from '@/types';
        import './style.less';
        export const Avatar = (props: { user: API.User; size: Size; alt: string | null }) => <b>{props.alt}</b>;`,
    });
    expect(diagnostics).toEqual([]);
    expect(printTables(components, 'own')).toBe(
      'component Avatar\n  user: User\n    name: string\n  size: Size\n  alt: string',
    );
    expect(files).toEqual(
      expect.arrayContaining(['tsconfig.json', 'base.json'].map((name) => path.join(folder, name))),
    );
  });

  it('accepts options that the compiler no longer supports, and detects when they change', async () => {
    const options = {
      strict: false,
      baseUrl: '.',
      moduleResolution: 'node',
      module: 'commonjs',
      target: 'es5',
      esModuleInterop: false,
    };
    const folder = await createLibrary({
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, paths: { '@/*': ['src/*'] } } }),
      'src/size.ts': 'export type Size = 1 | 2;',
      'src/look.ts': "export type Look = 'plain' | 'loud';",
      'src/index.tsx': `${react}import type { Look } from 'src/look';
        import type { Size } from '@/size';
        export const Text = (props: { size: Size; look?: Look; alt: string | null }) => <b>{props.alt}</b>;`,
    });
    const table = () => {
      const { components, diagnostics } = extractApi({ projectRoot: folder, entry: 'src/index.tsx' });
      expect(diagnostics).toEqual([]);
      return printTables(components, 'own');
    };
    const rows = 'component Text\n  size: Size\n  look?: Look\n  alt: string';
    expect(table()).toBe(rows);
    const strict = { ...options, strict: true, paths: { '@/*': ['src/*'] } };
    await fs.writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict }));
    expect(table()).toBe(`${rows} | null`);
  });

  it('warns about an invalid configuration, and continues', async () => {
    const { components, diagnostics } = await extract(
      {
        'tsconfig.docs.json': '{"compilerOptions": {"strict": "yes"}}',
        'src/index.tsx': `${react}export const A = () => <b />;`,
      },
      { tsconfig: 'tsconfig.docs.json' },
    );
    expect(components.map(({ id }) => id)).toEqual(['A']);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'CD802', text: expect.stringMatching(/^tsconfig\.docs\.json: .*strict/) },
    ]);
  });

  it('warns about syntax errors with their locations, and continues', async () => {
    const { components, diagnostics } = await extract({
      'src/index.tsx': `${react}export const A = (props: { a: string }) => <b>{props.a}</b>;\nexport const = 3;\n`,
    });
    expect(components.map(({ id }) => id)).toContain('A');
    expect(diagnostics[0]).toMatchObject({
      severity: 'warning',
      code: 'CD804',
      location: { file: 'src/index.tsx', line: 3, column: 14, lineText: 'export const = 3;' },
    });
  });

  it('warns about ids that are not exported', async () => {
    const { components, diagnostics } = await extract(
      { 'src/index.tsx': `${react}export const Cascader = () => <b />;\nexport const Other = () => <b />;` },
      { ids: ['Cascadar', 'Other'] },
    );
    expect(components.map(({ id }) => id)).toEqual(['Other']);
    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        code: 'CD803',
        text: '`Cascadar` is not exported by `src/index.tsx`. Did you mean `Cascader`?',
      },
    ]);
  });

  it('distinguishes own props from those of a package in the same repository', async () => {
    const { components } = await extract(
      {
        'packages/ui/package.json': '{"name": "@acme/ui"}',
        'packages/ui/src/index.tsx': `${react}import type { Base } from '../../base/src/index';
          export const Box = (props: Base & { own?: string }) => <b>{props.own}</b>;`,
        'packages/base/package.json': '{"name": "@acme/base"}',
        'packages/base/src/index.ts': 'export interface Base { shared?: string }',
      },
      { entry: 'packages/ui/src/index.tsx' },
    );
    expect(components[0]?.source).toEqual({ file: 'packages/ui/src/index.tsx', line: 3 });
    expect(components[0]?.props).toMatchObject([
      { name: 'own', origin: '@acme/ui', source: { file: 'packages/ui/src/index.tsx', line: 3 } },
      { name: 'shared', origin: '@acme/base', source: { file: 'packages/base/src/index.ts', line: 1 } },
    ]);
  });

  it('accepts another name for the package', async () => {
    const files = { 'src/index.tsx': `${react}export const A = (props: { a: string }) => <b>{props.a}</b>;` };
    const { components } = await extract(files, { packageName: '@acme/other' });
    expect(components[0]?.props[0]?.origin).toBe('@acme/other');
  });

  it('works without the types of React', async () => {
    const folder = await createFolder(os.tmpdir());
    await writeFiles(folder, {
      'package.json': '{"name": "own"}',
      'index.tsx': `${react}export const A = (props: { a: React.ReactNode; b?: string }) => <b>{props.a}</b>;`,
    });
    const { components, diagnostics } = extractApi({ projectRoot: folder, entry: 'index.tsx' });
    expect(diagnostics).toMatchObject([{ code: 'CD805', text: expect.stringContaining('`React.ReactNode`') }]);
    expect(diagnostics[0]?.notes?.[0]).toContain('Install the types: `npm install --save-dev @types/react`');
    expect(printTables(components, 'own')).toBe('component A\n  a: React.ReactNode\n  b?: string');
  });

  it('returns the same for the same files in any folder', async () => {
    const files = {
      'src/index.tsx': `${react}export * from './b';\nexport const A = (props: { a?: 'y' | 'x' }) => <b>{props.a}</b>;`,
      'src/b.tsx': `${react}export const B = ({ b = 'x' }: { b?: 'x' | 'y' | 'z' }) => <b>{b}</b>;`,
    };
    const [one, two] = [await extract(files), await extract(files)];
    expect(JSON.stringify(one.components)).toBe(JSON.stringify(two.components));
    expect(
      one.files.filter((file) => file.startsWith(one.folder)).map((file) => path.relative(one.folder, file)),
    ).toEqual(['package.json', 'src/b.tsx', 'src/index.tsx'].map(path.normalize));
  });

  it('detects a change without delay', async () => {
    const { folder, components } = await extract({
      'src/index.tsx': `${react}export const A = (props: { before?: 1 }) => <b>{props.before}</b>;`,
    });
    await fs.writeFile(path.join(folder, 'src/index.tsx'), `${react}export const A = (props: { after?: 1 }) => <b />;`);
    const again = extractApi({ projectRoot: folder, entry: 'src/index.tsx' });
    expect([components, again.components].map(([one]) => one?.props[0]?.name)).toEqual(['before', 'after']);
  });
});
