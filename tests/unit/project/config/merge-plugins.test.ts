import { describe, expect, expectTypeOf, it } from 'vitest';
import { mergePlugins } from '../../../../src/node/project/config/merge-plugins.ts';
import type { SlotName } from '../../../../src/shared/slots.ts';
import type { Slots } from '../../../../src/theme/contract.ts';

const merge = (config: object) => mergePlugins(config, () => undefined);
const problemsOf = (config: object): string[] => merge(config).diagnostics.map(({ text }) => text);

describe('plugins of a configuration', () => {
  it('are merged in order before the options of the site', () => {
    const { config, diagnostics } = merge({
      title: 'Site',
      headScripts: ['/site.js'],
      alias: { a: './site' },
      plugins: [
        { name: 'first', title: 'First', headScripts: ['/first.js'], alias: { a: './first', b: './first' } },
        { name: 'second', headScripts: ['/second.js'], themeConfig: { brand: '#123456' } },
      ],
    });
    expect(diagnostics).toEqual([]);
    expect(config).toEqual({
      title: 'Site',
      headScripts: ['/first.js', '/second.js', '/site.js'],
      alias: { a: './site', b: './first' },
      themeConfig: { brand: '#123456' },
    });
  });

  it('keep functions and instances as they are', () => {
    const remark = () => undefined;
    const { config, files } = merge({
      plugins: [{ name: 'own', markdown: { remarkPlugins: [remark] }, files: () => ({ a: '' }) }],
    });
    expect(config).toEqual({ markdown: { remarkPlugins: [remark] } });
    expect(files.map(({ plugin }) => plugin)).toEqual(['own']);
  });

  it('add folders of pages to those of the site', () => {
    const plugins = [{ name: 'own', resolve: { docDirs: ['/package/docs'] } }];
    expect(merge({ plugins }).config).toEqual({ resolve: { docDirs: ['docs', '/package/docs'] } });
    expect(merge({ plugins, resolve: { docDirs: ['guides'] } }).config).toEqual({
      resolve: { docDirs: ['/package/docs', 'guides'] },
    });
  });

  it('conflict if two set different values, and not if the values are equal', () => {
    const plugins = (first: object, second: object) => ({
      plugins: [
        { name: 'one', ...first },
        { name: 'two', ...second },
      ],
    });
    expect(problemsOf(plugins({ slots: { FooterTop: 'a' } }, { slots: { FooterTop: 'b' } }))).toEqual([
      'The plugins `one` and `two` set different values for `slots.FooterTop`',
    ]);
    expect(problemsOf(plugins({ title: 'Same' }, { title: 'Same' }))).toEqual([]);
  });

  it.each([
    ['a value and an object', { search: false }, { search: { groupOrder: 'nav' } }],
    ['an object and a value', { search: { groupOrder: 'nav' } }, { search: false }],
  ])('conflict in %s', (_what, first, second) => {
    const plugins = [
      { name: 'one', ...first },
      { name: 'two', ...second },
    ];
    expect(problemsOf({ plugins })).toEqual(['The plugins `one` and `two` set different values for `search`']);
    expect(merge({ plugins, search: false })).toMatchObject({ config: { search: false }, diagnostics: [] });
  });

  it('do not conflict if the site sets the option', () => {
    const plugins = [
      { name: 'one', title: 'One', slots: { FooterTop: 'a' } },
      { name: 'two', title: 'Two', slots: { FooterTop: 'b' } },
    ];
    const { config, diagnostics } = merge({ plugins, title: 'Site', slots: { FooterTop: 'c' } });
    expect(diagnostics).toEqual([]);
    expect(config).toEqual({ title: 'Site', slots: { FooterTop: 'c' } });
  });

  it('join one value with a list', () => {
    const plugins = [
      { name: 'one', stories: 'one/*.stories.tsx' },
      { name: 'two', stories: ['two/*.stories.tsx'] },
    ];
    expect(merge({ plugins, stories: 'src/*.stories.tsx' })).toMatchObject({
      config: { stories: ['one/*.stories.tsx', 'two/*.stories.tsx', 'src/*.stories.tsx'] },
      diagnostics: [],
    });
  });

  it('add options that have the name of a method', () => {
    const plugins = [{ name: 'one', esbuild: { define: { toString: '1' } } }];
    expect(merge({ plugins, esbuild: { define: { constructor: '2' } } })).toMatchObject({
      config: { esbuild: { define: { toString: '1', constructor: '2' } } },
      diagnostics: [],
    });
  });

  it.each<[what: string, plugins: unknown, problem: string]>([
    ['no list', { name: 'one' }, '`plugins` is not a list'],
    ['no object', [null], 'Plugin 1 is not an object with a name'],
    ['no name', [{ title: 'One' }], 'Plugin 1 is not an object with a name'],
    ['the name of another', [{ name: 'one' }, { name: 'one' }], 'Two plugins are named `one`'],
    [
      'an option of the site',
      [{ name: 'one', outputPath: 'x' }],
      'The plugin `one` sets `outputPath`, which only the site can set',
    ],
    ['files that are no function', [{ name: 'one', files: {} }], '`files` of the plugin `one` is not a function'],
    [
      'a command of the tool',
      [{ name: 'one', commands: { build: { description: 'x', run() {} } } }],
      'The plugin `one` cannot add the command `build`: the tool has a command of this name',
    ],
    [
      'a command that cannot run',
      [{ name: 'one', commands: { links: {} } }],
      'The plugin `one` cannot add the command `links`: it has no `description`',
    ],
    [
      'a group with such a command',
      [{ name: 'one', commands: { links: { description: 'x', commands: { all: { description: 'x' } } } } }],
      'The plugin `one` cannot add the command `links`: it has no `run`',
    ],
    ['an invalid option', [{ name: 'one', title: 1 }], 'Invalid config `title`: expected a string, got 1'],
  ])('are refused if one has %s', (_what, plugins, problem) => {
    expect(problemsOf({ plugins })).toEqual([problem]);
  });

  it('are named by messages about their options', () => {
    expect(merge({ plugins: [{ name: 'one', title: 1 }] }).diagnostics[0]?.notes).toContain(
      'The plugin `one` sets it.',
    );
  });
});

it('a configuration can fill exactly the slots of the theme', () => {
  expectTypeOf<SlotName>().toEqualTypeOf<keyof Slots>();
});
