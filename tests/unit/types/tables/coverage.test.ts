import { beforeAll, describe, expect, it } from 'vitest';
import { apiDataIn, compareCoverage, coverageOf } from '../../../../src/node/tools/report/compare-sites.ts';
import { componentsFile } from '../../../../src/node/types/tables/components-file.ts';
import { coverage } from '../../../../src/node/types/tables/coverage.ts';
import type { Usage } from '../../../../src/node/types/usage/usage.ts';
import type { ApiComponent } from '../../../../src/shared/api.ts';
import { extractApi } from '../../../helpers/library-types/compiler.ts';
import { createLibrary } from '../../../helpers/library-types/library.ts';

let components: ApiComponent[];

beforeAll(async () => {
  const folder = await createLibrary({
    'src/index.tsx': `import * as React from 'react';
      export interface ButtonProps extends React.HTMLAttributes<HTMLElement> {
        /** How large. */
        size?: number;
        round?: boolean;
        toString?: () => string;
        /** @deprecated use size */
        large?: boolean;
        /** @private */
        inner?: boolean;
      }
      /** A button. */
      export const Button = (props: ButtonProps) => <b {...props} />;
      /** @deprecated use Button */
      export const Link = (props: { href?: string }) => <a {...props} />;
      export const LIMIT = 1;
      /** Names. */
      export interface Names { [key: string]: string }`,
  });
  ({ components } = extractApi({ projectRoot: folder, entry: 'src/index.tsx' }));
});

describe('coverage', () => {
  it('is the same from the data that a site publishes', async () => {
    const usage: Usage = { Button: { demos: ['a'], props: { size: ['a'], title: ['a'] } } };
    const input = {
      demos: new Map(),
      costs: new Map(),
      packageName: 'kit',
      packageVersion: '1.0.0',
      demoFiles: new Map(),
    };
    const published = componentsFile({ components, usage, ...input });
    const data = await apiDataIn(new Map([['components.json', published]]));
    expect(coverageOf(data ?? [])).toEqual(coverage(components, usage));
    expect(await apiDataIn(new Map())).toBeUndefined();
    expect(await apiDataIn(new Map([['components.json', '<!doctype html>']]))).toBeUndefined();
  });

  it('has changed if a share differs, or another name lacks a description or a demo', () => {
    const used: Usage = { Button: { demos: ['a'], props: { size: ['a'] } } };
    const [before, after] = [coverage(components, used), coverage(components, {})];
    expect(compareCoverage(before, before)).toBeUndefined();
    expect(compareCoverage(before, after)).toEqual({
      described: [before.percent, before.percent],
      shown: [before.shownPercent, 0],
      withoutDescription: [],
      withoutDemo: ['Button', 'Button.size'],
    });
  });

  it('counts exports and their own props, except deprecated and private ones', () => {
    const usage: Usage = {
      Button: { demos: ['a'], props: { size: ['a'], round: ['a'], title: ['a'], large: ['a'] } },
    };
    const { components: counted, ...sums } = coverage(components, usage);
    expect(counted.find(({ id }) => id === 'Button')).toEqual({
      id: 'Button',
      kind: 'component',
      described: 2,
      shown: 3,
      total: 4,
      withoutDescription: ['round', 'toString'],
      withoutDemo: ['toString'],
    });
    expect(counted.map(({ id, described, shown, total }) => [id, described, shown, total]).sort()).toEqual([
      ['Button', 2, 3, 4],
      ['LIMIT', 0, 0, 1],
      ['Names', 1, 0, 1],
    ]);
    // The comment of ButtonProps counts for the button.
    expect(sums).toEqual({ described: 3, shown: 3, total: 6, percent: 50, shownPercent: 50 });
  });

  it('counts a component once if it is exported under two names', () => {
    const at = (id: string, line: number): ApiComponent => ({
      id,
      name: id.split('.').at(-1) ?? id,
      description: 'One.',
      kind: 'component',
      source: { file: 'src/index.tsx', line },
      props: [],
    });
    const exports = [at('Panel', 1), at('Cascader', 2), at('Cascader.Panel', 1), at('Cascader.Item', 3), at('Item', 4)];
    const { components: counted } = coverage(exports, {});
    expect(counted.map(({ id }) => id)).toEqual(['Panel', 'Cascader', 'Cascader.Item', 'Item']);
  });

  it('lists the export itself first', () => {
    const { components: counted } = coverage(components, {});
    expect(counted.find(({ id }) => id === 'Button')).toMatchObject({
      withoutDescription: ['round', 'toString'],
      withoutDemo: ['Button', 'size', 'round', 'toString'],
    });
  });

  it('is 100 % only if nothing is missing', () => {
    const many = Array.from(
      { length: 2000 },
      (_, index): ApiComponent => ({
        id: `C${index}`,
        name: `C${index}`,
        description: 'One.',
        kind: 'constant',
        source: { file: 'a.ts', line: 1 },
        props: [],
      }),
    );
    const usage: Usage = Object.fromEntries(many.map(({ id }) => [id, { demos: ['a'], props: {} }]));
    expect(coverage(many, usage)).toMatchObject({ percent: 100, shownPercent: 100 });
    const { C0: _, ...rest } = usage;
    expect(coverage(many, rest)).toMatchObject({ percent: 100, shownPercent: 99.9 });
    const [first, ...others] = many;
    expect(coverage([{ ...(first as ApiComponent), description: '' }, ...others], usage).percent).toBe(99.9);
    expect(coverage([], {})).toMatchObject({ components: [], total: 0, percent: 100, shownPercent: 100 });
  });
});
