import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ApiComponent, ApiProp } from '../../../src/shared/api.ts';
import { extractApi } from '../../helpers/library-types/compiler.ts';
import { projectRoot } from '../../helpers/library-types/library.ts';

type Row = { name: string; required: boolean; type: string; from: string };
type Listing = Record<'CascaderProps' | 'PanelProps', Row[]>;

const listing = JSON.parse(
  fs.readFileSync(path.join(projectRoot, 'tests/fixtures/api/cascader-props.json'), 'utf8'),
) as Listing;
const library = { projectRoot, entry: '@rc-component/cascader' };
const all = extractApi(library);

function find(id: string, components: ApiComponent[] = all.components): ApiComponent {
  const found = components.find((component) => component.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
}

function rows(props: readonly ApiProp[]): Row[] {
  return props.map(({ name, required, type, origin }) => ({ name, required, type, from: origin })).sort(byName);
}

function listed(name: keyof Listing): Row[] {
  return listing[name].map(({ name, required, type, from }) => ({ name, required, type, from })).sort(byName);
}

function byName(a: Row, b: Row): number {
  return a.name < b.name ? -1 : 1;
}

function prop(name: string): ApiProp | undefined {
  return find('Cascader').props.find((one) => one.name === name);
}

describe('the API of @rc-component/cascader', () => {
  it('has the 133 props of Cascader as the compiler lists them', () => {
    expect(find('Cascader').props).toHaveLength(133);
    expect(rows(find('Cascader').props)).toEqual(listed('CascaderProps'));
  });

  it.each(['Panel', 'Cascader.Panel'])('has the 20 props of %s', (id) => {
    expect(find(id).props).toHaveLength(20);
    expect(rows(find(id).props)).toEqual(listed('PanelProps'));
  });

  it.each([
    [['Cascader']],
    [['Cascader.Panel', 'Cascader']],
    [['CascaderRef', 'Cascader']],
  ])('has the same props if only %j are requested', (ids) => {
    const { components } = extractApi({ ...library, ids });
    expect(components.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(find('Cascader', components).props).toEqual(find('Cascader').props);
  });

  it('includes the exported types', () => {
    expect(all.components.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual([
      'component Cascader',
      'component Cascader.Panel',
      'component Panel',
      'type BaseOptionType',
      'type CascaderProps',
      'type CascaderRef',
      'type DefaultOptionType',
      'type FieldNames',
      'type SearchConfig',
    ]);
    expect(rows(find('CascaderProps').props)).toEqual(listed('CascaderProps'));
    expect(all.diagnostics).toEqual([]);
  });

  it('has the locations of declarations', () => {
    expect(find('Cascader').source).toEqual({ file: 'es/Cascader.d.ts', line: 98 });
    expect(prop('direction')?.source?.file).toBe('es/BaseSelect/index.d.ts');
    expect(prop('showCheckedStrategy')?.references).toEqual([
      { name: 'ShowCheckedStrategy', origin: '@rc-component/cascader', source: { file: 'es/Cascader.d.ts', line: 24 } },
    ]);
    expect(JSON.stringify(all.components)).not.toContain(projectRoot);
  });

  it('lists all files that it read', () => {
    const names = all.files.map((file) => path.relative(projectRoot, file).replaceAll(path.sep, '/'));
    expect(names).toEqual(
      expect.arrayContaining([
        'node_modules/@rc-component/cascader/es/Cascader.d.ts',
        'node_modules/@rc-component/cascader/es/Cascader.js',
        'node_modules/@rc-component/cascader/es/utils/commonUtil.js',
        'node_modules/@rc-component/cascader/package.json',
        'node_modules/@types/react/index.d.ts',
      ]),
    );
    expect(names.filter((name) => name.startsWith('node_modules/typescript/lib/'))).toEqual([]);
    expect(names.every((name) => fs.existsSync(path.join(projectRoot, name)))).toBe(true);
  });
});
